import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { EventOffer, RegistrationRow, SaveEventBody, StaffEvent } from '#contract/events.ts';
import { forgetQueries } from '../../shared/query/query.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '../../shared/testing/fake-browser.ts';
import { $toasts } from '../../shared/toast/toast.ts';
import { fromLocalInput } from '../form/local-time.ts';
import { createDoor } from './door.ts';
import { createEventForm } from './EventDialog.tsx';
import { createEventStore, toRows } from './event-list.ts';

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
const EVENT: StaffEvent = { ...OFFER, confirmed: 30, checkedIn: 2 };
const PAGE = { id: 'hack-2', title: 'Hackathon 2', place: 'Lab', day: '2040-05-01' };
const TALK = { ...PAGE, id: 'talk-1', title: 'Talk' };

test('events with registration come with those that wait for it, and are read again after a change', async () => {
  browser.answer('GET /admin/events', ok({ events: [EVENT] }));
  const { query, save } = createEventStore([PAGE, TALK]);
  stops.push(query.watch());
  await query.ensure();
  expect(query.$state.get().data?.map(({ id, title, event }) => [id, title, event !== null])).toEqual([
    ['hack-2', 'Hackathon', true],
    ['talk-1', 'Talk', false],
  ]);
  browser.answer('PUT /admin/events/talk-1', ok(EVENT));
  await save('talk-1', {} as SaveEventBody);
  await query.ensure();
  expect(browser.sent('GET /admin/events')).toHaveLength(2);
});

test('the newest event comes first, with a page or without one', () => {
  const gone = { ...EVENT, eventId: 'gone', startsAt: '2041-01-01T10:00:00.000Z' };
  const rows = toRows([{ ...TALK, day: '2040-06-01' }, PAGE], [EVENT, gone]);
  expect(rows.map(({ id }) => id)).toEqual(['gone', 'talk-1', 'hack-2']);
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
      ...{ title: 'Hackathon 2', place: 'Lab', places: 40, audience: 'league-1' },
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
    { title, place, startsAt, endsAt, opensAt, closesAt, places: 60, audience: 'MEMBERS' },
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

const CHECK_IN = 'POST /admin/events/hack-2/check-in';

async function openDoor() {
  browser.answer('GET /admin/events/hack-2/registrations', ok(LIST));
  const { list, ...door } = createDoor('hack-2');
  stops.push(
    list.query.$state.listen(() => {}),
    list.query.watch(),
  );
  await list.query.ensure();
  return door;
}
const said = () => $toasts.get().map(({ text, tone }) => [tone, text]);

test('a code checks in once, however often Enter is pressed, and the list is read again', async () => {
  const door = await openDoor();
  const registration = { ...ROW, checkedInAt: fromLocalInput('2040-05-01T18:02') };
  browser.answer(CHECK_IN, ok({ registration, isRepeated: false }));
  expect(await Promise.all([door.checkIn('k7m3qx'), door.checkIn('k7m3qx')])).toEqual([true, false]);
  expect(browser.sent(CHECK_IN).map(({ body }) => body)).toEqual([{ doorCode: 'k7m3qx' }]);
  expect(said().at(-1)).toEqual(['success', 'Asha: Checked in on May 1, 2040, 18:02']);
  expect(door.$busy.get()).toBe(null);
  browser.answer(CHECK_IN, ok({ registration, isRepeated: true }));
  expect(await door.checkIn('k7m3qx')).toBe(true);
  expect(said().at(-1)).toEqual(['warning', 'Asha: Already checked in on May 1, 2040, 18:02']);
  expect(browser.sent('GET /admin/events/hack-2/registrations').length).toBeGreaterThan(1);
});

test('a code of nobody, one without a place and a lost answer stay in the field, each with its words', async () => {
  const door = await openDoor();
  const replies = [
    refusal(404, 'Registration not found', { code: 'REGISTRATION_NOT_FOUND' }),
    refusal(409, 'This registration has no place', { code: 'REGISTRATION_WITHOUT_PLACE' }),
    'network' as const,
  ];
  for (const reply of replies) {
    browser.answer(CHECK_IN, reply);
    expect(await door.checkIn('zzz')).toBe(false);
  }
  expect(said().slice(-3)).toEqual([
    ['danger', 'Failed to check in: Registration not found'],
    ['danger', 'Failed to check in: This registration has no place'],
    ['danger', 'Failed to check in: Network error. Please try again.'],
  ]);
});
