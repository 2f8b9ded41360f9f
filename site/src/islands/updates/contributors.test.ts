import { expect, test } from 'bun:test';
import { countContributors } from './contributors.ts';

test('UPD-14 ENT-24 authors without a space are counted, the most first', () => {
  const authors = ['noor', 'kabir', 'Noor Chenab', 'kabir', 'tara', ''].map((author) => ({ author }));
  expect(countContributors(authors)).toEqual([
    { username: 'kabir', commitCount: 2 },
    { username: 'noor', commitCount: 1 },
    { username: 'tara', commitCount: 1 },
  ]);
});

test('UPD-15 where no updates could be loaded, nobody is listed', () => {
  expect(countContributors([])).toEqual([]);
});
