import { atom, computed } from 'nanostores';
import { LEADERBOARD_DEFAULT_LIMIT } from '#contract/constants.ts';
import { getLeaderboard, type LeaderboardData, type OwnStanding } from '#contract/leaderboard.ts';
import { exchange, toReply, withFreshToken } from '#site/islands/shared/http/api.ts';
import { createLatest } from '#site/islands/shared/query/latest.ts';
import { $route } from '../routing/router.ts';
import { browserWatching, followChanges, type Watching } from './follow.ts';
import { type Moves, movesBetween, rankRows, type StandingRow } from './ranking.ts';
import { toView, type View, WHOLE } from './view.ts';

const LEADERBOARD_FAILURE = 'Failed to load leaderboard data';

/** What the leaderboard draws. Rows stay on the screen while others are on their way, and when those fail. */
export interface Board {
  view: View;
  isLoading: boolean;
  failure: string | null;
  /** Rows in order and numbered. */
  rows: StandingRow[] | null;
  own: OwnStanding | null;
  totalUsers: number;
  pages: number;
  found: number;
  isCut: boolean;
  place: LeaderboardData['place'];
  /** Who moved with the last change, by id; places up are positive. */
  moves: Moves;
}

const NOTHING: Board = {
  view: WHOLE,
  isLoading: false,
  failure: null,
  rows: null,
  own: null,
  totalUsers: 0,
  pages: 1,
  found: 0,
  isCut: false,
  place: 'everybody',
  moves: new Map(),
};

export const $board = atom<Board>(NOTHING);

/** The view the address asks for. */
const $view = computed($route, (page) => (page?.route === 'leaderboard' ? toView(page.search) : WHOLE));

let tag: { key: string; value: string } | null = null;
let seenVersion: string | undefined;
const latest = createLatest();

const keyOf = ({ page, search, league }: View) => JSON.stringify([page, search, league]);

/** Loads a view; a version asks for rows at least as new as that. Never throws. */
export async function loadBoard(view: View, version?: string): Promise<void> {
  const key = keyOf(view);
  const isSame = keyOf($board.get().view) === key && $board.get().rows !== null;
  const signal = latest.begin();
  if (!isSame) $board.set({ ...$board.get(), view, isLoading: true, failure: null, moves: new Map() });
  try {
    const data = await fetchBoard(view, version, isSame && tag?.key === key ? tag.value : null, signal);
    if (signal.aborted) return;
    if (data === 'unchanged')
      $board.set({ ...$board.get(), isLoading: false, failure: null, moves: new Map() });
    else show(view, data.data, data.tag, isSame);
  } catch {
    if (!signal.aborted) $board.set({ ...$board.get(), isLoading: false, failure: LEADERBOARD_FAILURE });
  }
}

function fetchBoard(
  { page, search, league }: View,
  version: string | undefined,
  known: string | null,
  signal: AbortSignal,
): Promise<'unchanged' | { data: LeaderboardData; tag: string | null }> {
  const query = {
    own: 'true',
    limit: LEADERBOARD_DEFAULT_LIMIT,
    page: page > 1 ? page : undefined,
    search: search || undefined,
    league: league || undefined,
    version,
  };
  return withFreshToken(getLeaderboard, (token) =>
    exchange(
      getLeaderboard,
      { query, signal, ...(known ? { headers: { 'If-None-Match': known } } : {}) },
      token,
      async (response) => {
        if (response.status === 304) return 'unchanged' as const;
        const { data } = toReply<LeaderboardData>(response, await response.text());
        return { data, tag: response.headers.get('etag') };
      },
    ),
  );
}

function show(view: View, data: LeaderboardData, newTag: string | null, isSame: boolean): void {
  tag = newTag ? { key: keyOf(view), value: newTag } : null;
  seenVersion = data.version ?? seenVersion;
  const before = $board.get();
  const offset = (view.page - 1) * LEADERBOARD_DEFAULT_LIMIT;
  // A search finds people all over the ranking: their places are the server's.
  const rows = view.search ? [...data.leaderboard] : rankRows(data.leaderboard, offset);
  $board.set({
    view,
    isLoading: false,
    failure: null,
    rows,
    own: data.own ?? null,
    totalUsers: data.totalUsers,
    pages: Math.max(1, data.pagination?.totalPages ?? 1),
    found: data.pagination?.total ?? rows.length,
    isCut: data.isCut === true,
    place: data.place ?? 'everybody',
    moves: isSame && before.rows ? movesBetween(before.rows, rows) : new Map(),
  });
}

/** Shows the view of the address and keeps following changes while it is looked at; returns how to stop. */
export function followBoard({ watching = browserWatching }: { watching?: Watching } = {}): () => void {
  const stopView = $view.subscribe((view) => void loadBoard(view));
  const stopChanges = followChanges({
    watching,
    onChange: (version) => {
      // The first event of a stream says what is known already.
      if (version === undefined || version !== seenVersion) {
        seenVersion = version ?? seenVersion;
        void loadBoard($view.get(), version);
      }
    },
  });
  return () => {
    stopView();
    stopChanges();
  };
}

/**
 * Forgets everything.
 * @testonly
 */
export function forgetBoard(): void {
  tag = null;
  seenVersion = undefined;
  latest.cancel();
  $board.set(NOTHING);
}
