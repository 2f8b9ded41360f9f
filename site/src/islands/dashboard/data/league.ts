import { atom, type ReadableAtom } from 'nanostores';
import { getLeagueProgress, type LEARNING_ERRORS } from '#contract/learning.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { readStoredJson, writeStored } from '#site/islands/shared/offline/storage.ts';
import { createQuery, type Query } from '../../shared/query/query.ts';
import { assignmentOf } from './assignment.ts';
import { type LeagueView, toLeagueView } from './league-view.ts';
import { withOptimisticUpdates } from './optimistic-update.ts';
import { $outbox } from './outbox-actions.ts';

export function leagueOf(leagueId: string): Query<LeagueView | { isMissing: true }> {
  return createQuery<LeagueView | { isMissing: true }>(
    `league-${leagueId}`,
    async () => {
      const reply = await callApi(getLeagueProgress, { params: { leagueId } });
      return toLeagueView(leagueId, reply) ?? { isMissing: true };
    },
    { offline: true, present: presentLeague },
  );
}

// Moves the assignment into its own query and applies this device's unsent actions.
function presentLeague(
  league: LeagueView | { isMissing: true },
  since: number,
): LeagueView | { isMissing: true } {
  if (isMissing(league)) return league;
  if (league.task) assignmentOf(league.id).put(league.task, since);
  return withOptimisticUpdates(league, $outbox.get());
}

export function isMissing(league: LeagueView | { isMissing: true }): league is { isMissing: true } {
  return 'isMissing' in league;
}

export type LeagueFailure = 'not-found' | 'not-enrolled' | 'other';

const NOT_FOUND: keyof typeof LEARNING_ERRORS = 'LEAGUE_NOT_FOUND';
const NOT_ENROLLED: keyof typeof LEARNING_ERRORS = 'LEAGUE_NOT_ENROLLED';

/** Decides by the error code, never by the message. */
export function toLeagueFailure(error: Error): LeagueFailure {
  if (!(error instanceof ApiFailure)) return 'other';
  if (error.code === NOT_FOUND) return 'not-found';
  return error.code === NOT_ENROLLED ? 'not-enrolled' : 'other';
}

const OPEN_KEY = 'open-modules';
const $openWeekIds = atom<ReadonlySet<string>>(
  new Set((readStoredJson('session', OPEN_KEY) ?? []) as string[]),
);
export const $openWeeks: ReadableAtom<ReadonlySet<string>> = $openWeekIds;

export function toggleWeek(weekId: string): void {
  const open = new Set($openWeekIds.get());
  if (!open.delete(weekId)) open.add(weekId);
  setOpenWeeks(open);
}

export function openWeek(weekId: string): void {
  setOpenWeeks(new Set($openWeekIds.get()).add(weekId));
}

function setOpenWeeks(open: ReadonlySet<string>): void {
  $openWeekIds.set(open);
  writeStored('session', OPEN_KEY, JSON.stringify([...open]));
}
