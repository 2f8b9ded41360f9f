import { useState } from 'react';
import { useIncrementalList } from '#site/islands/shared/list/incremental-list.ts';
import { isNarrowed, type ListState } from '../list/list-state.ts';

export type OpenGroups = ReturnType<typeof useOpenGroups>;

/** More open rows would make the page slow. */
export const OPEN_BY_SEARCH = 60;

/** True for a search or a filter other than the league. */
export function isSearched({ search, filters }: Pick<ListState, 'search' | 'filters'>): boolean {
  return isNarrowed({ search, filters: { ...filters, leagueId: '' } });
}

/** A group that the user opened or closed stays that way. */
export function useOpenGroups(openAll: boolean) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOpen: (id: string) => chosen.get(id) ?? openAll,
    toggle: (id: string, open: boolean) => setChosen(new Map(chosen).set(id, open)),
  };
}

/** A thousand closed groups would keep a slow phone busy for seconds. */
export const GROUPS_PAGE_SIZE = 100;

/** `requested` null puts all groups on one page. */
export function useGroupPage<Group extends { week: { id: string } }>(
  groups: readonly Group[],
  requested: number | null,
) {
  const pageSize = requested === null ? Math.max(1, groups.length) : GROUPS_PAGE_SIZE;
  const lastPage = Math.max(1, Math.ceil(groups.length / pageSize));
  const page = Math.min(requested ?? 1, lastPage);
  const first = (page - 1) * pageSize;
  const { count, ...list } = useIncrementalList<HTMLDivElement>({
    keys: groups.slice(first, first + pageSize).map(({ week }) => week.id),
  });
  return { ...list, groups: groups.slice(first, first + count), page, lastPage };
}
