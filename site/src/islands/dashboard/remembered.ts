import { atom, type ReadableAtom } from 'nanostores';
import { CACHE_MS } from '#contract/constants.ts';
import { ApiFailure } from '#site/islands/shared/api.ts';
import { keepReply, readReply } from '#site/islands/shared/kept-replies.ts';
import { $session } from '#site/islands/shared/session.ts';

/** What a screen knows about something it loads. Old data is kept while it is asked for again and when that fails. */
export interface Loadable<T> {
  readonly isLoading: boolean;
  readonly data: T | null;
  readonly error: Error | null;
  /** When the server said so, in milliseconds since 1970; only where an answer kept on this device is shown. */
  readonly asOf?: number;
}

export interface Remembered<T> {
  readonly $state: ReadableAtom<Loadable<T>>;
  /** Loads unless a fresh answer is there; true when an answer came from the network now. Never throws. */
  ensure(): Promise<boolean>;
  /** Loads in any case, and never shows that it does; for screens that follow changes. */
  refresh(): Promise<boolean>;
  /** Makes the next `ensure` load again, because the user changed what it shows (OPEN-51). */
  drop(): void;
  /** Takes an answer that came with another one. */
  put(data: T): void;
  /** Changes the data in place, for what the user did a moment ago. */
  change(edit: (data: T) => T): void;
}

interface Options<T> {
  lifetimeMs?: number;
  now?: () => number;
  /** Keeps the last answer on this device under this name, for reading without a connection. */
  keepAs?: string;
  /** What is shown of an answer, fresh or kept. */
  present?: (data: T) => T;
}

const $since = atom<number | null>(null);
/** The moment of the oldest kept answer that stands for a fresh one, in milliseconds since 1970; null with none. */
export const $keptSince: ReadableAtom<number | null> = $since;

const stale = new Map<() => Promise<boolean>, number>();

/** Asks again for everything that is shown from this device; true when all of it is fresh now. */
export async function refreshKept(): Promise<boolean> {
  await Promise.all([...stale.keys()].map((refresh) => refresh()));
  return stale.size === 0;
}

function setStale(refresh: () => Promise<boolean>, asOf: number | null): void {
  if (asOf === null) stale.delete(refresh);
  else stale.set(refresh, asOf);
  $since.set(stale.size > 0 ? Math.min(...stale.values()) : null);
}

/**
 * Remembers an answer for five minutes (CONST-18). Own code rather than a query library: it has to keep old data
 * through a failure, to be dropped by the user's own changes while a request runs, and to be edited row by row.
 */
export function createRemembered<T>(
  load: () => Promise<T>,
  { lifetimeMs = CACHE_MS, now = Date.now, keepAs, present = (data) => data }: Options<T> = {},
): Remembered<T> {
  const $state = atom<Loadable<T>>({ isLoading: false, data: null, error: null });
  let freshUntil = Number.NEGATIVE_INFINITY;
  let drops = 0;
  let running: Promise<boolean> | null = null;

  async function request(): Promise<boolean> {
    const dropsBefore = drops;
    const whose = owner();
    try {
      const answer = await load();
      if (keepAs && whose === owner()) keep(whose, keepAs, answer);
      setStale(refresh, null);
      const data = present(answer);
      // A change made meanwhile is not in this answer: show it, but ask again next time.
      if (drops === dropsBefore) freshUntil = now() + lifetimeMs;
      $state.set({ isLoading: false, data, error: null });
      return true;
    } catch (error) {
      const kept = keepAs && isUnreached(error) ? await readReply<T>(owner(), keepAs) : null;
      const { data, asOf } = $state.get();
      if (data === null && kept) {
        setStale(refresh, kept.at);
        $state.set({ isLoading: false, data: present(kept.data), error: null, asOf: kept.at });
      } else {
        $state.set({ isLoading: false, data, error: toError(error), ...(asOf ? { asOf } : {}) });
      }
      return false;
    } finally {
      running = null;
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
  return {
    $state,
    ensure: () => (now() < freshUntil ? Promise.resolve(false) : start(true)),
    refresh,
    drop() {
      drops++;
      freshUntil = Number.NEGATIVE_INFINITY;
    },
    put(data) {
      freshUntil = now() + lifetimeMs;
      $state.set({ isLoading: false, data, error: null });
    },
    change(edit) {
      const { data, ...rest } = $state.get();
      if (data !== null) $state.set({ ...rest, data: edit(data) });
    },
  };
}

const owner = () => $session.get().user?.id ?? null;

/** Not now: the page has better things to do while it draws. */
function keep(whose: string | null, name: string, answer: unknown): void {
  const soon = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work));
  if (whose) soon(() => void keepReply(whose, name, answer));
}

/** True when no server answered, as opposed to one that refused. */
function isUnreached(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind !== 'refused' || [502, 503, 504].includes(error.status));
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
