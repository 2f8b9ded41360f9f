import { computed } from 'nanostores';
import { getLeaderboard, getMyRank } from '#contract/leaderboard.ts';
import { callApi } from '#site/islands/shared/api.ts';
import { createRemembered } from '../remembered.ts';
import { rankRows } from './ranking.ts';

/** How often an open leaderboard asks for changes, so that 'Rankings update in real-time' holds (LEADER-11). */
export const LEADERBOARD_POLL_MS = 10_000;
export const LEADERBOARD_FAILURE = 'Failed to load leaderboard data';

/** The rows as the API sends them; never remembered, because others change them. */
export const leaderboard = createRemembered(async () => (await callApi(getLeaderboard)).leaderboard, {
  lifetimeMs: 0,
});

/** The own place, for a learner further down than the rows go. */
export const ownPlace = createRemembered(() => callApi(getMyRank), { lifetimeMs: 0 });

/** What the leaderboard draws: rows in order and numbered. Rows stay on the screen when a later load fails. */
export const $leaderboard = computed(leaderboard.$state, ({ isLoading, data, error }) => ({
  isLoading,
  failure: error ? LEADERBOARD_FAILURE : null,
  rows: data ? rankRows(data) : null,
}));

/** When the screen is looked at; tests pass their own. */
export interface Watching {
  isVisible(): boolean;
  /** Calls back when that changes; returns how to stop. */
  onChange(listener: () => void): () => void;
}

const browserWatching: Watching = {
  isVisible: () => document.visibilityState === 'visible',
  onChange: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

/**
 * Loads the leaderboard and keeps following it while it is looked at; a hidden tab asks nothing and catches up when it
 * is shown again. `userId` is the reader, whose own place is asked for when the rows do not carry it.
 */
export function followLeaderboard(
  userId: string | null,
  { pollMs = LEADERBOARD_POLL_MS, watching = browserWatching }: { pollMs?: number; watching?: Watching } = {},
): () => void {
  const findOwnPlace = () => {
    const rows = leaderboard.$state.get().data;
    if (userId && rows && !rows.some(({ user }) => user.id === userId)) void ownPlace.refresh();
  };
  const refreshIfSeen = () => {
    if (watching.isVisible()) void leaderboard.refresh().then(findOwnPlace);
  };
  void leaderboard.ensure().then(findOwnPlace);
  const timer = setInterval(refreshIfSeen, pollMs);
  const stopWatching = watching.onChange(refreshIfSeen);
  return () => {
    clearInterval(timer);
    stopWatching();
  };
}
