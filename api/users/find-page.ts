import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { UserListQuery } from '#contract/admin-users.ts';
import type { Role, Status } from '#contract/roles.ts';
import { accountHolds, toPeopleTerms } from '../accounts/search.ts';
import { alphabetical } from '../db/alphabet.ts';
import { type Count, countBounded } from '../db/bounded-count.ts';
import { type Database, queryRows } from '../db/client.ts';
import { rowsUpTo } from '../db/paging.ts';
import { users } from '../db/schema/accounts.ts';

type Filters = Omit<UserListQuery, 'page' | 'limit' | 'sort' | 'direction'>;

interface Window {
  offset: number;
  limit: number;
}

/**
 * The ids of a page of accounts in the order asked for, and one more where there is one, with how many pass search and
 * filters.
 */
export async function findPage(
  db: Database,
  query: UserListQuery,
  window: Window,
): Promise<{ ids: string[]; count: Count }> {
  const filters = toFilters(query);
  if (toPeopleTerms(query.search).length > 0) return readFound(db, query, window);
  const [ids, { matching }] = await Promise.all([
    readInOrder(db, query, window),
    countBounded(db, users, { matching: filters }),
  ]);
  return { ids, count: matching };
}

function readInOrder(db: Database, query: UserListQuery, window: Window): Promise<string[]> {
  const end = rowsUpTo(window.offset + window.limit + 1);
  const found = sql`select id from users ${toWhere(toCondition(query))} order by ${toOrder(query)} limit ${end}`;
  return readIds(db, sql`select id from (${found}) found`, window);
}

/** The same with a search: the accounts are looked through once for rows and total. */
async function readFound(
  db: Database,
  query: UserListQuery,
  { offset, limit }: Window,
): Promise<{ ids: string[]; count: Count }> {
  const [row] = await queryRows<{ ids: string[]; total: number | string }>(
    db,
    sql`with found as materialized (
        select id, created_at, name, olid from users ${toWhere(toCondition(query))})
      select (select count(*) from found) as total, (select coalesce(json_agg(id), '[]') from (
        select id from found users order by ${toOrder(query)} limit ${limit + 1} offset ${offset}) page) as ids`,
  );
  return { ids: row?.ids ?? [], count: { total: Number(row?.total ?? 0), isEstimate: false } };
}

/** What an account must be to be in the list. */
export function toCondition(query: Filters): SQL | undefined {
  const terms = toPeopleTerms(query.search);
  return and(toFilters(query), terms.length > 0 ? accountHolds(terms) : undefined);
}

/** The order of the list; each has its index, with the id to tell equals apart. */
export function toOrder({ sort = 'createdAt', direction }: Pick<UserListQuery, 'sort' | 'direction'>): SQL {
  const isDown = direction === 'desc';
  if (sort === 'name') {
    const name = alphabetical(users.name);
    return isDown ? sql`${name} desc, ${users.id} desc` : sql`${name}, ${users.id}`;
  }
  if (sort === 'olid') {
    return isDown
      ? sql`${users.olid} desc nulls last, ${users.id} desc`
      : sql`${users.olid} asc nulls last, ${users.id}`;
  }
  return direction === 'asc'
    ? sql`${asc(users.createdAt)}, ${desc(users.id)}`
    : sql`${desc(users.createdAt)}, ${asc(users.id)}`;
}

function toFilters({ status, role, excludeRole, migrated }: Filters): SQL | undefined {
  return and(
    status && (status === 'CLOSED' ? isNotNull(users.closedAt) : eq(users.status, known(status))),
    role && eq(users.role, known(role)),
    excludeRole && ne(users.role, known(excludeRole)),
    migrated === 'true' ? isNotNull(users.migratedToV2At) : undefined,
    migrated === 'false' ? isNull(users.migratedToV2At) : undefined,
  );
}

const toWhere = (condition: SQL | undefined) => (condition ? sql`where ${condition}` : sql``);

/** One of the words of the contract, in the text of the statement: the plan depends on how many accounts have it. */
const known = (value: Role | Status) => sql`${value}`.inlineParams();

/** Rows of a subquery stay in its order. */
async function readIds(db: Database, from: SQL, { offset, limit }: Window): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db, sql`${from} limit ${limit + 1} offset ${offset}`);
  return rows.map(({ id }) => id);
}
