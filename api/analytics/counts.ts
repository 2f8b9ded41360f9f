import { type SQL, sql } from 'drizzle-orm';
import { ANALYTICS_ERRORS, type Counts, type CountsData, type CountsQuery } from '#contract/analytics.ts';
import type { ErrorDefinition } from '#contract/errors.ts';
import { toPercentage } from '#contract/shared.ts';
import { type Database, queryRows } from '../db/client.ts';
import { ApiError } from '../errors/api-error.ts';
import { isSeen, type VisibleLeagues } from './visible.ts';

/**
 * Totals and what a person has completed: over the leagues they are enrolled in, and in the league, week and section
 * that were named. Throws ANALYTICS_LEAGUE_NOT_FOUND, ANALYTICS_WEEK_NOT_FOUND, ANALYTICS_SECTION_NOT_FOUND, also for
 * what lies outside the visible leagues.
 */
export async function readCounts(
  db: Database,
  visible: VisibleLeagues,
  userId: string,
  { leagueId, weekId, sectionId }: CountsQuery,
): Promise<CountsData> {
  const inLeagues = (column: SQL) => isSeen(visible, column);
  const [global, league, week, section] = await Promise.all([
    count(
      db,
      userId,
      sql`w.league_id in (select league_id from enrollments where user_id = ${userId}) and ${inLeagues(sql`w.league_id`)}`,
    ),
    leagueId &&
      requireKnown(db, sql`leagues x where x.id = ${leagueId} and ${inLeagues(sql`x.id`)}`, 'LEAGUE').then(
        () => count(db, userId, sql`w.league_id = ${leagueId}`),
      ),
    weekId &&
      requireKnown(db, sql`weeks x where x.id = ${weekId} and ${inLeagues(sql`x.league_id`)}`, 'WEEK').then(
        () => count(db, userId, sql`w.id = ${weekId}`),
      ),
    sectionId &&
      requireKnown(
        db,
        sql`sections x join weeks y on y.id = x.week_id where x.id = ${sectionId} and ${inLeagues(sql`y.league_id`)}`,
        'SECTION',
      ).then(() => count(db, userId, sql`s.id = ${sectionId}`)),
  ]);
  return { global, league: league || null, week: week || null, section: section || null };
}

const MISSING: Record<'LEAGUE' | 'WEEK' | 'SECTION', ErrorDefinition> = {
  LEAGUE: ANALYTICS_ERRORS.ANALYTICS_LEAGUE_NOT_FOUND,
  WEEK: ANALYTICS_ERRORS.ANALYTICS_WEEK_NOT_FOUND,
  SECTION: ANALYTICS_ERRORS.ANALYTICS_SECTION_NOT_FOUND,
};

async function requireKnown(db: Database, from: SQL, kind: keyof typeof MISSING): Promise<void> {
  const [row] = await queryRows(db, sql`select 1 from ${from}`);
  if (!row) throw new ApiError(MISSING[kind]);
}

/** A section without resources is never complete, a week without sections neither (docs/api.md 4). */
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
