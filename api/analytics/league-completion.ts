import { inArray, type SQL, sql } from 'drizzle-orm';
import type { CompletionReport } from '#contract/reports.ts';
import { alphabetical } from '../db/alphabet.ts';
import { type Database, queryRows } from '../db/client.ts';
import { enrollments } from '../db/schema/learning.ts';
import { BOUNDS, type Bounds, findSample, scaleUp } from './sample.ts';
import { isSeen, type VisibleLeagues } from './visible.ts';

interface LeagueRow {
  id: string;
  name: string;
  enrolled: number;
  started: number;
  finished: number;
  average: number;
}

/**
 * How far learners came in each visible league, the largest first. Where there are too many enrollments to read, from a
 * sample of them; leagues of which a sample would hold few are read whole, as long as they are small together.
 */
export async function readLeagueCompletion(
  db: Database,
  visible: VisibleLeagues,
  bounds: Bounds = BOUNDS,
): Promise<Pick<CompletionReport, 'leagues' | 'estimated'>> {
  const seen = visible === null ? undefined : inArray(enrollments.leagueId, visible);
  const sample = await findSample(db, enrollments, seen, bounds);
  if (!sample) return { leagues: toLeagues(await readLeagues(db, visible)) };
  const rows = (await readLeagues(db, visible, sample.part)).map((row) => ({
    ...row,
    enrolled: scaleUp(row.enrolled, sample),
    started: scaleUp(row.started, sample),
    finished: scaleUp(row.finished, sample),
  }));
  const small: string[] = [];
  let together = 0;
  for (const { id, enrolled } of rows.toReversed()) {
    // Where the sample holds none there may be some.
    together += Math.max(enrolled, sample.weight);
    if (together > bounds.sampled) break;
    small.push(id);
  }
  const exact = new Map((small.length > 0 ? await readLeagues(db, small) : []).map((row) => [row.id, row]));
  const merged = rows.map((row) => exact.get(row.id) ?? row);
  return {
    leagues: toLeagues(merged.toSorted((one, other) => other.enrolled - one.enrolled)),
    estimated: true,
  };
}

function toLeagues(rows: readonly LeagueRow[]): CompletionReport['leagues'] {
  return rows.map(({ average, ...row }) => ({ ...row, averagePercentage: average }));
}

/** Of a sample each record is looked up by its key: whatever a plan thinks of its size, it must not read them all. */
async function readLeagues(db: Database, visible: VisibleLeagues, part?: SQL): Promise<LeagueRow[]> {
  const seen = isSeen(visible, sql`e.league_id`);
  const learners = part
    ? sql`select e.league_id, (select p.completed_resources from league_progress p
          where p.league_id = e.league_id and p.user_id = e.user_id) as done
        from (select * from enrollments ${part}) e where ${seen}`
    : sql`select e.league_id, p.completed_resources as done
        from (select distinct e.league_id, e.user_id from enrollments e where ${seen}) e
        left join league_progress p on p.league_id = e.league_id and p.user_id = e.user_id`;
  return queryRows<LeagueRow>(
    db,
    sql`with sums as (
        select learner.league_id, count(*) as enrolled, count(*) filter (where learner.done > 0) as started,
          count(*) filter (where l.resources_count > 0 and learner.done >= l.resources_count) as finished,
          round(avg(case when l.resources_count = 0 then 0
            else 100.0 * least(coalesce(learner.done, 0), l.resources_count) / l.resources_count end)) as average
        from (${learners}) learner join leagues l on l.id = learner.league_id
        group by learner.league_id
      )
      select l.id, l.name, coalesce(sums.enrolled, 0)::int as enrolled, coalesce(sums.started, 0)::int as started,
        coalesce(sums.finished, 0)::int as finished, coalesce(sums.average, 0)::int as average
      from leagues l left join sums on sums.league_id = l.id
      where ${isSeen(visible, sql`l.id`)}
      order by sums.enrolled desc nulls last, ${alphabetical(sql`l.name`)}, l.id`,
  );
}
