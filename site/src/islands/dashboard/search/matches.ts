import { atom, type ReadableAtom } from 'nanostores';
import type { League } from '#contract/leagues.ts';
import {
  LEARNER_SEARCH_MAX_LENGTH,
  LEARNER_SEARCH_MIN_LENGTH,
  type LearnerSearchData,
  searchLearning,
} from '#contract/learner-search.ts';
import { debounce } from '#site/islands/shared/clock/debounce.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { createLatest } from '#site/islands/shared/query/latest.ts';
import { readCopy } from '#site/islands/shared/query/offline-copies.ts';
import { $session } from '#site/islands/shared/session/session.ts';
import type { LeagueView } from '../data/league-view.ts';
import { type MatchGroup, toMatchGroups } from './match-groups.ts';
import { searchOffline } from './offline-search.ts';
import { $search } from './search.ts';

interface MatchesState {
  searchTerm: string;
  groups: readonly MatchGroup[];
  isSearching: boolean;
  failure: string | null;
  /** True for results from this device's stored data. */
  isOffline: boolean;
}

const NOTHING: MatchesState = {
  searchTerm: '',
  groups: [],
  isSearching: false,
  failure: null,
  isOffline: false,
};

const $state = atom<MatchesState>(NOTHING);
export const $matches: ReadableAtom<MatchesState> = $state;

const PAUSE_MS = 150;

const latest = createLatest();

export function followSearch(pauseMs = PAUSE_MS): () => void {
  const askSoon = debounce(() => void retrySearch(), pauseMs);
  const stop = $search.subscribe((text) => {
    askSoon.cancel();
    latest.cancel();
    if (!isAskable(text)) {
      $state.set(NOTHING);
      return;
    }
    if (text.trim() === $state.get().searchTerm) {
      $state.set({ ...$state.get(), isSearching: false });
      return;
    }
    $state.set({ ...$state.get(), isSearching: true, failure: null });
    askSoon();
  });
  return () => {
    stop();
    askSoon.cancel();
    latest.cancel();
    $state.set(NOTHING);
  };
}

export async function retrySearch(): Promise<void> {
  const searchTerm = $search.get().trim();
  if (!isAskable(searchTerm)) return;
  const signal = latest.begin();
  $state.set({ ...$state.get(), isSearching: true, failure: null });
  const answer = await find(searchTerm.slice(0, LEARNER_SEARCH_MAX_LENGTH), signal);
  if (!signal.aborted) $state.set({ ...NOTHING, searchTerm, ...answer });
}

type Answer = Partial<Pick<MatchesState, 'groups' | 'failure' | 'isOffline'>>;

async function find(q: string, signal: AbortSignal): Promise<Answer> {
  try {
    return { groups: toMatchGroups(await callApi(searchLearning, { query: { q }, signal })) };
  } catch (error) {
    const offline = signal.aborted ? null : await findOffline(q, error);
    if (offline) return { groups: toMatchGroups(offline), isOffline: true };
    return { failure: toMessage(error, REQUEST_FAILED) };
  }
}

// Null if the server refused or nothing is stored.
async function findOffline(q: string, error: unknown): Promise<LearnerSearchData | null> {
  const { user } = $session.get();
  if (!user) return null;
  const leagues = await readCopy<readonly League[]>(user.id, 'leagues', error);
  const own = [...new Set(user.enrollments.map(({ leagueId }) => leagueId))];
  const pages = await Promise.all(
    own.map((id) => readCopy<Partial<LeagueView>>(user.id, `league-${id}`, error)),
  );
  const views = pages.flatMap((page) => (page?.data.weeks ? [page.data as LeagueView] : []));
  if (!leagues && views.length === 0) return null;
  return searchOffline(q, { leagues: leagues?.data ?? [], views, enrolledIds: new Set(own) });
}

// The API refuses the content of leagues to accounts that are not active.
function isAskable(text: string): boolean {
  return [...text.trim()].length >= LEARNER_SEARCH_MIN_LENGTH && $session.get().user?.status === 'ACTIVE';
}

interface Key {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/**
 * The entry that a key moves to, null for none, undefined for keys that do nothing. Home and End move the text cursor
 * until an entry is active.
 */
export function moveActive<Entry>(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Key,
  entries: readonly Entry[],
  active: Entry | null,
): Entry | null | undefined {
  if (altKey || ctrlKey || metaKey || shiftKey || entries.length === 0) return undefined;
  const at = active === null ? -1 : entries.indexOf(active);
  switch (key) {
    case 'ArrowDown':
      return entries[at + 1] ?? null;
    case 'ArrowUp':
      return at === -1 ? entries.at(-1) : (entries[at - 1] ?? null);
    case 'Home':
      return at === -1 ? undefined : entries[0];
    case 'End':
      return at === -1 ? undefined : entries.at(-1);
    default:
      return undefined;
  }
}
