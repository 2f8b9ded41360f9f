import { atom, type ReadableAtom } from 'nanostores';
import { getLeagueProgress, LEARNING_ERRORS } from '#contract/learning.ts';
import { ApiFailure, callApi } from '#site/islands/shared/api.ts';
import { withUnsent } from '../offline/overlay.ts';
import { $unsent } from '../offline/unsent-actions.ts';
import { createRemembered, type Remembered } from '../remembered.ts';
import { type LeagueView, toLeagueView } from './league-view.ts';

const leagues = new Map<string, Remembered<LeagueView | { isMissing: true }>>();

/** A league's page; the same one for the same id, remembered for five minutes. One call carries all of it. */
export function leagueOf(leagueId: string): Remembered<LeagueView | { isMissing: true }> {
  const known = leagues.get(leagueId);
  if (known) return known;
  const created = createRemembered(async () => {
    const reply = await callApi(getLeagueProgress, { params: { leagueId } });
    const view = toLeagueView(leagueId, reply);
    return view ? withUnsent(view, $unsent.get()) : { isMissing: true as const };
  });
  leagues.set(leagueId, created);
  return created;
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
