import { atom, type ReadableAtom } from 'nanostores';
import { CACHE_MS } from '#contract/constants.ts';
import { $session } from '../session/session.ts';
import { keepCopy, markFresh, markOutdated, readCopy } from './offline-copies.ts';

/** What a screen knows about something it loads. Old data is kept while it is asked for again and when that fails. */
export interface QueryState<Data> {
  readonly isLoading: boolean;
  /** Null until there is an answer. */
  readonly data: Data | null;
  readonly error: Error | null;
  /** When the server said so, in milliseconds since 1970; only where an offline copy is shown. */
  readonly asOf?: number;
}

/** An answer of the server, its age and whether it is on its way. */
export interface Query<Data> {
  readonly $state: ReadableAtom<QueryState<Data>>;
  /** Loads unless a fresh answer is there; true when an answer came from the network now. Never throws. */
  ensure(): Promise<boolean>;
  /** Loads in any case, and never shows that it does; for screens that follow changes. */
  refresh(): Promise<boolean>;
  /** The answer is no longer true: it is asked for again at once while it is watched, else by the next `ensure`. */
  invalidate(): void;
  /** Ensures an answer, and asks again whenever it is invalidated, until the returned function is called. */
  watch(): () => void;
  /** Takes an answer that came with another one. */
  put(data: Data): void;
  /** Changes the data in place, for what the user did a moment ago. */
  change(edit: (data: Data) => Data): void;
}

export interface QueryOptions<Data> {
  /** How long an answer is fresh, in milliseconds. */
  staleMs?: number;
  now?: () => number;
  /** Keeps the last answer on this device under the key, for reading without a connection. */
  offline?: boolean;
  /** What is shown of an answer, fresh or kept. */
  present?: (data: Data) => Data;
}

export const EMPTY: QueryState<never> = { isLoading: false, data: null, error: null };

const queries = new Map<string, { query: Query<never>; isWatched: () => boolean; empty: () => void }>();

/**
 * The query of a key: the same one for the same key. Its answer is cached for five minutes (CONST-18). Who asks while a
 * request is on its way waits for that one. Own code rather than `@nanostores/query`, whose cache drops old data on a
 * failure, holds a failure for an answer and knows no copy on the device.
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
  let invalidations = 0;
  let watchers = 0;
  let running: Promise<boolean> | null = null;

  async function request(): Promise<boolean> {
    const before = invalidations;
    const owner = ownerId();
    try {
      const answer = await load();
      if (offline && owner === ownerId()) keepCopy(owner, key, answer);
      markFresh(refresh);
      // A change made meanwhile is not in this answer: show it, but ask again.
      if (invalidations === before) freshUntil = now() + staleMs;
      $state.set({ isLoading: false, data: present(answer), error: null });
      return true;
    } catch (error) {
      const copy = offline ? await readCopy<Data>(ownerId(), key, error) : null;
      const { data, asOf } = $state.get();
      // That there is still no connection is said already where the copy is shown.
      if (copy && (data === null || asOf !== undefined)) {
        markOutdated(refresh, copy.at);
        $state.set({ isLoading: false, data: data ?? present(copy.data), error: null, asOf: copy.at });
      } else {
        $state.set({ isLoading: false, data, error: toError(error), ...(asOf ? { asOf } : {}) });
      }
      return false;
    } finally {
      running = null;
      if (invalidations !== before && watchers > 0) void start(true);
    }
  }

  function start(isLoading: boolean): Promise<boolean> {
    if (!running) {
      if (isLoading) $state.set({ ...$state.get(), isLoading, error: null });
      running = request();
    }
    return running;
  }

  const refresh = () => start(false);
  const ensure = () => (now() < freshUntil ? Promise.resolve(false) : start(true));
  const query: Query<Data> = {
    $state,
    ensure,
    refresh,
    invalidate() {
      invalidations++;
      freshUntil = Number.NEGATIVE_INFINITY;
      if (watchers > 0) void start(true);
    },
    watch() {
      watchers++;
      void ensure();
      return () => {
        watchers--;
      };
    },
    put(data) {
      freshUntil = now() + staleMs;
      $state.set({ isLoading: false, data, error: null });
    },
    change(edit) {
      const { data, ...rest } = $state.get();
      if (data !== null) $state.set({ ...rest, data: edit(data) });
    },
  };
  queries.set(key, {
    query: query as unknown as Query<never>,
    isWatched: () => watchers > 0,
    empty: () => $state.set(EMPTY),
  });
  return query;
}

/** Invalidates every query whose key is meant. Those that nobody watches lose their data: it must not show up again. */
export function invalidateQueries(isMeant: (key: string) => boolean): void {
  for (const [key, { query, isWatched, empty }] of queries) {
    if (!isMeant(key)) continue;
    query.invalidate();
    if (!isWatched()) empty();
  }
}

/**
 * Forgets every query, as a fresh page does: the next one of a key is another one.
 * @testonly
 */
export function forgetQueries(): void {
  queries.clear();
}

const ownerId = () => $session.get().user?.id ?? null;

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
