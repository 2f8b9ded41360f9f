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

/**
 * Conditions of which exactly one holds for each standing before another: equal in the keys before, ahead in the next.
 * PostgreSQL reads each from a range of the index, but would read the whole index for one condition with `or`.
 */
export function beforeByKey(order: Order, standing: Standing, other: Standing): SQL[] {
  return order.map(({ key, direction }, index) => {
    const equal = order.slice(0, index).map(({ key: earlier }) => isEqual(earlier, standing, other));
    return sql.join([...equal, isAhead(key, direction, standing, other)], sql` and `);
  });
}

/** Keys of accounts that have completed nothing are missing. */
const isNullable = (key: Key) => key === 'lastCompletedAt';

function isEqual(key: Key, standing: Standing, other: Standing): SQL {
  const equals = sql.raw(isNullable(key) ? 'is not distinct from' : '=');
  return sql`${standing[key]} ${equals} ${other[key]}`;
}

function isAhead(key: Key, direction: 'asc' | 'desc', standing: Standing, other: Standing): SQL {
  const [its, others] = [standing[key], other[key]];
  const ahead = sql`${its} ${sql.raw(direction === 'desc' ? '>' : '<')} ${others}`;
  return isNullable(key) ? sql`(${ahead} or ${its} is not null and ${others} is null)` : ahead;
}
