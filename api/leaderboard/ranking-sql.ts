import { type SQL, sql } from 'drizzle-orm';

/**
 * The ranking (docs/api.md 1.15): share of all resources completed, exact and descending, then the most recent
 * completion, those without one last, then the account id.
 *
 * All shares are of the same whole, so the count alone orders them, and the index has the very order of the ranking: the
 * first K are its first K entries, however many learners there are. The percentage is only shown, rounded.
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

interface Slice {
  /** Towards the top or towards the bottom of the ranking. */
  direction: 'up' | 'down';
  /** How many at most; a number of ours, written into the statement so that the plan can count on it. */
  limit: number;
  /** Condition on `ls` that every row must meet, such as `ls.completed_resources > 3`. */
  within?: SQL;
}

/** All the index holds of `ls`, so that a ranking reads nothing but the index. */
export const standingColumns = sql`ls.user_id, ls.completed_resources, ls.last_completed_at, ls.badges_earned,
  ls.last_completed_resource_id`;

/** The order of the ranking and of the index, over learners named `ls`, forwards or backwards. */
export const indexOrder = {
  down: sql`ls.completed_resources desc, ls.last_completed_at desc nulls last, ls.user_id`,
  up: sql`ls.completed_resources, ls.last_completed_at nulls first, ls.user_id desc`,
} as const;

/** The same inside one count. */
export const momentOrder = {
  down: sql`ls.last_completed_at desc nulls last, ls.user_id`,
  up: sql`ls.last_completed_at nulls first, ls.user_id desc`,
} as const;

/** The same over rows named `ranked`. */
export const rankingOrder = {
  down: sql`ranked.completed_resources desc, ranked.last_completed_at desc nulls last, ranked.user_id`,
  up: sql`ranked.completed_resources, ranked.last_completed_at nulls first, ranked.user_id desc`,
} as const;

/**
 * The first rows of the ranking, seen from one end, as a query with the columns of a standing and percentage, in no
 * order. Reads `total`.
 */
export function firstOfRanking({ direction, limit, within = sql`true` }: Slice): SQL {
  return sql`
    select nearest.*, ${percentageOf(sql`nearest.completed_resources`)} as percentage
    from total, (
      select ${standingColumns} from learner_stats ls where ls.is_ranked and ${within}
      order by ${indexOrder[direction]} limit ${sql.raw(String(limit))}
    ) nearest`;
}
