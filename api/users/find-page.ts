import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { UserListQuery } from '#contract/admin-users.ts';
import type { Role, Status } from '#contract/roles.ts';
import { accountHolds, areFoundAccounts, toSearchTerm } from '../accounts/search.ts';
import { alphabetical } from '../db/alphabet.ts';
import {
  type Count,
  countBounded,
  countRows,
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
const FREQUENT = 0.05;

type Filters = Omit<UserListQuery, 'page' | 'limit' | 'sort' | 'direction'>;

/** How many accounts pass search and filters; of an estimate also what part of all accounts. */
export interface Matching extends Count {
  share?: number;
}

/** How many accounts pass search and filters. */
export async function countMatching(db: Database, query: Filters): Promise<Matching> {
  const term = toSearchTerm(query.search);
  const filters = toFilters(query);
  if (!term) return (await countBounded(db, users, { matching: filters })).matching;
  const holding = and(filters, accountHolds(term)) as SQL;
  const glimpsed = await estimateCount(db, users, holding, GLIMPSE_ROWS);
  const max = glimpsed ? EXACT_COUNT_MAX + 1 : null;
  if (!glimpsed || glimpsed.share <= FREQUENT || glimpsed.total <= EXACT_COUNT_MAX) {
    const { matching } = await countRows(db, users, { matching: toCondition(query) }, max);
    if (!glimpsed || matching <= EXACT_COUNT_MAX) return { total: matching, isEstimate: false };
  }
  const { share, total } = (await estimateCount(db, users, holding)) ?? { share: 0, total: 0 };
  return { share, total: Math.max(total, EXACT_COUNT_MAX + 1), isEstimate: true };
}

/** The ids of a page of accounts in the order asked for, and one more where there is one. `matching` is what `countMatching` answers. */
export async function findPage(
  db: Database,
  query: UserListQuery,
  { offset, limit, matching }: { offset: number; limit: number; matching: Promise<Matching> },
): Promise<string[]> {
  const term = toSearchTerm(query.search);
  const order = toOrder(query);
  const end = offset + limit + 1;
  const { share = 0 } = term ? await matching : {};
  // What many hold is soon met in the order of the list; what few hold the index names, and few are sorted.
  if (share * WALKED_MAX > end) {
    const walked = sql`select id, ${accountHolds(term)} as holds from users
      ${toWhere(toFilters(query))} order by ${order} limit ${constant(WALKED_MAX)}`;
    const ids = await readIds(db, sql`select id from (${walked}) walked where holds`, offset, limit + 1);
    if (ids.length === limit + 1) return ids;
  }
  const found = sql`select id from users ${toWhere(toCondition(query))} order by ${order} limit ${rowsUpTo(end)}`;
  return readIds(db, sql`select id from (${found}) found`, offset, limit + 1);
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
async function readIds(db: Database, from: SQL, offset: number, limit: number): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db, sql`${from} limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}
