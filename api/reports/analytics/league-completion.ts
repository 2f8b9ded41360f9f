import { type SQL, sql } from 'drizzle-orm';
import type { CompletionReport } from '#contract/reports.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { alphabetical } from '../../platform/db/paging.ts';
import { isVisibleLeague, type VisibleLeagues } from './visible.ts';

/** Groups learners by league and completed resources; enrollment through two cohorts counts once. */
export function learnersByProgress(visible: VisibleLeagues): SQL {
  return sql`select e.league_id, coalesce(p.completed_resources, 0) as done, count(*) as learners
    from (select distinct league_id, user_id from enrollments where ${isVisibleLeague(visible, sql`league_id`)}) e
    left join league_progress p on p.league_id = e.league_id and p.user_id = e.user_id
    group by 1, 2`;
}

export function readLeagueCompletion(
  db: Database,
  visible: VisibleLeagues,
): Promise<CompletionReport['leagues']> {
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
