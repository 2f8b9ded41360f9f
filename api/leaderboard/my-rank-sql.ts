import { type SQL, sql } from 'drizzle-orm';
import {
  bandOf,
  firstOfRanking,
  momentOrder,
  percentageOf,
  rankingOrder,
  standingColumns,
} from './ranking-sql.ts';

/** The caller's own place, as CTEs `own` (one row or none) and `own_band`. Reads `total`. */
export function ownPlace(userId: SQL): SQL {
  const { lowest, highest } = bandOf(sql`own.completed_resources`);
  return sql`own as materialized (
      select ${standingColumns}, ls.is_ranked,
        ${percentageOf(sql`ls.completed_resources`)} as percentage
      from learner_stats ls, total where ls.user_id = ${userId}
    ),
    own_band as materialized (select ${lowest} as lowest, ${highest} as highest from own, total)`;
}

const mostCompleted = sql`(select max(completed_resources) as most from learner_stats where is_ranked) bounds`;
/** Every count of the caller's band as `count.n`. */
const ownBandCounts = sql`generate_series(own_band.lowest, least(own_band.highest, bounds.most)) as count(n)`;

/** Conditions for who stands before ('up') or after ('down') the caller with one and the same count: one index range each. */
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
 * Exactly how many stand before the caller, plus one; null for who is not ranked. Counted count by count, so that the
 * index alone is read and only the part before the caller. Reads `own`, `own_band`.
 */
export const ownRank = sql`(
  select case when own.is_ranked then 1 + (
    select coalesce(sum(higher.n), 0)
    from own_band, ${mostCompleted}
    cross join lateral generate_series(own_band.highest + 1, bounds.most) as count(n)
    cross join lateral (
      select count(*) as n from learner_stats ls where ls.is_ranked and ls.completed_resources = count.n
    ) higher
  ) + (
    select coalesce(sum(before.n), 0)
    from own_band, ${mostCompleted}
    cross join lateral ${ownBandCounts}
    cross join lateral (${sql.join(
      sides.up.map(
        (side) => sql`select count(*) as n from learner_stats ls
          where ls.is_ranked and ls.completed_resources = count.n and ${side}`,
      ),
      sql` union all `,
    )}) before
  ) end
  from own)`;

/**
 * The neighbours next above ('up') or below ('down') the caller, nearest first: those of the same band, each part of
 * the condition a range of the index of its own, then the first of the ranking beyond the band.
 */
export function neighbours(direction: 'up' | 'down', limit: number): SQL {
  const size = sql.raw(String(limit));
  const beyond =
    direction === 'up'
      ? sql`ls.completed_resources > (select highest from own_band)`
      : sql`ls.completed_resources < (select lowest from own_band)`;
  return sql`
    select ranked.* from (
      select near.* from own, own_band, ${mostCompleted}
      cross join lateral ${ownBandCounts}
      cross join lateral (${sql.join(
        sides[direction].map(
          (side) => sql`(
            select ${standingColumns}, own.percentage
            from learner_stats ls where ls.is_ranked and ls.completed_resources = count.n and ${side}
            order by ${momentOrder[direction]} limit ${size})`,
        ),
        sql` union all `,
      )}) near
      where own.is_ranked
      union all
      select beyond.* from own cross join lateral (${firstOfRanking({ direction, limit, within: beyond })}) beyond
      where own.is_ranked
    ) ranked
    order by ${rankingOrder[direction]} limit ${size}`;
}
