import { expect, test } from 'bun:test';
import { RESOURCE_TITLE_MAX_LENGTH } from '#contract/constants.ts';
import type { Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import type { FieldErrors } from '#site/islands/shared/form/form.ts';
import { toFoundParams } from '../data/resource-list.ts';
import { findFaults, findPlaceFault, suggestPlace } from '../form/editor-fields.ts';
import {
  createResourceForm,
  placeInTopic,
  RESOURCE_EDITOR_FIELDS,
  type ResourceValues,
  toSiblings,
} from './ResourceDialog.tsx';
import { groupResources } from './resource-groups.ts';

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
const weeks = [week('one', 1), week('bare', 2), week('other', 1, 'b')];
const section = (id: string, order: number, weekId: string): Section => ({
  id,
  name: `Topic ${id}`,
  description: null,
  order,
  weekId,
  week: weeks.find((each) => each.id === weekId) ?? week(weekId, 9),
  createdAt: '',
  updatedAt: '',
  _count: { resources: id === 'q' ? 0 : 2 },
});
const sections = [section('q', 2, 'one'), section('p', 1, 'one'), section('r', 1, 'other')];
const resource = (
  id: string,
  order: number,
  sectionId: string,
  type: Resource['type'] = 'VIDEO',
): Resource => ({
  id,
  title: `Title ${id}`,
  url: 'https://example.org',
  type,
  minutes: null,
  order,
  sectionId,
  section: sections.find((each) => each.id === sectionId) ?? section(sectionId, 9, 'one'),
  createdAt: '',
  updatedAt: '',
});
const resources = [resource('x', 4, 'p'), resource('y', 2, 'p', 'BLOG'), resource('z', 6, 'r')];
const place = {
  of: 'sectionId' as const,
  siblingsIn: (topic: string) => toSiblings(resources, topic),
};

test('ARES-04 ARES-05 ARES-06 ARES-08 ARES-09 what a resource needs', () => {
  const check = (changes: object): FieldErrors<ResourceValues> => {
    const values = {
      title: 'New',
      url: 'https://example.org/a',
      type: 'VIDEO',
      minutes: '',
      suggestedOrder: '',
      weekId: 'one',
      sectionId: 'p',
      order: '1',
      ...changes,
    };
    return { ...findFaults(RESOURCE_EDITOR_FIELDS, values), order: findPlaceFault(values, place) };
  };
  expect(check({})).toEqual({});
  for (const minutes of ['1', '1440', ' 12 ']) expect(check({ minutes })).toEqual({});
  for (const minutes of ['0', '1441', '1.5', '-3', '1e2'])
    expect(check({ minutes })).toEqual({ minutes: 'Enter a whole number from 1 to 1440' });
  expect(check({ title: ' ', url: '', sectionId: '', order: '' })).toEqual({
    title: 'Title is required',
    url: 'URL is required',
    sectionId: 'Topic is required',
    order: 'Order is required',
  });
  expect(check({ weekId: '', sectionId: '' }).weekId).toBe('Module is required');
  expect(check({ title: 'é'.repeat(RESOURCE_TITLE_MAX_LENGTH) })).toEqual({});
  expect(check({ title: 'x'.repeat(RESOURCE_TITLE_MAX_LENGTH + 1) }).title).toBe(
    'Title must be 200 characters or less',
  );
  for (const url of ['example', 'javascript:alert(1)', 'ftp://example.org', 'https://a b']) {
    expect(check({ url }).url).toBe('Enter a full link, starting with https://');
  }
  expect(check({ url: 'example.org/a' })).toEqual({});
  expect(check({ order: '0' }).order).toBe('Order must be a whole number of at least 1');
  expect(check({ order: '4' }).order).toBe('Order 4 is taken by Title x');
});

test('ARES-07 ARES-10 the form begins as a video, at the next place of the topic', () => {
  const form = createResourceForm({
    resource: null,
    siblingsIn: place.siblingsIn,
    sectionId: 'p',
    weekId: 'one',
    onSaved: () => undefined,
  });
  expect(form.$form.get().values).toMatchObject({ type: 'VIDEO', sectionId: 'p' });
  const suggest = (sectionId: string, own: Resource | null) => suggestPlace(place, sectionId, own).order;
  expect(suggest('p', null)).toBe('5');
  expect(suggest('q', null)).toBe('1');
  expect(suggest('', null)).toBe('');
  expect(suggest('p', resources[1] ?? null)).toBe('2');
  expect(suggest('r', resources[1] ?? null)).toBe('7');
});

test('ARES-10 a place is suggested once the topic is known, unless one was typed meanwhile', () => {
  const begin = () =>
    createResourceForm({
      resource: null,
      siblingsIn: () => null,
      sectionId: 'p',
      weekId: 'one',
      onSaved: () => undefined,
    });
  const orderOf = (form: ReturnType<typeof begin>) => form.$form.get().values.order;
  const [form, typed, elsewhere] = [begin(), begin(), begin()];
  typed.change('order', '9');
  elsewhere.change('sectionId', 'q');
  for (const one of [form, typed, elsewhere]) placeInTopic(one, { sectionId: 'p', resources }, null);
  expect([form, typed, elsewhere].map(orderOf)).toEqual(['5', '9', '']);
});

test('ARES-01 ARES-02 resources stand below topics and modules, narrowed by league, type, topic and search', () => {
  const show = (found: readonly Resource[] | null, search = '', filters: Record<string, string> = {}) =>
    groupResources(weeks, sections, found, { search, filters }).map(
      (group) =>
        `${group.week.id} ${group.topics
          .map((topic) => `${topic.section.id}:${topic.found?.map(({ id }) => id).join('') ?? 'whole'}`)
          .join(' ')}`,
    );
  const [x, y] = resources as [Resource, Resource];
  expect(show(null)).toEqual(['one p:whole q:whole', 'bare ', 'other r:whole']);
  expect(show(null, '', { leagueId: 'b' })).toEqual(['other r:whole']);
  expect(show([y], '', { type: 'BLOG' })).toEqual(['one p:y']);
  expect(show(null, '', { sectionId: 'p' })).toEqual(['one p:whole']);
  expect(show([y], 'title', { sectionId: 'p' })).toEqual(['one p:y']);
  expect(show([y], 'title y')).toEqual(['one p:y']);
  expect(show([x, y], 'title')).toEqual(['one p:yx']);
  expect(show([], 'topic q')).toEqual(['one q:whole']);
  // Named so, and on another page of what was found.
  expect(show([x], 'topic')).toEqual(['one p:x q:whole']);
  expect(show([], 'nothing')).toEqual([]);
});

test('ARES-01 the server finds what is searched for; without a search the topics are shown whole', () => {
  const words = (search: string, filters: Record<string, string> = {}, page = 1) =>
    toFoundParams(
      { search, filters: { leagueId: '', type: '', sectionId: '', ...filters }, sort: null, page },
      search,
    );
  expect([words(''), words('', { leagueId: 'a' }, 3), words('', { sectionId: 'p' })]).toEqual([
    null,
    null,
    null,
  ]);
  expect(words('meera', { leagueId: 'a', type: 'BLOG', sectionId: 'p' }, 2)).toEqual({
    page: 2,
    search: 'meera',
    leagueId: 'a',
    type: 'BLOG',
    sectionId: 'p',
  });
});

test('ARES-01 each of thousands of topics is read a few times, not once for every other', () => {
  let reads = 0;
  const counted: ProxyHandler<Section> = {
    get: (topic, key) => {
      reads++;
      return Reflect.get(topic, key);
    },
  };
  const many = Array.from(
    { length: 5000 },
    (_, index) => new Proxy(section(`s${index}`, index + 1, 'one'), counted),
  );
  const [group] = groupResources(weeks, many, null, { search: '', filters: {} });
  expect(group?.topics).toHaveLength(5000);
  expect(reads).toBeLessThan(5000 * 20);
});
