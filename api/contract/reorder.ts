import * as z from 'zod/mini';
import { ID_MAX_LENGTH, INTEGER_MAX } from './constants.ts';
import { defineErrors } from './errors.ts';

export const REORDER_ERRORS = defineErrors({
  ORDER_OVERTAKEN: {
    status: 409,
    text: 'Somebody else changed this order meanwhile. This is the order now.',
  },
  CONTENT_CHANGED: {
    status: 409,
    text: 'Somebody else changed this meanwhile. You see the newer text now.',
  },
});

export const REORDER_LIMIT_BYTES = 1024 * 1024;

export type ReorderItem<Key extends string> = Record<Key, string> & { order: number };

/** Schema of a reorder list (docs/api.md 1.12); orders and rows must be distinct. */
export function readReorder<Key extends string>(key: Key, list: string) {
  const error = `Each item must have ${key} and positive integer order`;
  const item = z.object(
    {
      [key]: z.string({ error }).check(z.minLength(1, { error }), z.maxLength(ID_MAX_LENGTH, { error })),
      order: z.int({ error }).check(z.gte(1, { error }), z.lte(INTEGER_MAX, { error })),
    },
    { error },
  ) as unknown as z.ZodMiniType<ReorderItem<Key>>;
  return z.array(item, { error: `${list} must be an array` }).check(
    z.refine((items) => isDistinct(items.map((one) => one.order)), {
      error: 'Duplicate order values are not allowed',
      abort: true,
    }),
    z.refine((items) => isDistinct(items.map((one) => one[key])), {
      error: `Each ${key} may appear only once`,
    }),
  );
}

/**
 * All ids in the order the caller last saw. A different current order answers ORDER_OVERTAKEN; absent skips the check.
 */
export const SeenOrder = z.optional(
  z.array(z.string({ error: 'seen must be an array of ids' }), { error: 'seen must be an array of ids' }),
);

function isDistinct(values: unknown[]): boolean {
  return new Set(values).size === values.length;
}

const text = z.optional(z.string({ error: 'expected must hold the fields as they were' }));

/** Names as the caller last saw them; a different current one answers CONTENT_CHANGED. Absent skips the check. */
export const ExpectedName = z.optional(z.object({ name: text }));
export const ExpectedResource = z.optional(
  z.object({ title: text, url: text, type: text, minutes: z.optional(z.nullable(z.number())) }),
);
