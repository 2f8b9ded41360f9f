import { atom, type ReadableAtom } from 'nanostores';
import {
  STAFF_SEARCH_MAX,
  STAFF_SEARCH_MIN,
  type StaffSearchData,
  searchStaff,
} from '#contract/command-palette.ts';
import { debounce } from '#site/islands/shared/clock/debounce.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { createLatest } from '#site/islands/shared/query/latest.ts';

interface CommandPaletteSearchState {
  /** As typed. */
  words: string;
  /** Null before the first search; the last answer stays until the next one. */
  found: StaffSearchData | null;
  isSearching: boolean;
  failure: string | null;
}

export interface CommandPaletteSearch {
  $search: ReadableAtom<CommandPaletteSearchState>;
  /** Searches when typing pauses; only the last answer counts. */
  type(searchTerm: string): void;
  close(): void;
}

/** Typing pauses this long before the server is asked. */
const PAUSE_MS = 120;

/** `asksServer` false for roles that the API would refuse. */
export function createCommandPaletteSearch(asksServer: boolean, pauseMs = PAUSE_MS): CommandPaletteSearch {
  const nothing = { found: null, isSearching: false, failure: null };
  const $search = atom<CommandPaletteSearchState>({ words: '', ...nothing });
  const latest = createLatest();

  const ask = debounce(async (searchTerm: string) => {
    const signal = latest.begin();
    try {
      const found = await callApi(searchStaff, {
        query: { q: searchTerm.slice(0, STAFF_SEARCH_MAX) },
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
      if (!asksServer || [...words.trim()].length < STAFF_SEARCH_MIN) {
        $search.set({ words, ...nothing });
        return;
      }
      $search.set({ ...$search.get(), words, isSearching: true, failure: null });
      ask(words.trim());
    },
    close: stop,
  };
}
