import type { LeagueChoice, SpecializationLeague } from '#contract/specializations.ts';

/** The index is the order. */
export interface ChosenLeague {
  id: string;
  label: string;
}

export function toChosen(leagues: readonly SpecializationLeague[]): ChosenLeague[] {
  return leagues
    .toSorted((one, other) => one.order - other.order)
    .map(({ leagueId, league }) => ({ id: leagueId, label: league.name }));
}

export function toggleLeague(chosen: readonly ChosenLeague[], league: ChosenLeague): ChosenLeague[] {
  return chosen.some(({ id }) => id === league.id)
    ? chosen.filter(({ id }) => id !== league.id)
    : [...chosen, league];
}

export function orderLeagues(chosen: readonly ChosenLeague[], ids: readonly string[]): ChosenLeague[] {
  return ids.flatMap((wanted) => chosen.filter(({ id }) => id === wanted));
}

export function toChoices(chosen: readonly ChosenLeague[]): LeagueChoice[] {
  return chosen.map(({ id }, index) => ({ leagueId: id, order: index + 1 }));
}
