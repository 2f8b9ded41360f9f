import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { TOAST_MS } from '#contract/constants.ts';
import { $toasts, dismissToast, showToast } from './toast.ts';

// Other files of the same process may have left messages behind.
beforeEach(() => $toasts.set([]));
afterEach(() => {
  $toasts.set([]);
  jest.useRealTimers();
});

test('CONST-22 a toast stays 3 seconds unless told otherwise', () => {
  jest.useFakeTimers();
  showToast({ text: 'Saved' });
  showToast({ text: 'Fetched', tone: 'info', ms: 4000 });
  jest.advanceTimersByTime(TOAST_MS - 1);
  expect($toasts.get().map(({ text }) => text)).toEqual(['Saved', 'Fetched']);
  jest.advanceTimersByTime(1);
  expect($toasts.get().map(({ text }) => text)).toEqual(['Fetched']);
  jest.advanceTimersByTime(1000);
  expect($toasts.get()).toEqual([]);
});

test('a toast without an end stays until it is dismissed', () => {
  jest.useFakeTimers();
  showToast({ text: 'A new version is ready', ms: null });
  jest.advanceTimersByTime(10 * TOAST_MS);
  expect($toasts.get()).toHaveLength(1);
});

test('the same words are shown once, and live as long as the last call says', () => {
  jest.useFakeTimers();
  showToast({ text: 'Saved' });
  jest.advanceTimersByTime(2000);
  showToast({ text: 'Saved', tone: 'success' });
  expect($toasts.get()).toHaveLength(1);
  jest.advanceTimersByTime(2000);
  expect($toasts.get()).toHaveLength(1);
  dismissToast($toasts.get()[0]?.id ?? 0);
  expect($toasts.get()).toEqual([]);
});
