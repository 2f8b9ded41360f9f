import { atom, type ReadableAtom } from 'nanostores';
import {
  STAFF_SEARCH_MAX_LENGTH,
  STAFF_SEARCH_MIN_LENGTH,
  type StaffSearchData,
  searchStaff,
} from '#contract/command-palette.ts';
import { debounce } from '#site/islands/shared/clock/debounce.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { createLatest } from '#site/islands/shared/query/latest.ts';

interface CommandPaletteSearchState {
  words: string;
  /** Null before the first search; then the last answer until the next one. */
  found: StaffSearchData | null;
  isSearching: boolean;
  failure: string | null;
}

export interface CommandPaletteSearch {
  $search: ReadableAtom<CommandPaletteSearchState>;
  type(searchTerm: string): void;
  close(): void;
}

const PAUSE_MS = 120;

/** Pass false for roles whose search the API would refuse. */
export function createCommandPaletteSearch(asksServer: boolean, pauseMs = PAUSE_MS): CommandPaletteSearch {
  const nothing = { found: null, isSearching: false, failure: null };
  const $search = atom<CommandPaletteSearchState>({ words: '', ...nothing });
  const latest = createLatest();

  const ask = debounce(async (searchTerm: string) => {
    const signal = latest.begin();
    try {
      const found = await callApi(searchStaff, {
        query: { q: searchTerm.slice(0, STAFF_SEARCH_MAX_LENGTH) },
        signal,
      });
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
    $search,
    type: (words) => {
      stop();
      if (!asksServer || [...words.trim()].length < STAFF_SEARCH_MIN_LENGTH) {
        $search.set({ words, ...nothing });
        return;
      }
      $search.set({ ...$search.get(), words, isSearching: true, failure: null });
      ask(words.trim());
    },
    close: stop,
  };
}
