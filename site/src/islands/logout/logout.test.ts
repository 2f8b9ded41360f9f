import { afterEach, beforeEach, expect, test } from 'bun:test';
import { LOGOUT_REDIRECT_MS } from '#contract/constants.ts';
import { stopSession } from '../shared/session/session.ts';
import { ok, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createFakeClock, type FakeClock } from '../shared/testing/fake-clock.ts';
import { createLogout, type LogoutScreen } from './logout.ts';

afterEach(() => {
  screen.stop();
  stopSession();
});
const browser = setUpFakeBrowser();
let clock: FakeClock;
let visited: string[];
let screen: LogoutScreen;
beforeEach(() => {
  clock = createFakeClock();
  visited = [];
  const visit = (path: string) => void visited.push(path);
  screen = createLogout({ go: visit, replace: visit }, clock);
});

function signedIn(): void {
  localStorage.setItem('accessToken', 'a');
  localStorage.setItem('refreshToken', 'r');
  browser.answer('GET /auth/profile', ok({ id: 'u1' }));
  browser.answer('POST /auth/logout', ok());
}

test('LOGOUT-02 the button logs out, then goes to /, once', async () => {
  signedIn();
  screen.start();
  await clock.advance(1000);
  await Promise.all([screen.confirm(), screen.confirm()]);
  expect(browser.sent('POST /auth/logout')).toHaveLength(1);
  expect(localStorage.getItem('refreshToken')).toBeNull();
  await clock.advance(10_000);
  expect(visited).toEqual(['/']);
});

test('LOGOUT-05 CONST-22 after 5 seconds it goes to / and the session stays', async () => {
  expect(LOGOUT_REDIRECT_MS).toBe(5000);
  signedIn();
  screen.start();
  await clock.advance(4000);
  expect(screen.$logout.get().secondsLeft).toBe(1);
  expect(visited).toEqual([]);
  await clock.advance(1000);
  expect(visited).toEqual(['/']);
  expect(localStorage.getItem('accessToken')).toBe('a');
  expect(browser.sent('POST /auth/logout')).toHaveLength(0);
});

test('LOGOUT-02 log-out works offline', async () => {
  localStorage.setItem('accessToken', 'a');
  screen.start();
  await clock.advance(0);
  await screen.confirm();
  expect(localStorage.getItem('accessToken')).toBeNull();
  expect(visited).toEqual(['/']);
});

test('LOGOUT-02 what is on this device only is lost after a question, and only the own', async () => {
  signedIn();
  localStorage.setItem('unsent:u1:resource:r1|a', '{}');
  localStorage.setItem('unsent:u2:resource:r1|b', '{}');
  screen.start();
  await clock.advance(0);
  await screen.confirm();
  expect(screen.$logout.get()).toMatchObject({ unsent: 1, isAsking: true, isLeaving: false });
  await clock.advance(10_000);
  expect([visited, localStorage.getItem('refreshToken')]).toEqual([[], 'r']);
  await screen.confirm();
  expect(visited).toEqual(['/']);
  expect(localStorage.getItem('refreshToken')).toBeNull();
  expect(localStorage.getItem('unsent:u1:resource:r1|a')).toBeNull();
  expect(localStorage.getItem('unsent:u2:resource:r1|b')).not.toBeNull();
});
