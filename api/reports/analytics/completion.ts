import { type SQL, sql } from 'drizzle-orm';
import {
  ANALYTICS_ERRORS,
  type CompletionReport,
  type ReportQuery,
  STOPPED_DAYS,
} from '#contract/reports.ts';
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { alphabetical } from '../../platform/db/paging.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { isVisibleLeague, requireAnalytics, type VisibleLeagues } from './visible.ts';

type Figures<Name extends string> = Record<Name, number | string>;

/** Throws PERMISSION_MISSING, LEAGUE_OUT_OF_SCOPE or ANALYTICS_LEAGUE_NOT_FOUND. */
export async function readCompletionReport(
  db: Database,
  actor: Actor,
  { leagueId }: Pick<ReportQuery, 'leagueId'>,
): Promise<CompletionReport> {
  const visible = await requireAnalytics(db, actor);
  if (leagueId) await requireScope(db, actor, leagueId, 'canViewAnalytics');
  const [leagues, league] = await Promise.all([
    readLeagueCompletion(db, visible),
    leagueId ? readLeagueSteps(db, leagueId) : null,
  ]);
  return { leagues, league };
}

interface SectionRow extends Figures<'started' | 'finished' | 'stopped'> {
  weekId: string;
  weekName: string;
  weekStarted: number | string;
  weekFinished: number | string;
  id: string | null;
  name: string | null;
}

async function readLeagueSteps(
  db: Database,
  leagueId: string,
): Promise<NonNullable<CompletionReport['league']>> {
  const learners = sql`select distinct user_id from enrollments where league_id = ${leagueId}`;
  const [league] = await queryRows<{ id: string; name: string; enrolled: number | string }>(
    db,
    sql`select id, name, (select count(*) from (${learners}) learner) as enrolled
      from leagues where id = ${leagueId}`,
  );
  if (!league) throw new ApiError(ANALYTICS_ERRORS.ANALYTICS_LEAGUE_NOT_FOUND);
  const rows = await queryRows<SectionRow>(
    db,
    sql`with step as materialized (
        select s.id, s.week_id, s.resources_count,
          row_number() over (order by w."order", w.id, s."order", s.id) as position
        from weeks w join sections s on s.week_id = w.id where w.league_id = ${leagueId}
      ), learner as materialized (
        ${learners}
      ), done as materialized (
        select step.id, step.week_id, step.position, p.user_id,
          step.resources_count > 0 and p.completed_resources >= step.resources_count as finished
        from step
        join section_progress p on p.section_id = step.id and p.completed_resources > 0
        join learner on learner.user_id = p.user_id
      ), by_section as (
        select id, count(*) as started, count(*) filter (where finished) as finished from done group by id
      ), sized as (
        select week_id, count(*) as sections from step group by week_id
      ), by_week as (
        select week_id, count(*) as started, count(*) filter (where finished) as finished
        from (
          select done.week_id, done.user_id, count(*) filter (where done.finished) = sized.sections as finished
          from done join sized on sized.week_id = done.week_id
          group by done.week_id, done.user_id, sized.sections
        ) one group by week_id
      ), furthest as (
        select user_id, max(position) as position from done group by user_id
      ), stopped as (
        select furthest.position, count(*) as stopped
        from furthest
        join leagues l on l.id = ${leagueId}
        where coalesce((
            select p.completed_resources from league_progress p
            where p.user_id = furthest.user_id and p.league_id = ${leagueId}), 0) < l.resources_count
          and (
            select true from progress_events e
            where e.user_id = furthest.user_id and e.league_id = ${leagueId}
              and e.occurred_at > now() - ${STOPPED_DAYS} * interval '1 day' limit 1) is null
        group by furthest.position
      )
      select w.id as "weekId", w.name as "weekName", coalesce(by_week.started, 0) as "weekStarted",
        coalesce(by_week.finished, 0) as "weekFinished", s.id, s.name,
        coalesce(by_section.started, 0) as started, coalesce(by_section.finished, 0) as finished,
        coalesce(stopped.stopped, 0) as stopped
      from weeks w
      left join by_week on by_week.week_id = w.id
      left join step on step.week_id = w.id
      left join sections s on s.id = step.id
      left join by_section on by_section.id = step.id
      left join stopped on stopped.position = step.position
      where w.league_id = ${leagueId}
      order by w."order", w.id, step.position`,
  );
  const weeks = new Map<string, NonNullable<CompletionReport['league']>['weeks'][number]>();
  for (const row of rows) {
    const week = weeks.get(row.weekId) ?? {
      id: row.weekId,
      name: row.weekName,
      started: Number(row.weekStarted),
      finished: Number(row.weekFinished),
      sections: [],
    };
    weeks.set(row.weekId, week);
    if (row.id === null) continue;
    week.sections.push({
      id: row.id,
      name: row.name ?? '',
      started: Number(row.started),
      finished: Number(row.finished),
      stopped: Number(row.stopped),
    });
  }
  return {
    id: league.id,
    name: league.name,
    enrolled: Number(league.enrolled),
    weeks: [...weeks.values()],
  };
}

/** Groups learners by league and completed resources; enrollment through two cohorts counts once. */
export function learnersByProgress(visible: VisibleLeagues): SQL {
  return sql`select e.league_id, coalesce(p.completed_resources, 0) as done, count(*) as learners
    from (select distinct league_id, user_id from enrollments where ${isVisibleLeague(visible, sql`league_id`)}) e
    left join league_progress p on p.league_id = e.league_id and p.user_id = e.user_id
    group by 1, 2`;
}

function readLeagueCompletion(db: Database, visible: VisibleLeagues): Promise<CompletionReport['leagues']> {
  return queryRows<CompletionReport['leagues'][number]>(
    db,
    sql`with sums as (
        select l.id, sum(learners) as enrolled, sum(learners) filter (where done > 0) as started,
          sum(learners) filter (where l.resources_count > 0 and done >= l.resources_count) as finished,
          round(sum(100.0 * learners * least(done, l.resources_count)) /
            nullif(sum(learners * l.resources_count), 0)) as average
        from (${learnersByProgress(visible)}) standing join leagues l on l.id = standing.league_id
        group by l.id
      )
      select l.id, l.name, coalesce(sums.enrolled, 0)::int as enrolled, coalesce(sums.started, 0)::int as started,
        coalesce(sums.finished, 0)::int as finished, coalesce(sums.average, 0)::int as "averagePercentage"
      from leagues l left join sums on sums.id = l.id
      where ${isVisibleLeague(visible, sql`l.id`)}
      order by sums.enrolled desc nulls last, ${alphabetical(sql`l.name`)}, l.id`,
  );
}
