import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { updateStatusById } from '#contract/admin-users.ts';
import { deleteAssignment, updateAssignment } from '#contract/assignments.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { claimNextSubmission, claimSubmission, releaseSubmission } from '#contract/review-queue.ts';
import { removePathfinderLeague } from '#contract/scopes.ts';
import {
  type ReviewStatus,
  reviewSubmission,
  submitAsStaff,
  submitAssignment,
} from '#contract/submissions.ts';
import { queryRows } from '../../platform/db/client.ts';
import { addAssignment } from '../../test/awards.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import type { TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person, TEST_PASSWORD } from '../../test/people.ts';
import { type Action, type Answers, type Arena, act, doneOf, makeArena, racePairs } from './battery.ts';

setDefaultTimeout(600_000);

interface Subject {
  learner: Person;
  one: Person;
  other: Person;
  league: TestLeague;
  assignmentId: string;
  id: string;
  resourceId: string;
}

let api: TestApp;
let cohortId: string;
let asGrand: Arena['asGrand'];
beforeAll(async () => {
  ({ api, cohortId, asGrand } = await makeArena());
});
afterAll(() => api.close());

/** An answer that waits, of a learner who lacks nothing but its approval and one tick. */
async function make(): Promise<Subject> {
  const chief = () => addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  const [learner, one, other, league] = await Promise.all([
    addPerson(api.db),
    chief(),
    chief(),
    addLeague(api.db, { cohortId, weeks: 1, sections: 1, resources: 1 }),
  ]);
  await Promise.all([
    enroll(api.db, learner.id, league),
    addScope(api.db, one.id, league.id),
    addScope(api.db, other.id, league.id),
  ]);
  const assignmentId = await addAssignment(api.db, league.id, { title: 'Portfolio' });
  const { body } = await api.call(submitAssignment, {
    token: learner.token,
    params: { assignmentId },
    body: { content: 'Done' },
  });
  const resourceId = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
  return { learner, one, other, league, assignmentId, id: body.data.id, resourceId };
}

const review = (name: string, who: 'one' | 'other', status: ReviewStatus): Action<Subject> => ({
  name,
  send: ({ [who]: { token }, id }) => api.call(reviewSubmission, { token, params: { id }, body: { status } }),
  answers: [200, 403, 404, 409],
});

const ACTIONS: readonly Action<Subject>[] = [
  act('claim by one', [200, 403, 404, 409], ({ one: { token }, id }) =>
    api.call(claimSubmission, { token, params: { id } }),
  ),
  act('claim by the other', [200, 404, 409], ({ other: { token }, id }) =>
    api.call(claimSubmission, { token, params: { id } }),
  ),
  act('claim the next', [200], ({ other: { token }, league }) =>
    api.call(claimNextSubmission, { token, body: { leagueId: league.id } }),
  ),
  act('release', [200, 403, 404], ({ one: { token }, id }) =>
    api.call(releaseSubmission, { token, params: { id } }),
  ),
  review('approve', 'one', 'APPROVED'),
  review('send back', 'other', 'NEEDS_REVISION'),
  review('approve by the other', 'other', 'APPROVED'),
  act('hand in again', [200, 201, 401, 403, 404, 409], ({ learner: { token }, assignmentId }) =>
    api.call(submitAssignment, { token, params: { assignmentId }, body: { content: 'Better' } }),
  ),
  act('hand in by staff', [200, 201, 400, 403, 404, 409], ({ one: { token }, assignmentId, learner }) =>
    api.call(submitAsStaff, {
      token,
      params: { id: assignmentId },
      body: { content: 'By mail', userId: learner.id },
    }),
  ),
  act('the last tick', [200, 401, 403], ({ learner: { token }, resourceId }) =>
    api.call(completeResource, { token, params: { resourceId }, body: {} }),
  ),
  act('rename the assignment', [200, 404], ({ assignmentId }) =>
    asGrand(updateAssignment, { params: { id: assignmentId }, body: { title: 'Essay' } }),
  ),
  act('delete the assignment', [200, 400, 404], ({ assignmentId }) =>
    asGrand(deleteAssignment, { params: { id: assignmentId } }),
  ),
  act('take the league away', [200, 404], ({ one, league }) =>
    asGrand(removePathfinderLeague, { params: { pathfinderId: one.id, leagueId: league.id } }),
  ),
  act('suspend the learner', [200, 404], ({ learner }) =>
    asGrand(updateStatusById, { params: { userId: learner.id }, body: { status: 'SUSPENDED' } }),
  ),
  act('delete the account', [200, 401, 403], ({ learner: { token } }) =>
    api.call(deleteOwnAccount, { token, body: { password: TEST_PASSWORD, confirmation: 'DELETE' } }),
  ),
];

const ENDS_A_CLAIM = ['release', 'approve', 'send back', 'approve by the other', 'take the league away'];

async function check({ id, learner }: Subject, answers: Answers): Promise<string[]> {
  const faults: string[] = [];
  const reviews = ['approve', 'send back', 'approve by the other'].reduce(
    (sum, name) => sum + doneOf(answers, name),
    0,
  );
  const rows = await queryRows<{ fault: string }>(
    api.db,
    sql`select 'the submission says ' || s.status || ', its last attempt ' || a.status as fault
        from submissions s join submission_attempts a on a.submission_id = s.id
        where s.id = ${id} and a.number = (select max(number) from submission_attempts where submission_id = s.id)
          and (a.status <> s.status or a.status <> 'SUBMITTED' and (a.feedback, a.reviewed_by_id, a.reviewed_at)
            is distinct from (s.feedback, s.reviewed_by_id, s.reviewed_at))
      union all select 'attempts are not numbered one after another' from submissions s
        where s.id = ${id} and (select max(number) from submission_attempts where submission_id = s.id)
          <> (select count(*) from submission_attempts where submission_id = s.id)
      union all select ${`${reviews} reviews were answered, and as many are not in the log: `} || count(*) from audit_log
        where action = 'SUBMISSION_REVIEWED' and target_user_id = ${learner.id} having count(*) <> ${reviews}::int`,
  );
  faults.push(...rows.map(({ fault }) => fault));
  const isHeldOn = !ENDS_A_CLAIM.some((name) => answers.has(name));
  if (isHeldOn && doneOf(answers, 'claim by one') > 0 && doneOf(answers, 'claim by the other') > 0)
    faults.push('two hold one submission');
  return faults;
}

test('F17 AASSIGN-11 whatever happens to an answer at once: one holder, one verdict at a time, one certificate', async () => {
  await racePairs(api, { make, actions: ACTIONS, check });
});
