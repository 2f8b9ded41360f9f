import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { isHttpUrl } from '#contract/text.ts';
import { inTransaction, queryRows } from '../platform/db/client.ts';
import { openTestApp } from '../test/open-app.ts';
import { DEMO_COHORTS, insertCurriculum } from './curriculum.ts';

const api = await openTestApp();

const allLeagues = DEMO_COHORTS.flatMap((cohort) => cohort.leagues);
const count = async (table: string) =>
  Number((await queryRows<{ n: string }>(api.db, sql.raw(`select count(*) as n from ${table}`)))[0]?.n);

describe('the demo curriculum', () => {
  test('names the leagues and sizes of the design', () => {
    expect(DEMO_COHORTS.map(({ name, isActive }) => [name, isActive])).toEqual([
      ['Cohort 1.5', true],
      ['Cohort 1.0', false],
      ['Workshops', true],
    ]);
    expect(DEMO_COHORTS[0]?.leagues.map((league) => league.name)).toEqual([
      'Finance',
      'Quantum',
      'ML',
      'Soft Skills',
      'Competitive Programming',
      'IoT',
      'ExMatrix',
    ]);
    expect(DEMO_COHORTS[1]?.leagues.map((league) => league.name)).toEqual([
      'ML League (1.0)',
      'Finance League (1.0)',
    ]);
    expect(DEMO_COHORTS[2]?.leagues.map(({ name, weeks }) => [name, weeks.length])).toEqual([
      ['Web Foundations', 10],
      ['Robotics', 0],
    ]);
    for (const league of allLeagues.filter(({ weeks }) => weeks.length > 0)) {
      const [weeks, sections, resources] = league.name === 'ML' ? [4, 3, 4] : [2, 2, 3];
      expect(league.weeks.length).toBeGreaterThanOrEqual(weeks);
      for (const week of league.weeks) {
        expect(week.sections.length).toBeGreaterThanOrEqual(sections);
        for (const section of week.sections) {
          expect(section.resources.length).toBeGreaterThanOrEqual(resources);
          for (const resource of section.resources) expect(isHttpUrl(resource.url)).toBe(true);
        }
      }
    }
    const types = allLeagues.flatMap((league) =>
      league.weeks.flatMap((week) => week.sections.flatMap((section) => section.resources)),
    );
    expect(new Set(types.map((resource) => resource.type)).size).toBe(4);
  });

  test('goes in once, with true counts, and a second run adds nothing', async () => {
    const first = await inTransaction(api.db, insertCurriculum);
    const sizes = await Promise.all(['cohorts', 'leagues', 'resources', 'specialization_leagues'].map(count));
    const second = await inTransaction(api.db, insertCurriculum);
    expect(
      await Promise.all(['cohorts', 'leagues', 'resources', 'specialization_leagues'].map(count)),
    ).toEqual(sizes);
    expect([...second]).toEqual([...first]);
    expect(first.size).toBe(11);
    expect(await count('badges')).toBe(11);
    expect(await count('specializations')).toBe(2);
    expect(await count('assignments where due_at > now()')).toBe(3);
    expect(await count('leagues where expires_at < now()')).toBe(2);
  });
});
