import { describe, expect, test } from 'bun:test';
import { addPerson } from '../test/people.ts';
import { anyOf, expectRefusals, expectShape, openDemo, PAGINATION, type Shape } from './wire.ts';

const demo = await openDemo();
const ml = demo.idOf('ML');
const mlAssignment = (await demo.people.grand.get(`assignments/league/${ml}`)).body.data.id;

const NAMED: Shape = { id: 'id', name: 'string' };
const ANSWER = {
  id: 'id',
  status: 'string',
  submittedAt: 'moment',
  githubUrl: 'string?',
  liveUrl: 'string?',
  fileUrl: 'string?',
  content: 'string?',
  feedback: 'string?',
};
const TASK = { id: 'id', title: 'string', description: 'string', dueDate: 'moment?', league: NAMED };
const STAFF_ROW = { ...TASK, createdAt: 'moment', _count: { submissions: 'int' } };
const github = { githubUrl: 'https://github.com/example/work' };
const NONE = 'Assignment not found for this league';

describe('api.md 1.14 for learners', () => {
  test('CALL-35 ASSIGN-17 the assignment of a league holds no answers; without one it is 404', async () => {
    const { pioneer, pending } = demo.people;
    for (const name of ['pioneer', 'fresh', 'chief'] as const) {
      const data = await expectShape(demo.people[name], `GET assignments/league/${ml}`, TASK);
      expect(Object.keys(data).sort()).toEqual(
        [...Object.keys(TASK), 'createdAt', 'leagueId', 'updatedAt'].sort(),
      );
    }
    expect((await pending.get(`assignments/league/${ml}`)).status).toBe(403);
    const without = `GET assignments/league/${demo.idOf('Quantum')}`;
    await expectRefusals(demo, [
      [pioneer, without, undefined, 404, NONE],
      [pioneer, 'GET assignments/league/nowhere', undefined, 404, 'League not found'],
    ]);
  });

  test('CALL-72 CALL-73 submit once, see it in the bare list, again is 409; others’ answers are refused', async () => {
    const { pioneer, luminary, grand } = demo.people;
    expect((await pioneer.get('assignments/my-submissions')).body.data).toEqual([]);
    const body = { ...github, content: '', liveUrl: null, fileUrl: '' };
    await expectShape(pioneer, `POST assignments/${mlAssignment}/submit`, ANSWER, body);
    const assignment = { leagueId: 'id', id: 'id', title: 'string', league: NAMED };
    const list = await expectShape(pioneer, 'GET assignments/my-submissions', [{ ...ANSWER, assignment }]);
    const stored = { status: 'SUBMITTED', ...github, content: null, liveUrl: null, fileUrl: null };
    expect(list).toMatchObject([stored]);
    const theirs = `GET assignments/my-submissions?userId=${pioneer.id}`;
    const others = "Insufficient permissions to view other users' submissions";
    await expectRefusals(demo, [
      [
        pioneer,
        `POST assignments/${mlAssignment}/submit`,
        body,
        409,
        'You have already submitted this assignment',
      ],
      [luminary, theirs, undefined, 403, others],
    ]);
    expect(await expectShape(grand, theirs, [ANSWER])).toHaveLength(1);
  });

  test('exactly one of the four, links must parse, and rights are judged before a word about the body', async () => {
    const { fresh, luminary, pending, newcomer } = demo.people;
    const path = `assignments/${mlAssignment}/submit`;
    for (const body of [
      undefined,
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
    const WORDS = 'You must be enrolled in this league to submit assignments';
    await expectRefusals(demo, [
      [fresh, `POST ${path}`, github, 403, WORDS],
      [fresh, `POST ${path}`, {}, 403, WORDS],
      [fresh, `POST ${path}`, { githubUrl: 7 }, 403, WORDS],
      [luminary, 'POST assignments/nowhere/submit', github, 404, 'Assignment not found'],
    ]);
    expect((await pending.post(path, github)).status).toBe(403);
    expect((await newcomer.post(path, github)).status).toBe(403);
  });
});

describe('api.md 1.14 for staff', () => {
  test('CALL-69 lists and league answers have what the screens read, narrowed to the scope', async () => {
    const { chief, grand, pathfinder, pioneer } = demo.people;
    const [finance, quantum] = [demo.idOf('Finance'), demo.idOf('Quantum')];
    const rows = { assignments: [STAFF_ROW], pagination: PAGINATION };
    await expectShape(chief, 'GET admin/assignments', rows);
    const user = { id: 'id', name: 'string', email: 'string' };
    const shape = { title: 'string', league: { name: 'string' }, submissions: [{ ...ANSWER, user }] };
    await expectShape(chief, `GET admin/assignments/league/${ml}`, shape);
    const { submissions } = await expectShape(chief, `GET admin/assignments/league/${finance}`, shape);
    expect(submissions).toHaveLength(9);
    for (const { assignment } of submissions) expect(assignment.leagueId).toBe(finance);
    await expectShape(grand, 'GET admin/assignments/submissions', anyOf(ANSWER));
    const own = await expectShape(grand, `GET admin/assignments/submissions?userId=${pioneer.id}`, [ANSWER]);
    expect(own).toHaveLength(1);
    for (const path of [
      'admin/assignments',
      `admin/assignments/league/${ml}`,
      'admin/assignments/submissions',
    ])
      for (const person of [pathfinder, pioneer])
        expect([path, (await person.get(path)).status]).toEqual([path, 403]);
    await expectRefusals(demo, [
      [chief, `GET admin/assignments/league/${quantum}`, undefined, 403, 'No access to this league'],
      [grand, `GET admin/assignments/league/${quantum}`, undefined, 404, NONE],
    ]);
  });

  test('ROLE-03 CALL-70 CALL-74 create, edit with leagueId, delete; refusals in the exact words', async () => {
    const { grand, chief } = demo.people;
    const [create, softSkills] = ['POST admin/assignments', demo.idOf('Soft Skills')];
    const body = { title: 'Paper', description: 'Read it', leagueId: demo.idOf('Quantum'), dueDate: null };
    const { id } = await expectShape(grand, create, STAFF_ROW, body, 201);
    const change = { ...body, title: 'Paper 2', dueDate: '2027-01-31T18:30:00.000Z' };
    const edited = await expectShape(grand, `PUT admin/assignments/${id}`, STAFF_ROW, change);
    expect(edited).toMatchObject({ title: change.title, dueDate: change.dueDate });
    const other = { ...body, leagueId: softSkills };
    const [one, used] = [`admin/assignments/${id}`, `admin/assignments/${mlAssignment}`];
    const TAKEN = 'Assignment already exists for this league';
    const ANSWERED =
      'Cannot delete assignment with existing submissions. This assignment has 11 submission(s).';
    await expectRefusals(demo, [
      [grand, create, body, 409, TAKEN],
      [grand, create, {}, 400, 'title is required, description is required, leagueId is required'],
      ...['', ' \u0000 ', 7].map(
        (title) => [grand, create, { ...other, title }, 400, 'title is required'] as const,
      ),
      [grand, create, { ...other, title: 'x'.repeat(201) }, 400, 'Title must be 200 characters or less'],
      [grand, create, { ...other, description: null }, 400, 'description is required'],
      [grand, create, { ...other, leagueId: undefined }, 400, 'leagueId is required'],
      [grand, create, { ...other, leagueId: 'nowhere' }, 404, 'League not found'],
      [grand, `PUT ${one}`, { title: ' ' }, 400, 'Title cannot be empty'],
      [grand, `PUT ${one}`, { title: null }, 400, 'Title cannot be empty'],
      [grand, `PUT ${one}`, { description: '' }, 400, 'Description cannot be empty'],
      [grand, `PUT ${one}`, { leagueId: ml }, 409, TAKEN],
      [chief, create, other, 403, 'No access to this league'],
      [chief, `PUT ${used}`, { leagueId: softSkills }, 403, 'No access to this league'],
      [grand, `DELETE ${used}`, undefined, 400, ANSWERED],
    ]);
    const gone = await grand.delete(one);
    expect([gone.status, gone.body.success, typeof gone.body.message]).toEqual([200, true, 'string']);
    await expectRefusals(demo, [[grand, `DELETE ${one}`, undefined, 404, 'Assignment not found']]);
  });

  test('Q15 review sets state and feedback; NEEDS_REVISION opens one more try that replaces the fields', async () => {
    const wire = demo.as((await addPerson(demo.db)).token);
    await wire.post('progress/enroll', { cohortId: 'default', leagueId: ml });
    const submit = `POST assignments/${mlAssignment}/submit`;
    const content = 'if (a < b && c > d) {}';
    const sent = await expectShape(wire, submit, ANSWER, { content });
    expect(sent.content).toBe(content);
    const review = `PUT admin/assignments/submissions/${sent.id}/review`;
    const judged = { status: 'NEEDS_REVISION', feedback: 'Almost' };
    expect(await expectShape(demo.people.chief, review, ANSWER, judged)).toMatchObject(judged);
    expect((await demo.people.chief.send(review, { status: 'SUBMITTED' })).status).toBe(400);
    const liveUrl = 'https://a.example.org';
    await expectShape(wire, submit, ANSWER, { liveUrl });
    expect((await wire.send(submit, { liveUrl })).status).toBe(409);
    const replaced = { id: sent.id, status: 'SUBMITTED', content: null, liveUrl, feedback: 'Almost' };
    expect((await wire.get('assignments/my-submissions')).body.data).toMatchObject([replaced]);
    expect((await demo.people.chief.send(submit, github)).status).toBeLessThan(500);
  });
});
