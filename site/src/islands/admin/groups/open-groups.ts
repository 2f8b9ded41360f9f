import { useState } from 'react';
import { isNarrowed, type ListState } from '../list/list-state.ts';

export interface OpenGroups {
  isOpen(id: string): boolean;
  toggle(id: string, open: boolean): void;
}

/** So many found rows open their groups by themselves; beyond that the page would be long and slow. */
export const OPEN_BY_SEARCH = 60;

/** True when the reader looks for something, rather than through the modules of a league. */
export function isSearched({ search, filters }: Pick<ListState, 'search' | 'filters'>): boolean {
  return isNarrowed({ search, filters: { ...filters, league: '' } });
}

/**
 * Which groups of a list are open. Closed at first, unless `openAll`: a search that leaves few rows shows them at once.
 * What the reader opened or closed stays so.
 */
export function useOpenGroups(openAll: boolean): OpenGroups {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOpen: (id) => chosen.get(id) ?? openAll,
    toggle: (id, open) => setChosen(new Map(chosen).set(id, open)),
  };
}
