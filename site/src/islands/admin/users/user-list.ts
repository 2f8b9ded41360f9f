import type { UserCounts, UserState } from '#contract/admin-users.ts';
import { USERS_PAGE_SIZE } from '#contract/constants.ts';
import { STATUSES, type Status } from '#contract/roles.ts';
import { listUserMatches } from '#contract/user-batches.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { toNumber } from '../../shared/format/text.ts';
import { type ListQuery, toListQuery } from '../list/csv-export.ts';
import { createListState, type ListState } from '../list/list-state.ts';
import { createServedList } from '../list/served-list.ts';
import { invalidate } from '../query/queries.ts';
import { fetchUsers, type UsersView } from './user-fetch.ts';

export const USER_FILTERS = ['status', 'role', 'migrated', 'show'] as const;

/** Values of `show` in the address. */
const SPECIAL_LISTS: Record<string, ListQuery> = {
  closed: { status: 'CLOSED' },
  grand: { role: 'GRAND_PATHFINDER' },
};

const FIRST_SORT = { key: 'createdAt', direction: 'descending' } as const;

export type UserList = ReturnType<typeof createUserList>;

export function createUserList(list = createListState({ filters: USER_FILTERS, sort: FIRST_SORT })) {
  return createServedList({
    kind: 'users',
    list,
    toQuery: toParams,
    load: fetchUsers,
    toPage: ({ users, counts, total }) => ({
      rows: users,
      all: counts.total,
      // A fallback answer holds all rows and has no pages.
      pagination: { total, totalPages: users.length > 0 ? Infinity : Math.ceil(total / USERS_PAGE_SIZE) },
    }),
  });
}

/** Leaves out Grand Pathfinders, who cannot be edited here, unless `show` asks for closed or Grand accounts. */
export function toParams(state: ListState, search: string): ListQuery {
  const { show = '', ...filters } = state.filters;
  return {
    page: state.page,
    ...toListQuery({ ...state, filters }, search),
    ...(SPECIAL_LISTS[show] ?? { excludeRole: 'GRAND_PATHFINDER' }),
  };
}

export function applyState({ query }: UserList, now: Pick<UserState, 'id' | 'role' | 'status'>): void {
  query.change((view) => changeUser(view, now));
  invalidate('users', { alsoOwn: true });
}

export function changeUser(
  view: UsersView,
  { id, role, status }: Pick<UserState, 'id' | 'role' | 'status'>,
): UsersView {
  const before = view.users.find((user) => user.id === id);
  if (!before) return view;
  return {
    ...view,
    users: view.users.map((user) => (user.id === id ? { ...user, role, status } : user)),
    counts: moveCount(view.counts, before.status, status),
  };
}

function moveCount(counts: UserCounts, from: Status, to: Status): UserCounts {
  const moved = { ...counts };
  const fromKey = COUNTED[from];
  const toKey = COUNTED[to];
  if (fromKey) moved[fromKey] -= 1;
  if (toKey) moved[toKey] += 1;
  return moved;
}

const COUNTED: Partial<Record<Status, 'active' | 'pending' | 'suspended'>> = {
  ACTIVE: 'active',
  PENDING: 'pending',
  SUSPENDED: 'suspended',
};

/** Null, shown as a dash, while loading. */
export function toCounters(counts: UserCounts | undefined) {
  return [
    { label: 'Active', value: counts?.active ?? null },
    { label: 'Pending', value: counts?.pending ?? null },
    { label: 'Suspended', value: counts?.suspended ?? null },
    { label: 'Migrated', value: counts ? toMigrated(counts) : null, hasShare: true },
    { label: 'Total', value: counts?.total ?? null },
  ];
}

function toMigrated({ migrated, total }: UserCounts): string {
  return `${toNumber(migrated)} (${total === 0 ? 0 : Math.round((100 * migrated) / total)}%)`;
}

export interface Chosen {
  id: string;
  status: Status;
}

/** Later changes do not affect the result (docs/decisions/0024). Throws ApiFailure. */
export async function findMatches({
  page: _,
  sort: _sort,
  direction: _direction,
  ...params
}: ListQuery): Promise<Chosen[]> {
  const { ids } = await callApi(listUserMatches, { query: params });
  return STATUSES.flatMap((status) => ids[status].map((id) => ({ id, status })));
}
