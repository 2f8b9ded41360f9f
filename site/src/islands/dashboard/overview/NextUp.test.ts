import { expect, test } from 'bun:test';
import { toEmptyText } from './NextUp.tsx';

const league = (name: string, total: number, isExpired = false) => ({
  name,
  isExpired,
  resources: { done: total, total, percentage: total === 0 ? 0 : 100 },
});

test('a league without resources is not finished: its content is coming', () => {
  expect(toEmptyText([league('ML', 8)]).title).toBe('Everything is done.');
  expect(toEmptyText([league('ML', 8), league('Old', 0, true)]).title).toBe('Everything is done.');
  expect(toEmptyText([league('IoT', 0), league('Old', 8, true)])).toEqual({
    title: 'Content is coming.',
    words: 'IoT has no resources yet. They appear here as soon as they are added.',
  });
  expect(toEmptyText([league('IoT', 0), league('Quantum', 0), league('ML', 8)])).toEqual({
    title: 'Content is coming.',
    words:
      '2 of your leagues have no resources yet. They appear here as soon as they are added. You finished every resource of your other leagues.',
  });
});
