import { max, type SQL, sql } from 'drizzle-orm';
import { INTEGER_MAX } from '#contract/constants.ts';
import type { ErrorDefinition } from '#contract/errors.ts';
import { REORDER_ERRORS, type ReorderItem } from '#contract/reorder.ts';
import type { Database } from '../platform/db/client.ts';
import type { resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { isUniqueViolation } from '../platform/errors/sql-state.ts';

/** Throws `taken` with the order if the write violates the constraint. */
export async function refuseTakenOrder<Result>(
  { constraint, taken, order }: { constraint: string; taken: ErrorDefinition; order: number },
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, constraint)) throw new ApiError(taken, { values: { order } });
    throw error;
  }
}

/** Lock the parent first. */
export async function readNextOrder(
  tx: Database,
  table: typeof weeks | typeof sections | typeof resources,
  siblings: SQL,
): Promise<number> {
  const [found] = await tx
    .select({ last: max(table.order) })
    .from(table)
    .where(siblings);
  // At the maximum the order collides and is refused.
  return Math.min((found?.last ?? 0) + 1, INTEGER_MAX);
}

interface Placed {
  id: string;
  order: number;
}

interface Reorder<Key extends string> {
  table: 'weeks' | 'sections' | 'resources';
  key: Key;
  siblings: Placed[];
  items: ReorderItem<Key>[];
  /** Ids in the order that the caller saw. */
  seen?: readonly string[];
  foreign: ErrorDefinition;
  repeated: ErrorDefinition;
}

/**
 * One UPDATE: the order keys are deferrable, so swaps are checked at its end. Returns the number of moved rows. Throws
 * ORDER_OVERTAKEN if the order differs from `seen`.
 */
export async function reorderChildren<Key extends string>(
  tx: Database,
  { table, key, siblings, items, seen, foreign, repeated }: Reorder<Key>,
): Promise<number> {
  if (seen && !isSameOrder(seen, siblings)) throw new ApiError(REORDER_ERRORS.ORDER_OVERTAKEN);
  const orders = new Map(siblings.map((child) => [child.id, child.order]));
  if (items.some((item) => !orders.has(item[key]))) throw new ApiError(foreign);
  const moved = items.filter((item) => orders.get(item[key]) !== item.order);
  for (const item of moved) orders.set(item[key], item.order);
  if (new Set(orders.values()).size !== orders.size) throw new ApiError(repeated);
  if (moved.length === 0) return 0;
  // Passes all items as one JSON parameter, because PostgreSQL allows 65,535 parameters.
  const list = JSON.stringify(moved.map((item) => ({ id: item[key], order: item.order })));
  await tx.execute(sql`
    update ${sql.raw(table)} set "order" = moved."order", updated_at = now()
    from json_to_recordset(${list}::json) as moved(id text, "order" int)
    where ${sql.raw(table)}.id = moved.id`);
  return moved.length;
}

function isSameOrder(seen: readonly string[], siblings: readonly Placed[]): boolean {
  const now = siblings.toSorted((one, other) => one.order - other.order);
  return seen.length === now.length && now.every(({ id }, index) => seen[index] === id);
}
