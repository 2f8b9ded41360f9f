import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { IMPORT_CALLS } from '#contract/imports.ts';
import { createWeek } from '#contract/weeks.ts';
import { queryRows } from '../../platform/db/client.ts';
import { addCohort, addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const addWeek = (leagueId: string, name: string, order?: number) =>
  api.call(createWeek, { token: grand.token, body: { leagueId, name, order } });

/** Checks a file, lets something happen, and imports what was shown: the refusal and the plan of now. */
async function refusalAfter(kind: keyof typeof IMPORT_CALLS, csv: string, happening: () => Promise<unknown>) {
  const send = (body: object) => api.call(IMPORT_CALLS[kind], { token: grand.token, body: { csv, ...body } });
  const { plan } = (await send({})).body.data;
  expect(plan.counts.refused).toBe(0);
  await happening();
  const { status, body } = await send({ dryRun: false, fingerprint: plan.fingerprint });
  expect([status, body.code]).toEqual([409, 'IMPORT_PLAN_CHANGED']);
  return body.data;
}

test('P41 a module that somebody adds in between is not overwritten', async () => {
  const { id } = await addLeague(api.db, { name: 'Go', weeks: 0 });
  const csv = 'League,Order,Name\nGo,20,From the file';
  const { rows } = await refusalAfter('weeks', csv, () => addWeek(id, 'By hand', 20));
  expect(rows[0]).toMatchObject({
    outcome: 'update',
    changes: [{ field: 'Name', from: 'By hand', to: 'From the file' }],
  });
  const names = await queryRows(api.db, sql`select name from weeks where league_id = ${id}`);
  expect(names).toEqual([{ name: 'By hand' }]);
});

test('P41 a module that somebody adds meanwhile under the name of a new one is not made twice', async () => {
  const { id } = await addLeague(api.db, { name: 'Mill', weeks: 0 });
  const csv = 'League,Module,Topic,Title,URL\nMill,Basics,Roots,One,https://example.org/1';
  const { parents, fingerprint } = await refusalAfter('resources', csv, () => addWeek(id, 'basics'));
  expect(parents).toEqual({ weeks: 0, sections: 1 });
  const body = { csv, dryRun: false, fingerprint };
  expect((await api.call(IMPORT_CALLS.resources, { token: grand.token, body })).status).toBe(200);
  const topics = sql`
    select w.name as module, s.name as topic from weeks w join sections s on s.week_id = w.id
    where w.league_id = ${id}`;
  expect(await queryRows(api.db, topics)).toEqual([{ module: 'basics', topic: 'Roots' }]);
});

test('nobody is enrolled in a cohort that began after the file was checked', async () => {
  const { cohortId } = await addLeague(api.db, { name: 'Chess' });
  const csv = 'E-mail,Name,Leagues,Status\nearly@where.test,Early,Chess,ACTIVE';
  await refusalAfter('users', csv, () => addCohort(api.db));
  const enrolled = await queryRows(api.db, sql`select 1 from enrollments where cohort_id <> ${cohortId}`);
  expect(enrolled).toHaveLength(0);
});

test('nothing is put into a module that took the name of another after the file was checked', async () => {
  const league = await addLeague(api.db, { name: 'Draughts' });
  const csv = 'League,Module,Order,Name\nDraughts,Week 1,9,New topic';
  await refusalAfter('sections', csv, async () => {
    const rename = (index: number, name: string) =>
      api.db.execute(sql`update weeks set name = ${name} where id = ${league.weeks[index]?.id ?? ''}`);
    await rename(0, 'Other');
    await rename(1, 'Week 1');
  });
  expect(await queryRows(api.db, sql`select 1 from sections where name = 'New topic'`)).toHaveLength(0);
});
