import { atom, computed } from 'nanostores';
import { LEADERBOARD_DEFAULT_LIMIT } from '#contract/constants.ts';
import { getLeaderboard, type LeaderboardData, type OwnStanding } from '#contract/leaderboard.ts';
import { exchange, toReply, withFreshToken } from '#site/islands/shared/http/api.ts';
import { createLatest } from '#site/islands/shared/query/latest.ts';
import { markFresh, markOutdated, readCopy, storeCopy } from '#site/islands/shared/query/offline-copies.ts';
import { $session } from '#site/islands/shared/session/session.ts';
import { $route } from '../routing/router.ts';
import { browserWatching, followChanges, type Watching } from './follow.ts';
import { type Moves, movesBetween, type StandingRow } from './ranking.ts';
import { toView, type View, WHOLE } from './view.ts';

const LEADERBOARD_FAILURE = 'Failed to load leaderboard data';

/** Rows stay visible while others load and after a failed reload; offline, stored rows replace them. */
export interface Board {
  view: View;
  isLoading: boolean;
  failure: string | null;
  /** Milliseconds since 1970, by the server. */
  asOf: number | null;
  rows: StandingRow[] | null;
  own: OwnStanding | null;
  totalUsers: number;
  pages: number;
  found: number;
  isCut: boolean;
  place: LeaderboardData['place'];
  /** What the rows count; `view` changes before they arrive. */
  isWeek: boolean;
  lastWeek: LeaderboardData['lastWeek'];
  moves: Moves;
}

const NOTHING: Board = {
  view: WHOLE,
  isLoading: false,
  failure: null,
  asOf: null,
  rows: null,
  own: null,
  totalUsers: 0,
  pages: 1,
  found: 0,
  isCut: false,
  place: 'everybody',
  isWeek: false,
  lastWeek: undefined,
  moves: new Map(),
};

export const $board = atom<Board>(NOTHING);

const $view = computed($route, (page) => (page?.route === 'leaderboard' ? toView(page.search) : null));

let tag: { key: string; value: string; data: LeaderboardData } | null = null;
// Key of the view whose rows are visible; `view` changes before its rows arrive.
let shownKey: string | null = null;
let seenVersion: string | undefined;
let running: Promise<void> | null = null;
const latest = createLatest();

const keyOf = ({ page, search, league, isWeek }: View) => JSON.stringify([page, search, league, isWeek]);

// Key of the stored copy; null for searches and later pages, which would evict the leagues.
const copyNameOf = ({ page, search, league, isWeek }: View) =>
  search || page > 1 ? null : `leaderboard:${isWeek ? 'week' : JSON.stringify(league)}`;

/** Never throws. `version` requests rows at least that new. */
export function loadBoard(view: View, version?: string): Promise<void> {
  const loading = load(view, version).finally(() => {
    if (running === loading) running = null;
  });
  running = loading;
  return loading;
}

async function refreshBoard(): Promise<boolean> {
  const view = $view.get();
  await (running ?? (view ? loadBoard(view) : undefined));
  return $board.get().failure === null;
}

async function load(view: View, version: string | undefined): Promise<void> {
  const key = keyOf(view);
  const isSame = shownKey === key;
  const signal = latest.begin();
  const owner = $session.get().user?.id ?? null;
  const copyName = copyNameOf(view);
  if (!isSame) $board.set({ ...$board.get(), view, isLoading: true, failure: null, moves: new Map() });
  else if (keyOf($board.get().view) !== key) $board.set({ ...$board.get(), view, isLoading: false });
  try {
    const known = isSame && tag?.key === key ? tag : null;
    const answer = await fetchBoard(view, version, known?.value ?? null, signal);
    if (signal.aborted) return;
    const asOf = Date.now();
    if (answer === 'unchanged')
      $board.set({ ...$board.get(), isLoading: false, failure: null, asOf, moves: new Map() });
    else {
      tag = answer.tag ? { key, value: answer.tag, data: answer.data } : null;
      show(view, answer.data, isSame, asOf);
    }
    markFresh(refreshBoard);
    const data = answer === 'unchanged' ? known?.data : answer.data;
    if (copyName !== null && data) storeCopy(owner, copyName, data);
  } catch (error) {
    const copy = copyName === null ? null : await readCopy<LeaderboardData>(owner, copyName, error);
    if (signal.aborted) return;
    if (!isSame && copy) show(view, copy.data, false, copy.at);
    const { asOf } = $board.get();
    const isShown = isSame || copy !== null;
    // Rows of another view must not show under this URL.
    if (!isShown) shownKey = null;
    const shown = isShown ? {} : { rows: null, own: null };
    $board.set({ ...$board.get(), ...shown, isLoading: false, failure: LEADERBOARD_FAILURE });
    if (copy) markOutdated(refreshBoard, asOf ?? copy.at);
    else markFresh(refreshBoard);
  }
}

function fetchBoard(
  { page, search, league, isWeek }: View,
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
    period: isWeek ? ('week' as const) : undefined,
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

function show(view: View, data: LeaderboardData, isSame: boolean, asOf: number): void {
  seenVersion = data.version ?? seenVersion;
  shownKey = keyOf(view);
  const before = $board.get();
  const rows = [...data.leaderboard];
  $board.set({
    view,
    isLoading: false,
    failure: null,
    asOf,
    rows,
    own: data.own ?? null,
    totalUsers: data.totalUsers,
    pages: Math.max(1, data.pagination?.totalPages ?? 1),
    found: data.pagination?.total ?? rows.length,
    isCut: data.isCut === true,
    place: data.place ?? 'everybody',
    isWeek: view.isWeek,
    lastWeek: data.lastWeek,
    moves: isSame && before.rows ? movesBetween(before.rows, rows) : new Map(),
  });
}

export function followBoard({ watching = browserWatching }: { watching?: Watching } = {}): () => void {
  const stopView = $view.subscribe((view) => view && void loadBoard(view));
  const stopChanges = followChanges({
    watching,
    onChange: (version) => {
      // The first event of a stream repeats the known version.
      if (version === undefined) void refreshBoard();
      else if (version !== seenVersion) {
        const view = $view.get();
        if (!view) return;
        seenVersion = version;
        void loadBoard(view, version);
      }
    },
  });
  return () => {
    stopView();
    stopChanges();
    latest.cancel();
    markFresh(refreshBoard);
  };
}

/**
 * Forgets everything.
 * @testonly
 */
export function clearBoard(): void {
  tag = null;
  shownKey = null;
  seenVersion = undefined;
  running = null;
  latest.cancel();
  $board.set(NOTHING);
}
