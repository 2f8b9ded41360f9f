import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { EventOffer, RegistrationRow, StaffEvent } from '#contract/events.ts';
import { forgetQueries } from '../../shared/query/query.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '../../shared/testing/fake-browser.ts';
import { $toasts } from '../../shared/toast/toast.ts';
import { fromLocalInput } from '../form/local-time.ts';
import { createDoor, toMoment } from './door.ts';
import { createEventForm } from './EventDialog.tsx';
import { createEventStore, toCancelQuestion, toRows, toTimes } from './event-list.ts';

let browser: FakeBrowser;
const stops: (() => void)[] = [];
beforeEach(() => {
  browser = openFakeBrowser();
  Object.assign(globalThis, { location: new URL('http://site.invalid/admin/events') });
  localStorage.setItem('accessToken', 'a');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  browser.close();
  Reflect.deleteProperty(globalThis, 'location');
  forgetQueries();
});

const OFFER: EventOffer = {
  ...{ eventId: 'hack-2', title: 'Hackathon', place: 'Lab 4', state: 'OPEN' },
  ...{ opensAt: '2040-04-01T10:00:12.345Z', closesAt: '2040-05-01T08:00:00.000Z' },
  ...{ startsAt: '2040-05-01T10:00:30.000Z', endsAt: '2040-05-02T10:00:00.000Z' },
  ...{ places: 40, placesLeft: 10, waiting: 0, audience: 'EVERYONE', league: null },
};
const EVENT: StaffEvent = { ...OFFER, confirmed: 30, checkedIn: 2, mayChange: true, mayCheckIn: true };
const PAGE = { id: 'hack-2', title: 'Hackathon 2', place: 'Lab', day: '2040-05-01' };
const TALK = { ...PAGE, id: 'talk-1', title: 'Talk' };

test('what others opened is listed without rights; what nobody opened waits for it', async () => {
  browser.answer('GET /admin/events', ok({ events: [] }));
  browser.answer('GET /events/hack-2', ok({ event: OFFER }));
  browser.answer('GET /events/talk-1', ok({ event: null }));
  const { query } = createEventStore([PAGE, TALK]);
  await query.ensure();
  const events = query.$state.get().data ?? [];
  expect(events).toEqual([{ ...EVENT, checkedIn: 0, mayChange: false, mayCheckIn: false }]);
  expect(toRows([PAGE, TALK], events).map(({ id, title, event }) => [id, title, event !== null])).toEqual([
    ['hack-2', 'Hackathon', true],
    ['talk-1', 'Talk', false],
  ]);
});

test('the newest event comes first, with a page or without one', () => {
  const gone = { ...EVENT, eventId: 'gone', startsAt: '2041-01-01T10:00:00.000Z' };
  const rows = toRows([{ ...TALK, day: '2040-06-01' }, PAGE], [EVENT, gone]);
  expect(rows.map(({ id }) => id)).toEqual(['gone', 'talk-1', 'hack-2']);
});

test('the end of an event has its date on another day alone', () => {
  const at = (text: string) => fromLocalInput(text) ?? '';
  const startsAt = at('2040-05-01T10:00');
  expect(toTimes({ startsAt, endsAt: at('2040-05-01T18:00') })).toEqual(['May 1, 2040, 10:00', 'to 18:00']);
  expect(toTimes({ startsAt, endsAt: at('2040-05-02T18:00') })[1]).toBe('to May 2, 2040, 18:00');
});

test('cancelling says how many people get mail', () => {
  const ask = (confirmed: number, waiting: number) => toCancelQuestion({ confirmed, waiting }).split('.')[0];
  expect([ask(0, 0), ask(1, 0), ask(1000, 200)]).toEqual([
    'No one is registered',
    '1 person gets an email that it will not take place',
    '1,200 people get an email that it will not take place',
  ]);
});

const openForm = (event: StaffEvent | null, onClose = () => {}) => {
  const store = createEventStore([]);
  const { startsAt } = event ?? { startsAt: '2040-05-01T10:00' };
  return createEventForm({ store, row: { ...PAGE, startsAt, event }, onClose });
};
const sent = () => browser.sent('PUT /admin/events/hack-2').map(({ body }) => body);

test('registration is opened with what the page of the event says, for a league by its id', async () => {
  browser.answer('PUT /admin/events/hack-2', ok(EVENT));
  const form = openForm(null);
  expect(form.$form.get().values).toMatchObject({
    ...{ title: 'Hackathon 2', place: 'Lab', places: '', audience: '' },
    ...{ startsAt: '2040-05-01T10:00', endsAt: '2040-05-01T18:00', closesAt: '2040-05-01T10:00' },
  });
  await form.submit();
  expect(sent()).toEqual([]);
  form.change('places', '40');
  form.change('audience', 'league-1');
  form.change('opensAt', '2040-04-01T10:00');
  await Promise.all([form.submit(), form.submit()]);
  const at = (time: string) => fromLocalInput(time);
  expect(sent()).toEqual([
    {
      ...{ title: 'Hackathon 2', place: 'Lab', places: 40, audience: 'LEAGUE', leagueId: 'league-1' },
      ...{ startsAt: at('2040-05-01T10:00'), endsAt: at('2040-05-01T18:00') },
      ...{ opensAt: at('2040-04-01T10:00'), closesAt: at('2040-05-01T10:00') },
    },
  ]);
});

test('a change sends untouched times as they came, with their seconds: another time goes out by mail', async () => {
  browser.answer('PUT /admin/events/hack-2', ok(EVENT));
  let closed = 0;
  await openForm(EVENT, () => closed++).submit();
  expect([sent(), closed]).toEqual([[], 1]);
  const form = openForm({ ...EVENT, audience: 'LEAGUE', league: { id: 'ml', name: 'ML' } });
  expect(form.$form.get().values.audience).toBe('ml');
  form.change('places', '60');
  form.change('audience', 'MEMBERS');
  await form.submit();
  const { title, place, startsAt, endsAt, opensAt, closesAt } = EVENT;
  expect(sent()).toEqual([
    { title, place, startsAt, endsAt, opensAt, closesAt, places: 60, audience: 'MEMBERS', leagueId: null },
  ]);
});

const ROW: RegistrationRow = {
  ...{ id: 'r1', userId: 'u1', name: 'Asha', email: 'a@x', state: 'CONFIRMED', position: null },
  ...{ doorCode: 'K7M3QX', registeredAt: '2040-04-01T10:00:00.000Z', checkedInAt: null },
};
const LIST = {
  event: EVENT,
  registrations: [ROW],
  pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
};

async function openDoor() {
  browser.answer('GET /admin/events/hack-2/registrations', ok(LIST));
  const { list, ...door } = createDoor('hack-2');
  stops.push(
    list.query.$state.listen(() => {}),
    list.query.watch(),
  );
  await list.query.ensure();
  // What was read again would hide what the answer of the check-in says.
  browser.answer('GET /admin/events/hack-2/registrations', 'network');
  const checkedInAt = () => list.query.$state.get().data?.registrations[0]?.checkedInAt;
  return { ...door, checkedInAt };
}

test('a code checks in once, however often Enter is pressed, and the row says so at once', async () => {
  const checkedInAt = new Date().toISOString();
  const door = await openDoor();
  browser.answer(
    'POST /admin/events/hack-2/check-in',
    ok({ registration: { ...ROW, checkedInAt }, isRepeated: false }),
  );
  expect(await Promise.all([door.checkInByCode('k7m3qx'), door.checkInByCode('k7m3qx')])).toEqual([
    true,
    false,
  ]);
  expect(browser.sent('POST /admin/events/hack-2/check-in').map(({ body }) => body)).toEqual([
    { doorCode: 'k7m3qx' },
  ]);
  expect(door.$door.get()).toMatchObject({
    busy: null,
    result: { tone: 'success', title: 'Asha', text: `Checked in at ${toMoment(checkedInAt)}` },
  });
  expect(door.checkedInAt()).toBe(checkedInAt);
});

test('a second check-in warns with its time, and its date on another day', async () => {
  const door = await openDoor();
  const registration = { ...ROW, checkedInAt: fromLocalInput('2020-05-01T18:02') };
  browser.answer('POST /admin/events/hack-2/check-in', ok({ registration, isRepeated: true }));
  expect(await door.checkInByCode('k7m3qx')).toBe(true);
  expect(door.$door.get().result).toMatchObject({
    tone: 'warning',
    text: 'Already checked in at May 1, 2020, 18:02',
  });
  expect(toMoment(new Date().toISOString())).toMatch(/^\d\d:\d\d$/);
});

test('a code of nobody, one without a place and a lost answer stay in the field, each with its words', async () => {
  const door = await openDoor();
  const replies = [
    refusal(404, 'Registration not found', { code: 'REGISTRATION_NOT_FOUND' }),
    refusal(409, 'This registration has no place', { code: 'REGISTRATION_WITHOUT_PLACE' }),
    refusal(409, 'This event was cancelled', { code: 'EVENT_CANCELLED' }),
    'network' as const,
  ];
  const texts: string[] = [];
  for (const reply of replies) {
    browser.answer('POST /admin/events/hack-2/check-in', reply);
    expect(await door.checkInByCode('zzz')).toBe(false);
    expect(door.$door.get().result).toMatchObject({ tone: 'danger', title: 'ZZZ' });
    texts.push(door.$door.get().result?.text ?? '');
  }
  expect(texts).toEqual([
    'Unknown code. Check it, or find the name below.',
    'No place: on the waiting list, or cancelled.',
    'Failed to check in: This event was cancelled',
    'Failed to check in: Network error. Please try again.',
  ]);
});

test('by name a message says it, and undoing changes the row', async () => {
  const door = await openDoor();
  const registration = { ...ROW, checkedInAt: new Date().toISOString() };
  browser.answer('POST /admin/events/hack-2/check-in', ok({ registration, isRepeated: false }));
  await door.checkInByName(ROW);
  expect(door.checkedInAt()).toBe(registration.checkedInAt);
  expect($toasts.get().at(-1)).toMatchObject({
    text: expect.stringMatching(/^Asha: Checked in at/),
    tone: 'success',
  });
  expect(door.$door.get()).toEqual({ busy: null, result: null });
  browser.answer('DELETE /admin/events/hack-2/check-in/r1', ok({ registration: ROW, isRepeated: false }));
  door.undo.ask(registration);
  await door.undo.confirm();
  expect(door.checkedInAt()).toBe(null);
});
