import { listPendingUsers, listUsers, type UserCounts, type UserRow } from '#contract/admin-users.ts';
import type { DataOf } from '#contract/call.ts';
import {
  USERS_FALLBACK_LIMIT,
  USERS_FALLBACK_PAGE_SIZE,
  USERS_FALLBACK_PAGES_MAX,
  USERS_PAGE_SIZE,
} from '#contract/constants.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import type { ListQuery } from '../list/csv-export.ts';

type UserList = DataOf<typeof listUsers>;

export interface UsersView {
  users: UserRow[];
  counts: UserCounts;
  total: number;
  note: string | null;
}

const PENDING_ONLY = 'Only pending users are shown, because the list of all users could not be loaded.';
const ALL_AT_ONCE = 'The list came in one piece, because a single page of it could not be loaded.';
const ALL_FAILED = 'All user fetching strategies failed. Please check if the backend endpoints exist.';

/**
 * After a server error, tries other calls and explains the result in `note` (docs/product.md OPEN-30). Throws
 * ApiFailure.
 */
export async function fetchUsers(params: ListQuery): Promise<UsersView> {
  try {
    return toView(await fetchPage(listUsers, params, USERS_PAGE_SIZE));
  } catch (error) {
    if (!isBroken(error)) throw error;
    try {
      return await fetchPending(params);
    } catch (second) {
      console.warn('Users could not be loaded page by page', second);
      return fetchInOtherWays(params);
    }
  }
}

export async function fetchPending(params: ListQuery): Promise<UsersView> {
  console.warn('Users could not be loaded; asking for pending users alone');
  try {
    return toView(await fetchPage(listPendingUsers, params, USERS_PAGE_SIZE), PENDING_ONLY);
  } catch (error) {
    const status = error instanceof ApiFailure ? error.status : 0;
    throw new ApiFailure({
      kind: 'refused',
      status,
      message: `Both endpoints failed. Pending users status: ${status}`,
    });
  }
}

async function fetchInOtherWays(params: ListQuery): Promise<UsersView> {
  const first = { ...params, page: 1 };
  const ways: readonly (() => Promise<UsersView>)[] = [
    async () => toView(await fetchPage(listUsers, first, USERS_FALLBACK_LIMIT), ALL_AT_ONCE),
    () => fetchSmallPages(first),
    async () => toView(await fetchPage(listPendingUsers, first, USERS_FALLBACK_LIMIT), PENDING_ONLY),
  ];
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      console.warn('Users could not be loaded this way', error);
    }
  }
  throw new ApiFailure({ kind: 'refused', message: ALL_FAILED });
}

async function fetchSmallPages(params: ListQuery): Promise<UsersView> {
  const view = toView(await fetchPage(listUsers, params, USERS_FALLBACK_PAGE_SIZE), ALL_AT_ONCE);
  const pages = Math.min(Math.ceil(view.total / USERS_FALLBACK_PAGE_SIZE), USERS_FALLBACK_PAGES_MAX);
  for (let page = 2; page <= pages; page++) {
    const { users } = await fetchPage(listUsers, { ...params, page }, USERS_FALLBACK_PAGE_SIZE);
    view.users.push(...users);
  }
  return view;
}

function fetchPage(
  call: typeof listUsers | typeof listPendingUsers,
  params: ListQuery,
  limit: number,
): Promise<UserList> {
  return callApi(call, { query: { ...params, limit } });
}

function toView(
  { users, counts, note, pagination }: UserList,
  fallbackNote: string | null = null,
): UsersView {
  return { users, counts, total: pagination.total, note: fallbackNote ?? note ?? null };
}

/** Other calls would not avoid a lost connection, 401, 403 or 429. */
function isBroken(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.kind === 'network' || error.kind === 'aborted') return false;
  return ![401, 403, 429].includes(error.status);
}
