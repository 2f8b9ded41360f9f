import { atom, type ReadableAtom } from 'nanostores';
import {
  STAFF_SEARCH_MAX,
  STAFF_SEARCH_MIN,
  type StaffSearchData,
  searchStaff,
} from '#contract/staff-search.ts';
import { ApiFailure, callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/api.ts';

export interface PaletteSearchState {
  /** As typed. */
  words: string;
  /** Null while nothing was asked for; the last answer stays until the next one. */
  found: StaffSearchData | null;
  isSearching: boolean;
  failure: string | null;
}

export interface PaletteSearch {
  $search: ReadableAtom<PaletteSearchState>;
  /** Takes what was typed; the server is asked once typing pauses, and only its last question counts. */
  type(words: string): void;
  close(): void;
}

/** Typing pauses this long before the server is asked. */
const PAUSE_MS = 120;

/** The search of the palette; `asksServer` false for those whom the API would refuse. */
export function createPaletteSearch(asksServer: boolean, pauseMs = PAUSE_MS): PaletteSearch {
  const nothing = { found: null, isSearching: false, failure: null };
  const $search = atom<PaletteSearchState>({ words: '', ...nothing });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;

  const ask = async (words: string) => {
    const question = new AbortController();
    asked = question;
    try {
      const found = await callApi(searchStaff, {
        query: { q: words.slice(0, STAFF_SEARCH_MAX) },
        signal: question.signal,
      });
      if (asked === question) $search.set({ words: $search.get().words, ...nothing, found });
    } catch (error) {
      if (asked !== question || (error instanceof ApiFailure && error.kind === 'aborted')) return;
      $search.set({ words: $search.get().words, ...nothing, failure: toMessage(error, REQUEST_FAILED) });
    }
  };
  const stop = () => {
    clearTimeout(timer);
    asked?.abort();
    asked = undefined;
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
      timer = setTimeout(() => void ask(words.trim()), pauseMs);
    },
    close: stop,
  };
}
