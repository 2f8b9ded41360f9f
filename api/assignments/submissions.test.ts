import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { createAssignment, deleteAssignment } from '#contract/assignments.ts';
import { URL_MAX_LENGTH } from '#contract/constants.ts';
import {
  listMySubmissions,
  listSubmissions,
  maySubmit,
  reviewSubmission,
  SUBMISSION_MAX_LENGTH,
  SUBMISSION_STATUSES,
  submitAsStaff,
  submitAssignment,
} from '#contract/submissions.ts';
import { submissionAttempts, submissions } from '../platform/db/schema/learning.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { createId } from '../platform/process/secrets.ts';
import { addLeague, addLearner, enroll, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';
import { expectRefusal } from '../test/refusals.ts';

let chief: Person;
let learner: Person;
let league: TestLeague;
let assignmentId: string;

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
beforeEach(async () => {
  league = await addLeague(api.db, { weeks: 0 });
  chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, chief.id, league.id);
  learner = await addPerson(api.db);
  await enroll(api.db, learner.id, league);
  assignmentId = await addAssignment(league.id);
});

async function addAssignment(leagueId: string): Promise<string> {
  const body = { title: 'Portfolio', description: 'Build one', leagueId };
  return (await api.call(createAssignment, { token: grand.token, body })).body.data.id;
}
const submit = (body: unknown, token = learner.token, id = assignmentId) =>
  api.call(submitAssignment, { token, params: { assignmentId: id }, body });
const mine = (token = learner.token, query?: Record<string, string>) =>
  api.call(listMySubmissions, { token, query });
const review = (id: string, body: unknown, token = chief.token) =>
  api.call(reviewSubmission, { token, params: { id }, body });
const rows = () => api.db.select().from(submissions).where(eq(submissions.assignmentId, assignmentId));

describe('submitting', () => {
  test('CALL-37 ENT-49 ENT-50 each of the four kinds fills its own field', async () => {
    for (const [field, value] of [
      ['content', 'x < y && y > z'],
      ['githubUrl', 'https://github.com/asha/portfolio'],
      ['liveUrl', 'http://asha.example.org/'],
      ['fileUrl', 'https://files.example.org/a%20b.pdf?x=1#y'],
    ] as const) {
      const person = await addLearner(api.db, league);
      const empty = { content: '', githubUrl: null, liveUrl: '  ', fileUrl: null };
      const { status, body } = await submit({ ...empty, [field]: value }, person.token);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        id: expect.any(String),
        status: 'SUBMITTED',
        attempts: 1,
        submittedAt: expect.stringMatching(/Z$/),
        content: null,
        githubUrl: null,
        liveUrl: null,
        fileUrl: null,
        [field]: value,
        feedback: null,
        reviewedAt: null,
        assignment: {
          id: assignmentId,
          title: 'Portfolio',
          leagueId: league.id,
          league: { id: league.id, name: league.name },
        },
      });
    }
  });

  test('CALL-37 exactly one of four, links http or https, words within bounds', async () => {
    const one = 'Exactly one of content, githubUrl, liveUrl or fileUrl is required';
    for (const [body, words] of [
      [{}, one],
      [{ content: ' \n ' }, one],
      [{ content: 'a', githubUrl: 'https://example.org' }, one],
      [{ submissionType: 'TEXT_SUBMISSION' }, one],
      [{ content: 5 }, 'content must be a string'],
      [{ content: 'x'.repeat(SUBMISSION_MAX_LENGTH + 1) }, 'Submission must be 20000 characters or less'],
      [{ githubUrl: 'javascript:alert(1)' }, 'githubUrl must be a valid http or https address'],
      [{ liveUrl: 'data:text/html,x' }, 'liveUrl must be a valid http or https address'],
      [{ fileUrl: 'file:///etc/passwd' }, 'fileUrl must be a valid http or https address'],
      [{ fileUrl: '//evil.com' }, 'fileUrl must be a valid http or https address'],
      [{ fileUrl: 'https://user:pass@evil.com' }, 'fileUrl must be a valid http or https address'],
      [
        { fileUrl: `https://a.example/${'x'.repeat(URL_MAX_LENGTH)}` },
        'fileUrl must be a valid http or https address',
      ],
      [{ githubUrl: ['https://example.org'] }, 'githubUrl must be a valid http or https address'],
    ] as const) {
      expectRefusal(await submit(body), 400, words);
    }
    expect((await submit({ content: 'x'.repeat(200_000) })).status).toBe(413);
    expect(await rows()).toEqual([]);
    const stranger = await addPerson(api.db);
    for (const body of [{}, { githubUrl: 7 }])
      expectRefusal(
        await submit(body, stranger.token),
        403,
        'You must be enrolled in this league to submit assignments',
      );
    expectRefusal(await submit({ content: 'x' }, learner.token, 'nowhere'), 404, 'Assignment not found');
    const emoji = '🚀'.repeat(SUBMISSION_MAX_LENGTH);
    const stored = await submit({ content: `${emoji}\0` });
    expect([stored.status, stored.body.data.content]).toEqual([200, emoji]);
  });

  test('P26 CALL-37 ASSIGN-08 a second time is 409 until revision is asked for; twenty at once leave one', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => submit({ content: `Try ${i}` })));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(
      new Set(
        replies.filter((reply) => reply.status !== 200).map((reply) => `${reply.status} ${reply.body.error}`),
      ),
    ).toEqual(new Set(['409 You have already submitted this assignment']));
    const [row] = await rows();
    expect(await rows()).toHaveLength(1);
    for (const state of SUBMISSION_STATUSES.filter((status) => status !== 'NEEDS_REVISION')) {
      await api.db
        .update(submissions)
        .set({ status: state })
        .where(eq(submissions.assignmentId, assignmentId));
      expect((await submit({ content: 'Again' })).status).toBe(409);
    }
    expect((await rows())[0]?.content).toBe(row?.content ?? '');
    const attempts = await api.db
      .select()
      .from(submissionAttempts)
      .where(eq(submissionAttempts.submissionId, row?.id ?? ''));
    expect(attempts).toHaveLength(1);
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetUserId, learner.id));
    expect(entries.map((entry) => entry.action)).toEqual(['ASSIGNMENT_SUBMITTED']);
  });

  test('CALL-37 submitting while the assignment is deleted leaves no orphan and no 500', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await addLeague(api.db, { weeks: 0 });
      await enroll(api.db, learner.id, other);
      const id = await addAssignment(other.id);
      const [sent, deleted] = await Promise.all([
        submit({ content: 'Hi' }, learner.token, id),
        api.call(deleteAssignment, { token: grand.token, params: { id } }),
      ]);
      expect([sent.status, deleted.status]).toBeOneOf([
        [200, 400],
        [404, 200],
      ]);
    }
  });
});

describe('resubmitting', () => {
  test('Q15 ASSIGN-07 ASSIGN-08 replaces the answer, keeps feedback until reviewed again, and keeps every attempt', async () => {
    const first = await submit({ content: 'First' });
    await review(first.body.data.id, { status: 'NEEDS_REVISION', feedback: 'Add <tests>' });
    const asked = (await mine()).body.data[0];
    expect(asked).toMatchObject({ status: 'NEEDS_REVISION', feedback: 'Add <tests>' });
    expect(maySubmit(asked)).toBe(true);

    const second = await submit({ githubUrl: 'https://example.org/code' });
    expect(second.status).toBe(200);
    expect(second.body.data).toMatchObject({
      id: first.body.data.id,
      status: 'SUBMITTED',
      attempts: 2,
      content: null,
      githubUrl: 'https://example.org/code',
      feedback: 'Add <tests>',
    });
    await review(first.body.data.id, { status: 'APPROVED' });
    const { body } = await mine();
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({ status: 'APPROVED', feedback: null, attempts: 2 });
    expect(body.data[0].history).toMatchObject([
      { number: 2, status: 'APPROVED', githubUrl: 'https://example.org/code', content: null, feedback: null },
      { number: 1, status: 'NEEDS_REVISION', content: 'First', feedback: 'Add <tests>' },
    ]);
  });

  test('ASSIGN-08 twenty resubmissions at once make one attempt', async () => {
    const first = await submit({ content: 'First' });
    await review(first.body.data.id, { status: 'NEEDS_REVISION' });
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => submit({ content: `Try ${i}` })));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19);
    const { body } = await mine();
    expect(body.data[0]).toMatchObject({ attempts: 2, status: 'SUBMITTED' });
    expect(body.data[0].history).toHaveLength(2);
  });
});

describe('reading own submissions', () => {
  test('CALL-36 ASSIGN-06 a bare array, newest first, of the caller alone', async () => {
    expect((await mine()).body.data).toEqual([]);
    await submit({ content: 'Older' });
    const other = await addLeague(api.db, { weeks: 0 });
    await enroll(api.db, learner.id, other);
    await Bun.sleep(5);
    await submit({ content: 'Newer' }, learner.token, await addAssignment(other.id));
    const stranger = await addLearner(api.db, league);
    await submit({ content: 'Not mine' }, stranger.token);
    const { status, body } = await mine();
    expect(status).toBe(200);
    expect(body.data.map((row: { content: string }) => row.content)).toEqual(['Newer', 'Older']);
    expect(body.data[0]).toMatchObject({
      status: 'SUBMITTED',
      assignment: { leagueId: other.id, league: { name: other.name } },
    });
    expect(JSON.stringify(body)).not.toContain(learner.email);
  });

  test("CALL-36 another user's are for ACTIVE staff, and only of their leagues", async () => {
    await submit({ content: 'In scope' });
    const outside = await addLeague(api.db, { weeks: 0 });
    await enroll(api.db, learner.id, outside);
    await submit({ content: 'Out of scope' }, learner.token, await addAssignment(outside.id));
    const query = { userId: learner.id };
    for (const person of [
      await addPerson(api.db),
      await addPerson(api.db, { role: 'LUMINARY' }),
      await addPerson(api.db, { role: 'ADMIN' }),
      await addPerson(api.db, { role: 'GRAND_PATHFINDER', status: 'PENDING' }),
    ]) {
      const reply = await mine(person.token, query);
      expectRefusal(reply, 403, "Insufficient permissions to view other users' submissions");
    }
    expect((await mine(learner.token, query)).body.data).toHaveLength(2);
    expect((await mine(grand.token, query)).body.data).toHaveLength(2);
    const seen = await mine(chief.token, query);
    expect(seen.body.data.map((row: { content: string }) => row.content)).toEqual(['In scope']);
    const without = await addPerson(api.db, { role: 'PATHFINDER' });
    expect((await mine(without.token, query)).body.data).toEqual([]);
  });
});

describe('submitting as staff', () => {
  const hand = (body: unknown, token = chief.token) =>
    api.call(submitAsStaff, { token, params: { id: assignmentId }, body });

  test('CALL-72 for an enrolled learner, or own without enrollment, by the same rules', async () => {
    const { status, body } = await hand({ content: 'By mail', userId: learner.id });
    expect([status, body.data.content]).toEqual([200, 'By mail']);
    expect((await mine()).body.data[0].content).toBe('By mail');
    const again = await hand({ content: 'By mail', userId: learner.id });
    expect([again.status, again.body.error]).toEqual([409, 'You have already submitted this assignment']);
    expect((await hand({ content: 'Own' })).status).toBe(200);
    const stranger = await addPerson(api.db);
    const refused = await hand({ content: 'Hi', userId: stranger.id });
    expectRefusal(refused, 403, 'You must be enrolled in this league to submit assignments');
    expectRefusal(await hand({ content: 'Hi', userId: createId() }), 404, 'User not found');
  });
});

test('CALL-73 staff list submissions of their leagues, by learner and by state', async () => {
  await submit({ content: 'In scope' });
  const outside = await addLeague(api.db, { weeks: 0 });
  await enroll(api.db, learner.id, outside);
  await submit({ content: 'Out of scope' }, learner.token, await addAssignment(outside.id));
  const list = (token: string, query?: Record<string, string>) => api.call(listSubmissions, { token, query });
  const { status, body } = await list(chief.token);
  expect(status).toBe(200);
  expect(body.data).toHaveLength(1);
  expect(body.data[0]).toMatchObject({
    content: 'In scope',
    status: 'SUBMITTED',
    feedback: null,
    user: { id: learner.id, name: learner.name, email: learner.email },
    assignment: { leagueId: league.id },
    reviewedBy: null,
  });
  expect(body.pagination).toMatchObject({ total: 1 });
  expect((await list(grand.token, { userId: learner.id })).body.data).toHaveLength(2);
  expect((await list(grand.token, { userId: chief.id })).body.data).toEqual([]);
  expect((await list(chief.token, { status: 'APPROVED' })).body.data).toEqual([]);
  const without = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  expect((await list(without.token)).body).toMatchObject({ data: [], pagination: { total: 0 } });
  expect((await list(learner.token)).status).toBe(403);
});
