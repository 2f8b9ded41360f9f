import { afterEach, expect, test } from 'bun:test';
import { $search, clearSearch, matchesSearch, setSearch } from './search.ts';

afterEach(clearSearch);

test('LAYOUT-08 OPEN-44 the search looks into name and description, whatever the letter case', () => {
  const league = { name: 'ML', description: 'Models that learn from data' };
  expect(matchesSearch(league, 'ml')).toBe(true);
  expect(matchesSearch(league, '  LEARN from ')).toBe(true);
  expect(matchesSearch(league, 'quantum')).toBe(false);
  expect(matchesSearch({ name: 'IoT', description: null }, 'data')).toBe(false);
});

test('DASH-02 an empty search matches everything and Clear empties it', () => {
  expect(matchesSearch({ name: 'ML' }, '   ')).toBe(true);
  setSearch('quantum');
  expect($search.get()).toBe('quantum');
  clearSearch();
  expect($search.get()).toBe('');
});
