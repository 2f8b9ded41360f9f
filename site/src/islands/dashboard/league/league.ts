import { atom, type ReadableAtom } from 'nanostores';
import { getLeagueProgress, LEARNING_ERRORS } from '#contract/learning.ts';
import { ApiFailure, callApi } from '#site/islands/shared/api.ts';
import { assignmentOf } from '../assignments/assignment.ts';
import { withUnsent } from '../offline/overlay.ts';
import { $unsent } from '../offline/unsent-actions.ts';
import { createRemembered, type Remembered } from '../remembered.ts';
import { type LeagueView, toLeagueView } from './league-view.ts';

const leagues = new Map<string, Remembered<LeagueView | { isMissing: true }>>();

/** A league's page; the same one for the same id, remembered for five minutes. One call carries all of it. */
export function leagueOf(leagueId: string): Remembered<LeagueView | { isMissing: true }> {
  const known = leagues.get(leagueId);
  if (known) return known;
  const created = createRemembered<LeagueView | { isMissing: true }>(
    async () => {
      const reply = await callApi(getLeagueProgress, { params: { leagueId } });
      return toLeagueView(leagueId, reply) ?? { isMissing: true };
    },
    { keepAs: `league-${leagueId}`, present: presentLeague },
  );
  leagues.set(leagueId, created);
  return created;
}

/** Takes the assignment out of the one reply, and puts what waits on this device on top of it. */
function presentLeague(league: LeagueView | { isMissing: true }): LeagueView | { isMissing: true } {
  if (isMissing(league)) return league;
  if (league.task) assignmentOf(league.id).put(league.task);
  return withUnsent(league, $unsent.get());
}

/** Forgets every league, as a fresh page does. */
export function forgetLeagues(): void {
  leagues.clear();
}

/** True for a reply that carried no league or no progress (OPEN-53). */
export function isMissing(league: LeagueView | { isMissing: true }): league is { isMissing: true } {
  return 'isMissing' in league;
}

export type LeagueFailure = 'not-found' | 'not-enrolled' | 'other';

/** Why a league did not load, told by the reason code and never by its words (LPROG-16 to 19). */
export function toLeagueFailure(error: Error): LeagueFailure {
  if (!(error instanceof ApiFailure)) return 'other';
  if (error.code === LEARNING_ERRORS.LEAGUE_NOT_FOUND.reason) return 'not-found';
  return error.code === LEARNING_ERRORS.LEAGUE_NOT_ENROLLED.reason ? 'not-enrolled' : 'other';
}

const $openWeekIds = atom<ReadonlySet<string>>(new Set());
/** The weeks that stand open; all are closed at first (LPROG-04). */
export const $openWeeks: ReadableAtom<ReadonlySet<string>> = $openWeekIds;

/** Opens or closes a week. */
export function toggleWeek(weekId: string): void {
  const open = new Set($openWeekIds.get());
  if (!open.delete(weekId)) open.add(weekId);
  $openWeekIds.set(open);
}

/** Opens a week that may be open already. */
export function openWeek(weekId: string): void {
  $openWeekIds.set(new Set($openWeekIds.get()).add(weekId));
}
