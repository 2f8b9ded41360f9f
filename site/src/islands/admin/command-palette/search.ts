import {
  STAFF_SEARCH_MAX_LENGTH,
  STAFF_SEARCH_MIN_LENGTH,
  type StaffSearchData,
  searchStaff,
} from '#contract/command-palette.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createTypedSearch, type TypedSearch } from '../list/typed-search.ts';

/** Pass false for roles whose search the API would refuse. */
export function createCommandPaletteSearch(
  asksServer: boolean,
  pauseMs?: number,
): TypedSearch<StaffSearchData> {
  return createTypedSearch({
    minLength: asksServer ? STAFF_SEARCH_MIN_LENGTH : Number.POSITIVE_INFINITY,
    load: (words, signal) =>
      callApi(searchStaff, { query: { q: words.slice(0, STAFF_SEARCH_MAX_LENGTH) }, signal }),
    pauseMs,
  });
}
