import { describe, expect, test } from 'bun:test';
import { and, eq, inArray } from 'drizzle-orm';
import { updateUserStatus } from '#contract/admin-users.ts';
import { getProfile } from '#contract/auth.ts';
import type { Call } from '#contract/call.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { getFilteredLeaderboard } from '#contract/leaderboard.ts';
import { getDashboard, getLeagueProgress } from '#contract/learning.ts';
import { completeResource, listRevision, markForRevision } from '#contract/resource-progress.ts';
import { getRevision } from '#contract/revision.ts';
import {
  approveUsers,
  type BatchResult,
  enrollUsers,
  listUserMatches,
  USER_BATCH_MAX,
  unenrollUsers,
  updateUserStatuses,
} from '#contract/user-batches.ts';
import { findDrift } from '../../learning/counter-drift.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { cohorts } from '../../platform/db/schema/curriculum.ts';
import { enrollments, learnerStats } from '../../platform/db/schema/learning.ts';
import { answeredRequests, outboxMessages } from '../../platform/db/schema/operations.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { createId } from '../../platform/process/secrets.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { addBadge } from '../../test/awards.ts';
import { addCohort, addLeague, setLeagueExpired } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person, readPerson } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';
import { listUserMatches as listMatches } from './list.ts';

const api = await openTestApp();
const league = await addLeague(api.db);
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
await addScope(api.db, chief.id, league.id);

const send = (call: Call, caller: { token: string }, body: unknown, key?: string) =>
  api.call(call, { token: caller.token, body, headers: key ? { 'idempotency-key': key } : {} });
const approve = (caller: Person, userIds: unknown, key?: string) =>
  send(approveUsers as Call, caller, { userIds }, key);
const setStatus = (caller: Person, userIds: unknown, newStatus: unknown) =>
  send(updateUserStatuses as Call, caller, { userIds, newStatus });
const enroll = (caller: Person, userIds: unknown, target: object = {}) =>
  send(enrollUsers as Call, caller, { userIds, cohortId: league.cohortId, leagueId: league.id, ...target });

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);
async function addPeople(count: number, input: Parameters<typeof addPerson>[1] = {}): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index++) people.push(await addPerson(api.db, input));
  return people;
}
const outcomesOf = ({ body }: { body: { data: { results: BatchResult[] } } }) =>
  new Map(body.data.results.map(({ userId, outcome, message }) => [userId, message ?? outcome]));
const auditOf = (targetUserId: string, action: string) => readEntries(api.db, { targetUserId, action });
const mailsOf = async (userId: string) =>
  (await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, userId))).map(
    ({ kind }) => kind,
  );

describe('approving many', () => {
  test('CALL-41 AUSER-27 each as the single call does, each answered for', async () => {
    const pending = await addPeople(3, { status: 'PENDING' });
    const active = await addPerson(api.db);
    const nobody = createId();
    const reply = await approve(chief, [...idsOf(pending), active.id, nobody, chief.id, pending[0]?.id]);
    expect(reply.status).toBe(200);
    expect(reply.body.data.results).toHaveLength(6);
    expect(outcomesOf(reply)).toEqual(
      new Map([
        ...pending.map(({ id }) => [id, 'done'] as const),
        [active.id, 'User is not pending approval'],
        [nobody, 'User not found'],
        [chief.id, 'Cannot approve your own account'],
      ]),
    );
    expect(reply.body.data.results).toContainEqual({
      userId: active.id,
      name: active.name,
      email: active.email,
      outcome: 'skipped',
      code: 'USER_NOT_PENDING',
      message: 'User is not pending approval',
    });
    expect(reply.body.data.results).toContainEqual({
      userId: nobody,
      name: null,
      email: null,
      outcome: 'skipped',
      code: 'USER_NOT_FOUND',
      message: 'User not found',
    });
    for (const { id } of pending) {
      expect(await readPerson(api.db, id)).toMatchObject({ status: 'ACTIVE', approvedById: chief.id });
      const entries = await auditOf(id, 'USER_APPROVED');
      expect(entries.map(({ actorId }) => actorId)).toEqual([chief.id]);
      expect(await mailsOf(id)).toEqual(['ACCOUNT_APPROVED']);
    }
    const ranked = await api.db
      .select()
      .from(learnerStats)
      .where(inArray(learnerStats.userId, idsOf(pending)));
    expect(ranked.map(({ isRanked }) => isRanked)).toEqual([true, true, true]);
  });

  test('P41 repeated with its key it is answered as the first time and writes nothing; without, all are skipped', async () => {
    const ids = idsOf(await addPeople(2, { status: 'PENDING' }));
    const first = await approve(grand, ids, 'batch-1');
    const again = await approve(grand, ids, 'batch-1');
    expect(again.body.data).toEqual(first.body.data);
    expect([...outcomesOf(again).values()]).toEqual(['done', 'done']);
    expect([...outcomesOf(await approve(grand, ids)).values()]).toEqual([
      'User is not pending approval',
      'User is not pending approval',
    ]);
    for (const id of ids) {
      expect(await auditOf(id, 'USER_APPROVED')).toHaveLength(1);
      expect(await mailsOf(id)).toHaveLength(1);
    }
    const [kept] = await api.db
      .select()
      .from(answeredRequests)
      .where(and(eq(answeredRequests.userId, grand.id), eq(answeredRequests.idempotencyKey, 'batch-1')));
    expect(kept?.reply).toContain(ids[0] ?? 'nobody');
    expect(kept?.reply).not.toContain('@example.test');
  });

  test('CALL-41 two at once over the same people: each is approved by one of them alone', async () => {
    const ids = idsOf(await addPeople(12, { status: 'PENDING' }));
    const replies = await Promise.all([approve(grand, ids), approve(chief, ids.toReversed())]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const done = replies.flatMap((reply) => [...outcomesOf(reply).values()]).filter((one) => one === 'done');
    expect(done).toHaveLength(12);
    for (const id of ids) expect(await auditOf(id, 'USER_APPROVED')).toHaveLength(1);
  });

  test('each fault of the body in its own words, and nobody is touched', async () => {
    const [person] = await addPeople(1, { status: 'PENDING' });
    const cases: [unknown, string][] = [
      [undefined, 'User IDs are required'],
      [[], 'User IDs are required'],
      [person?.id, 'User IDs are required'],
      [[person?.id, ''], 'User IDs are required'],
      [[person?.id, 5], 'User IDs are required'],
      [
        [person?.id, ...Array.from({ length: USER_BATCH_MAX }, createId)],
        'At most 200 users can be named at once',
      ],
    ];
    for (const [ids, words] of cases) {
      expectRefusal(await approve(grand, ids), 400, words);
    }
    const nul = await approve(grand, ['a\0b', person?.id]);
    expect(nul.status).toBeOneOf([200, 400]);
    const large = await approve(
      grand,
      Array.from({ length: 600 }, () => 'x'.repeat(120)),
    );
    expect(large.status).toBe(413);
  });
});

describe('suspending many', () => {
  test('CALL-43 AUSER-29 sessions end at once; whoever changed meanwhile is skipped', async () => {
    const people = await addPeople(3);
    const [first, second, third] = people as [Person, Person, Person];
    const waiting = await addPerson(api.db, { status: 'PENDING' });
    await api.call(updateUserStatus, {
      token: grand.token,
      body: { userId: third.id, newStatus: 'SUSPENDED' },
    });
    expect((await api.call(getProfile, { token: first.token })).status).toBe(200);
    const reply = await setStatus(grand, [...idsOf(people), waiting.id, grand.id], 'SUSPENDED');
    expect(outcomesOf(reply)).toEqual(
      new Map([
        [first.id, 'done'],
        [second.id, 'done'],
        [third.id, 'User is suspended already'],
        [waiting.id, 'User is pending approval'],
        [grand.id, 'Cannot suspend your own account'],
      ]),
    );
    for (const { id, token } of [first, second]) {
      expect((await readPerson(api.db, id)).status).toBe('SUSPENDED');
      expect((await api.call(getProfile, { token })).body.code).toBe('ACCOUNT_SUSPENDED');
      expect(await auditOf(id, 'USER_STATUS_CHANGED')).toHaveLength(1);
      expect(await mailsOf(id)).toEqual(['ACCOUNT_SUSPENDED']);
    }
    expect(await auditOf(third.id, 'USER_STATUS_CHANGED')).toHaveLength(1);
    expect((await readPerson(api.db, waiting.id)).status).toBe('PENDING');
    const back = await setStatus(grand, [first.id, second.id], 'ACTIVE');
    expect([...outcomesOf(back).values()]).toEqual(['done', 'done']);
    expect((await readPerson(api.db, first.id)).status).toBe('ACTIVE');
  });

  test('the reason of a suspension is in the audit log and in the mail', async () => {
    const person = await addPerson(api.db);
    const body = { userId: person.id, newStatus: 'SUSPENDED', reason: 'Shared answers <again>' };
    expect((await api.call(updateUserStatus, { token: grand.token, body })).status).toBe(200);
    const [entry] = await auditOf(person.id, 'USER_STATUS_CHANGED');
    expect(entry?.metadata.reason).toBe('Shared answers <again>');
    const mailTo = async ({ email }: Person) =>
      (await listStoredMessages(api)).find(({ to }) => to === email)?.text;
    expect(await mailTo(person)).toContain('Shared answers <again>');
    const [second] = (await addPeople(1)) as [Person];
    await send(updateUserStatuses as Call, grand, {
      userIds: [second.id],
      newStatus: 'SUSPENDED',
      reason: 'Shared answers',
    });
    const [other] = await auditOf(second.id, 'USER_STATUS_CHANGED');
    expect(other?.metadata.reason).toBe('Shared answers');
    expect(await mailTo(second)).toContain('Shared answers');
    const long = { ...body, newStatus: 'ACTIVE', reason: 'x'.repeat(REASON_MAX_LENGTH + 1) };
    expect((await api.call(updateUserStatus, { token: grand.token, body: long })).status).toBe(400);
  });

  test('another status than the two is refused in its words', async () => {
    const [person] = await addPeople(1);
    for (const status of ['INACTIVE', 'PENDING', '', null, 5]) {
      const reply = await setStatus(grand, [person?.id], status);
      expectRefusal(reply, 400, 'Invalid status. Only ACTIVE and SUSPENDED are allowed');
    }
    expect((await readPerson(api.db, person?.id ?? '')).status).toBe('ACTIVE');
  });
});

describe('enrolling many', () => {
  const enrolledOf = (leagueId: string) =>
    api.db.select().from(enrollments).where(eq(enrollments.leagueId, leagueId));

  test('CALL-34 each once; who is in, waits or is gone is skipped', async () => {
    const people = await addPeople(3);
    const [first] = people as [Person];
    const waiting = await addPerson(api.db, { status: 'PENDING' });
    const nobody = createId();
    await enroll(grand, [first.id]);
    const reply = await enroll(chief, [...idsOf(people), waiting.id, nobody]);
    expect(outcomesOf(reply)).toEqual(
      new Map([
        [first.id, 'User is already enrolled in this cohort/league combination'],
        ...people.slice(1).map(({ id }) => [id, 'done'] as const),
        [waiting.id, 'Cannot enroll inactive user'],
        [nobody, 'User not found'],
      ]),
    );
    expect(reply.body.data.results.map(({ name }: BatchResult) => name)).toContain(first.name);
    expect((await enrolledOf(league.id)).map(({ userId }) => userId).sort()).toEqual(idsOf(people).sort());
    for (const { id } of people) expect(await auditOf(id, 'USER_ENROLLED')).toHaveLength(1);
  });

  test('CALL-34 a cohort with two places takes two; the others are failures, and nobody loses theirs', async () => {
    const small = await addCohort(api.db);
    await api.db.update(cohorts).set({ maxEnrollments: 2 }).where(eq(cohorts.id, small.id));
    const people = await addPeople(4);
    const reply = await enroll(grand, idsOf(people), { cohortId: small.id });
    const outcomes = reply.body.data.results.map(({ outcome }: BatchResult) => outcome);
    expect(outcomes.toSorted()).toEqual(['done', 'done', 'failed', 'failed']);
    expect([...outcomesOf(reply).values()]).toContain('This cohort has no places left');
  });

  test('what is wrong for everybody refuses the whole and leaves nothing behind', async () => {
    const over = await addLeague(api.db);
    await setLeagueExpired(api.db, over.id);
    const ids = idsOf(await addPeople(2));
    const cases: [object, number, string][] = [
      [{ leagueId: over.id }, 400, 'Enrollment for this league is expired. Please check back later.'],
      [{ leagueId: 'nowhere' }, 404, 'League not found'],
      [{ cohortId: 'nowhere' }, 404, 'Cohort not found'],
      [{ leagueId: '' }, 400, 'Missing required fields'],
      [{ cohortId: 7 }, 400, 'Missing required fields'],
    ];
    for (const [target, status, words] of cases) {
      expectRefusal(await enroll(grand, ids, target), status, words);
    }
    const rows = await api.db.select().from(enrollments).where(inArray(enrollments.userId, ids));
    expect(rows).toEqual([]);
  });

  test('a pathfinder is told no names', async () => {
    const pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, pathfinder.id, league.id);
    const [person] = await addPeople(1);
    const own = await enroll(pathfinder, [person?.id]);
    expect(own.body.data.results).toEqual([
      { userId: person?.id, name: null, email: null, outcome: 'done', code: null, message: null },
    ]);
  });
});

describe('everyone who matches', () => {
  const matches = async (caller: Person, query: Record<string, string>) =>
    (await api.call(listUserMatches, { token: caller.token, query })).body.data;

  test('AUSER-04 AUSER-05 AUSER-06 AUSER-07 ids by status under the filters of the list, without the caller', async () => {
    const tag = createId();
    const name = (index: number) => `Match ${tag} ${index}`;
    const active = await addPerson(api.db, { name: name(1) });
    const pending = await addPerson(api.db, { name: name(2), status: 'PENDING', migrated: false });
    const suspended = await addPerson(api.db, { name: name(3), status: 'SUSPENDED', role: 'LUMINARY' });
    const own = await addPerson(api.db, { name: name(4), role: 'GRAND_PATHFINDER' });
    const none = { ACTIVE: [], PENDING: [], SUSPENDED: [], INACTIVE: [] };
    expect(await matches(own, { search: tag })).toEqual({
      total: 3,
      ids: { ...none, ACTIVE: [active.id], PENDING: [pending.id], SUSPENDED: [suspended.id] },
    });
    expect((await matches(grand, { search: tag })).ids.ACTIVE).toEqual([active.id, own.id]);
    expect((await matches(grand, { search: tag, excludeRole: 'GRAND_PATHFINDER' })).total).toBe(3);
    expect(await matches(grand, { search: tag, migrated: 'false' })).toEqual({
      total: 1,
      ids: { ...none, PENDING: [pending.id] },
    });
    expect((await matches(grand, { search: tag, role: 'LUMINARY', status: 'SUSPENDED' })).total).toBe(1);
    expect(await matches(grand, { search: `${tag} nobody` })).toEqual({ total: 0, ids: none });
  });

  test('more than the most is refused', async () => {
    const asked = listMatches(api.db, grand, { role: 'PIONEER' }, 1);
    await expect(asked).rejects.toThrow(
      'More than 1 users match. Narrow the list with search and filters first',
    );
  });
});

describe('taking enrollments back', () => {
  const unenroll = (caller: Person, userIds: unknown, target: object = {}) =>
    send(unenrollUsers as Call, caller, {
      userIds,
      cohortId: league.cohortId,
      leagueId: league.id,
      ...target,
    });
  const read = (call: Pick<Call, 'method' | 'path'>, person: Person, query = {}) =>
    api.call(call, { token: person.token, params: { leagueId: league.id }, query });

  test('records stay out of sight and come back with the next enrollment; badges stay; sums do not drift', async () => {
    const [learner] = (await addPeople(1)) as [Person];
    const resourceIds = league.weeks.flatMap(({ sections }) =>
      sections.flatMap(({ resources }) => resources.map(({ id }) => id)),
    );
    const [first] = resourceIds as [string];
    const tick = (resourceId: string) =>
      api.call(completeResource, { token: learner.token, params: { resourceId }, body: {} });
    const seen = async () => {
      const dashboard = (await api.call(getDashboard, { token: learner.token })).body.data;
      const board = (await read(getFilteredLeaderboard, learner, { league: league.id })).body.data;
      const revision = (await api.call(getRevision, { token: learner.token })).body.data;
      const agreed = (await api.call(listRevision, { token: learner.token })).body.data;
      const page = await read(getLeagueProgress, learner);
      return {
        leagues: dashboard.enrollments.length,
        badges: dashboard.badges.length,
        due: dashboard.nextUp?.revision.marked,
        ranked: board.leaderboard.filter((row: { user: { id: string } }) => row.user.id === learner.id)
          .length,
        revision: revision.revision.length,
        agreed: [agreed.revisionResources.length, agreed.pagination.total],
        page: page.status,
      };
    };
    await addBadge(api.db, league.id, 'Navigator');
    await enroll(grand, [learner.id]);
    for (const id of resourceIds) expect((await tick(id)).status).toBe(200);
    await api.call(markForRevision, { token: learner.token, params: { resourceId: first }, body: {} });
    const before = await seen();
    expect(before).toMatchObject({
      leagues: 1,
      badges: 1,
      ranked: 1,
      revision: 1,
      agreed: [1, 1],
      page: 200,
    });

    expect([...outcomesOf(await unenroll(chief, [learner.id])).values()]).toEqual(['done']);
    expect(await seen()).toMatchObject({
      leagues: 0,
      badges: before.badges,
      ranked: 0,
      revision: 0,
      agreed: [0, 0],
      page: 404,
    });
    expect((await tick(first)).status).toBe(403);
    expect([...outcomesOf(await unenroll(chief, [learner.id])).values()]).toEqual([
      'User is not enrolled in this league',
    ]);
    const entries = await auditOf(learner.id, 'USER_UNENROLLED');
    expect(entries).toMatchObject([{ actorId: chief.id, description: league.name }]);
    expect(
      (await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE))).filter(
        ({ drift }) => drift !== 0,
      ),
    ).toEqual([]);

    await enroll(grand, [learner.id]);
    expect(await seen()).toEqual(before);
  });
});
