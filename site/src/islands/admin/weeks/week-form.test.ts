import { expect, test } from 'bun:test';
import type { Week } from '#contract/weeks.ts';
import type { FieldErrors } from '#site/islands/shared/form/form.ts';
import { weekList } from '../data/week-list.ts';
import {
  createRowForm,
  findFaults,
  findPlaceFault,
  type Placement,
  type ValuesOf,
} from '../form/editor-fields.ts';
import { WEEK_EDITOR } from './Weeks.tsx';

const week = (id: string, order: number, league = 'a'): Week => ({
  id,
  name: `Module ${id}`,
  description: null,
  order,
  leagueId: league,
  league: { id: league, name: `League ${league}` },
  createdAt: '',
  updatedAt: '',
  _count: { sections: 0 },
});
const weeks = [week('one', 1), week('two', 4), week('three', 9, 'b')];
type Fields = typeof WEEK_EDITOR.fields;
const validateWeek = (
  typed: ValuesOf<Fields>,
  known: { week: Week | null; weeks: Week[] },
): FieldErrors<typeof typed> => {
  weekList.put(known.weeks);
  const order = findPlaceFault(typed, WEEK_EDITOR.place as Placement<Fields>, known.week?.id);
  return { ...findFaults(WEEK_EDITOR.fields, typed), order };
};
const values = { name: 'New', order: '2', suggestedOrder: '', leagueId: 'a', description: '' };

test('AMOD-07 AMOD-09 a module needs name, order and league', () => {
  expect(
    validateWeek(
      { name: ' ', order: '', suggestedOrder: '', leagueId: '', description: '' },
      { week: null, weeks },
    ),
  ).toEqual({
    name: 'Module name is required',
    order: 'Order is required',
    leagueId: 'League is required',
  });
  expect(validateWeek(values, { week: null, weeks })).toEqual({});
});

test('AMOD-10 an order is taken once a league, but not by the module itself', () => {
  expect(validateWeek({ ...values, order: '4' }, { week: null, weeks })).toEqual({
    order: 'Order 4 is taken by Module two',
  });
  expect(validateWeek({ ...values, order: '4' }, { week: weeks[1] ?? null, weeks })).toEqual({});
  expect(validateWeek({ ...values, order: '9' }, { week: null, weeks })).toEqual({});
});

test('AMOD-12 the form begins with the next order of the league that is looked at', () => {
  weekList.put(weeks);
  const begin = (leagueId: string) =>
    createRowForm(WEEK_EDITOR, { row: null, start: { leagueId }, onSaved: () => undefined }).$form.get()
      .values.order;
  expect([begin('a'), begin('b'), begin('c'), begin('')]).toEqual(['5', '10', '1', '']);
});
