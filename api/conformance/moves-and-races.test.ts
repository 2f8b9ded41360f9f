import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cohorts, leagues } from '../platform/db/schema/curriculum.ts';
import { anyOf, type Demo, differences, openDemo } from './wire.ts';

let demo: Demo;
let leagueIds: Record<string, string>;
let cohortIds: Record<string, string>;
beforeAll(async () => {
  demo = await openDemo();
  leagueIds = Object.fromEntries((await demo.db.select().from(leagues)).map(({ id, name }) => [name, id]));
  cohortIds = Object.fromEntries((await demo.db.select().from(cohorts)).map(({ id, name }) => [name, id]));
});
afterAll(() => demo.close());

test('SEC P41 each create sent 20 times at once makes one row and no 500', async () => {
  const { grand } = demo.people;
  const cohortId = cohortIds['Cohort 1.5'];
  for (const [path, body] of [
    ['cohorts', { name: 'Race cohort' }],
    ['leagues', { name: 'Race league', cohortId }],
    ['specializations', { name: 'Race', cohortId, leagues: [{ leagueId: leagueIds.ML, order: 1 }] }],
  ] as const) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => grand.post(path, body)));
    const statuses = replies.map((reply) => reply.status);
    expect([path, statuses.filter((status) => status === 201).length]).toEqual([path, 1]);
    expect([path, statuses.filter((status) => status === 409).length]).toEqual([path, 19]);
  }
});

test('a move into a league out of scope is 403 with its name before a word about the rest of the body', async () => {
  const { chief, grand } = demo.people;
  const [mine] = (await chief.get(`resources?leagueId=${leagueIds.ML}`)).body.data.resources;
  const [foreign] = (await grand.get(`resources?leagueId=${leagueIds.Quantum}`)).body.data.resources;
  const { data } = (await chief.get(`assignments/league/${leagueIds.ML}`)).body;
  for (const [path, body] of [
    [`weeks/${mine.section.weekId}`, { name: '', leagueId: leagueIds.Quantum }],
    [`sections/${mine.sectionId}`, { name: '', weekId: foreign.section.weekId }],
    [`resources/${mine.id}`, { title: '', sectionId: foreign.sectionId }],
    [`admin/assignments/${data.id}`, { title: '', leagueId: leagueIds.Quantum }],
  ] as const) {
    const reply = await chief.put(path, body);
    expect([path, reply.status, reply.body.error]).toEqual([path, 403, 'No access to this league']);
    expect(reply.body).toMatchObject({ leagueId: leagueIds.Quantum, leagueName: 'Quantum' });
  }
});

test('the learner reads of the three areas answer any signed-in caller with own progress only', async () => {
  const { pioneer } = demo.people;
  const league = (await pioneer.get(`leagues/${leagueIds.ML}`)).body.data;
  const [week] = league.weeks;
  const [section] = week.sections;
  const [one] = section.resources;
  for (const path of [
    `weeks/${week.id}`,
    `weeks/league/${leagueIds.ML}`,
    `weeks/${week.id}/sections`,
    `sections/${section.id}`,
    `sections/${section.id}/resources`,
    `resources/${one.id}`,
  ]) {
    const reply = await pioneer.get(path);
    expect([path, reply.status, reply.body.success]).toEqual([path, 200, true]);
    expect((await demo.anyone.get(path)).status).toBe(401);
  }
  const rows = (await pioneer.get(`sections/${section.id}/resources`)).body.data.resources;
  expect(differences(rows, anyOf({ id: 'id', progress: { isCompleted: 'boolean' } }))).toEqual([]);
});
