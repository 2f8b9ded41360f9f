import { expect, test } from 'bun:test';
import { eq, inArray } from 'drizzle-orm';
import { listPendingUsers, listUsers } from '#contract/admin-users.ts';
import { listAuditLogs } from '#contract/audit-log.ts';
import { listBadgeHolders } from '#contract/badges.ts';
import type { Call } from '#contract/call.ts';
import { listCertificates } from '#contract/certificates.ts';
import { listRegistrations } from '#contract/events.ts';
import { listLeagueLearners } from '#contract/league-learners.ts';
import { listEnrollments } from '#contract/learning.ts';
import { listMentors } from '#contract/mentoring.ts';
import { listPeople } from '#contract/people.ts';
import { getCohortAnalytics } from '#contract/reports.ts';
import { listPathfinders } from '#contract/scopes.ts';
import { getLeagueSubmissions, listSubmissions } from '#contract/submissions.ts';
import { approveUsers, enrollUsers, unenrollUsers, updateUserStatuses } from '#contract/user-batches.ts';
import { recordAudit } from '../platform/audit/record.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { badges, certificates, userBadges } from '../platform/db/schema/awards.ts';
import { eventRegistrations, events, mentors } from '../platform/db/schema/community.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { createId } from '../platform/process/secrets.ts';
import { addAssignment } from '../test/awards.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';

const PEOPLE = 101;
const params = { leagueId: '', cohortId: '', id: '', eventId: '' };
/** The lists that may tell of more than a hundred people in one reply, and what the people have to be to stand in them. */
const LISTS: [name: string, call: Call, state?: { status: 'PENDING' } | { role: 'PATHFINDER' }][] = (
  [
    [getCohortAnalytics],
    [getLeagueSubmissions],
    [listAuditLogs],
    [listBadgeHolders],
    [listCertificates],
    [listEnrollments],
    [listLeagueLearners],
    [listMentors],
    [listPathfinders, { role: 'PATHFINDER' }],
    [listPendingUsers, { status: 'PENDING' }],
    [listPeople],
    [listRegistrations],
    [listSubmissions],
    [listUsers],
  ] as const
).map(([call, state]) => [call.name, call as Call, state]);
/** They answer with the name and address of everybody they were given, also of those for whom nothing was done. */
const BATCHES: [name: string, call: Call][] = [
  approveUsers,
  enrollUsers,
  updateUserStatuses,
  unenrollUsers,
].map((call) => [call.name, call as Call]);

const ids: string[] = [];
const api = await openTestApp();
const { db } = api;
const grand = await addPerson(db, { role: 'GRAND_PATHFINDER' });
const league = await addLeague(db, { weeks: 1 });
// Badge and event have the id of their league, because calls name either by `id`.
Object.assign(params, { leagueId: league.id, cohortId: league.cohortId, id: league.id, eventId: league.id });
const assignmentId = await addAssignment(db, league.id);
await db.insert(badges).values({ id: params.id, leagueId: league.id, name: 'Badge' });
const [at, later] = [new Date(), new Date(Date.now() + 3_600_000)];
const times = { opensAt: at, closesAt: later, startsAt: at, endsAt: later };
await db
  .insert(events)
  .values({ id: league.id, title: 'Night', place: 'Hall', places: 500, audience: 'EVERYONE', ...times });
for (let n = 0; n < PEOPLE; n += 1) {
  const { id: userId, name: holderName } = await addPerson(db);
  ids.push(userId);
  await enroll(db, userId, league);
  await db.insert(submissions).values({ id: createId(), assignmentId, userId, content: 'Done' });
  await db.insert(userBadges).values({ id: createId(), userId, badgeId: params.id });
  if (n > 0) await db.insert(mentors).values({ userId });
  const place = { eventId: league.id, userId, state: 'CONFIRMED', arrival: n };
  await db
    .insert(eventRegistrations)
    .values({ id: createId(), ...place, doorCode: String(n).padStart(6, '0') });
  const of = { kind: 'LEAGUE', userId, leagueId: league.id, holderName } as const;
  const paper = { title: league.name, issuer: 'The league', completedAt: new Date() };
  await db.insert(certificates).values({ id: createId(), ...of, ...paper });
  await recordAudit(db, { actorId: userId, action: 'LOGGED_OUT' });
}

const entries = () =>
  api.db
    .select({
      actorId: auditLog.actorId,
      call: auditLog.description,
      metadata: auditLog.metadata,
      evidence: auditLog.evidence,
    })
    .from(auditLog)
    .where(eq(auditLog.action, 'PEOPLE_READ'))
    .orderBy(auditLog.id);

/** The entries that one call leaves. */
async function entriesOf(call: Call, query: Record<string, string | number>, body?: unknown) {
  const before = (await entries()).length;
  const reply = await api.call(call, { token: grand.token, params, query, body });
  expect([call.name, reply.status]).toEqual([call.name, 200]);
  return (await entries()).slice(before);
}

test('P44 these calls may tell of more than a hundred people, and no others', () => {
  const marked = api.app.router.calls.filter(({ personIdsIn }) => personIdsIn);
  expect(marked.map(({ name }) => name).sort()).toEqual([...LISTS, ...BATCHES].map(([name]) => name).sort());
});

test.each(LISTS)(
  'P44 %s: more than a hundred people in one reply leave one entry, a hundred none',
  async (name, call, state) => {
    expect(await entriesOf(call, { limit: 100 })).toEqual([]);
    if (state) await api.db.update(users).set(state).where(inArray(users.id, ids));
    if (call === listMentors) await db.insert(mentors).values({ userId: ids[0] ?? '' });
    const [entry, ...more] = await entriesOf(call, { limit: 1000 });
    const { rows } = JSON.parse(entry?.metadata ?? '{}');
    expect(rows).toBeOneOf([PEOPLE, PEOPLE + 1]);
    expect(entry).toEqual({
      actorId: grand.id,
      call: name,
      metadata: JSON.stringify({ rows }),
      evidence: JSON.stringify({ rows }),
    });
    expect(more).toEqual([]);
    await api.db.update(users).set({ status: 'ACTIVE', role: 'PIONEER' }).where(inArray(users.id, ids));
  },
);

test('P44 people count, not rows: many entries of one person leave none', async () => {
  const [userId = ''] = ids;
  for (let n = 0; n < PEOPLE; n += 1) await recordAudit(api.db, { actorId: userId, action: 'LOGGED_OUT' });
  expect(await entriesOf(listAuditLogs, { limit: 1000, userId })).toEqual([]);
});

test.each(BATCHES)('P44 %s: a reply about more than a hundred people leaves one entry', async (_, call) => {
  const { leagueId, cohortId } = params;
  const body = (count: number) => ({ userIds: ids.slice(0, count), leagueId, cohortId, newStatus: 'ACTIVE' });
  expect(await entriesOf(call, {}, body(100))).toEqual([]);
  expect(await entriesOf(call, {}, body(PEOPLE))).toMatchObject([
    { actorId: grand.id, call: call.name, metadata: JSON.stringify({ rows: PEOPLE }) },
  ]);
});
