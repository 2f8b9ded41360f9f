import { atom, type ReadableAtom } from 'nanostores';
import { CACHE_MS } from '#contract/constants.ts';
import { $session } from '../session/session.ts';
import { isUnreached, keepCopy, markFresh, markOutdated, NOTHING_KEPT, readCopy } from './offline-copies.ts';

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
  /** Takes an answer that came with another one, unless the user changed the data after that request began (`since`). */
  put(data: Data, since?: number): void;
  /**
   * Changes the data in place, for what the user did a moment ago. The answer to a request that began before is not
   * shown, because the change is not in it: it is asked for again at once while it is watched, else by the next `ensure`.
   * The offline copy changes along; one that is on the screen stays as old as it says, and the outbox has the change.
   */
  change(edit: (data: Data) => Data): void;
}

export interface QueryOptions<Data> {
  /** How long an answer is fresh, in milliseconds. */
  staleMs?: number;
  now?: () => number;
  /** Keeps the last answer on this device under the key, for reading without a connection. */
  offline?: boolean;
  /** What is shown of an answer, fresh or kept; `since` is what `put` wants to know of when it was asked for. */
  present?: (data: Data, since: number) => Data;
}

export const EMPTY: QueryState<never> = { isLoading: false, data: null, error: null };

/** Counts the changes by the user, in every query, which is how they and the requests are put in order. */
let changes = 0;

interface Known {
  query: Query<never>;
  isWatched: () => boolean;
  empty: () => void;
  /** As `invalidate`, without showing that it is asked for again. */
  outdate: () => void;
}
const queries = new Map<string, Known>();

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
  /** How often a request on its way was overtaken, by an invalidation or a change. */
  let overtaken = 0;
  let changedAt = 0;
  let watchers = 0;
  let running: Promise<boolean> | null = null;

  async function request(): Promise<boolean> {
    const before = overtaken;
    const since = changes;
    const owner = ownerId();
    let isAnswered = false;
    try {
      const answer = await load();
      isAnswered = true;
      if (offline && owner === ownerId()) keepCopy(owner, key, answer);
      if (changedAt > since) {
        freshUntil = Number.NEGATIVE_INFINITY;
        $state.set({ ...$state.get(), isLoading: false });
      } else {
        markFresh(refresh);
        // After an invalidation meanwhile it is shown all the same, but asked for again.
        if (overtaken === before) freshUntil = now() + staleMs;
        $state.set({ isLoading: false, data: present(answer, since), error: null });
      }
    } catch (error) {
      const copy = offline ? await readCopy<Data>(ownerId(), key, error) : null;
      const { data, asOf } = $state.get();
      // The offline banner says that there is no connection.
      if (copy) {
        markOutdated(refresh, copy.at);
        $state.set({ isLoading: false, data: data ?? present(copy.data, 0), error: null, asOf: copy.at });
      } else {
        if (isUnreached(error)) markOutdated(refresh, NOTHING_KEPT);
        else markFresh(refresh);
        $state.set({ isLoading: false, data, error: toError(error), ...(asOf ? { asOf } : {}) });
      }
    }
    if (overtaken === before || watchers === 0) return isAnswered;
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
    overtaken++;
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
      overtaken++;
      const { data, ...rest } = $state.get();
      if (data === null) return;
      changedAt = ++changes;
      const changed = edit(data);
      $state.set({ ...rest, data: changed });
      if (offline && rest.asOf === undefined) keepCopy(ownerId(), key, changed);
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

/** All may have changed elsewhere: what is on the screen is asked for again, the rest when it is next shown. */
export function outdateQueries(): void {
  for (const { outdate } of queries.values()) outdate();
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
  for (const { query } of queries.values()) markFresh(query.refresh);
  queries.clear();
}

const ownerId = () => $session.get().user?.id ?? null;

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
