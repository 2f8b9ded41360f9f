import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/** Rerenders only when the selected part of a store changes. */
export function useSelected<Value, Selected>(
  $store: ReadableAtom<Value>,
  select: (value: Value) => Selected,
): Selected {
  return useSyncExternalStore(
    (draw) => $store.listen(draw),
    () => select($store.get()),
  );
}
