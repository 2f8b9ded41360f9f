import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { createAssignment } from '#contract/assignments.ts';
import {
  FEEDBACK_MAX_LENGTH,
  getLeagueSubmissions,
  getSubmission,
  reviewSubmission,
  submitAssignment,
} from '#contract/submissions.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import { createId } from '../platform/process/secrets.ts';
import { readEntries } from '../test/audit-entries.ts';
import { addLeague, enroll, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';
import { expectRefusal } from '../test/refusals.ts';

let chief: Person;
let learner: Person;
let league: TestLeague;
let submissionId: string;

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
beforeEach(async () => {
  league = await addLeague(api.db, { weeks: 0 });
  chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER', name: 'Charu Chief' });
  await addScope(api.db, chief.id, league.id);
  learner = await addPerson(api.db);
  await enroll(api.db, learner.id, league);
  const body = { title: 'Portfolio', description: 'Build one', leagueId: league.id };
  const assignment = await api.call(createAssignment, { token: grand.token, body });
  const submitted = await api.call(submitAssignment, {
    token: learner.token,
    params: { assignmentId: assignment.body.data.id },
    body: { content: 'Done' },
  });
  submissionId = submitted.body.data.id;
});

const review = (body: unknown, token = chief.token, id = submissionId) =>
  api.call(reviewSubmission, { token, params: { id }, body });
const stored = async () =>
  (await api.db.select().from(submissions).where(eq(submissions.id, submissionId)))[0];

describe('reviewing', () => {
  test('ENT-51 sets state, feedback, reviewer and moment on submission and attempt', async () => {
    const { status, body } = await review({ status: 'NEEDS_REVISION', feedback: '  Add tests  ' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: submissionId,
      status: 'NEEDS_REVISION',
      feedback: 'Add tests',
      reviewedAt: expect.stringMatching(/Z$/),
      reviewedBy: { id: chief.id, name: 'Charu Chief' },
      user: { id: learner.id },
    });
    const detail = await api.call(getSubmission, { token: chief.token, params: { id: submissionId } });
    expect(detail.body.data.history).toMatchObject([
      { number: 1, status: 'NEEDS_REVISION', feedback: 'Add tests', content: 'Done' },
    ]);
    const entry = (await readEntries(api.db, { targetUserId: learner.id })).at(-1);
    expect(entry).toMatchObject({ action: 'SUBMISSION_REVIEWED', actorId: chief.id });
    expect(entry?.metadata.status).toEqual({ from: 'SUBMITTED', to: 'NEEDS_REVISION' });
  });

  test('ENT-51 feedback stays when not sent and goes when emptied', async () => {
    await review({ status: 'UNDER_REVIEW', feedback: 'Reading it' });
    expect((await review({ status: 'APPROVED' })).body.data.feedback).toBe('Reading it');
    expect((await review({ status: 'APPROVED', feedback: '' })).body.data.feedback).toBeNull();
    expect((await review({ status: 'APPROVED', feedback: null })).status).toBe(200);
  });

  test('each fault in its own words, and nothing changes', async () => {
    const before = await stored();
    const words = 'Invalid status. Only UNDER_REVIEW, APPROVED and NEEDS_REVISION are allowed';
    for (const status of [undefined, null, '', 'SUBMITTED', 'approved', 3, {}]) {
      expectRefusal(await review({ status }), 400, words);
    }
    const long = await review({ status: 'APPROVED', feedback: 'x'.repeat(FEEDBACK_MAX_LENGTH + 1) });
    expect([long.status, long.body.error]).toEqual([400, 'Feedback must be 5000 characters or less']);
    expectRefusal(await review({ status: 'APPROVED', feedback: 5 }), 400, 'Feedback must be a string');
    expectRefusal(await review({ status: 'APPROVED' }, grand.token, createId()), 404, 'Submission not found');
    expect(await stored()).toEqual(before);
  });
});

describe('the submissions of a league', () => {
  test('CALL-71 ENT-48 ENT-49 AASSIGN-11 the assignment with every answer', async () => {
    const { status, body } = await api.call(getLeagueSubmissions, {
      token: chief.token,
      params: { leagueId: league.id },
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      title: 'Portfolio',
      league: { id: league.id, name: league.name },
      _count: { submissions: 1 },
      submissions: [
        {
          id: submissionId,
          user: { id: learner.id, name: learner.name, email: learner.email },
          status: 'SUBMITTED',
          submittedAt: expect.stringMatching(/Z$/),
          content: 'Done',
          fileUrl: null,
          githubUrl: null,
          liveUrl: null,
          feedback: null,
        },
      ],
    });
  });

  test('CALL-71 an empty list where nobody answered; 404 where there is no assignment', async () => {
    const other = await addLeague(api.db, { weeks: 0 });
    const read = (leagueId: string) =>
      api.call(getLeagueSubmissions, { token: grand.token, params: { leagueId } });
    expectRefusal(await read(other.id), 404, 'Assignment not found for this league');
    expectRefusal(await read(createId()), 404, 'League not found');
    await api.call(createAssignment, {
      token: grand.token,
      body: { title: 'Essay', description: 'Write', leagueId: other.id },
    });
    expect((await read(other.id)).body.data.submissions).toEqual([]);
  });
});
