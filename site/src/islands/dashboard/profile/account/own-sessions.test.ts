import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { OwnSession } from '#contract/own-account.ts';
import { ok, refusal, setUpFakeBrowser } from '../../../shared/testing/fake-browser.ts';
import {
  $ownSessions,
  closeSessions,
  endConfirmedSessions,
  loadSessions,
  openEndQuestion,
} from './own-sessions.ts';

const LIST = 'GET /users/me/sessions';
const session = (id: string, isCurrent = false): OwnSession => ({
  id,
  device: `Browser ${id}`,
  address: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  lastSeenAt: '2026-11-02T00:00:00.000Z',
  expiresAt: '2026-11-08T00:00:00.000Z',
  isCurrent,
});
const [HERE, LAB, PHONE] = [session('here', true), session('lab'), session('phone')];

afterEach(closeSessions);
const browser = setUpFakeBrowser();
beforeEach(() => {
  localStorage.setItem('accessToken', 'a');
  browser.answer(LIST, ok({ sessions: [HERE, LAB, PHONE] }));
});

test('SESSION-08 a device that left by itself is no failure, an unplugged network is', async () => {
  await loadSessions();
  browser.answer(
    'DELETE /users/me/sessions/lab',
    refusal(404, 'Session not found', { code: 'SESSION_NOT_FOUND' }),
  );
  openEndQuestion({ kind: 'one', session: LAB });
  await endConfirmedSessions();
  expect($ownSessions.get().result?.kind).toBe('success');
  openEndQuestion({ kind: 'one', session: PHONE });
  await endConfirmedSessions();
  expect($ownSessions.get().result).toEqual({
    kind: 'failure',
    text: 'No device was signed out: Network error. Please try again.',
  });
});

test('SESSION-08 all others are signed out with one call, and counted in words', async () => {
  await loadSessions();
  for (const [endedCount, text] of [
    [2, 'Signed out of 2 other devices.'],
    [1, 'Signed out of one other device.'],
  ] as const) {
    browser.answer('DELETE /users/me/sessions', ok({ endedCount }));
    openEndQuestion({ kind: 'others', count: 2 });
    await endConfirmedSessions();
    expect($ownSessions.get().result?.text).toBe(text);
  }
});
