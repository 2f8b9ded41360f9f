import { atom, type ReadableAtom } from 'nanostores';
import { debounce } from '#site/islands/shared/clock/debounce.ts';
import { REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { createLatest } from '#site/islands/shared/query/latest.ts';

interface TypedSearchState<Found> {
  words: string;
  /** Null before the first search; then the last answer until the next one. */
  found: Found | null;
  isSearching: boolean;
  failure: string | null;
}

export type TypedSearch<Found> = ReturnType<typeof createTypedSearch<Found>>;

interface Rules<Found> {
  /** Shorter texts are not searched for. */
  minLength: number;
  load: (words: string, signal: AbortSignal) => Promise<Found>;
  pauseMs?: number;
}

/** Asks the server once typing pauses. */
export function createTypedSearch<Found>({ minLength, load, pauseMs = 120 }: Rules<Found>) {
  const nothing = { found: null, isSearching: false, failure: null };
  const $search = atom<TypedSearchState<Found>>({ words: '', ...nothing });
  const latest = createLatest();

  const ask = debounce(async (words: string) => {
    const signal = latest.begin();
    try {
      const found = await load(words, signal);
      if (!signal.aborted) $search.set({ words: $search.get().words, ...nothing, found });
    } catch (error) {
      if (signal.aborted) return;
      $search.set({ words: $search.get().words, ...nothing, failure: toMessage(error, REQUEST_FAILED) });
    }
  }, pauseMs);
  const stop = () => {
    ask.cancel();
    latest.cancel();
  };

  return {
    $search: $search as ReadableAtom<TypedSearchState<Found>>,
    type: (words: string) => {
      stop();
      if ([...words.trim()].length < minLength) {
        $search.set({ words, ...nothing });
        return;
      }
      $search.set({ ...$search.get(), words, isSearching: true, failure: null });
      ask(words.trim());
    },
    close: stop,
  };
}
