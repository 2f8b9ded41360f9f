import { expect, test } from 'bun:test';
import type { RevisionEntry } from '#contract/revision.ts';
import { withEntry } from './revision.ts';

const entry = (id: string, isDue: boolean) => ({ resource: { id }, isDue }) as unknown as RevisionEntry;
const list = {
  revision: [entry('a', true), entry('b', true), entry('c', false)],
  sums: { marked: 3, due: 2, pausedAt: null },
  pagination: {} as never,
};

test('an answered entry leaves what is due, a taken-off mark leaves the list', () => {
  const answered = withEntry(list, 'a', entry('a', false));
  expect(answered.sums).toEqual({ marked: 3, due: 1, pausedAt: null });
  expect(answered.revision.map(({ isDue }) => isDue)).toEqual([false, true, false]);
  const removed = withEntry(list, 'b', null);
  expect([removed.sums, removed.revision.length]).toEqual([{ marked: 2, due: 1, pausedAt: null }, 2]);
  expect(withEntry(removed, 'b', null)).toBe(removed);
});
