import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/** One thing a store says: the view is drawn anew only when that changes, and not at every change of the store. */
export function useSelected<Value, Selected>(
  $store: ReadableAtom<Value>,
  select: (value: Value) => Selected,
): Selected {
  return useSyncExternalStore(
    (draw) => $store.listen(draw),
    () => select($store.get()),
  );
}
