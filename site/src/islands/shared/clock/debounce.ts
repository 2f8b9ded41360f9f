import { atom, onMount, type ReadableAtom } from 'nanostores';

/** Calls `work` with the last arguments, once it was not called for some milliseconds; `cancel` takes the call back. */
export function debounce<Args extends unknown[]>(work: (...args: Args) => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = (...args: Args) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...args), ms);
  };
  return Object.assign(call, { cancel: () => clearTimeout(timer) });
}

/** A store that follows another one once it has been still for some milliseconds. */
export function debounceStore<Value>($store: ReadableAtom<Value>, ms: number): ReadableAtom<Value> {
  const $still = atom<Value>($store.get());
  onMount($still, () => {
    const follow = debounce((value: Value) => $still.set(value), ms);
    $still.set($store.get());
    const stop = $store.listen((value) => follow(value));
    return () => {
      follow.cancel();
      stop();
    };
  });
  return $still;
}
