import { useStore } from '@nanostores/react';
import { atom, type ReadableAtom } from 'nanostores';
import { useEffect } from 'react';
import { CACHE_MS } from '#contract/constants.ts';
import { $session } from '../session/session.ts';
import {
  isServerUnreachable,
  markFresh,
  markOutdated,
  NO_OFFLINE_COPY,
  readCopy,
  storeCopy,
} from './offline-copies.ts';

/** Keeps old data while reloading and after a failure. */
export interface QueryState<Data> {
  readonly isLoading: boolean;
  readonly data: Data | null;
  readonly error: Error | null;
  /** Time of an offline copy, in milliseconds since 1970. */
  readonly asOf?: number;
}

export interface Query<Data> {
  readonly $state: ReadableAtom<QueryState<Data>>;
  /** Loads unless the data is fresh; true if it loaded new data. Never throws. */
  ensure(): Promise<boolean>;
  /** Always loads, without a loading state. */
  refresh(): Promise<boolean>;
  /** Reloads at once if watched, else on the next `ensure`. */
  invalidate(): void;
  /** Loads, and reloads after each invalidation, until the returned function is called. */
  watch(): () => void;
  /** Stores data that came with another reply, unless a user's change after `since` makes it outdated. */
  put(data: Data, since?: number): void;
  /** Optimistic. A reply to an earlier request is discarded and requested again; the offline copy keeps its age. */
  change(edit: (data: Data) => Data): void;
}

export interface QueryOptions<Data> {
  staleMs?: number;
  now?: () => number;
  /** Stores the last reply on this device for offline reading. */
  offline?: boolean;
  /** Transforms a reply before it is shown; `since` is meant for `put`. */
  present?: (data: Data, since: number) => Data;
}

export const EMPTY: QueryState<never> = { isLoading: false, data: null, error: null };

// Counts the user's changes over all queries, to order them against requests.
let changes = 0;

interface Known {
  query: Query<never>;
  isWatched: () => boolean;
  empty: () => void;
  outdate: () => void;
}
const queries = new Map<string, Known>();

/**
 * One query per key, cached for five minutes. `@nanostores/query` does not fit: it drops old data on a failure, caches
 * failures and has no offline copy.
 */
export function createQuery<Data>(
  key: string,
  load: () => Promise<Data>,
  { staleMs = CACHE_MS, now = Date.now, offline = false, present = (data) => data }: QueryOptions<Data> = {},
): Query<Data> {
  const known = queries.get(key);
  if (known) return known.query as unknown as Query<Data>;
  const $state = atom<QueryState<Data>>(EMPTY);
  let freshUntil = Number.NEGATIVE_INFINITY;
  // Number of invalidations and changes, to detect any during a request.
  let version = 0;
  let changedAt = 0;
  let watchers = 0;
  let running: Promise<boolean> | null = null;

  async function request(): Promise<boolean> {
    const before = version;
    const since = changes;
    const owner = ownerId();
    let isAnswered = false;
    try {
      const answer = await load();
      isAnswered = true;
      if (offline && owner === ownerId()) storeCopy(owner, key, answer);
      if (changedAt > since) {
        freshUntil = Number.NEGATIVE_INFINITY;
        $state.set({ ...$state.get(), isLoading: false });
      } else {
        markFresh(refresh);
        // An invalidated reply is shown but stays stale.
        if (version === before) freshUntil = now() + staleMs;
        $state.set({ isLoading: false, data: present(answer, since), error: null });
      }
    } catch (error) {
      const copy = offline ? await readCopy<Data>(ownerId(), key, error) : null;
      const { data, asOf } = $state.get();
      // No error: the offline banner reports the missing connection.
      if (copy) {
        markOutdated(refresh, copy.at);
        $state.set({ isLoading: false, data: data ?? present(copy.data, 0), error: null, asOf: copy.at });
      } else {
        if (isServerUnreachable(error)) markOutdated(refresh, NO_OFFLINE_COPY);
        else markFresh(refresh);
        $state.set({ isLoading: false, data, error: toError(error), ...(asOf ? { asOf } : {}) });
      }
    }
    if (version === before || watchers === 0) return isAnswered;
    showLoading();
    return request();
  }

  function showLoading(): void {
    $state.set({ ...$state.get(), isLoading: true, error: null });
  }

  function start(isLoading: boolean): Promise<boolean> {
    if (!running) {
      if (isLoading) showLoading();
      running = request().finally(() => {
        running = null;
      });
    }
    return running;
  }

  function outdate(isLoading: boolean): void {
    version++;
    freshUntil = Number.NEGATIVE_INFINITY;
    if (watchers > 0) void start(isLoading);
  }

  const refresh = () => start(false);
  const ensure = () => (now() < freshUntil ? Promise.resolve(false) : start(true));
  const query: Query<Data> = {
    $state,
    ensure,
    refresh,
    invalidate: () => outdate(true),
    watch() {
      watchers++;
      void ensure();
      return () => {
        watchers--;
      };
    },
    put(data, since = changes) {
      if (changedAt > since) return;
      freshUntil = now() + staleMs;
      $state.set({ isLoading: false, data, error: null });
    },
    change(edit) {
      version++;
      const { data, ...rest } = $state.get();
      if (data === null) return;
      changedAt = ++changes;
      const changed = edit(data);
      $state.set({ ...rest, data: changed });
      if (offline && rest.asOf === undefined) storeCopy(ownerId(), key, changed);
    },
  };
  queries.set(key, {
    query: query as unknown as Query<never>,
    isWatched: () => watchers > 0,
    empty: () => $state.set(EMPTY),
    outdate: () => outdate(false),
  });
  return query;
}

/** Reloads visible queries now and others when next shown. */
export function refreshAllQueries(): void {
  for (const { outdate } of queries.values()) outdate();
}

/** Unwatched queries lose their data. */
export function invalidateQueries(isMeant: (key: string) => boolean): void {
  for (const [key, { query, isWatched, empty }] of queries) {
    if (!isMeant(key)) continue;
    query.invalidate();
    if (!isWatched()) empty();
  }
}

/**
 * Forgets every query, as a fresh page does.
 * @testonly
 */
export function forgetQueries(): void {
  for (const { query } of queries.values()) markFresh(query.refresh);
  queries.clear();
}

const ownerId = () => $session.get().user?.id ?? null;

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

export function useQuery<Data>(query: Query<Data>): QueryState<Data> {
  useEffect(() => query.watch(), [query]);
  return useStore(query.$state);
}
