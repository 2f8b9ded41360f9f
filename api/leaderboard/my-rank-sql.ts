import { type SQL, sql } from 'drizzle-orm';
import { firstOfRanking, momentOrder, percentageOf, rankingOrder, standingColumns } from './ranking-sql.ts';

/** The caller's own place, as CTE `own` (one row or none). Reads `total`. */
export function ownPlace(userId: SQL): SQL {
  return sql`own as materialized (
      select ${standingColumns}, ls.is_ranked,
        ${percentageOf(sql`ls.completed_resources`)} as percentage
      from learner_stats ls, total where ls.user_id = ${userId}
    )`;
}

/** Conditions for who stands before ('up') or after ('down') the caller with the same count: one index range each. */
const sides = {
  up: [
    sql`ls.last_completed_at > own.last_completed_at`,
    sql`own.last_completed_at is null and ls.last_completed_at is not null`,
    sql`ls.last_completed_at = own.last_completed_at and ls.user_id < own.user_id`,
    sql`own.last_completed_at is null and ls.last_completed_at is null and ls.user_id < own.user_id`,
  ],
  down: [
    sql`ls.last_completed_at < own.last_completed_at`,
    sql`own.last_completed_at is not null and ls.last_completed_at is null`,
    sql`ls.last_completed_at = own.last_completed_at and ls.user_id > own.user_id`,
    sql`own.last_completed_at is null and ls.last_completed_at is null and ls.user_id > own.user_id`,
  ],
};

/**
 * Exactly how many stand before the caller, plus one; null for who is not ranked. Counted part by part, so that the
 * index alone is read and only what stands before the caller. Reads `own`.
 */
export const ownRank = sql`(
  select case when own.is_ranked then 1 + (
    select count(*) from learner_stats ls
    where ls.is_ranked and ls.completed_resources > own.completed_resources
  ) + (
    select sum(before.n) from (${sql.join(
      sides.up.map(
        (side) => sql`select count(*) as n from learner_stats ls
          where ls.is_ranked and ls.completed_resources = own.completed_resources and ${side}`,
      ),
      sql` union all `,
    )}) before
  ) end
  from own)`;

/**
 * The neighbours next above ('up') or below ('down') the caller, nearest first: those of the same count, each part of
 * the condition a range of the index of its own, then the first of the ranking beyond it.
 */
export function neighbours(direction: 'up' | 'down', limit: number): SQL {
  const size = sql.raw(String(limit));
  const ownCount = sql`(select completed_resources from own)`;
  const within =
    direction === 'up'
      ? sql`ls.completed_resources > ${ownCount}`
      : sql`ls.completed_resources < ${ownCount}`;
  return sql`
    select ranked.* from (
      select near.* from own
      cross join lateral (${sql.join(
        sides[direction].map(
          (side) => sql`(
            select ${standingColumns}, own.percentage
            from learner_stats ls
            where ls.is_ranked and ls.completed_resources = own.completed_resources and ${side}
            order by ${momentOrder[direction]} limit ${size})`,
        ),
        sql` union all `,
      )}) near
      where own.is_ranked
      union all
      select beyond.* from own cross join lateral (${firstOfRanking({ direction, limit, within })}) beyond
      where own.is_ranked
    ) ranked
    order by ${rankingOrder[direction]} limit ${size}`;
}
