import { max, type SQL, sql } from 'drizzle-orm';
import { INTEGER_MAX } from '#contract/constants.ts';
import type { ErrorDefinition } from '#contract/errors.ts';
import { REORDER_ERRORS, type ReorderItem } from '#contract/reorder.ts';
import type { Database } from '../platform/db/client.ts';
import type { resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { isUniqueViolation } from '../platform/errors/sql-state.ts';

/** Runs a write and turns the refusal of its parent's order key into the words of the contract, with the order. */
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

/** The order after the last of the siblings. The caller holds the lock of their parent. */
export async function readNextOrder(
  tx: Database,
  table: typeof weeks | typeof sections | typeof resources,
  siblings: SQL,
): Promise<number> {
  const [found] = await tx
    .select({ last: max(table.order) })
    .from(table)
    .where(siblings);
  // The highest number there is stays taken, and is refused as such.
  return Math.min((found?.last ?? 0) + 1, INTEGER_MAX);
}

interface Placed {
  id: string;
  order: number;
}

interface Reorder<Key extends string> {
  table: 'weeks' | 'sections' | 'resources';
  key: Key;
  /** All children of the parent, which is locked. */
  siblings: Placed[];
  items: ReorderItem<Key>[];
  /** The children in the order that the caller saw; absent: whatever it is. */
  seen?: readonly string[];
  foreign: ErrorDefinition;
  repeated: ErrorDefinition;
}

/**
 * Gives children of one parent new orders in a single UPDATE, all or none; children that are not named keep theirs. The
 * order keys are deferrable, so a swap is judged when the statement ends. Returns the number of rows that moved. Throws
 * ORDER_OVERTAKEN when the children no longer stand as the caller saw them.
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
  // One text parameter however long the list is: a statement takes no more than 65,535 of them.
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
