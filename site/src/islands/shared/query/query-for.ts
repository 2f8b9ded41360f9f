import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { createQuery, EMPTY, type Query, type QueryOptions, type QueryState } from './query.ts';

/** A query per value of `$params`; shows the previous data while loading. Null loads nothing. */
export function createQueryFor<Params, Data>(
  name: string,
  $params: ReadableAtom<Params | null>,
  load: (params: Params) => Promise<Data>,
  options?: QueryOptions<Data>,
): Query<Data> {
  const $query = computed($params, (params) =>
    params === null ? null : createQuery(`${name}:${JSON.stringify(params)}`, () => load(params), options),
  );
  const $state = atom<QueryState<Data>>(EMPTY);
  const show = (state: QueryState<Data>) => $state.set({ ...state, data: state.data ?? $state.get().data });
  onMount($state, () =>
    followEach($query, (query) => {
      if (query) return query.$state.subscribe(show);
      $state.set(EMPTY);
      return undefined;
    }),
  );
  const nothing = Promise.resolve(false);
  return {
    $state,
    ensure: () => $query.get()?.ensure() ?? nothing,
    refresh: () => $query.get()?.refresh() ?? nothing,
    invalidate: () => $query.get()?.invalidate(),
    watch: () => followEach($query, (query) => query?.watch()),
    put: (data, since) => $query.get()?.put(data, since),
    change: (edit) => $query.get()?.change(edit),
  };
}

function followEach<Value>(
  $store: ReadableAtom<Value>,
  enter: (value: Value) => (() => void) | undefined,
): () => void {
  let leave: (() => void) | undefined;
  const stop = $store.subscribe((value) => {
    leave?.();
    leave = enter(value);
  });
  return () => {
    stop();
    leave?.();
  };
}
