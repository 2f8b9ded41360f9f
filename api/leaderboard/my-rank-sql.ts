import { type SQL, sql } from 'drizzle-orm';
import { indexOrder, momentOrder, percentageOf, rankingOrder, standingColumns } from './ranking-sql.ts';

/** The caller's own standing, as CTE `own` (one row or none). */
export function ownPlace(userId: SQL): SQL {
  return sql`own as materialized (
      select ${standingColumns}, ls.is_ranked from learner_stats ls where ls.user_id = ${userId}
    )`;
}

/**
 * Conditions for who stands before ('up') or after ('down') the caller with the same count: one index range each. Whoever
 * has a completion stands before a caller without one.
 */
const sides = {
  up: [
    sql`ls.last_completed_at > coalesce(own.last_completed_at, '-infinity')`,
    sql`ls.last_completed_at = own.last_completed_at and ls.user_id < own.user_id`,
    sql`own.last_completed_at is null and ls.last_completed_at is null and ls.user_id < own.user_id`,
  ],
  down: [
    sql`ls.last_completed_at < own.last_completed_at`,
    sql`ls.last_completed_at = own.last_completed_at and ls.user_id > own.user_id`,
    sql`ls.last_completed_at is null
      and ls.user_id > case when own.last_completed_at is null then own.user_id else '' end`,
  ],
};

const isOfSameCount = sql`ls.is_ranked and ls.completed_resources = own.completed_resources`;
const isOfOtherCount = {
  up: sql`ls.is_ranked and ls.completed_resources > own.completed_resources`,
  down: sql`ls.is_ranked and ls.completed_resources < own.completed_resources`,
};

/**
 * Exactly how many stand before the caller, plus one; null for who is not ranked. Counted part by part, so that the
 * index alone is read and only what stands before the caller. Reads `own`.
 */
export const ownRank = sql`(
  select case when own.is_ranked then 1 + (
    select count(*) from (
      select from learner_stats ls where ${isOfOtherCount.up}
      union all ${sql.join(
        sides.up.map((side) => sql`select from learner_stats ls where ${isOfSameCount} and ${side}`),
        sql` union all `,
      )}
    ) before
  ) end
  from own)`;

/**
 * The caller and, where they are ranked, their neighbours: at most so many above and below, in no order, with the columns of
 * a standing and percentage. Reads `total` and `own`.
 */
export function placesAround(neighbours: number): SQL {
  const columns = sql`user_id, completed_resources, last_completed_at, badges_earned, last_completed_resource_id`;
  const sideOf = (direction: 'up' | 'down') =>
    sql`select near.* from own cross join lateral (${nearest(direction, neighbours)}) near where own.is_ranked`;
  return sql`
    select standing.*, ${percentageOf(sql`standing.completed_resources`)} as percentage
    from total, (
      select ${columns} from own
      ${neighbours > 0 ? sql`union all ${sideOf('up')} union all ${sideOf('down')}` : sql``}
    ) standing`;
}

/** The nearest first: those of the same count, each a range of the index of its own, and those beyond it. */
function nearest(direction: 'up' | 'down', limit: number): SQL {
  const size = sql.raw(String(limit));
  const firstOf = (within: SQL, order: SQL) =>
    sql`(select ${standingColumns} from learner_stats ls where ${within} order by ${order} limit ${size})`;
  const parts = [
    ...sides[direction].map((side) => firstOf(sql`${isOfSameCount} and ${side}`, momentOrder[direction])),
    firstOf(isOfOtherCount[direction], indexOrder[direction]),
  ];
  return sql`select ranked.* from (${sql.join(parts, sql` union all `)}) ranked
    order by ${rankingOrder[direction]} limit ${size}`;
}
