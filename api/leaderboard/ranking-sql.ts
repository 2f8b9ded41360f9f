import { type SQL, sql } from 'drizzle-orm';

/**
 * The ranking (contract 1.15): whole percentage descending, then the most recent completion, those without one last,
 * then the account id.
 *
 * The index keeps learners by count, moment and id. Several counts share one whole percentage, a band; inside a band
 * the moment decides, across counts. So the first K of the ranking are found by reading K entries of the index, and,
 * for the band the K-th falls into, at most K entries of each count in it. How many learners there are never matters.
 */

/** All resources of the system; the whole of every percentage. */
export const total = sql`total as materialized (
  select coalesce(sum(resources_count), 0)::int as resources from leagues
)`;

/** round(100 × count / resources), half up, in whole numbers; 0 without resources. Reads `total`. */
export function percentageOf(count: SQL): SQL {
  return sql`(case when total.resources = 0 then 0
    else (200 * ${count}::bigint + total.resources) / (2 * total.resources) end)::int`;
}

/** The lowest and the highest count that share the whole percentage of a count. Reads `total`. */
export function bandOf(count: SQL): { lowest: SQL; highest: SQL } {
  const percentage = percentageOf(count);
  // Whole-number division rounds towards zero; the numerators are raised so that it rounds up.
  return {
    lowest: sql`case when total.resources = 0 then ${count}
      else greatest(0, (total.resources::bigint * (2 * ${percentage} - 1) + 199) / 200) end::int`,
    highest: sql`case when total.resources = 0 then ${count}
      else (total.resources::bigint * (2 * ${percentage} + 1) + 199) / 200 - 1 end::int`,
  };
}

interface Slice {
  /** Towards the top or towards the bottom of the ranking. */
  direction: 'up' | 'down';
  /** How many at most; a number of ours, written into the statement so that the plan can count on it. */
  limit: number;
  /** Condition on the count of `ls` that every row must meet, such as `ls.completed_resources > 3`. */
  within?: SQL;
}

/** All the index holds of `ls`, so that a ranking reads nothing but the index. */
export const standingColumns = sql`ls.user_id, ls.completed_resources, ls.last_completed_at, ls.badges_earned,
  ls.last_completed_resource_id`;

/** The order of the index, forwards or backwards. */
export const indexOrder = {
  down: sql`ls.completed_resources desc, ls.last_completed_at desc nulls last, ls.user_id`,
  up: sql`ls.completed_resources, ls.last_completed_at nulls first, ls.user_id desc`,
} as const;

/** The same inside one count. */
export const momentOrder = {
  down: sql`ls.last_completed_at desc nulls last, ls.user_id`,
  up: sql`ls.last_completed_at nulls first, ls.user_id desc`,
} as const;

/** The order of the ranking itself, over rows named `ranked`. */
export const rankingOrder = {
  down: sql`ranked.percentage desc, ranked.last_completed_at desc nulls last, ranked.user_id`,
  up: sql`ranked.percentage, ranked.last_completed_at nulls first, ranked.user_id desc`,
} as const;

/**
 * The first rows of the ranking, seen from one end, as a query with the columns of a standing and percentage. Reads
 * `total`.
 */
export function firstOfRanking({ direction, limit, within = sql`true` }: Slice): SQL {
  const size = sql.raw(String(limit));
  const { lowest, highest } = bandOf(sql`edge.completed_resources`);
  const isBefore =
    direction === 'down'
      ? sql`nearest.completed_resources > band.highest`
      : sql`nearest.completed_resources < band.lowest`;
  return sql`
    select ranked.*
    from (
      with nearest as materialized (
        select ${standingColumns} from learner_stats ls where ls.is_ranked and ${within}
        order by ${indexOrder[direction]} limit ${size}
      ),
      band as materialized (
        select ${lowest} as lowest, least(${highest}, bounds.most) as highest
        from total,
          (select ${direction === 'down' ? sql`min` : sql`max`}(completed_resources) as completed_resources
            from nearest) edge,
          (select max(completed_resources) as most from learner_stats where is_ranked) bounds
        where edge.completed_resources is not null
      )
      select gathered.*, ${percentageOf(sql`gathered.completed_resources`)} as percentage
      from total, (
        select nearest.* from nearest, band where ${isBefore}
        union all
        select same.* from band
        cross join lateral generate_series(band.lowest, band.highest) as count(n)
        cross join lateral (
          select ${standingColumns} from learner_stats ls
          where ls.is_ranked and ls.completed_resources = count.n and ${within}
          order by ${momentOrder[direction]} limit ${size}
        ) same
      ) gathered
    ) ranked
    order by ${rankingOrder[direction]} limit ${size}`;
}
