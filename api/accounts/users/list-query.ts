import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { UserListQuery } from '#contract/admin-users.ts';
import { accountContains, toPeopleTerms } from '../../platform/db/account-search.ts';
import { alphabetical } from '../../platform/db/alphabet.ts';
import { users } from '../../platform/db/schema/accounts.ts';

type Filters = Omit<UserListQuery, 'page' | 'limit' | 'sort' | 'direction'>;

export function toCondition(query: Filters): SQL | undefined {
  return and(toFilters(query), accountContains(toPeopleTerms(query.search)));
}

export function toOrder({ sort = 'createdAt', direction }: Pick<UserListQuery, 'sort' | 'direction'>): SQL[] {
  const isDown = direction === 'desc';
  if (sort === 'name') {
    const name = alphabetical(users.name);
    return isDown ? [sql`${name} desc`, desc(users.id)] : [name, asc(users.id)];
  }
  if (sort === 'olid') {
    return isDown
      ? [sql`${users.olid} desc nulls last`, desc(users.id)]
      : [sql`${users.olid} asc nulls last`, asc(users.id)];
  }
  return direction === 'asc'
    ? [asc(users.createdAt), desc(users.id)]
    : [desc(users.createdAt), asc(users.id)];
}

function toFilters({ status, role, excludeRole, migrated }: Filters): SQL | undefined {
  return and(
    status && (status === 'CLOSED' ? isNotNull(users.closedAt) : eq(users.status, status)),
    role && eq(users.role, role),
    excludeRole && ne(users.role, excludeRole),
    migrated === 'true' ? isNotNull(users.migratedToV2At) : undefined,
    migrated === 'false' ? isNull(users.migratedToV2At) : undefined,
  );
}
