import * as z from 'zod/mini';

/** One line of a reorder: which row, and the order it shall have. */
export type ReorderItem<Key extends string> = Record<Key, string> & { order: number };

/**
 * The list of a reorder call (contract 1.12). Words: '{list} must be an array', 'Each item must have {key} and positive
 * integer order', 'Duplicate order values are not allowed', and one for a row that is named twice.
 */
export function readReorder<Key extends string>(key: Key, list: string) {
  const error = `Each item must have ${key} and positive integer order`;
  const item = z.object(
    {
      [key]: z.string({ error }).check(z.minLength(1, { error }), z.maxLength(128, { error })),
      order: z.int({ error }).check(z.gte(1, { error }), z.lte(2_147_483_647, { error })),
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

function isDistinct(values: unknown[]): boolean {
  return new Set(values).size === values.length;
}
