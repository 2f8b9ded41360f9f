import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { UserListQuery } from '#contract/admin-users.ts';
import type { Role, Status } from '#contract/roles.ts';
import { accountHolds, areFoundAccounts, toSearchTerm } from '../accounts/search.ts';
import { alphabetical } from '../db/alphabet.ts';
import {
  type Count,
  countBounded,
  EXACT_COUNT_MAX,
  estimateCount,
  GLIMPSE_ROWS,
} from '../db/bounded-count.ts';
import { type Database, queryRows } from '../db/client.ts';
import { rowsUpTo } from '../db/paging.ts';
import { users } from '../db/schema/accounts.ts';

/** Rows that are looked through in the order of the list, for a term that many accounts hold. */
const WALKED_MAX = 4000;
/** A term that more of a sample hold is not counted: the index would name a good part of all accounts. */
const FREQUENT = 0.02;

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
  const term = toSearchTerm(query.search);
  if (!term) {
    const [ids, { matching }] = await Promise.all([
      readInOrder(db, query, window),
      countBounded(db, users, { matching: filters }),
    ]);
    return { ids, count: matching };
  }
  const holding = and(filters, accountHolds(term)) as SQL;
  const glimpsed = await estimateCount(db, users, holding, GLIMPSE_ROWS);
  const isFrequent = glimpsed && glimpsed.share > FREQUENT && glimpsed.total >= 2 * EXACT_COUNT_MAX;
  if (!isFrequent) {
    const { ids, total } = await readFew(db, query, window, glimpsed ? EXACT_COUNT_MAX + 1 : null);
    if (!glimpsed || total <= EXACT_COUNT_MAX) return { ids, count: { total, isEstimate: false } };
  }
  const { share, total } = (await estimateCount(db, users, holding)) ?? { share: 0, total: 0 };
  const count = { total: Math.max(total, EXACT_COUNT_MAX + 1), isEstimate: true };
  const { offset, limit } = window;
  // What many hold is soon met in the order of the list; what few hold the index names, and few are sorted.
  if (share * WALKED_MAX > offset + limit + 1) {
    const walked = sql`select id, ${accountHolds(term)} as holds from users
      ${toWhere(filters)} order by ${toOrder(query)} limit ${constant(WALKED_MAX)}`;
    const ids = await readIds(db, sql`select id from (${walked}) walked where holds`, window);
    if (ids.length === limit + 1) return { ids, count };
  }
  return { ids: await readInOrder(db, query, window), count };
}

function readInOrder(db: Database, query: UserListQuery, window: Window): Promise<string[]> {
  const end = rowsUpTo(window.offset + window.limit + 1);
  const found = sql`select id from users ${toWhere(toCondition(query))} order by ${toOrder(query)} limit ${end}`;
  return readIds(db, sql`select id from (${found}) found`, window);
}

/** The same where so many pass at most, null for however many, with how many do: the index of the search is asked once. */
async function readFew(
  db: Database,
  query: UserListQuery,
  { offset, limit }: Window,
  max: number | null,
): Promise<{ ids: string[]; total: number }> {
  const [row] = await queryRows<{ ids: string[]; total: number | string }>(
    db,
    sql`with found as materialized (
        select id, created_at, name, olid from users ${toWhere(toCondition(query))}
        ${max === null ? sql`` : sql`limit ${constant(max)}`})
      select (select count(*) from found) as total, (select coalesce(json_agg(id), '[]') from (
        select id from found users order by ${toOrder(query)} limit ${limit + 1} offset ${offset}) page) as ids`,
  );
  return { ids: row?.ids ?? [], total: Number(row?.total ?? 0) };
}

/** What an account must be to be in the list. */
export function toCondition(query: Filters): SQL | undefined {
  const term = toSearchTerm(query.search);
  return and(toFilters(query), term ? areFoundAccounts([term]) : undefined);
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

/** In the text of the statement: a plan made without it is one for a tenth of all accounts. */
const constant = (count: number) => sql.raw(String(count));

/** Rows of a subquery stay in its order. */
async function readIds(db: Database, from: SQL, { offset, limit }: Window): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db, sql`${from} limit ${limit + 1} offset ${offset}`);
  return rows.map(({ id }) => id);
}
