import { expect, test } from 'bun:test';
import { compareValues, filterRows, SEARCH_WORDS_MAX, type SortValue, sortRows } from './list-rules.ts';

const ROWS = [
  { name: 'José Núñez', note: null, isActive: true },
  { name: 'Asha Rao', note: 'Week 10', isActive: false },
  { name: 'Ravi Singh', note: 'week 2', isActive: true },
];
const rules = {
  searched: ({ name, note }: (typeof ROWS)[number]) => [name, note],
  matches: {
    state: ({ isActive }: (typeof ROWS)[number], value: string) => isActive === (value === 'active'),
  },
};
const names = (search: string, filters = {}) =>
  filterRows(ROWS, { search, filters }, rules).map(({ name }) => name);

test('the search finds every word, in any case, without accents', () => {
  expect(names('')).toHaveLength(3);
  expect(names('  JOSE nunez ')).toEqual(['José Núñez']);
  expect(names('week singh')).toEqual(['Ravi Singh']);
  expect(names('week jose')).toEqual([]);
});

test('a vowel sign is no accent: a name of an Indian script is found by its own letters', () => {
  const rows = ['शेर', 'शर', 'ਕੌਰ', 'ਕਰ', 'கிரி', 'கரி'].map((name) => ({ name, note: null, isActive: true }));
  const found = (search: string) => filterRows(rows, { search, filters: {} }, rules).map(({ name }) => name);
  for (const { name } of rows) expect(found(name)).toEqual([name]);
});

test('words are sorted by the alphabet of their script', () => {
  const words = ['क', 'क्षितिज', 'आरोही', 'अनु', 'Zoya', 'asha', 'ਹਰਪ੍ਰੀਤ', 'ਅਮਰ', 'زینب', 'علی'];
  const sorted = sortRows(words, (word) => word, 'asc');
  expect(sorted).toEqual(['asha', 'Zoya', 'زینب', 'علی', 'अनु', 'आरोही', 'क', 'क्षितिज', 'ਅਮਰ', 'ਹਰਪ੍ਰੀਤ']);
});

test('F12 as many words count as anybody types', () => {
  const many = Array.from({ length: SEARCH_WORDS_MAX }, () => 'jose').join(' ');
  expect(names(`${many} chess`)).toEqual(['José Núñez']);
  expect(names(`chess ${many}`)).toEqual([]);
});

test('filters that are set narrow the rows, together with the search', () => {
  expect(names('', { state: 'active' })).toEqual(['José Núñez', 'Ravi Singh']);
  expect(names('week', { state: 'inactive' })).toEqual(['Asha Rao']);
  expect(names('', { state: '', unknown: 'x' })).toHaveLength(3);
});

test('rows that are not narrowed stay the same array, so that nothing is drawn again', () => {
  expect(filterRows(ROWS, { search: ' ', filters: { state: '' } }, rules)).toBe(ROWS);
});

test('values sort as a reader expects', () => {
  const values: SortValue[] = ['Week 10', null, 'week 2', 'Ärger', 'zebra'];
  expect(values.toSorted(compareValues)).toEqual(['Ärger', 'week 2', 'Week 10', 'zebra', null]);
  expect(([10, null, 9] as SortValue[]).toSorted(compareValues)).toEqual([9, 10, null]);
});

test('rows sort by a column either way; rows alike keep their order, and so do all without a column', () => {
  const rows = [
    { id: 'b', size: 2 },
    { id: 'a', size: null },
    { id: 'c', size: 1 },
    { id: 'd', size: 2 },
  ];
  const ids = (direction: 'asc' | 'desc') =>
    sortRows(rows, ({ size }) => size, direction).map(({ id }) => id);
  expect(ids('asc')).toEqual(['c', 'b', 'd', 'a']);
  expect(ids('desc')).toEqual(['a', 'b', 'd', 'c']);
  expect(sortRows(rows, undefined, 'desc')).toBe(rows);
});
