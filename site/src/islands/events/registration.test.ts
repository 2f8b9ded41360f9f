import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { EventOffer, OwnRegistration } from '#contract/events.ts';
import { stopSession } from '../shared/session/session.ts';
import { ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createRegistration } from './registration.ts';

const browser = setUpFakeBrowser();
afterEach(stopSession);
beforeEach(() => void Object.assign(globalThis, { location: new URL('http://site.invalid/events') }));
afterEach(() => void Reflect.deleteProperty(globalThis, 'location'));

const event = { eventId: 'build-night-1', state: 'OPEN', placesLeft: 1 } as EventOffer;
const registration = { id: 'r1', state: 'CONFIRMED', doorCode: 'K7M2QX' } as OwnRegistration;
const IDLE = { step: 'shown', busy: false, failure: null } as const;
const EVENT = 'GET /events/build-night-1';
const OWN = 'GET /events/build-night-1/registration';
const REGISTER = 'POST /events/build-night-1/registration';
const LINK = 'GET /event-registrations/t0ken';

function signIn() {
  localStorage.setItem('accessToken', 'access');
  localStorage.setItem('refreshToken', 'refresh');
  localStorage.setItem('session-expiry', String(Date.now() + 60_000));
  browser.answer('GET /auth/profile', ok({ id: 'asha', role: 'PIONEER', status: 'ACTIVE' }));
}

test('a visitor asks for the event alone, and again after a failure', async () => {
  const screen = createRegistration('build-night-1');
  await screen.load();
  expect(screen.$state.get()).toEqual({
    step: 'failed',
    failure: 'Network error. Please try again.',
    isUnknownLink: false,
  });
  browser.answer(EVENT, ok({ event }));
  const loading = screen.load();
  expect(screen.$state.get()).toEqual({ step: 'loading' });
  await loading;
  expect(screen.$state.get()).toEqual({ ...IDLE, event, registration: null });
  expect(browser.sent(OWN)).toHaveLength(0);
});

test('an account registers once, hears why not, and gives its place back', async () => {
  signIn();
  browser.answer(EVENT, ok({ event }));
  browser.answer(OWN, ok({ registration: null }));
  const screen = createRegistration('build-night-1');
  await screen.load();
  browser.answer(REGISTER, refusal(409, 'This event is over', { code: 'EVENT_OVER' }));
  expect(await screen.register()).toBe(false);
  expect(screen.$state.get()).toMatchObject({ ...IDLE, failure: 'This event is over', registration: null });
  const left = { ...event, placesLeft: 0 };
  browser.answer(REGISTER, ok({ event: left, registration }));
  expect(await Promise.all([screen.register(), screen.register()])).toEqual([true, false]);
  expect(browser.sent(REGISTER)).toHaveLength(2);
  expect(screen.$state.get()).toEqual({ ...IDLE, event: left, registration });
  const cancelled = { ...registration, state: 'CANCELLED', doorCode: null };
  browser.answer('DELETE /events/build-night-1/registration', ok({ event, registration: cancelled }));
  expect(await screen.cancel()).toBe(true);
  expect(screen.$state.get()).toMatchObject({ registration: { state: 'CANCELLED' } });
});

test('a link shows and cancels its registration; a wrong one and one without a token say so', async () => {
  const screen = createRegistration();
  await screen.load();
  expect(screen.$state.get()).toMatchObject({ step: 'failed', isUnknownLink: false });
  location.hash = '#t0ken';
  browser.answer(LINK, refusal(404, 'Registration not found', { code: 'REGISTRATION_NOT_FOUND' }));
  await screen.load();
  expect(screen.$state.get()).toMatchObject({ step: 'failed', isUnknownLink: true });
  browser.answer(LINK, ok({ event, registration, name: 'Meera Iyer' }));
  await screen.load();
  expect(screen.$state.get()).toEqual({ ...IDLE, event, registration, name: 'Meera Iyer', token: 't0ken' });
  const cancelled = { ...registration, state: 'CANCELLED' };
  browser.answer(
    'DELETE /event-registrations/t0ken',
    ok({ event, registration: cancelled, name: 'Meera Iyer' }),
  );
  await screen.cancel();
  expect(screen.$state.get()).toMatchObject({ token: 't0ken', registration: { state: 'CANCELLED' } });
});
