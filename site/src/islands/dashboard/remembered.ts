import { atom, type ReadableAtom } from 'nanostores';
import { CACHE_MS } from '#contract/constants.ts';

/** What a screen knows about something it loads. Old data is kept while it is asked for again and when that fails. */
export interface Loadable<T> {
  readonly isLoading: boolean;
  readonly data: T | null;
  readonly error: Error | null;
}

export interface Remembered<T> {
  readonly $state: ReadableAtom<Loadable<T>>;
  /** Loads unless a fresh answer is there; true when an answer came from the network now. Never throws. */
  ensure(): Promise<boolean>;
  /** Loads in any case, and never shows that it does; for screens that follow changes. */
  refresh(): Promise<boolean>;
  /** Makes the next `ensure` load again, because the user changed what it shows (OPEN-51). */
  drop(): void;
  /** Changes the data in place, for what the user did a moment ago. */
  change(edit: (data: T) => T): void;
}

interface Options {
  lifetimeMs?: number;
  now?: () => number;
}

/**
 * Remembers an answer for five minutes (CONST-18). Own code rather than a query library: it has to keep old data
 * through a failure, to be dropped by the user's own changes while a request runs, and to be edited row by row.
 */
export function createRemembered<T>(
  load: () => Promise<T>,
  { lifetimeMs = CACHE_MS, now = Date.now }: Options = {},
): Remembered<T> {
  const $state = atom<Loadable<T>>({ isLoading: false, data: null, error: null });
  let freshUntil = Number.NEGATIVE_INFINITY;
  let drops = 0;
  let running: Promise<boolean> | null = null;

  async function request(): Promise<boolean> {
    const dropsBefore = drops;
    try {
      const data = await load();
      // A change made meanwhile is not in this answer: show it, but ask again next time.
      if (drops === dropsBefore) freshUntil = now() + lifetimeMs;
      $state.set({ isLoading: false, data, error: null });
      return true;
    } catch (error) {
      $state.set({ isLoading: false, data: $state.get().data, error: toError(error) });
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

  return {
    $state,
    ensure: () => (now() < freshUntil ? Promise.resolve(false) : start(true)),
    refresh: () => start(false),
    drop() {
      drops++;
      freshUntil = Number.NEGATIVE_INFINITY;
    },
    change(edit) {
      const { data, ...rest } = $state.get();
      if (data !== null) $state.set({ ...rest, data: edit(data) });
    },
  };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
