import { expect, spyOn, test } from 'bun:test';
import { withDeadline } from '../db/deadline.ts';
import { makeApp } from '../test/make-app.ts';
import { describeError } from './log.ts';
import { Pace } from './pace.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Counts the turns of the event loop from now on. */
function countTurns() {
  const turns = { passed: 0, stop: () => clearImmediate(next) };
  let next = setImmediate(count);
  function count() {
    turns.passed += 1;
    next = setImmediate(count);
  }
  return turns;
}

/** The most that happened in one turn, of the turns in which each happened. */
function mostInATurn(happened: readonly number[]): number {
  const perTurn = new Map<number, number>();
  for (const turn of happened) perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
  return Math.max(...perTurn.values());
}

test('a few begin at once, as many in each turn after that, first come first served', async () => {
  const pace = new Pace(2);
  const begun: number[] = [];
  const enter = async (name: number) => {
    await pace.enter();
    begun.push(name);
  };
  const all = [0, 1, 2, 3, 4].map(enter);
  expect([pace.enter() === null, begun.length]).toEqual([false, 0]);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  await nextTurn();
  expect(begun).toEqual([0, 1, 2, 3]);
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  expect([pace.enter(), pace.enter(), pace.enter() === null]).toEqual([null, null, false]);
});

test('P39 F12 of three hundred sign-ins that arrive together sixteen begin in a turn, and who asks how the process is waits for none', async () => {
  const api = await makeApp();
  const began: number[] = [];
  const turns = countTurns();
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const flood = Array.from({ length: 300 }, () => {
    // What follows a question mark makes no other call of it.
    const request = new Request('http://localhost/api/auth/login?next=/livez', init);
    // The address of a request is looked up as it begins.
    return api.app.fetch(request, {
      requestIP: () => {
        began.push(turns.passed);
        return { address: '127.0.0.1' };
      },
    });
  });
  const live = await api.request('/livez');
  expect([live.status, turns.passed]).toEqual([200, 0]);
  const asked = spyOn(api.db, 'execute');
  const ready = api.request('/readyz');
  for (let step = 0; step < 100; step++) await null;
  expect([asked.mock.calls.length, turns.passed]).toEqual([1, 0]);
  asked.mockRestore();
  await ready;
  const statuses = await Promise.all(flood.map((reply) => reply.then(({ status }) => status)));
  turns.stop();
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect(began).toHaveLength(300);
  expect(mostInATurn(began)).toBeLessThanOrEqual(16);
  await api.close();
});

test('P39 F12 of three hundred calls that are late together sixteen are told so in a turn, without a stack in the log', async () => {
  const told: number[] = [];
  const turns = countTurns();
  const never = () => new Promise<void>(() => {});
  await Promise.all(
    Array.from({ length: 300 }, () => withDeadline(1, never).catch(() => told.push(turns.passed))),
  );
  turns.stop();
  expect(mostInATurn(told)).toBeLessThanOrEqual(16);

  const late = await withDeadline(1, never).catch((error: unknown) => error);
  const logged = describeError(late);
  expect(logged).toMatchObject({ because: 'deadline' });
  expect(logged).not.toHaveProperty('stack');
});
