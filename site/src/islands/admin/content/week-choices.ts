import type { Week } from '#contract/weeks.ts';

interface Choice {
  value: string;
  label: string;
}

export function toWeekOptions(weeks: readonly Week[]): Choice[] {
  return weeks.map(({ id, name, order, league }) => ({
    value: id,
    label: `${league.name}: ${order}. ${name}`,
  }));
}

export function toPlainOptions(weeks: readonly Week[]): Choice[] {
  return weeks.map(({ id, name, order }) => ({ value: id, label: `${order}. ${name}` }));
}

export function toLeagueChoices(weeks: readonly Week[]): Choice[] {
  const names = new Map(weeks.map(({ leagueId, league }) => [leagueId, league.name]));
  return [...names].map(([value, label]) => ({ value, label }));
}
