import { expect, test } from 'bun:test';
import { SECTION_NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import type { FieldErrors } from '#site/islands/shared/form/form.ts';
import { sectionList } from '../data/section-list.ts';
import {
  createRowForm,
  findFaults,
  findPlaceFault,
  type Placement,
  suggestPlace,
} from '../form/editor-fields.ts';
import { groupSections, TOPIC_EDITOR } from './section-form.ts';

const week = (id: string, order: number, leagueId = 'a'): Week => ({
  id,
  name: `Module ${id}`,
  description: null,
  order,
  leagueId,
  league: { id: leagueId, name: `League ${leagueId}` },
  createdAt: '',
  updatedAt: '',
  _count: { sections: 0 },
});
const weeks = [week('one', 1), week('two', 2), week('three', 1, 'b')];
const section = (id: string, order: number, weekId = 'one'): Section => ({
  id,
  name: `Topic ${id}`,
  description: null,
  order,
  weekId,
  week: weeks.find((each) => each.id === weekId) ?? week(weekId, 9),
  createdAt: '',
  updatedAt: '',
  _count: { resources: 0 },
});
const sections = [section('x', 4), section('y', 2), section('z', 6, 'three')];
const values = { name: 'New', order: '1', suggestedOrder: '', weekId: 'one', description: '' };
const place = TOPIC_EDITOR.place as Placement<typeof TOPIC_EDITOR.fields>;
const validateSection = (
  typed: typeof values,
  known: { section: Section | null; sections: Section[] },
): FieldErrors<typeof typed> => {
  sectionList.put(known.sections);
  return {
    ...findFaults(TOPIC_EDITOR.fields, typed),
    order: findPlaceFault(typed, place, known.section?.id),
  };
};
const all = { search: '', filters: { leagueId: '' } };

test('ATOPIC-05 ATOPIC-08 a topic needs name, order and module', () => {
  const check = (changes: object) => validateSection({ ...values, ...changes }, { section: null, sections });
  expect(check({ name: ' ', order: '', weekId: '' })).toEqual({
    name: 'Topic name is required',
    order: 'Order is required',
    weekId: 'Module is required',
  });
  expect(check({ name: 'x'.repeat(SECTION_NAME_MAX_LENGTH + 1), order: '0' })).toEqual({
    name: 'Topic name must be 100 characters or less',
    order: 'Order must be a whole number of at least 1',
  });
  expect(check({})).toEqual({});
});

test('ATOPIC-06 an order is taken once a module, but not by the topic itself', () => {
  const check = (order: string, own: Section | null) =>
    validateSection({ ...values, order }, { section: own, sections });
  expect(check('4', null)).toEqual({ order: 'Order 4 is taken by Topic x' });
  expect(check('4', sections[0] ?? null)).toEqual({});
  expect(check('6', null)).toEqual({});
});

test('ATOPIC-09 the form begins with the next order of the module; a topic keeps its own at home', () => {
  sectionList.put(sections);
  const begin = (weekId: string) =>
    createRowForm(TOPIC_EDITOR, { row: null, start: { weekId }, onSaved: () => undefined }).$form.get().values
      .order;
  expect([begin('one'), begin('two'), begin('three'), begin('')]).toEqual(['5', '1', '7', '']);
  const own = sections[1] ?? null;
  expect(suggestPlace(place, 'one', own).order).toBe('2');
  expect(suggestPlace(place, 'three', own).order).toBe('7');
});

test('ATOPIC-01 ATOPIC-02 topics stand below their modules by order, narrowed by league and search', () => {
  const show = (list: typeof all) =>
    groupSections(weeks, sections, list).map((group) => [
      group.week.id,
      group.sections.map(({ id }) => id).join(''),
    ]);
  expect(show(all)).toEqual([
    ['one', 'yx'],
    ['two', ''],
    ['three', 'z'],
  ]);
  expect(show({ ...all, filters: { leagueId: 'b' } })).toEqual([['three', 'z']]);
  expect(show({ ...all, search: 'topic x' })).toEqual([['one', 'x']]);
  expect(show({ ...all, search: 'module two' })).toEqual([['two', '']]);
});
