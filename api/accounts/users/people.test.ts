import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { searchStaff } from '#contract/command-palette.ts';
import { approvePerson, enrollPerson, listPeople } from '#contract/people.ts';
import { pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { addLeague, enroll, setLeagueExpired, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person, readPerson } from '../../test/people.ts';

const api = await openTestApp();
const { db } = api;
const own = await addLeague(db, { name: 'Own' });
const second = await addLeague(db, { name: 'Second' });
const other = await addLeague(db, { name: 'Other' });
const pathfinder = await addPerson(db, { role: 'PATHFINDER', name: 'Pia Path' });
for (const league of [own, second]) await addScope(db, pathfinder.id, league.id, { canManageUsers: true });
await addScope(db, pathfinder.id, other.id, { canManageUsers: false });
const learner = await addPerson(db, { name: 'Lena Learner' });
const stranger = await addPerson(db, { name: 'Stan Stranger' });
const waiting = await addPerson(db, { name: 'Wanda Waiting', status: 'PENDING' });
await addPerson(db, { name: 'Waiting Chief', status: 'PENDING', role: 'CHIEF_PATHFINDER' });
await db
  .update(users)
  .set({ phoneNumber: '+919876501234', studentId: '21BCE-1042', twitterHandle: '@lena' })
  .where(eq(users.id, learner.id));
await enroll(db, learner.id, own);
await enroll(db, learner.id, other);
await enroll(db, stranger.id, other);

const list = async (query: Record<string, string> = {}, { token }: Person = pathfinder) => {
  const { status, body } = await api.call(listPeople, { token, query });
  expect(status).toBe(200);
  return body.data as {
    people: { name: string; leagues: { name: string }[] }[];
    counts: { total: number; waiting: number };
  };
};
const namesOf = ({ people }: Awaited<ReturnType<typeof list>>) => people.map(({ name }) => name);
const approve = (person: Person, leagueId?: string, { token }: Person = pathfinder) =>
  api.call(approvePerson, { token, params: { userId: person.id }, body: leagueId ? { leagueId } : {} });
const enrollIn = (person: Person, league: TestLeague, { token }: Person = pathfinder) =>
  api.call(enrollPerson, { token, params: { userId: person.id }, body: { leagueId: league.id } });
const leaguesOf = async ({ id }: Person) =>
  (await api.db.select().from(enrollments).where(eq(enrollments.userId, id))).map(({ leagueId }) => leagueId);
const failureOf = ({ status, body }: Awaited<ReturnType<typeof approve>>) => [status, body.code];

describe('P24 ROLE-11 people of the leagues whose users somebody manages', () => {
  test('those who wait come first, then learners of these leagues; nobody of another league, no staff', async () => {
    const seen = await list();
    expect(namesOf(seen)).toEqual(['Wanda Waiting', 'Lena Learner']);
    expect(seen.counts).toEqual({ total: 2, waiting: 1 });
    expect(seen.people[1]?.leagues.map(({ name }) => name)).toEqual(['Own']);
    expect(namesOf(await list({ show: 'waiting' }))).toEqual(['Wanda Waiting']);
    expect(namesOf(await list({ show: 'enrolled' }))).toEqual(['Lena Learner']);
    expect(namesOf(await list({ search: 'learner LENA' }))).toEqual(['Lena Learner']);
    expect(namesOf(await list({ search: '21bce' }))).toEqual(['Lena Learner']);
    expect(namesOf(await list({ search: 'stan' }))).toEqual([]);
  });

  test('phone numbers and handles are not shown', async () => {
    const text = JSON.stringify(await list());
    expect(text).toContain('21BCE-1042');
    expect(text).not.toMatch(/9876501234|@lena"/);
  });

  test('the palette finds the same people', async () => {
    const find = async (q: string) =>
      (await api.call(searchStaff, { token: pathfinder.token, query: { q } })).body.data.people.map(
        ({ name }: { name: string }) => name,
      );
    expect([await find('wanda'), await find('lena'), await find('stan')]).toEqual([
      ['Wanda Waiting'],
      ['Lena Learner'],
      [],
    ]);
  });

  test('nobody is approved or enrolled into a league without Manage Users there', async () => {
    expect(failureOf(await approve(waiting, other.id))).toEqual([403, 'PERMISSION_MISSING']);
    const elsewhere = await addLeague(api.db);
    expect(failureOf(await approve(waiting, elsewhere.id))).toEqual([403, 'LEAGUE_OUT_OF_SCOPE']);
    expect(failureOf(await enrollIn(learner, elsewhere))).toEqual([403, 'LEAGUE_OUT_OF_SCOPE']);
    expect((await readPerson(api.db, waiting.id)).status).toBe('PENDING');
  });

  test('nobody of another league is enrolled, and no staff account is approved', async () => {
    expect(failureOf(await enrollIn(stranger, own))).toEqual([404, 'USER_NOT_FOUND']);
    const [chief] = await api.db.select().from(users).where(eq(users.name, 'Waiting Chief'));
    expect(failureOf(await approve({ id: chief?.id } as Person, own.id))).toEqual([404, 'USER_NOT_FOUND']);
    expect(await leaguesOf(stranger)).toEqual([other.id]);
  });

  test('a learner is enrolled in another own league, once', async () => {
    expect((await enrollIn(learner, second)).status).toBe(200);
    expect((await leaguesOf(learner)).sort()).toEqual([own.id, other.id, second.id].sort());
    expect(failureOf(await enrollIn(learner, second))).toEqual([409, 'ALREADY_ENROLLED']);
  });

  test('AUSER-27 one who waits is approved and enrolled at once, with mail and audit entries', async () => {
    const { status, body } = await approve(waiting, own.id);
    expect([status, body.data]).toEqual([200, { id: waiting.id, status: 'ACTIVE' }]);
    expect(await leaguesOf(waiting)).toEqual([own.id]);
    const entries = await readEntries(api.db, { targetUserId: waiting.id, actorId: pathfinder.id });
    expect(entries.map(({ action }) => action).sort()).toEqual(['USER_APPROVED', 'USER_ENROLLED']);
    const mails = await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, waiting.id));
    expect(mails.map(({ kind }) => kind)).toEqual(['ACCOUNT_APPROVED']);
    expect(failureOf(await approve(waiting, own.id))).toEqual([400, 'USER_NOT_PENDING']);
  });

  test('a refused enrollment leaves the account waiting', async () => {
    const late = await addPerson(api.db, { name: 'Late Larry', status: 'PENDING' });
    const gone = await addLeague(api.db, { name: 'Gone' });
    await addScope(api.db, pathfinder.id, gone.id, { canManageUsers: true });
    await setLeagueExpired(api.db, gone.id);
    expect((await approve(late, gone.id)).body.code).toBe('LEAGUE_EXPIRED');
    expect((await readPerson(api.db, late.id)).status).toBe('PENDING');
    // Without a league the account is approved alone, and is met no more.
    expect((await approve(late)).status).toBe(200);
    expect(namesOf(await list())).not.toContain('Late Larry');
  });

  test('a scope that is removed counts no more at once', async () => {
    await api.db.delete(pathfinderScopes).where(eq(pathfinderScopes.leagueId, own.id));
    expect(namesOf(await list())).toEqual(['Lena Learner']);
    expect(failureOf(await enrollIn(learner, own))).toEqual([403, 'LEAGUE_OUT_OF_SCOPE']);
    await api.db.delete(pathfinderScopes).where(eq(pathfinderScopes.pathfinderId, pathfinder.id));
    expect(failureOf(await api.call(listPeople, { token: pathfinder.token }))).toEqual([
      403,
      'PERMISSION_MISSING',
    ]);
  });
});
