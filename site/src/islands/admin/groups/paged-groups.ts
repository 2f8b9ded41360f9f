import { type IncrementalList, useIncrementalList } from '../../shared/list/incremental-list.ts';

/** A thousand closed groups would keep a slow phone busy for seconds. */
export const GROUPS_PAGE_SIZE = 100;

interface GroupPage<Group> extends Omit<IncrementalList<HTMLDivElement>, 'count'> {
  groups: readonly Group[];
  page: number;
  lastPage: number;
}

/** `asked` null puts all groups on one page. */
export function useGroupPage<Group extends { week: { id: string } }>(
  groups: readonly Group[],
  asked: number | null,
): GroupPage<Group> {
  const pageSize = asked === null ? Math.max(1, groups.length) : GROUPS_PAGE_SIZE;
  const lastPage = Math.max(1, Math.ceil(groups.length / pageSize));
  const page = Math.min(asked ?? 1, lastPage);
  const first = (page - 1) * pageSize;
  const { count, ...list } = useIncrementalList({
    keys: groups.slice(first, first + pageSize).map(({ week }) => week.id),
  });
  return { ...list, groups: groups.slice(first, first + count), page, lastPage };
}
