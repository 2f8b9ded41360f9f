import * as z from 'zod/mini';

/** One line of a reorder: which row, and the order it shall have. */
export type ReorderItem<Key extends string> = Record<Key, string> & { order: number };

/**
 * The list of a reorder call (contract 1.12). Words: '{list} must be an array', 'Each item must have {key} and positive
 * integer order', 'Duplicate order values are not allowed', and one for a row that is named twice.
 */
export function readReorder<Key extends string>(key: Key, list: string) {
  const itemWords = `Each item must have ${key} and positive integer order`;
  return z.any().check(
    z.refine((value) => Array.isArray(value), { error: `${list} must be an array`, abort: true }),
    z.refine((items: unknown[]) => items.every((item) => isReorderItem(item, key)), {
      error: itemWords,
      abort: true,
    }),
    z.refine((items: ReorderItem<Key>[]) => isDistinct(items.map((item) => item.order)), {
      error: 'Duplicate order values are not allowed',
      abort: true,
    }),
    z.refine((items: ReorderItem<Key>[]) => isDistinct(items.map((item) => item[key])), {
      error: `Each ${key} may appear only once`,
    }),
  ) as unknown as z.ZodMiniType<ReorderItem<Key>[], unknown>;
}

function isReorderItem(item: unknown, key: string): boolean {
  if (item === null || typeof item !== 'object') return false;
  const { [key]: id, order } = item as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    id.length >= 1 &&
    id.length <= 128 &&
    typeof order === 'number' &&
    Number.isInteger(order) &&
    order >= 1 &&
    order <= 2_147_483_647
  );
}

function isDistinct(values: unknown[]): boolean {
  return new Set(values).size === values.length;
}
