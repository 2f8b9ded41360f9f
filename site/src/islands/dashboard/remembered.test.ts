import { describe, expect, test } from 'bun:test';
import { CACHE_MS } from '#contract/constants.ts';
import { createRemembered } from './remembered.ts';

function counting() {
  let clock = 0;
  let calls = 0;
  let failure: Error | null = null;
  const remembered = createRemembered(
    async () => {
      calls++;
      if (failure) throw failure;
      return { calls };
    },
    { now: () => clock },
  );
  return {
    remembered,
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
    const { remembered, calls, pass } = counting();
    expect(await remembered.ensure()).toBe(true);
    pass(CACHE_MS - 1);
    expect(await remembered.ensure()).toBe(false);
    expect(calls()).toBe(1);
    pass(1);
    expect(await remembered.ensure()).toBe(true);
    expect(calls()).toBe(2);
    expect(CACHE_MS).toBe(300_000);
  });

  test('OPEN-51 a change by the user drops the answer, also one that is on its way', async () => {
    const { remembered, calls } = counting();
    const first = remembered.ensure();
    remembered.drop();
    await first;
    expect(remembered.$state.get().data).toEqual({ calls: 1 });
    await remembered.ensure();
    expect(calls()).toBe(2);
  });

  test('asking twice at once makes one request', async () => {
    const { remembered, calls } = counting();
    await Promise.all([remembered.ensure(), remembered.ensure()]);
    expect(calls()).toBe(1);
  });

  test('a failure keeps the old data, tells the error and is tried again', async () => {
    const { remembered, pass, fail } = counting();
    await remembered.ensure();
    pass(CACHE_MS);
    fail(new Error('HTTP 500: Internal server error'));
    expect(await remembered.ensure()).toBe(false);
    expect(remembered.$state.get()).toMatchObject({ isLoading: false, data: { calls: 1 } });
    expect(remembered.$state.get().error?.message).toBe('HTTP 500: Internal server error');
    fail(null);
    await remembered.ensure();
    expect(remembered.$state.get()).toEqual({ isLoading: false, data: { calls: 3 }, error: null });
  });

  test('a refresh asks although the answer is fresh, and does not show it', async () => {
    const { remembered } = counting();
    await remembered.ensure();
    const refreshing = remembered.refresh();
    expect(remembered.$state.get().isLoading).toBe(false);
    await refreshing;
    expect(remembered.$state.get().data).toEqual({ calls: 2 });
  });

  test('change edits what is there and leaves nothing where nothing is', async () => {
    const { remembered } = counting();
    remembered.change(() => ({ calls: 9 }));
    expect(remembered.$state.get().data).toBeNull();
    await remembered.ensure();
    remembered.change(({ calls }) => ({ calls: calls + 10 }));
    expect(remembered.$state.get().data).toEqual({ calls: 11 });
  });
});
