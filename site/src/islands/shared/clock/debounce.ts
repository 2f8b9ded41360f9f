import { atom, onMount, type ReadableAtom } from 'nanostores';

/** Calls `work` with the last arguments after `ms` without another call. */
export function debounce<Args extends unknown[]>(work: (...args: Args) => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = (...args: Args) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...args), ms);
  };
  return Object.assign(call, { cancel: () => clearTimeout(timer) });
}

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
