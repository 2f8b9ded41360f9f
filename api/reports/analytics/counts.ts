import { type SQL, sql } from 'drizzle-orm';
import type { ErrorDefinition } from '#contract/errors.ts';
import { ANALYTICS_ERRORS, type Counts, type CountsData, type CountsQuery } from '#contract/reports.ts';
import { toPercentage } from '#contract/shared.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { isVisibleLeague, type VisibleLeagues } from './visible.ts';

/**
 * Throws ANALYTICS_LEAGUE_NOT_FOUND, ANALYTICS_WEEK_NOT_FOUND or ANALYTICS_SECTION_NOT_FOUND, also for ids outside the
 * visible leagues.
 */
export async function readCounts(
  db: Database,
  visible: VisibleLeagues,
  userId: string,
  { leagueId, weekId, sectionId }: CountsQuery,
): Promise<CountsData> {
  const inLeagues = (column: SQL) => isVisibleLeague(visible, column);
  await requireKnown(db, [
    { kind: 'LEAGUE', id: leagueId, from: sql`leagues x where ${inLeagues(sql`x.id`)}` },
    { kind: 'WEEK', id: weekId, from: sql`weeks x where ${inLeagues(sql`x.league_id`)}` },
    {
      kind: 'SECTION',
      id: sectionId,
      from: sql`sections x join weeks y on y.id = x.week_id where ${inLeagues(sql`y.league_id`)}`,
    },
  ]);
  const [global, league, week, section] = await Promise.all([
    count(
      db,
      userId,
      sql`w.league_id in (select league_id from enrollments where user_id = ${userId}) and ${inLeagues(sql`w.league_id`)}`,
    ),
    leagueId && count(db, userId, sql`w.league_id = ${leagueId}`),
    weekId && count(db, userId, sql`w.id = ${weekId}`),
    sectionId && count(db, userId, sql`s.id = ${sectionId}`),
  ]);
  return { global, league: league || null, week: week || null, section: section || null };
}

const MISSING: Record<'LEAGUE' | 'WEEK' | 'SECTION', ErrorDefinition> = {
  LEAGUE: ANALYTICS_ERRORS.ANALYTICS_LEAGUE_NOT_FOUND,
  WEEK: ANALYTICS_ERRORS.ANALYTICS_WEEK_NOT_FOUND,
  SECTION: ANALYTICS_ERRORS.ANALYTICS_SECTION_NOT_FOUND,
};

// Checks all ids in one statement before counting, so that the first missing one decides the error.
async function requireKnown(
  db: Database,
  named: readonly { kind: keyof typeof MISSING; id: string | undefined; from: SQL }[],
): Promise<void> {
  const asked = named.filter(({ id }) => id);
  if (asked.length === 0) return;
  const found = asked.map(({ kind, id, from }) => sql`select ${kind} as kind from ${from} and x.id = ${id}`);
  const rows = await queryRows<{ kind: string }>(db, sql.join(found, sql` union all `));
  const missing = asked.find(({ kind }) => !rows.some((row) => row.kind === kind));
  if (missing) throw new ApiError(MISSING[missing.kind]);
}

// An empty section or week is never complete (docs/api.md 4).
async function count(db: Database, userId: string, where: SQL): Promise<Counts> {
  const [row] = await queryRows<Record<string, number | string>>(
    db,
    sql`
      with one_section as (
        select w.id as week_id, s.id as section_id, coalesce(s.resources_count, 0) as resources,
          least(coalesce(p.completed_resources, 0), s.resources_count) as done
        from weeks w
        left join sections s on s.week_id = w.id
        left join section_progress p on p.section_id = s.id and p.user_id = ${userId}
        where ${where}
      ), one_week as (
        select week_id, count(section_id) as sections,
          count(*) filter (where resources > 0 and done = resources) as sections_done,
          sum(resources) as resources, coalesce(sum(done), 0) as resources_done
        from one_section group by week_id
      )
      select count(*) as weeks, count(*) filter (where sections > 0 and sections_done = sections) as weeks_done,
        coalesce(sum(sections), 0) as sections, coalesce(sum(sections_done), 0) as sections_done,
        coalesce(sum(resources), 0) as resources, coalesce(sum(resources_done), 0) as resources_done
      from one_week`,
  );
  const figure = (name: string) => Number(row?.[name] ?? 0);
  const totals = {
    weeks: figure('weeks'),
    sections: figure('sections'),
    resources: figure('resources'),
  };
  const completed = {
    weeks: figure('weeks_done'),
    sections: figure('sections_done'),
    resources: figure('resources_done'),
  };
  return {
    totals,
    completed,
    completionPercentages: {
      weeks: toPercentage(completed.weeks, totals.weeks),
      sections: toPercentage(completed.sections, totals.sections),
      resources: toPercentage(completed.resources, totals.resources),
    },
  };
}
