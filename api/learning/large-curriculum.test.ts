import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { getDashboard, getLeagueProgress } from '#contract/learning.ts';
import type { Database } from '../platform/db/client.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';
import { mostRowsRead } from '../test/rows-read.ts';
import { explainStatement, readStatements } from '../test/statements.ts';

const RESOURCES = 10;
/** Weeks, and sections of each. */
const LARGE = [40, 10] as const;
const USUAL = [4, 4] as const;
const LEAGUES = [LARGE, USUAL, USUAL, USUAL];
const OWN_LEAGUE = 'league-2';
const OWN_RESOURCES = USUAL[0] * USUAL[1] * RESOURCES;

/** One league as large as one may get, and three usual ones. The resources of a section lie apart, as they do where they come one by one. */
async function addCurriculum(db: Database): Promise<void> {
  await db.execute(sql`insert into cohorts (id, name) values ('cohort', 'Cohort')`);
  for (const [index, [weeks, sections]] of LEAGUES.entries()) {
    const l = index + 1;
    await db.execute(sql`
      insert into leagues (id, cohort_id, name, weeks_count, sections_count, resources_count)
      values (${`league-${l}`}, 'cohort', ${`League ${l}`}, ${weeks}, ${weeks * sections}, ${weeks * sections * RESOURCES})`);
    await db.execute(sql`
      insert into weeks (id, league_id, name, "order")
      select concat_ws('-', 'week', ${l}::int, w), ${`league-${l}`}, 'Week ' || w, w
      from generate_series(1, ${weeks}::int) w`);
    await db.execute(sql`
      insert into sections (id, week_id, name, "order", resources_count)
      select concat_ws('-', 'section', ${l}::int, w, s), concat_ws('-', 'week', ${l}::int, w), 'Section ' || s, s, ${RESOURCES}::int
      from generate_series(1, ${weeks}::int) w, generate_series(1, ${sections}::int) s`);
    await db.execute(sql`
      insert into resources (id, section_id, title, url, type, "order")
      select concat_ws('-', 'resource', ${l}::int, w, s, r), concat_ws('-', 'section', ${l}::int, w, s), 'Resource ' || r,
        'https://learning.example/' || repeat('long-', 20) || r, 'ARTICLE', r
      from generate_series(1, ${weeks}::int) w, generate_series(1, ${sections}::int) s, generate_series(1, ${RESOURCES}::int) r
      order by r, s, w`);
  }
}

/** The first week of each of the three leagues is done, but for the last half of its last section. */
async function addDeeds(db: Database, userId: string): Promise<void> {
  await db.execute(sql`
    insert into enrollments (id, user_id, cohort_id, league_id)
    select 'enrollment-' || l, ${userId}, 'cohort', 'league-' || l from generate_series(2, 4) l`);
  await db.execute(sql`
    insert into resource_progress (id, user_id, resource_id, completed_at)
    select 'record-' || r.id, ${userId}, r.id, now() from resources r join sections s on s.id = r.section_id
    where s.week_id in ('week-2-1', 'week-3-1', 'week-4-1') and (s."order" < ${USUAL[1]} or r."order" <= ${RESOURCES / 2})`);
  await db.execute(sql`
    insert into section_progress (user_id, section_id, completed_resources)
    select ${userId}, r.section_id, count(*) from resource_progress rp join resources r on r.id = rp.resource_id
    group by r.section_id`);
}

const api = await openTestApp({}, addCurriculum);
const learner = await addPerson(api.db);
await addDeeds(api.db, learner.id);
await api.owner.execute(sql`vacuum analyze`);

describe('pages of a learner beside a league as large as one may get', () => {
  const openLeague = async () => {
    const { status, body } = await api.call(getLeagueProgress, {
      token: learner.token,
      params: { leagueId: OWN_LEAGUE },
    });
    expect([status, body.data.progress.totalResources]).toEqual([200, OWN_RESOURCES]);
    expect(body.data.progress.completedResources).toBe(USUAL[1] * RESOURCES - RESOURCES / 2);
  };

  test('the league page reads the ids of its own resources alone, out of their index', async () => {
    await openLeague();
    await api.db.execute(sql`update users set name = 'Renamed' where id = ${learner.id}`);
    const sent = await readStatements(api.db, openLeague);
    const reads = sent.filter(({ text }) => text.startsWith('select'));
    const steps = await Promise.all(reads.map((statement) => explainStatement(api.db, statement)));
    const ofResources = steps.flat().filter((step) => step['Relation Name'] === 'resources');
    expect(
      ofResources.map((step) => [step['Node Type'], step['Actual Rows'] * step['Actual Loops']]),
    ).toEqual([['Index Only Scan', OWN_RESOURCES]]);
  });

  test('the dashboard looks for the next resource no further than that one', async () => {
    const openDashboard = async () => {
      const { status, body } = await api.call(getDashboard, { token: learner.token });
      expect(status).toBe(200);
      expect(
        body.data.nextUp.resources.map(({ resource }: { resource: { id: string } }) => resource.id).sort(),
      ).toEqual(['resource-2-1-4-6', 'resource-3-1-4-6', 'resource-4-1-4-6']);
    };
    const reads = await mostRowsRead(api.db, 'resources', openDashboard);
    expect([reads > 0, reads <= 3 * (RESOURCES / 2 + 1)]).toEqual([true, true]);
  });
});
