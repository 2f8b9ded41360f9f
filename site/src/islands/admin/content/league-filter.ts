import { useAccess, useOwnLeagues } from '../access/own-leagues.ts';
import type { ListFilter } from '../list/ListToolbar.tsx';

/** The league filter of lists of content: for staff that work in some leagues; a Grand Pathfinder has none (AMOD-02). */
export function useLeagueFilter(): ListFilter[] {
  const access = useAccess();
  const leagues = useOwnLeagues();
  if (!access || access.isGrand) return [];
  return [
    {
      name: 'league',
      label: 'League',
      all: 'All leagues',
      options: (leagues.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
}
