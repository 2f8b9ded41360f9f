import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

type Key = 'completedResources' | 'lastCompletedAt' | 'userId';
export type Order = readonly { key: Key; direction: 'asc' | 'desc' }[];
export type Standing = Record<Key, SQLWrapper>;

/**
 * The order of the ranking (docs/api.md 1.15); a missing value sorts last. All shares are of one total, so the count
 * orders them. The indexes `learner_stats_ranking_idx` and `league_progress_ranking_idx` have the same order.
 */
export const ORDER: Order = [
  { key: 'completedResources', direction: 'desc' },
  { key: 'lastCompletedAt', direction: 'desc' },
  { key: 'userId', direction: 'asc' },
];

/** The order as `order by` takes it. */
export function sortedBy(order: Order, standing: Standing): SQL {
  const keys = order.map(({ key, direction }) => sql`${standing[key]} ${sql.raw(direction)} nulls last`);
  return sql.join(keys, sql`, `);
}

/** The condition that a standing comes before another. */
export function isBefore(order: Order, standing: Standing, other: Standing): SQL {
  return order.reduceRight((following, { key, direction }) => {
    const [its, others] = [standing[key], other[key]];
    return sql`(${its} ${sql.raw(direction === 'desc' ? '>' : '<')} ${others}
      or ${its} is not null and ${others} is null
      or ${its} is not distinct from ${others} and ${following})`;
  }, sql`false`);
}
