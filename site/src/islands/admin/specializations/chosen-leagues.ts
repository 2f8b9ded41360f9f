import type { LeagueChoice, SpecializationLeague } from '#contract/specializations.ts';

/** A league chosen for a specialization; its place in the list is its order. */
export interface ChosenLeague {
  id: string;
  label: string;
}

/** The chosen leagues of a specialization, in order. */
export function toChosen(leagues: readonly SpecializationLeague[]): ChosenLeague[] {
  return leagues
    .toSorted((one, other) => one.order - other.order)
    .map(({ leagueId, league }) => ({ id: leagueId, label: league.name }));
}

/** Adds a league at the end, or takes it away; those behind it move up, so that orders stay consecutive (ASPEC-08). */
export function toggleLeague(chosen: readonly ChosenLeague[], league: ChosenLeague): ChosenLeague[] {
  return chosen.some(({ id }) => id === league.id)
    ? chosen.filter(({ id }) => id !== league.id)
    : [...chosen, league];
}

/** The same leagues in the order of the ids. */
export function orderLeagues(chosen: readonly ChosenLeague[], ids: readonly string[]): ChosenLeague[] {
  return ids.flatMap((wanted) => chosen.filter(({ id }) => id === wanted));
}

/** As the contract takes them: consecutive orders from 1 (ASPEC-06). */
export function toChoices(chosen: readonly ChosenLeague[]): LeagueChoice[] {
  return chosen.map(({ id }, index) => ({ leagueId: id, order: index + 1 }));
}
