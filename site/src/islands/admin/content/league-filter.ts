import { useAccess, useOwnLeagues } from '../access/access.ts';
import type { ListFilter } from '../list/ListToolbar.tsx';

type Named = { id: string; name: string };

export function toOptions(rows: readonly Named[] | null): { value: string; label: string }[] {
  return (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

export function toLeagueFilter(leagues: readonly Named[] | null): ListFilter {
  return { name: 'leagueId', label: 'League', all: 'All leagues', options: toOptions(leagues) };
}

/** Empty for a Grand Pathfinder. */
export function useLeagueFilter(): ListFilter[] {
  const access = useAccess();
  const leagues = useOwnLeagues();
  return !access || access.isGrand ? [] : [toLeagueFilter(leagues.data)];
}
