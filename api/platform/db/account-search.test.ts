import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { listUsers } from '#contract/admin-users.ts';
import { listAuditLogs } from '#contract/audit-log.ts';
import { findBadgeCandidates, listBadgeHolders } from '#contract/badges.ts';
import type { Call } from '#contract/call.ts';
import { listCertificates } from '#contract/certificates.ts';
import { searchStaff } from '#contract/command-palette.ts';
import { getLeaderboard } from '#contract/leaderboard.ts';
import { listReviewQueue } from '#contract/review-queue.ts';
import { addAssignment } from '../../test/awards.ts';
import { addCertificate } from '../../test/certificates.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { NOT_KEPT } from '../../test/standings.ts';
import { users } from './schema/accounts.ts';
import { badges, userBadges } from './schema/awards.ts';
import { learnerStats, submissions } from './schema/learning.ts';
import { auditLog } from './schema/operations.ts';

/** Names with accents and with letters that can be written in two ways, and searches with the people they find. */
const CASES = `${import.meta.dir}/../../test/cases/people-search`;

const idOf = new Map<string, string>();
const api = await openTestApp();
const { db } = api;
const grand = await addPerson(db, { role: 'GRAND_PATHFINDER', name: 'Head of School' });
const league = await addLeague(db);
await db.insert(badges).values([
  { id: 'held', name: 'Held' },
  { id: 'free', name: 'Free' },
]);
await addAssignment(db, league.id, { id: 'task' });
const [, ...rows] = (await readFile(`${CASES}/people.csv`, 'utf8')).trim().split(/\r?\n/);
for (const row of rows) {
  const [name = '', email = ''] = row.split(',');
  const person = await addPerson(db, { name, email });
  const own = { userId: person.id };
  idOf.set(email.split('@')[0] ?? '', person.id);
  await addCertificate(api, person, league);
  await db.insert(userBadges).values({ ...own, id: person.id, badgeId: 'held' });
  await db.insert(submissions).values({ ...own, id: person.id, assignmentId: 'task', content: 'Done' });
  await db
    .insert(learnerStats)
    .values({ ...own, completedResources: 1, isRanked: true })
    .onConflictDoUpdate({ target: learnerStats.userId, set: { isRanked: true } });
  await api.owner
    .insert(auditLog)
    .values({ action: 'USER_APPROVED', actorId: grand.id, targetUserId: person.id });
}

const ask = async (call: Pick<Call, 'method' | 'path'>, query: Record<string, string>, id = '') => {
  const { status, body } = await api.call(call, { token: grand.token, params: { id }, query });
  expect(status).toBe(200);
  return body.data;
};

type Row = { user: { id: string } };
/** Every list with a search for people, as the ids of those found. */
const LISTS: Record<string, (search: string) => Promise<string[]>> = {
  users: async (search) => (await ask(listUsers, { search })).users.map(({ id }: { id: string }) => id),
  palette: async (q) => (await ask(searchStaff, { q })).people.map(({ id }: { id: string }) => id),
  leaderboard: async (search) =>
    (await ask(getLeaderboard, { search, ...NOT_KEPT })).leaderboard.map(({ user }: Row) => user.id),
  certificates: async (search) =>
    (await ask(listCertificates, { search })).certificates.map(({ user }: Row) => user.id),
  'holders of a badge': async (search) =>
    (await ask(listBadgeHolders, { search }, 'held')).holders.map(({ user }: Row) => user.id),
  'picker of people': async (search) =>
    (await ask(findBadgeCandidates, { search }, 'free')).people.map(({ id }: { id: string }) => id),
  'review queue': async (search) =>
    (await ask(listReviewQueue, { search })).submissions.map(({ id }: { id: string }) => id),
  'audit log': async (target) =>
    (await ask(listAuditLogs, { target })).logs.map(
      ({ target: person }: { target: { id: string } }) => person.id,
    ),
};

test.each(Object.keys(LISTS))('AUSER-04 a name is found in every way it can be written: %s', async (list) => {
  const searches: { typed: string; finds: string[] }[] = JSON.parse(
    await readFile(`${CASES}/searches.json`, 'utf8'),
  );
  for (const { typed, finds } of searches) {
    const found = await LISTS[list]?.(typed);
    expect([typed, found?.sort()]).toEqual([typed, finds.map((id) => idOf.get(id) ?? '').sort()]);
  }
});

test('AUSER-04 roll number, phone and names in any order find a person', async () => {
  const { id } = await addPerson(api.db, { name: 'Rohan Dev Sethi' });
  await addPerson(api.db, { name: 'Rohan Rao' });
  await api.db
    .update(users)
    .set({ studentId: '21BCE-1042', phoneNumber: '+919876501234' })
    .where(eq(users.id, id));
  for (const typed of [
    '21bce-1042',
    'BCE-10',
    '9876501234',
    '98765 01234',
    '+91-98765-01234',
    '(+91)98765.01234',
    'Sethi Rohan',
    'dev sethi',
  ]) {
    for (const list of ['users', 'palette', 'picker of people']) {
      expect([list, typed, await LISTS[list]?.(typed)]).toEqual([list, typed, [id]]);
    }
  }
  expect(await LISTS.users?.('Sethi Meera')).toEqual([]);
});
