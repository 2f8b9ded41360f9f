import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import {
  CLAIM_MINUTES,
  claimNextSubmission,
  claimSubmission,
  releaseSubmission,
} from '#contract/review-queue.ts';
import { listMySubmissions, reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { pathfinderScopes, users } from '../platform/db/schema/accounts.ts';
import { submissionAttempts, submissions } from '../platform/db/schema/learning.ts';
import { outboxMessages } from '../platform/db/schema/operations.ts';
import { createId } from '../platform/process/secrets.ts';
import { readEntries } from '../test/audit-entries.ts';
import { addAssignment } from '../test/awards.ts';
import { addLeague, enroll, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';

let chief: Person;
let learner: Person;
let league: TestLeague;
let assignmentId: string;
let submissionId: string;

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Gita Grand' });
beforeEach(async () => {
  // What other tests left does not wait.
  await api.db.update(submissions).set({ status: 'APPROVED' });
  league = await addLeague(api.db, { weeks: 0 });
  chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER', name: 'Charu Chief' });
  await addScope(api.db, chief.id, league.id);
  assignmentId = createId();
  await addAssignment(api.db, league.id, { id: assignmentId, title: 'Portfolio' });
  learner = await addPerson(api.db);
  submissionId = await handIn(learner);
});

/** A submission that came some minutes ago. */
async function handIn(person: Person, minutesAgo = 0): Promise<string> {
  await enroll(api.db, person.id, league);
  const { body } = await api.call(submitAssignment, {
    token: person.token,
    params: { assignmentId },
    body: { content: 'Done' },
  });
  await api.db
    .update(submissions)
    .set({ submittedAt: sql`now() - ${minutesAgo}::int * interval '1 minute'` })
    .where(eq(submissions.id, body.data.id));
  return body.data.id;
}
const claim = (token: string, id = submissionId) => api.call(claimSubmission, { token, params: { id } });
const release = (token: string, id = submissionId) => api.call(releaseSubmission, { token, params: { id } });
const next = (token: string, body: object = {}) => api.call(claimNextSubmission, { token, body });
const review = (token: string, body: object, id = submissionId) =>
  api.call(reviewSubmission, { token, params: { id }, body });
const stored = async (id = submissionId) =>
  (await api.db.select().from(submissions).where(eq(submissions.id, id)))[0];
const expire = () => api.db.update(submissions).set({ claimedUntil: sql`now() - interval '1 second'` });
const freeAll = () => api.db.update(submissions).set({ claimedById: null, claimedUntil: null });
const entries = (action: string) => readEntries(api.db, { action, targetUserId: learner.id });

describe('taking one', () => {
  test('AASSIGN-11 answers the submission with every attempt, for twenty minutes; again, for as long from then', async () => {
    const { status, body } = await claim(chief.token);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: submissionId,
      status: 'SUBMITTED',
      content: 'Done',
      dueDate: null,
      user: { id: learner.id, email: learner.email },
      history: [{ number: 1, content: 'Done' }],
      claim: { by: { id: chief.id, name: 'Charu Chief' }, isMine: true, until: expect.stringMatching(/Z$/) },
    });
    expect(body.data.claim.secondsLeft).toBeWithin(CLAIM_MINUTES * 60 - 60, CLAIM_MINUTES * 60 + 1);
    await api.db.update(submissions).set({ claimedUntil: sql`now() + interval '1 minute'` });
    expect((await claim(chief.token)).body.data.claim.secondsLeft).toBeGreaterThan(19 * 60);
    expect(await entries('SUBMISSION_CLAIMED')).toHaveLength(1);
    expect((await claim(grand.token, createId())).body.error).toBe('Submission not found');
  });

  test('two at once, 15 rounds: one has it, the other is told who and until when', async () => {
    for (let round = 0; round < 15; round++) {
      const replies = await Promise.all([claim(chief.token), claim(grand.token)]);
      const [winner, loser] = replies[0].status === 200 ? replies : replies.toReversed();
      expect([winner?.status, loser?.status]).toEqual([200, 409]);
      const { by, until } = winner?.body.data.claim ?? {};
      expect(loser?.body).toMatchObject({
        code: 'SUBMISSION_CLAIMED',
        error: `${by.name} is reviewing this submission`,
        claim: { by, until, isMine: false, secondsLeft: expect.any(Number) },
      });
      expect((await stored())?.claimedById).toBe(by.id);
      await freeAll();
    }
  });

  test('a claim that ran out by the clock of the database is taken over, and its holder is refused', async () => {
    await claim(chief.token);
    expect((await claim(grand.token)).status).toBe(409);
    await expire();
    const taken = await claim(grand.token);
    expect([taken.status, taken.body.data.claim.by.name]).toEqual([200, 'Gita Grand']);
    const late = await review(chief.token, { status: 'APPROVED' });
    expect([late.status, late.body.code, late.body.claim.by.id]).toEqual([
      409,
      'SUBMISSION_CLAIMED',
      grand.id,
    ]);
    expect((await release(chief.token)).status).toBe(200);
    expect((await stored())?.claimedById).toBe(grand.id);
  });

  test('who was suspended, lost the role, the league or the permission blocks nobody', async () => {
    const losses = [
      () => api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, chief.id)),
      () => api.db.update(users).set({ status: 'INACTIVE' }).where(eq(users.id, chief.id)),
      () => api.db.update(users).set({ role: 'PATHFINDER' }).where(eq(users.id, chief.id)),
      () => api.db.update(pathfinderScopes).set({ canCreateContent: false }),
      () => api.db.delete(pathfinderScopes),
      () => api.db.delete(users).where(eq(users.id, chief.id)),
    ];
    for (const lose of losses) {
      chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
      await addScope(api.db, chief.id, league.id);
      expect((await claim(chief.token)).status).toBe(200);
      expect((await next(grand.token)).body.data.submission).toBeNull();
      await lose();
      expect((await next(grand.token)).body.data.submission?.id).toBe(submissionId);
      expect((await release(grand.token)).status).toBe(200);
    }
  });

  test('ROLE-03 offers none of a league where the caller may not review, and none of an unknown one', async () => {
    const reader = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, reader.id, league.id, { canCreateContent: false });
    expect((await next(reader.token)).body.data).toEqual({ submission: null, free: 0 });
    expect((await next(grand.token, { leagueId: createId() })).body.data.submission).toBeNull();
    expect((await next(grand.token, { leagueId: 7 })).status).toBe(400);
  });
});

describe('the next one', () => {
  test('is the oldest that waits, then the one after, the first again behind the last; what is left is given back', async () => {
    const older = await handIn(await addPerson(api.db), 60);
    const oldest = await handIn(await addPerson(api.db), 90);
    const read = await handIn(await addPerson(api.db), 120);
    await review(grand.token, { status: 'UNDER_REVIEW' }, read);
    const underReview = await next(chief.token);
    expect([underReview.body.data.submission.id, underReview.body.data.free]).toEqual([read, 3]);
    const first = await next(chief.token, { after: read });
    expect([first.body.data.submission.id, first.body.data.free]).toEqual([oldest, 3]);
    await review(grand.token, { status: 'APPROVED' }, read);
    expect((await next(chief.token)).body.data.submission.id).toBe(oldest);
    const second = await next(chief.token, { after: oldest });
    expect([second.body.data.submission.id, (await stored(oldest))?.claimedById]).toEqual([older, null]);
    expect((await next(grand.token)).body.data.submission.id).toBe(oldest);
    const third = await next(chief.token, { after: older, leagueId: league.id });
    expect([third.body.data.submission.id, third.body.data.free]).toEqual([submissionId, 1]);
    expect((await next(chief.token, { after: submissionId })).body.data.submission.id).toBe(older);
    await review(chief.token, { status: 'APPROVED' }, older);
    expect((await next(chief.token, { after: older })).body.data.submission.id).toBe(submissionId);
    const none = await next(chief.token, { after: submissionId });
    expect(none.body.data).toEqual({ submission: null, free: 1 });
    expect(await entries('SUBMISSION_RELEASED')).toHaveLength(2);
  });

  test('one of a league that the caller may not review tells nothing: not that it is there, not when it came', async () => {
    const oldest = await handIn(await addPerson(api.db), 90);
    const other = await addLeague(api.db, { weeks: 0 });
    const foreign = createId();
    const task = createId();
    const stranger = await addPerson(api.db);
    await addAssignment(api.db, other.id, { id: task, title: 'Theirs' });
    await api.db.insert(submissions).values({
      id: foreign,
      assignmentId: task,
      userId: stranger.id,
      content: 'Done',
      submittedAt: new Date(Date.now() - 45 * 60_000),
    });
    const nextAfter = async (after: string) => (await next(chief.token, { after })).body.data.submission.id;
    expect(await nextAfter(createId())).toBe(oldest);
    await freeAll();
    expect(await nextAfter(foreign)).toBe(oldest);
    await freeAll();
    await addScope(api.db, chief.id, other.id);
    expect(await nextAfter(foreign)).toBe(submissionId);
  });

  test('three at once over two submissions, 15 rounds: nobody gets what another holds, one gets none', async () => {
    await handIn(await addPerson(api.db), 10);
    const other = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const people = [chief, grand, other];
    for (let round = 0; round < 15; round++) {
      const replies = await Promise.all(people.map(({ token }) => next(token)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      const ids = replies.map(({ body }) => body.data.submission?.id ?? null);
      expect(ids.filter(Boolean)).toHaveLength(2);
      expect(new Set(ids).size).toBe(3);
      for (const [index, id] of ids.entries()) {
        if (!id) continue;
        expect((await stored(id))?.claimedById).toBe(people[index]?.id ?? '');
      }
      await freeAll();
    }
  });
});

describe('reviewing', () => {
  test('is refused while another holds it, ends the own claim, and needs none', async () => {
    await claim(grand.token);
    const before = await stored();
    const refused = await review(chief.token, { status: 'APPROVED', feedback: 'Mine' });
    expect([refused.status, refused.body.code]).toEqual([409, 'SUBMISSION_CLAIMED']);
    expect(await stored()).toEqual(before);
    expect((await review(grand.token, { status: 'NEEDS_REVISION', feedback: 'Add tests' })).status).toBe(200);
    expect(await stored()).toMatchObject({ claimedById: null, claimedUntil: null, status: 'NEEDS_REVISION' });
    // A client that knows nothing of claims.
    expect((await review(chief.token, { status: 'APPROVED' })).status).toBe(200);
  });

  test('ASSIGN-08 a new attempt or another review meanwhile is told to who says what they read', async () => {
    const seen = (await claim(chief.token)).body.data;
    await review(chief.token, { status: 'NEEDS_REVISION' });
    const { reviewedAt } = (await claim(chief.token)).body.data;
    await api.call(submitAssignment, {
      token: learner.token,
      params: { assignmentId },
      body: { githubUrl: 'https://example.org/second' },
    });
    const overtaken = await review(chief.token, {
      status: 'APPROVED',
      expectedAttempt: 1,
      expectedReviewedAt: reviewedAt,
    });
    expect([overtaken.status, overtaken.body.code, overtaken.body.error]).toEqual([
      409,
      'SUBMISSION_CHANGED',
      'The submission has changed meanwhile. Read it again before you review it.',
    ]);
    const again = (await claim(chief.token)).body.data;
    expect([again.attempts, again.history.length, again.history[0].githubUrl]).toEqual([
      2,
      2,
      'https://example.org/second',
    ]);
    const unseen = { status: 'APPROVED', expectedAttempt: 2, expectedReviewedAt: seen.reviewedAt };
    expect((await review(chief.token, unseen)).body.code).toBe('SUBMISSION_CHANGED');
    expect((await stored())?.status).toBe('SUBMITTED');
    for (const [body, words] of [
      [{ expectedAttempt: 'two' }, 'expectedAttempt must be a whole number'],
      [{ expectedReviewedAt: 7 }, 'expectedReviewedAt must be a string'],
    ] as const) {
      const bad = await review(chief.token, { status: 'APPROVED', ...body });
      expect([bad.status, bad.body.error]).toEqual([400, words]);
    }
    const saved = { status: 'APPROVED', expectedAttempt: 2, expectedReviewedAt: reviewedAt };
    expect((await review(chief.token, saved)).status).toBe(200);
  });

  test('of two who review what nobody holds at once, saying what they read, one is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const before = (await stored())?.reviewedAt?.toISOString() ?? null;
      const body = { expectedReviewedAt: before, feedback: `Round ${round}` };
      const replies = await Promise.all([
        review(chief.token, { ...body, status: 'APPROVED' }),
        review(grand.token, { ...body, status: 'UNDER_REVIEW' }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('ASSIGN-07 the learner is told by mail and on their page, and of no claim', async () => {
    await claim(chief.token);
    await review(chief.token, { status: 'NEEDS_REVISION', feedback: 'Add tests' });
    const mails = await api.db
      .select()
      .from(outboxMessages)
      .where(eq(outboxMessages.toAddress, learner.email));
    expect(mails.map(({ kind }) => kind)).toEqual(['SUBMISSION_REVIEWED']);
    const { body } = await api.call(listMySubmissions, { token: learner.token });
    expect(body.data[0]).toMatchObject({
      status: 'NEEDS_REVISION',
      feedback: 'Add tests',
      history: [{ number: 1, feedback: 'Add tests' }],
    });
    expect(JSON.stringify(body)).not.toMatch(/claim|Charu/i);
    const [attempt] = await api.db
      .select()
      .from(submissionAttempts)
      .where(eq(submissionAttempts.submissionId, submissionId));
    expect(attempt?.reviewedById).toBe(chief.id);
  });
});
