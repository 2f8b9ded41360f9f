import type { Week } from '#contract/weeks.ts';

interface Choice {
  value: string;
  label: string;
}

/** League first, as the modules are listed. */
export function toWeekOptions(weeks: readonly Week[]): Choice[] {
  return weeks.map(({ id, name, order, league }) => ({
    value: id,
    label: `${league.name}: ${order}. ${name}`,
  }));
}

/** The same for modules of one league, which is named beside it. */
export function toPlainOptions(weeks: readonly Week[]): Choice[] {
  return weeks.map(({ id, name, order }) => ({ value: id, label: `${order}. ${name}` }));
}

/** Each league once, in the order of the list. */
export function toLeagueChoices(weeks: readonly Week[]): Choice[] {
  const names = new Map(weeks.map(({ leagueId, league }) => [leagueId, league.name]));
  return [...names].map(([value, label]) => ({ value, label }));
}
