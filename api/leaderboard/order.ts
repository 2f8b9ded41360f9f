import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

type Key = 'completedResources' | 'lastCompletedAt' | 'userId';
export type Order = readonly { key: Key; direction: 'asc' | 'desc' }[];
export type Standing = Record<Key, SQLWrapper>;

/**
 * Ranking order (docs/api.md 1.15). The indexes `learner_stats_ranking_idx`, `league_progress_ranking_idx` and
 * `week_progress_ranking_idx` have the same order.
 */
export const ORDER: Order = [
  { key: 'completedResources', direction: 'desc' },
  { key: 'lastCompletedAt', direction: 'desc' },
  { key: 'userId', direction: 'asc' },
];

export function sortedBy(order: Order, standing: Standing, isReversed = false): SQL {
  const keys = order.map(({ key, direction }) => {
    const isDown = (direction === 'desc') !== isReversed;
    return sql`${standing[key]} ${sql.raw(`${isDown ? 'desc' : 'asc'} nulls ${isReversed ? 'first' : 'last'}`)}`;
  });
  return sql.join(keys, sql`, `);
}

/**
 * Returns disjoint conditions, one per key, for standings ahead of another. PostgreSQL answers each by an index range;
 * a single condition with `or` would scan the whole index.
 */
export function beforeByKey(order: Order, standing: Standing, other: Standing): SQL[] {
  return order.map(({ key, direction }, index) => {
    const equal = order.slice(0, index).map(({ key: earlier }) => isEqual(earlier, standing, other));
    return sql.join([...equal, isAhead(key, direction, standing, other)], sql` and `);
  });
}

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
