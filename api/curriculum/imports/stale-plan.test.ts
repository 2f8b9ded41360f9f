import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { IMPORT_CALLS } from '#contract/imports.ts';
import { queryRows } from '../../platform/db/client.ts';
import { addCohort, addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });

/** Checks a file, lets something happen, and imports what was shown. */
async function bringAfter(kind: 'users' | 'sections', csv: string, happening: () => Promise<unknown>) {
  const send = (body: object) => api.call(IMPORT_CALLS[kind], { token: grand.token, body: { csv, ...body } });
  const { plan } = (await send({})).body.data;
  expect(plan.counts.refused).toBe(0);
  await happening();
  return send({ dryRun: false, fingerprint: plan.fingerprint });
}

test('nobody is enrolled in a cohort that began after the file was checked', async () => {
  const { cohortId } = await addLeague(api.db, { name: 'Chess' });
  const csv = 'E-mail,Name,Leagues,Status\nearly@where.test,Early,Chess,ACTIVE';
  const { status, body } = await bringAfter('users', csv, () => addCohort(api.db));
  expect([status, body.code]).toEqual([409, 'IMPORT_PLAN_CHANGED']);
  const enrolled = await queryRows(api.db, sql`select 1 from enrollments where cohort_id <> ${cohortId}`);
  expect(enrolled).toHaveLength(0);
});

test('nothing is put into a module that took the name of another after the file was checked', async () => {
  const league = await addLeague(api.db, { name: 'Draughts' });
  const csv = 'League,Module,Order,Name\nDraughts,Week 1,9,New topic';
  const { status, body } = await bringAfter('sections', csv, async () => {
    const rename = (index: number, name: string) =>
      api.db.execute(sql`update weeks set name = ${name} where id = ${league.weeks[index]?.id ?? ''}`);
    await rename(0, 'Other');
    await rename(1, 'Week 1');
  });
  expect([status, body.code]).toEqual([409, 'IMPORT_PLAN_CHANGED']);
  expect(await queryRows(api.db, sql`select 1 from sections where name = 'New topic'`)).toHaveLength(0);
});
