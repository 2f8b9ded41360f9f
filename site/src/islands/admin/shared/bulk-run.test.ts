import { expect, test } from 'bun:test';
import { ApiFailure } from '#site/islands/shared/api.ts';
import { createBulkRun } from './bulk-run.ts';

const PEOPLE = ['Asha', 'Ravi', 'Meera', 'Jon', 'Kim'];

test('every item is tried, a few at a time, and failures are named', async () => {
  let running = 0;
  let most = 0;
  let ended = 0;
  const bulk = createBulkRun<string>({
    label: (name) => name,
    atOnce: 2,
    onDone: () => {
      ended += 1;
    },
    run: async (name) => {
      running += 1;
      most = Math.max(most, running);
      await Bun.sleep(2);
      running -= 1;
      if (name === 'Meera') throw new ApiFailure({ kind: 'refused', message: 'User not found' });
    },
  });
  await Promise.all([bulk.start(PEOPLE), bulk.start(PEOPLE)]);
  expect(most).toBe(2);
  expect(ended).toBe(1);
  expect(bulk.$bulk.get()).toEqual({
    state: 'done',
    total: 5,
    tried: 5,
    failures: [{ label: 'Meera', message: 'User not found' }],
    isStopped: false,
  });
  bulk.close();
  expect(bulk.$bulk.get()).toEqual({ state: 'idle' });
});

test('a stop begins no further item, and it cannot be closed while it runs', async () => {
  const tried: string[] = [];
  const bulk = createBulkRun<string>({
    label: (name) => name,
    atOnce: 1,
    run: async (name) => {
      tried.push(name);
      bulk.stop();
      bulk.close();
    },
  });
  await bulk.start(PEOPLE);
  expect(tried).toEqual(['Asha']);
  expect(bulk.$bulk.get()).toMatchObject({ state: 'done', tried: 1, isStopped: true });
});
