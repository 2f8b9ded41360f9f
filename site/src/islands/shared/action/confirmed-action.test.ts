import { afterEach, expect, test } from 'bun:test';
import { ApiFailure, REQUEST_FAILED } from '#site/islands/shared/http/api.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { createConfirmedAction } from './confirmed-action.ts';

const ROW = { id: 'c1', name: 'Cohort 2' };
afterEach(() => $toasts.set([]));

test('ADMIN-27 a question is answered once, and what came of it is said', async () => {
  let runs = 0;
  const deletion = createConfirmedAction<typeof ROW>({
    action: 'delete cohort',
    done: ({ name }) => `${name} deleted`,
    run: async () => {
      runs += 1;
      await Bun.sleep(5);
    },
  });
  await deletion.confirm();
  expect(runs).toBe(0);
  deletion.ask(ROW);
  const first = deletion.confirm();
  deletion.cancel();
  expect(deletion.$action.get()).toEqual({ subject: ROW, busy: true, failure: null });
  await Promise.all([first, deletion.confirm()]);
  expect(runs).toBe(1);
  expect(deletion.$action.get()).toEqual({ subject: null, busy: false, failure: null });
  expect($toasts.get().filter(({ text }) => text === 'Cohort 2 deleted')).toHaveLength(1);
});

test('ERR-18 ERR-23 a refusal closes the question and stands above the list, with the words of the server', async () => {
  for (const [error, failure] of [
    [
      new ApiFailure({ kind: 'refused', message: 'Cohort not found' }),
      'Failed to delete cohort: Cohort not found',
    ],
    [new ApiFailure({ kind: 'refused', message: REQUEST_FAILED }), 'Failed to delete cohort'],
    [new Error('boom'), 'Failed to delete cohort'],
  ] as const) {
    const deletion = createConfirmedAction<typeof ROW>({
      action: 'delete cohort',
      done: 'Cohort deleted',
      run: () => Promise.reject(error),
    });
    deletion.ask(ROW);
    await deletion.confirm();
    expect(deletion.$action.get()).toEqual({ subject: null, busy: false, failure });
    deletion.dismiss();
    expect(deletion.$action.get().failure).toBeNull();
  }
  expect($toasts.get()).toEqual([]);
});
