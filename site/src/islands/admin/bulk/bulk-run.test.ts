import { expect, test } from 'bun:test';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { type BulkJob, type BulkOutcome, countOutcomes, createBulkRun, groupReasons } from './bulk-run.ts';

const PEOPLE = ['asha', 'ravi', 'meera', 'jon', 'kim'];
const answer = (id: string, outcome: BulkOutcome['outcome'] = 'done', message: string | null = null) => ({
  id,
  name: id,
  email: `${id}@example.org`,
  outcome,
  message,
});
const network = () => new ApiFailure({ kind: 'network', message: 'Network error. Please try again.' });
interface TestRules extends NonNullable<Parameters<typeof createBulkRun>[0]> {
  send: (ids: readonly string[], words: string, key: string) => ReturnType<BulkJob['send']>;
}
const createRun = ({ send, ...rules }: TestRules) => {
  const bulk = createBulkRun(rules);
  const start = (ids: readonly string[], words: string) =>
    bulk.start(ids, {
      title: words,
      done: { one: 'user done', many: 'users done' },
      send: (batch, key) => send(batch, words, key),
    });
  return { ...bulk, start };
};
const rested = (bulk: Pick<ReturnType<typeof createBulkRun>, '$bulk'>) => {
  const state = bulk.$bulk.get();
  if (state.state === 'idle') throw new Error('Nothing has run');
  return state;
};

test('AUSER-27 AUSER-29 everybody is named in one batch, one after the other, and answered for', async () => {
  const sent: string[][] = [];
  let running = 0;
  let most = 0;
  const rests: (readonly string[])[] = [];
  const bulk = createRun({
    batchSize: 2,
    onPause: (settled) => rests.push(settled),
    send: async (ids, words) => {
      running += 1;
      most = Math.max(most, running);
      sent.push([words, ...ids]);
      await Bun.sleep(1);
      running -= 1;
      return ids.map((id) =>
        id === 'meera' ? answer(id, 'skipped', 'User is not pending approval') : answer(id),
      );
    },
  });
  await Promise.all([bulk.start(PEOPLE, 'first'), bulk.start(PEOPLE, 'second')]);
  expect(sent).toEqual([
    ['first', 'asha', 'ravi'],
    ['first', 'meera', 'jon'],
    ['first', 'kim'],
  ]);
  expect([most, rests]).toEqual([1, [PEOPLE]]);
  const state = rested(bulk);
  expect([state.state, countOutcomes(state)]).toEqual(['done', { done: 4, skipped: 1, failed: 0, left: 0 }]);
  expect(groupReasons(state.outcomes, 'skipped')).toEqual([
    { message: 'User is not pending approval', people: [expect.objectContaining({ id: 'meera' })] },
  ]);
  expect(groupReasons(state.outcomes, 'failed')).toEqual([]);
  bulk.close();
  expect(bulk.$bulk.get()).toEqual({ state: 'idle' });
});

test('who failed is not told as settled, so that the same can be tried again for them', async () => {
  const rests: (readonly string[])[] = [];
  const bulk = createRun({
    batchSize: 2,
    onPause: (settled) => rests.push(settled),
    send: async (ids) => {
      if (ids.includes('meera')) bulk.stop();
      return ids.map((id) => (id === 'ravi' ? answer(id, 'failed', 'No places left') : answer(id)));
    },
  });
  await bulk.start(PEOPLE, '');
  expect(countOutcomes(rested(bulk))).toEqual({ done: 3, skipped: 0, failed: 1, left: 1 });
  await bulk.resume();
  expect(rests).toEqual([
    ['asha', 'meera', 'jon'],
    ['asha', 'meera', 'jon', 'kim'],
  ]);
});

test('a stop begins no further batch; it goes on where it stopped, and is not closed while it runs', async () => {
  const sent: string[] = [];
  const bulk = createRun({
    batchSize: 2,
    send: async (ids) => {
      sent.push(...ids);
      if (sent.length === 2) {
        bulk.stop();
        bulk.close();
      }
      return ids.map((id) => answer(id));
    },
  });
  await bulk.start(PEOPLE, '');
  expect(sent).toEqual(['asha', 'ravi']);
  expect([rested(bulk).state, rested(bulk).isStopping, countOutcomes(rested(bulk)).left]).toEqual([
    'stopped',
    false,
    3,
  ]);
  await bulk.resume();
  expect(sent).toEqual(PEOPLE);
  expect([rested(bulk).state, countOutcomes(rested(bulk)).done]).toEqual(['done', 5]);
});

test('P41 a batch without an answer is sent again with its key, by itself and then by hand', async () => {
  const keys: string[] = [];
  let broken = 4;
  const bulk = createRun({
    batchSize: 3,
    retryAfterMs: [1, 1],
    send: async (ids, _words, key) => {
      keys.push(key);
      if (ids.includes('jon') && broken > 0) {
        broken -= 1;
        throw network();
      }
      return ids.map((id) => answer(id));
    },
  });
  await bulk.start(PEOPLE, '');
  expect(rested(bulk)).toMatchObject({ state: 'stopped', failure: 'Network error. Please try again.' });
  expect(countOutcomes(rested(bulk))).toEqual({ done: 3, skipped: 0, failed: 0, left: 2 });
  await bulk.resume();
  expect(rested(bulk)).toMatchObject({ state: 'done', failure: null });
  expect(keys).toHaveLength(6);
  expect(new Set(keys).size).toBe(2);
});

test('a stop while a batch waits to be tried again leaves it unsent', async () => {
  let tries = 0;
  const bulk = createRun({
    retryAfterMs: [20, 20],
    send: async () => {
      tries += 1;
      throw network();
    },
  });
  const running = bulk.start(PEOPLE, '');
  await Bun.sleep(1);
  bulk.stop();
  await running;
  expect([tries, rested(bulk).state, countOutcomes(rested(bulk)).left]).toEqual([1, 'stopped', 5]);
});

test('a refusal of the whole is not tried again by itself', async () => {
  let tries = 0;
  const bulk = createRun({
    retryAfterMs: [1, 1],
    send: async () => {
      tries += 1;
      throw new ApiFailure({ kind: 'refused', status: 403, message: 'Insufficient permissions' });
    },
  });
  await bulk.start(PEOPLE, '');
  expect([tries, rested(bulk).failure, countOutcomes(rested(bulk)).left]).toEqual([
    1,
    'Insufficient permissions',
    5,
  ]);
});
