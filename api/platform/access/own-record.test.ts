import { beforeEach, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { approveUser, updateUserRole, updateUserStatus } from '#contract/admin-users.ts';
import { createAssignment } from '#contract/assignments.ts';
import { awardBadge, createBadge, revokeBadge } from '#contract/badges.ts';
import { correctCertificateName, restoreCertificate, revokeCertificate } from '#contract/certificates.ts';
import { claimNextSubmission, claimSubmission } from '#contract/review-queue.ts';
import { assignLeagues } from '#contract/scopes.ts';
import { reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { addCertificate } from '../../test/certificates.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { users } from '../db/schema/accounts.ts';
import { userBadges } from '../db/schema/awards.ts';
import { submissions } from '../db/schema/learning.ts';

let league: TestLeague;
let grand: Person;
let other: Person;
let chief: Person;
let badgeId: string;

const api = await openTestApp();
beforeEach(async () => {
  await api.db.execute(sql`update users set status = 'SUSPENDED'`);
  league = await addLeague(api.db, { weeks: 0 });
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  other = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, chief.id, league.id);
  const created = await api.call(createBadge, {
    token: grand.token,
    body: { name: 'Pathmaker', leagueId: league.id },
  });
  badgeId = created.body.data.badge.id;
});

/** A submission and a certificate of somebody who is staff as well. */
async function addWork(person: Person) {
  await enroll(api.db, person.id, league);
  const body = { title: 'Essay', description: 'Write', leagueId: league.id };
  const made = await api.call(createAssignment, { token: grand.token, body });
  const handedIn = await api.call(submitAssignment, {
    token: person.token,
    params: { assignmentId: made.body.data.id },
    body: { content: 'Mine' },
  });
  const { id: certificate } = await addCertificate(api, person, league);
  return { submission: handedIn.body.data.id, certificate };
}

type Work = Awaited<ReturnType<typeof addWork>>;

/** Every act of staff about their own record, in an order in which all of them can be done. */
const acts = (person: Person, { submission, certificate }: Work) => {
  const { token, id: userId } = person;
  return [
    () => api.call(awardBadge, { token, params: { id: badgeId }, body: { userId } }),
    () => api.call(claimSubmission, { token, params: { id: submission } }),
    () => api.call(reviewSubmission, { token, params: { id: submission }, body: { status: 'APPROVED' } }),
    () =>
      api.call(correctCertificateName, {
        token,
        params: { id: certificate },
        body: { name: 'Another Name', reason: 'Passport seen' },
      }),
    () => api.call(revokeCertificate, { token, params: { id: certificate }, body: { reason: 'Copied' } }),
    () => api.call(restoreCertificate, { token, params: { id: certificate } }),
    () => api.call(revokeBadge, { token, params: { id: badgeId }, body: { userId } }),
  ] as const;
};
const CODES = [
  'OWN_BADGE',
  'OWN_SUBMISSION',
  'OWN_SUBMISSION',
  'OWN_CERTIFICATE',
  'OWN_CERTIFICATE',
  'OWN_CERTIFICATE',
  'OWN_BADGE',
];

async function tryAll(person: Person, work: Work): Promise<[number, string | undefined][]> {
  const outcomes: [number, string | undefined][] = [];
  for (const act of acts(person, work)) {
    const { status, body } = await act();
    outcomes.push([status, body.code]);
  }
  return outcomes;
}

async function entriesOf(person: Person) {
  const entries = await readEntries(api.db, { targetUserId: person.id });
  return entries.slice(-7).map(({ action, metadata }) => [action, metadata?.onlyGrandPathfinder]);
}

test('P54 a chief judges nothing of their own, not even as the only chief and beside the only Grand Pathfinder', async () => {
  const work = await addWork(chief);
  const refused = CODES.map((code) => [400, code] as [number, string]);
  expect(await tryAll(chief, work)).toEqual(refused);
  await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, other.id));
  expect(await tryAll(chief, work)).toEqual(refused);
  expect(await api.db.select().from(userBadges).where(eq(userBadges.userId, chief.id))).toEqual([]);
  const [submission] = await api.db.select().from(submissions).where(eq(submissions.id, work.submission));
  expect(submission).toMatchObject({ status: 'SUBMITTED', reviewedById: null, claimedById: null });
  const next = await api.call(claimNextSubmission, { token: chief.token, body: {} });
  expect(next.body.data).toEqual({ submission: null, free: 0 });
  expect(
    (await api.call(claimNextSubmission, { token: grand.token, body: {} })).body.data.submission.id,
  ).toBe(work.submission);
});

test('P54 a Grand Pathfinder is refused while anybody else could do it, and marked where nobody could', async () => {
  const work = await addWork(grand);
  const refused = CODES.map((code) => [400, code] as [number, string]);
  expect(await tryAll(grand, work)).toEqual(refused);
  // The chief of the league is left, who could do each of these.
  await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, other.id));
  expect(await tryAll(grand, work)).toEqual(refused);
  // A scope without the permissions does not count.
  await api.db.execute(sql`update pathfinder_scopes set can_manage_users = false, can_create_content = false
    where pathfinder_id = ${chief.id}`);
  expect((await tryAll(grand, work)).map(([status]) => status)).toEqual([201, 200, 200, 200, 200, 200, 200]);
  expect(await entriesOf(grand)).toEqual([
    ['BADGE_MANUALLY_AWARDED', true],
    ['SUBMISSION_CLAIMED', undefined],
    ['SUBMISSION_REVIEWED', true],
    ['CERTIFICATE_RENAMED', true],
    ['CERTIFICATE_REVOKED', true],
    ['CERTIFICATE_RESTORED', true],
    ['BADGE_REVOKED', true],
  ]);
});

test('P54 the entry about somebody else is not marked, though only one Grand Pathfinder is there', async () => {
  await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, other.id));
  const learner = await addPerson(api.db);
  const { submission, certificate } = await addWork(learner);
  const { token } = grand;
  await api.call(awardBadge, { token, params: { id: badgeId }, body: { userId: learner.id } });
  await api.call(reviewSubmission, { token, params: { id: submission }, body: { status: 'APPROVED' } });
  await api.call(revokeCertificate, { token, params: { id: certificate }, body: { reason: 'Copied' } });
  expect((await entriesOf(learner)).slice(-3)).toEqual([
    ['BADGE_MANUALLY_AWARDED', undefined],
    ['SUBMISSION_REVIEWED', undefined],
    ['CERTIFICATE_REVOKED', undefined],
  ]);
});

test('P54 nobody approves, promotes or suspends themselves or gives themselves a scope, the only Grand Pathfinder included', async () => {
  await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, other.id));
  const { token, id: userId } = grand;
  const replies = [
    await api.call(approveUser, { token, body: { userId } }),
    await api.call(updateUserRole, { token, body: { userId, newRole: 'PIONEER' } }),
    await api.call(updateUserStatus, { token, body: { userId, newStatus: 'SUSPENDED' } }),
    await api.call(assignLeagues, { token, body: { pathfinderId: userId, leagueIds: [league.id] } }),
  ];
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'OWN_APPROVAL'],
    [400, 'OWN_ROLE'],
    [400, 'OWN_SUSPENSION'],
    [400, 'NOT_A_PATHFINDER'],
  ]);
});
