import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { copyLeague, getLeague, type LeagueDetail } from '#contract/leagues.ts';
import { queryRows } from '../../platform/db/client.ts';
import { assignments } from '../../platform/db/schema/curriculum.ts';
import { createId } from '../../platform/process/secrets.ts';
import { digestCurriculum } from '../../test/digest.ts';
import { idsOf, makeFilesBench } from '../../test/files-bench.ts';
import { addCohort, addLeague, addLearner } from '../../test/leagues.ts';
import { addPerson, addScope } from '../../test/people.ts';

const bench = makeFilesBench();

const copy = (id: string, body: unknown, key?: string) =>
  bench.api.call(copyLeague, {
    token: bench.grand.token,
    params: { id },
    body,
    headers: key ? { 'idempotency-key': key } : {},
  });

async function detailOf(id: string): Promise<LeagueDetail> {
  return (await bench.api.call(getLeague, { token: bench.grand.token, params: { id } })).body.data;
}

/** Everything an editor wrote, without ids. */
const textsOf = ({ weeks, assignment }: LeagueDetail) => ({
  task: assignment && [assignment.title, assignment.description],
  weeks: weeks.map(({ name, description, sections }) => ({
    name,
    description,
    sections: sections.map((section) => ({
      name: section.name,
      description: section.description,
      order: section.order,
      resources: section.resources.map(({ id: _, sectionId: __, ...resource }) => resource),
    })),
  })),
});

const allIds = ({ id, weeks, assignment }: LeagueDetail) => [
  id,
  ...(assignment ? [assignment.id] : []),
  ...weeks.flatMap((week) => [
    week.id,
    ...week.sections.flatMap((section) => [section.id, ...section.resources.map((one) => one.id)]),
  ]),
];

test('a copy has the content under new ids, also what today could not be typed, and nothing of people', async () => {
  const source = await addLeague(bench.api.db, { name: 'Last year' });
  const cohort = await addCohort(bench.api.db, { name: 'This year' });
  await bench.api.db.insert(assignments).values({
    id: createId(),
    leagueId: source.id,
    title: 'Task',
    description: 'Line\n\n# two',
    dueAt: new Date('2025-02-03T04:05:06Z'),
  });
  const [first = '', second = ''] = idsOf(source, 0);
  await bench.api.db.execute(
    sql`update resources set title = ${'<i>é</i> \u202E'}, url = 'http://[old', minutes = 7 where id = ${first}`,
  );
  await bench.api.db.execute(
    sql`update weeks set description = ${' padded\r\n'} where league_id = ${source.id}`,
  );
  const learner = await addLearner(bench.api.db, source);
  await bench.learn(learner, source, [first, second]);
  const pathfinder = await addPerson(bench.api.db, { role: 'PATHFINDER' });
  await addScope(bench.api.db, pathfinder.id, source.id);
  await bench.settle();
  const before = await bench.dump(source.id);

  const reply = await copy(source.id, { name: ' New year ', cohortId: cohort.id, description: 'Again' });
  expect([reply.status, reply.body.code]).toEqual([201, undefined]);
  expect(reply.body.data).toMatchObject({
    name: 'New year',
    description: 'Again',
    cohort: { id: cohort.id, name: 'This year' },
    expiresAt: null,
    weeksCount: 2,
    sectionsCount: 4,
    resourcesCount: 8,
    _count: { weeks: 2, enrollments: 0, badges: 0, specializations: 0 },
  });
  const [old, fresh] = [await detailOf(source.id), await detailOf(reply.body.data.id)];
  expect(textsOf(fresh)).toEqual(textsOf(old));
  expect(fresh.assignment?.dueDate).toBeNull();
  expect(allIds(fresh).filter((id) => allIds(old).includes(id))).toEqual([]);
  expect(await bench.dump(source.id)).toEqual(before);
  expect(await bench.drift()).toBe(0);
  const scopes = sql`select 1 from pathfinder_scopes where league_id = ${fresh.id}`;
  expect(await queryRows(bench.api.db, scopes)).toEqual([]);
});

test('a copy is made whole and once: a refused one leaves nothing, a repeated one is answered again', async () => {
  const source = await addLeague(bench.api.db, { name: 'Whole' });
  const cohort = await addCohort(bench.api.db, { name: 'Next' });
  const before = await digestCurriculum(bench.api.db);
  for (const [id, body, code] of [
    [source.id, { name: 'Whole', cohortId: cohort.id }, 'LEAGUE_NAME_TAKEN'],
    [source.id, { name: 'Other', cohortId: 'none' }, 'COHORT_NOT_FOUND'],
    ['none', { name: 'Other', cohortId: cohort.id }, 'LEAGUE_NOT_FOUND'],
  ] as const) {
    expect((await copy(id, body)).body.code).toBe(code);
  }
  expect(await digestCurriculum(bench.api.db)).toEqual(before);

  const key = crypto.randomUUID();
  const body = { name: 'Whole again', cohortId: cohort.id };
  const [one, two] = await Promise.all([copy(source.id, body, key), copy(source.id, body, key)]);
  expect([one.status, two.status]).toEqual([201, 201]);
  expect(two.body.data).toEqual(one.body.data);
});
