import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { pathOf } from '#contract/call.ts';
import * as calls from '#contract/events.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';
import { ageCode, mailedCode, wrongFor } from '../../test/mailed-code.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { readExport } from '../../test/read-csv.ts';

const api = await openTestApp();
const { db } = api;
const league = await addLeague(db, { name: 'Finance', weeks: 0 });
const grand = await addPerson(db, { role: 'GRAND_PATHFINDER' });
const asha = await addPerson(db, { name: 'Asha Verma' });
const dev = await addPerson(db, { name: 'Dev Rao' });

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const params = { eventId: 'build-night-1' };
const OPEN = {
  title: 'Build Night',
  place: 'Library',
  opensAt: inHours(-1),
  closesAt: inHours(20),
  startsAt: inHours(24),
  endsAt: inHours(27),
  places: 1,
  audience: 'EVERYONE',
};

const save = (body: object = {}, { token } = grand) =>
  api.call(calls.saveEvent, { token, params, body: { ...OPEN, ...body } });
const register = ({ token }: Person) => api.call(calls.registerForEvent, { token, params });
const own = async ({ token }: Person): Promise<calls.OwnRegistration> =>
  (await api.call(calls.getOwnRegistration, { token, params })).body.data.registration;
const cancelOwn = ({ token }: Person) => api.call(calls.cancelOwnRegistration, { token, params });
const setEvent = (columns: Partial<typeof events.$inferInsert>) =>
  db.update(events).set(columns).where(eq(events.id, params.eventId));
const hours = (count: number) => new Date(Date.now() + count * HOUR);

async function registerGuest(email: string, name = 'Guest') {
  await api.call(calls.sendGuestCode, { params, body: { name, email } });
  const body = { name, email, code: await mailedCode(api, email) };
  return api.call(calls.registerGuest, { params, body });
}

beforeEach(async () => {
  await db.delete(events);
  await db.execute(sql`delete from one_time_codes`);
  expect((await save()).status).toBe(200);
});

describe('registering', () => {
  test('takes a place once, then waits; a place that is given back goes to the first who waits', async () => {
    const before = await api.call(calls.getEvent, { params });
    expect(before.body.data.event).toMatchObject({ state: 'OPEN', places: 1, placesLeft: 1, waiting: 0 });
    const first = await register(asha);
    expect([first.status, first.body.data.registration]).toMatchObject([
      201,
      { state: 'CONFIRMED', position: null, doorCode: expect.stringMatching(/^[0-9A-Z]{6}$/) },
    ]);
    expect((await register(asha)).body.data).toEqual(first.body.data);
    const second = await register(dev);
    expect(second.body.data).toMatchObject({
      event: { placesLeft: 0, waiting: 1 },
      registration: { state: 'WAITING', position: 1, doorCode: null },
    });
    expect((await cancelOwn(asha)).body.data.registration.state).toBe('CANCELLED');
    expect((await cancelOwn(asha)).status).toBe(200);
    expect(await own(dev)).toMatchObject({ state: 'CONFIRMED', position: null });
    // Comes back at the end of the list.
    expect((await register(asha)).body.data.registration).toMatchObject({ state: 'WAITING', position: 1 });
  });

  test('is refused before it opens, after it closes, and for an event that is over or cancelled', async () => {
    const reasons: [Partial<typeof events.$inferInsert>, string][] = [
      [{ opensAt: hours(1) }, 'EVENT_NOT_OPEN'],
      [{ opensAt: hours(-2), closesAt: hours(-1) }, 'EVENT_NOT_OPEN'],
      [{ startsAt: hours(-3), endsAt: hours(-1) }, 'EVENT_OVER'],
      [{ cancelledAt: hours(-1) }, 'EVENT_CANCELLED'],
    ];
    for (const [columns, code] of reasons) {
      await setEvent(columns);
      const guest = await api.call(calls.sendGuestCode, {
        params,
        body: { name: 'G', email: 'g@example.test' },
      });
      expect([(await register(asha)).body.code, guest.body.code]).toEqual([code, code]);
    }
  });

  test('asks for the audience', async () => {
    const pending = await addPerson(db, { status: 'PENDING' });
    const learner = await addLearner(db, league);
    expect((await register(pending)).status).toBe(201);
    for (const [audience, refused, taken] of [
      ['MEMBERS', pending, asha],
      [league.id, asha, learner],
    ] as const) {
      await db.delete(events);
      await save({ audience });
      const guest = await api.call(calls.sendGuestCode, {
        params,
        body: { name: 'G', email: 'g@example.test' },
      });
      expect((await register(refused)).body.code).toBe('EVENT_AUDIENCE_REFUSED');
      expect([guest.status, guest.body.code]).toEqual([403, 'EVENT_AUDIENCE_REFUSED']);
      expect((await register(taken)).status).toBe(201);
    }
  });
});

describe('guests', () => {
  test('register by a code and cancel by the link', async () => {
    const { status, body } = await registerGuest('guest@example.test', 'Meera Iyer');
    expect([status, body.data.registration.state]).toEqual([201, 'CONFIRMED']);
    const link = { params: { token: body.data.token } };
    expect((await api.call(calls.getRegistrationByLink, link)).body.data).toMatchObject({
      name: 'Meera Iyer',
      registration: { id: body.data.registration.id },
    });
    await register(asha);
    const cancelled = await api.call(calls.cancelRegistrationByLink, link);
    expect(cancelled.body.data.registration.state).toBe('CANCELLED');
    expect((await own(asha)).state).toBe('CONFIRMED');
    const bad = { params: { token: `x${body.data.token.slice(1)}` } };
    expect((await api.call(calls.getRegistrationByLink, bad)).status).toBe(404);
  });

  test('get no second place beside the account of their address', async () => {
    const first = (await register(asha)).body.data.registration;
    const guest = await registerGuest(asha.email);
    expect(guest.body.data.registration).toEqual(first);
    await db.delete(eventRegistrations);
    await db.execute(sql`delete from one_time_codes`);
    const asGuest = (await registerGuest(asha.email)).body.data.registration;
    expect((await register(asha)).body.data.registration).toEqual(asGuest);
  });

  test('P6 P7 prove the address by a code that is right, fresh and guessed five times at most', async () => {
    const body = { name: 'G', email: 'g@example.test' };
    const send = () => api.call(calls.sendGuestCode, { params, body });
    const guess = (code: string) => api.call(calls.registerGuest, { params, body: { ...body, code } });
    expect((await guess('000000')).body.code).toBe('GUEST_CODE_EXPIRED');
    expect((await send()).status).toBe(200);
    const early = await send();
    expect([early.status, early.body.code]).toEqual([429, 'GUEST_CODE_WAIT']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(60);
    const right = await mailedCode(api, body.email);
    const wrong = wrongFor(right);
    for (const attemptsRemaining of [4, 3, 2, 1, 0]) {
      const { status, body: refused } = await guess(wrong);
      expect([status, refused.code, refused.data]).toEqual([400, 'GUEST_CODE_WRONG', { attemptsRemaining }]);
    }
    expect((await guess(right)).body.code).toBe('GUEST_CODE_SPENT');
    await ageCode(api, 'EVENT_GUEST', body.email, 180);
    await send();
    const fresh = await mailedCode(api, body.email);
    await ageCode(api, 'EVENT_GUEST', body.email, 601);
    expect((await guess(fresh)).body.code).toBe('GUEST_CODE_EXPIRED');
    await send();
    const last = await mailedCode(api, body.email);
    expect((await guess(last)).status).toBe(201);
    expect((await guess(last)).body.code).toBe('GUEST_CODE_EXPIRED');
    expect(await db.$count(eventRegistrations)).toBe(1);
  });

  test('P7 the sixth code in an hour for one mailbox is refused', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    try {
      const { token } = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
      await strict.call(calls.saveEvent, { token, params, body: OPEN });
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) {
        const body = { name: 'G', email: 'g@example.test' };
        statuses.push((await strict.call(calls.sendGuestCode, { params, body })).status);
        await ageCode(strict, 'EVENT_GUEST', body.email, 180);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    } finally {
      await strict.close();
    }
  });
});

describe('staff', () => {
  test('list, search, check in once and export', async () => {
    await save({ places: 3 });
    const { body } = await registerGuest('guest@example.test', '=1+1 Meera');
    await register(dev);
    await register(asha);
    const list = (query: Record<string, string> = {}) =>
      api.call(calls.listRegistrations, { token: grand.token, params, query });
    const names = (reply: Awaited<ReturnType<typeof list>>) =>
      reply.body.data.registrations.map(({ name }: calls.RegistrationRow) => name);
    expect(names(await list())).toEqual(['=1+1 Meera', 'Asha Verma', 'Dev Rao']);
    expect(names(await list({ search: 'GUEST@ meera' }))).toEqual(['=1+1 Meera']);
    expect(names(await list({ search: 'rao' }))).toEqual(['Dev Rao']);
    const { id, doorCode } = body.data.registration;
    const checkIn = (code: string) =>
      api.call(calls.checkIn, { token: grand.token, params, body: { doorCode: code } });
    const first = (await checkIn(` ${doorCode.toLowerCase()} `)).body.data;
    expect(first).toMatchObject({ isRepeated: false, registration: { id, name: '=1+1 Meera' } });
    const again = (await checkIn(doorCode)).body.data;
    expect(again).toEqual({ ...first, isRepeated: true });
    expect((await list()).body.data.event).toMatchObject({ confirmed: 3, checkedIn: 1 });
    const file = { path: pathOf(calls.exportRegistrations, params) };
    expect((await readExport(api, file, grand.token))[0]).toMatchObject({ Name: "'=1+1 Meera" });
    const attended = async ({ token }: Person) =>
      (await api.call(calls.listOwnEvents, { token })).body.data.events;
    await checkIn((await own(asha)).doorCode ?? '');
    expect([await attended(asha), await attended(dev)]).toMatchObject([[{ eventId: 'build-night-1' }], []]);
    const gone = (await own(dev)).doorCode ?? '';
    await cancelOwn(dev);
    expect((await checkIn(gone)).body.code).toBe('REGISTRATION_WITHOUT_PLACE');
    expect((await checkIn('ABC')).body.code).toBe('REGISTRATION_NOT_FOUND');
  });

  test('open events of their league, and Chief Pathfinders those without one', async () => {
    const chief = await addPerson(db, { role: 'CHIEF_PATHFINDER' });
    const pathfinder = await addPerson(db, { role: 'PATHFINDER' });
    await addScope(db, pathfinder.id, league.id, { canManageUsers: false });
    expect((await save({ places: 2 }, pathfinder)).status).toBe(403);
    expect((await save({ places: 2 }, chief)).status).toBe(200);
    const ofLeague = { audience: league.id };
    expect((await save(ofLeague, chief)).body.code).toBe('LEAGUE_OUT_OF_SCOPE');
    await save(ofLeague);
    expect((await save({ ...ofLeague, places: 3 }, pathfinder)).body.data).toMatchObject({
      ...{ places: 3, audience: 'LEAGUE', league: { name: 'Finance' } },
    });
    const list = await api.call(calls.listRegistrations, { token: pathfinder.token, params });
    expect(list.body.code).toBe('PERMISSION_MISSING');
    const { body } = await api.call(calls.listEvents, { token: chief.token });
    expect(body.data.events).toMatchObject([{ eventId: 'build-night-1', confirmed: 0 }]);
    expect((await api.call(calls.cancelEvent, { token: grand.token, params })).body.data.state).toBe(
      'CANCELLED',
    );
    expect((await save(ofLeague)).body.code).toBe('EVENT_CANCELLED');
  });
});
