import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { assignments, leagues } from '../platform/db/schema/curriculum.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import { digestCurriculum } from '../test/digest.ts';
import { addPerson } from '../test/people.ts';
import { anyOf, type Demo, differences, openDemo, PAGINATION, type Shape } from './wire.ts';

let demo: Demo;
let leagueIds: Record<string, string>;
let mlAssignment = '';
beforeAll(async () => {
  demo = await openDemo();
  leagueIds = Object.fromEntries((await demo.db.select().from(leagues)).map(({ id, name }) => [name, id]));
  const rows = await demo.db
    .select()
    .from(assignments)
    .where(eq(assignments.leagueId, leagueIds.ML ?? ''));
  mlAssignment = rows[0]?.id ?? '';
});
afterAll(() => demo.close());

const NAMED: Shape = { id: 'id', name: 'string' };
const ANSWER: Shape = {
  id: 'id',
  status: 'string',
  submittedAt: 'moment',
  githubUrl: 'string?',
  liveUrl: 'string?',
  fileUrl: 'string?',
  content: 'string?',
  feedback: 'string?',
};
const STAFF_ROW: Shape = {
  id: 'id',
  title: 'string',
  description: 'string',
  dueDate: 'moment?',
  createdAt: 'moment',
  league: NAMED,
  _count: { submissions: 'int' },
};
const github = { githubUrl: 'https://github.com/example/work' };

describe('api.md 1.14 for learners', () => {
  test('CALL-71 the assignment of a league holds no answers; without one it is 404', async () => {
    expect((await demo.people.pending.get(`assignments/league/${leagueIds.ML}`)).status).toBe(403);
    for (const name of ['pioneer', 'fresh', 'chief'] as const) {
      const reply = await demo.people[name].get(`assignments/league/${leagueIds.ML}`);
      expect([name, reply.status]).toEqual([name, 200]);
      expect(
        differences(reply.body.data, {
          id: 'id',
          title: 'string',
          description: 'string',
          dueDate: 'moment?',
          league: NAMED,
        }),
      ).toEqual([]);
      expect('submissions' in reply.body.data).toBe(false);
    }
    const none = await demo.people.pioneer.get(`assignments/league/${leagueIds.Quantum}`);
    expect([none.status, none.body.error]).toEqual([404, 'Assignment not found for this league']);
    expect((await demo.people.pioneer.get('assignments/league/nowhere')).status).toBe(404);
  });

  test('CALL-72 CALL-73 submit once, see it in the bare list, again is 409; 20 at once make one row', async () => {
    const { pioneer } = demo.people;
    expect((await pioneer.get('assignments/my-submissions')).body.data).toEqual([]);
    const before = await demo.db.$count(submissions);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        pioneer.post(`assignments/${mlAssignment}/submit`, {
          ...github,
          content: '',
          liveUrl: null,
          fileUrl: '',
        }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    for (const reply of replies.filter((one) => one.status !== 200)) {
      expect([reply.status, reply.body.error]).toEqual([409, 'You have already submitted this assignment']);
    }
    const list = await pioneer.get('assignments/my-submissions');
    expect(
      differences(list.body.data, [
        { ...(ANSWER as object), assignment: { leagueId: 'id', id: 'id', title: 'string', league: NAMED } },
      ]),
    ).toEqual([]);
    expect(list.body.data).toHaveLength(1);
    expect(list.body.data[0]).toMatchObject({
      status: 'SUBMITTED',
      ...github,
      content: null,
      liveUrl: null,
      fileUrl: null,
    });
    expect(await demo.db.$count(submissions)).toBe(before + 1);
  });

  test('exactly one of the four, links must parse, and rights are judged before a word about the body', async () => {
    const { fresh, luminary, pending, newcomer } = demo.people;
    const path = `assignments/${mlAssignment}/submit`;
    for (const body of [
      {},
      { content: '  ' },
      { ...github, content: 'x' },
      { githubUrl: 'nowhere' },
      { liveUrl: 'javascript:alert(1)' },
      { fileUrl: 'file:///etc/passwd' },
    ]) {
      const reply = await luminary.post(path, body);
      expect([body, reply.status, typeof reply.body.error]).toEqual([body, 400, 'string']);
    }
    for (const body of [github, {}, { githubUrl: 7 }]) {
      const reply = await fresh.post(path, body);
      expect([body, reply.status, reply.body.error]).toEqual([
        body,
        403,
        'You must be enrolled in this league to submit assignments',
      ]);
    }
    expect((await pending.post(path, github)).status).toBe(403);
    expect((await newcomer.post(path, github)).status).toBe(403);
    const unknown = await luminary.post('assignments/nowhere/submit', github);
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Assignment not found']);
    const empty = await luminary.post(path);
    expect(empty.status).toBe(400);
  });

  test('another learner’s answers are refused in the agreed words', async () => {
    const { pioneer, luminary, grand } = demo.people;
    const refused = await luminary.get(`assignments/my-submissions?userId=${pioneer.id}`);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      "Insufficient permissions to view other users' submissions",
    ]);
    const seen = await grand.get(`assignments/my-submissions?userId=${pioneer.id}`);
    expect([seen.status, Array.isArray(seen.body.data), seen.body.data.length]).toEqual([200, true, 1]);
  });
});

describe('api.md 1.14 for staff', () => {
  test('CALL-69 lists and league answers have what the screens read, narrowed to the scope', async () => {
    const { chief, grand, pathfinder } = demo.people;
    const list = await chief.get('admin/assignments');
    expect(differences(list.body.data, { assignments: [STAFF_ROW], pagination: PAGINATION })).toEqual([]);
    const answers = await chief.get(`admin/assignments/league/${leagueIds.ML}`);
    expect(
      differences(answers.body.data, {
        title: 'string',
        league: { name: 'string' },
        submissions: [{ ...(ANSWER as object), user: { id: 'id', name: 'string', email: 'string' } }],
      }),
    ).toEqual([]);
    const finance = await chief.get(`admin/assignments/league/${leagueIds.Finance}`);
    expect(finance.body.data.submissions).toHaveLength(9);
    for (const { assignment } of finance.body.data.submissions) {
      expect(assignment.leagueId).toBe(leagueIds.Finance);
    }
    const all = await grand.get('admin/assignments/submissions');
    expect(differences(all.body.data, anyOf(ANSWER))).toEqual([]);
    const one = await grand.get(`admin/assignments/submissions?userId=${demo.people.pioneer.id}`);
    expect([one.status, one.body.data.length]).toEqual([200, 1]);
    for (const path of [
      'admin/assignments',
      `admin/assignments/league/${leagueIds.ML}`,
      'admin/assignments/submissions',
    ]) {
      expect([path, (await pathfinder.get(path)).status]).toEqual([path, 403]);
      expect([path, (await demo.people.pioneer.get(path)).status]).toEqual([path, 403]);
    }
    const foreign = await chief.get(`admin/assignments/league/${leagueIds.Quantum}`);
    expect([foreign.status, foreign.body.error]).toEqual([403, 'No access to this league']);
    const none = await grand.get(`admin/assignments/league/${leagueIds.Quantum}`);
    expect([none.status, none.body.error]).toEqual([404, 'Assignment not found for this league']);
  });

  test('CALL-70 CALL-74 create, edit with leagueId, delete; 20 creates at once make one; refusals in the exact words', async () => {
    const { grand, chief } = demo.people;
    const body = { title: 'Paper', description: 'Read it', leagueId: leagueIds.Quantum, dueDate: null };
    const made = await Promise.all(Array.from({ length: 20 }, () => grand.post('admin/assignments', body)));
    expect(made.filter((reply) => reply.status === 201)).toHaveLength(1);
    for (const reply of made.filter((one) => one.status !== 201)) {
      expect([reply.status, reply.body.error]).toEqual([409, 'Assignment already exists for this league']);
    }
    const row = made.find((reply) => reply.status === 201)?.body.data;
    expect(differences(row, STAFF_ROW)).toEqual([]);
    const edited = await grand.put(`admin/assignments/${row.id}`, {
      ...body,
      title: 'Paper 2',
      dueDate: '2027-01-31T18:30:00.000Z',
    });
    expect([edited.status, edited.body.data.title, edited.body.data.dueDate]).toEqual([
      200,
      'Paper 2',
      '2027-01-31T18:30:00.000Z',
    ]);
    const before = await digestCurriculum(demo.db);
    const other = { ...body, leagueId: leagueIds['Soft Skills'] };
    for (const [sent, status, words] of [
      [{ ...other, title: '' }, 400, 'title is required'],
      [{ ...other, description: null }, 400, 'description is required'],
      [{ ...other, leagueId: undefined }, 400, 'leagueId is required'],
      [{ ...other, leagueId: 'nowhere' }, 404, 'League not found'],
    ] as const) {
      const reply = await grand.post('admin/assignments', sent);
      expect([sent, reply.status, reply.body.error]).toEqual([sent, status, words]);
    }
    for (const [sent, words] of [
      [{ title: ' ' }, 'Title cannot be empty'],
      [{ description: '' }, 'Description cannot be empty'],
    ] as const) {
      const reply = await grand.put(`admin/assignments/${row.id}`, sent);
      expect([reply.status, reply.body.error]).toEqual([400, words]);
    }
    const taken = await grand.put(`admin/assignments/${row.id}`, { leagueId: leagueIds.ML });
    expect([taken.status, taken.body.error]).toEqual([409, 'Assignment already exists for this league']);
    const scope = await chief.post('admin/assignments', other);
    expect([scope.status, scope.body.error]).toEqual([403, 'No access to this league']);
    const moved = await chief.put(`admin/assignments/${mlAssignment}`, {
      leagueId: leagueIds['Soft Skills'],
    });
    expect([moved.status, moved.body.error]).toEqual([403, 'No access to this league']);
    const used = await grand.delete(`admin/assignments/${mlAssignment}`);
    expect([used.status, used.body.error]).toEqual([
      400,
      'Cannot delete assignment with existing submissions. This assignment has 11 submission(s).',
    ]);
    expect(await digestCurriculum(demo.db)).toBe(before);
    const gone = await grand.delete(`admin/assignments/${row.id}`);
    expect([gone.status, gone.body.success, typeof gone.body.message]).toEqual([200, true, 'string']);
    const again = await grand.delete(`admin/assignments/${row.id}`);
    expect([again.status, again.body.error]).toEqual([404, 'Assignment not found']);
  });

  test('Q15 review sets state and feedback; NEEDS_REVISION opens one more try that replaces the fields', async () => {
    const person = await addPerson(demo.db);
    const wire = demo.as(person.token);
    await wire.post('progress/enroll', { cohortId: 'default', leagueId: leagueIds.ML });
    const sent = await wire.post(`assignments/${mlAssignment}/submit`, { content: 'if (a < b && c > d) {}' });
    expect(sent.body.data.content).toBe('if (a < b && c > d) {}');
    const review = (body: unknown) =>
      demo.people.chief.put(`admin/assignments/submissions/${sent.body.data.id}/review`, body);
    const done = await review({ status: 'NEEDS_REVISION', feedback: 'Almost' });
    expect([done.status, done.body.data.status, done.body.data.feedback]).toEqual([
      200,
      'NEEDS_REVISION',
      'Almost',
    ]);
    expect((await review({ status: 'SUBMITTED' })).status).toBe(400);
    const again = await Promise.all(
      Array.from({ length: 5 }, () =>
        wire.post(`assignments/${mlAssignment}/submit`, { liveUrl: 'https://a.example.org' }),
      ),
    );
    expect(again.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409]);
    const [mine] = (await wire.get('assignments/my-submissions')).body.data;
    expect(mine).toMatchObject({
      id: sent.body.data.id,
      status: 'SUBMITTED',
      content: null,
      liveUrl: 'https://a.example.org',
      feedback: 'Almost',
    });
    const staff = await demo.people.chief.post(`admin/assignments/${mlAssignment}/submit`, github);
    expect(staff.status < 500).toBe(true);
  });
});
