import { useState } from 'react';
import { isNarrowed, type ListState } from '../list/list-state.ts';

export interface OpenGroups {
  isOpen(id: string): boolean;
  toggle(id: string, open: boolean): void;
}

/** More open rows would make the page slow. */
export const OPEN_BY_SEARCH = 60;

/** True for a search or a filter other than the league. */
export function isSearched({ search, filters }: Pick<ListState, 'search' | 'filters'>): boolean {
  return isNarrowed({ search, filters: { ...filters, league: '' } });
}

/** A group that the user opened or closed stays that way. */
export function useOpenGroups(openAll: boolean): OpenGroups {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOpen: (id) => chosen.get(id) ?? openAll,
    toggle: (id, open) => setChosen(new Map(chosen).set(id, open)),
  };
}
