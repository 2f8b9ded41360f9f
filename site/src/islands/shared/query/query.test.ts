import { beforeEach, describe, expect, test } from 'bun:test';
import { CACHE_MS } from '#contract/constants.ts';
import { createQuery, forgetQueries } from './query.ts';

beforeEach(forgetQueries);

function counting() {
  let clock = 0;
  let calls = 0;
  let failure: Error | null = null;
  const query = createQuery(
    'counted',
    async () => {
      calls++;
      if (failure) throw failure;
      return { calls };
    },
    { now: () => clock },
  );
  return {
    query,
    calls: () => calls,
    pass: (ms: number) => {
      clock += ms;
    },
    fail: (error: Error | null) => {
      failure = error;
    },
  };
}

describe('remembered answers', () => {
  test('CONST-18 an answer is used for five minutes and asked for again after them', async () => {
    const { query, calls, pass } = counting();
    expect(await query.ensure()).toBe(true);
    pass(CACHE_MS - 1);
    expect(await query.ensure()).toBe(false);
    expect(calls()).toBe(1);
    pass(1);
    expect(await query.ensure()).toBe(true);
    expect(calls()).toBe(2);
    expect(CACHE_MS).toBe(300_000);
  });

  test('OPEN-51 a change by the user drops the answer, also one that is on its way', async () => {
    const { query, calls } = counting();
    const first = query.ensure();
    query.invalidate();
    await first;
    expect(query.$state.get().data).toEqual({ calls: 1 });
    await query.ensure();
    expect(calls()).toBe(2);
  });

  test('asking twice at once makes one request', async () => {
    const { query, calls } = counting();
    await Promise.all([query.ensure(), query.ensure()]);
    expect(calls()).toBe(1);
  });

  test('a failure keeps the old data, tells the error and is tried again', async () => {
    const { query, pass, fail } = counting();
    await query.ensure();
    pass(CACHE_MS);
    fail(new Error('HTTP 500: Internal server error'));
    expect(await query.ensure()).toBe(false);
    expect(query.$state.get()).toMatchObject({ isLoading: false, data: { calls: 1 } });
    expect(query.$state.get().error?.message).toBe('HTTP 500: Internal server error');
    fail(null);
    await query.ensure();
    expect(query.$state.get()).toEqual({ isLoading: false, data: { calls: 3 }, error: null });
  });

  test('a refresh asks although the answer is fresh, and does not show it', async () => {
    const { query } = counting();
    await query.ensure();
    const refreshing = query.refresh();
    expect(query.$state.get().isLoading).toBe(false);
    await refreshing;
    expect(query.$state.get().data).toEqual({ calls: 2 });
  });

  test('change edits what is there and leaves nothing where nothing is', async () => {
    const { query } = counting();
    query.change(() => ({ calls: 9 }));
    expect(query.$state.get().data).toBeNull();
    await query.ensure();
    query.change(({ calls }) => ({ calls: calls + 10 }));
    expect(query.$state.get().data).toEqual({ calls: 11 });
  });
});
