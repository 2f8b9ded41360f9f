import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { getLeagueAssignment } from '#contract/assignments.ts';
import { getLeagueProgress, LeagueProgress } from '#contract/learning.ts';
import { listMySubmissions, reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import { createId } from '../platform/process/secrets.ts';
import { addLeague, addLearner, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope } from '../test/people.ts';
import { expectRefusal } from '../test/refusals.ts';

const api = await openTestApp();

test('CALL-30 CALL-35 CALL-36 ASSIGN-06 ASSIGN-17 the league reply carries the assignment and the own answers as their calls do', async () => {
  const [league, other] = [await addLeague(api.db), await addLeague(api.db)];
  const dueAt = new Date('2027-01-02T03:04:05.678Z');
  const rows = [league, other].map(({ id }) => ({
    id: createId(),
    leagueId: id,
    title: 'Essay',
    description: 'Write',
    dueAt,
  }));
  await api.db.insert(assignments).values(rows);
  const assignmentId = rows[0]?.id ?? '';
  const [learner, neighbour] = [await addPerson(api.db), await addPerson(api.db)];
  for (const { id } of [learner, neighbour]) for (const at of [league, other]) await enroll(api.db, id, at);
  const { token } = learner;
  const params = { leagueId: league.id };
  const read = async () =>
    LeagueProgress.parse((await api.call(getLeagueProgress, { token, params })).body.data);
  const compare = async () => {
    const [page, assignment, mine] = [
      await read(),
      await api.call(getLeagueAssignment, { token, params }),
      await api.call(listMySubmissions, { token }),
    ];
    expect(page.assignment).toEqual(assignment.body.data);
    expect(Object.keys(assignment.body.data).sort()).toEqual([
      'createdAt',
      'description',
      'dueDate',
      'id',
      'league',
      'leagueId',
      'title',
      'updatedAt',
    ]);
    expect(page.submissions).toEqual(
      mine.body.data.filter(
        (answer: { assignment: { leagueId: string } }) => answer.assignment.leagueId === league.id,
      ),
    );
    return page;
  };
  expect((await compare()).submissions).toEqual([]);

  const answer = (person: { token: string }, id: string, content: string) =>
    api.call(submitAssignment, { token: person.token, params: { assignmentId: id }, body: { content } });
  await answer(neighbour, assignmentId, 'not mine');
  await answer(learner, rows[1]?.id ?? '', 'another league');
  expect((await compare()).submissions).toEqual([]);
  await answer(learner, assignmentId, 'first "try" <b>');
  const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, chief.id, league.id);
  const [mine] = await api.db
    .select()
    .from(submissions)
    .where(eq(submissions.userId, learner.id))
    .orderBy(submissions.submittedAt)
    .offset(1);
  const review = { status: 'NEEDS_REVISION', feedback: 'Again, please' };
  expect(
    (await api.call(reviewSubmission, { token: chief.token, params: { id: mine?.id ?? '' }, body: review }))
      .status,
  ).toBe(200);
  await answer(learner, assignmentId, 'second try');
  const [own] = (await compare()).submissions;
  expect(own?.history.map(({ number, content, feedback }) => [number, content, feedback])).toEqual([
    [2, 'second try', null],
    [1, 'first "try" <b>', 'Again, please'],
  ]);
});

test('ASSIGN-16 a league without an assignment says so in the same reply', async () => {
  const league = await addLeague(api.db);
  const learner = await addLearner(api.db, league);
  const { body } = await api.call(getLeagueProgress, {
    token: learner.token,
    params: { leagueId: league.id },
  });
  expect([body.data.assignment, body.data.submissions, body.data.league.hasAssignment]).toEqual([
    null,
    [],
    false,
  ]);
  const { token } = await addPerson(api.db, { status: 'PENDING' });
  const read = (leagueId: string, caller = learner.token) =>
    api.call(getLeagueAssignment, { token: caller, params: { leagueId } });
  expectRefusal(await read(league.id), 404, 'Assignment not found for this league');
  expectRefusal(await read('nowhere'), 404, 'League not found');
  expectRefusal(await read(league.id, token), 403, 'Account is pending approval');
});
