import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  ADMIN_USER_ERRORS,
  type getUser,
  type UserCounts,
  type UserListData,
  type UserListQuery,
  type UserRow,
  type UserSort,
} from '#contract/admin-users.ts';
import type { DataOf } from '#contract/call.ts';
import { USERS_PAGE_SIZE } from '#contract/constants.ts';
import type { Status } from '#contract/roles.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import {
  type listUserMatches as listMatchesCall,
  USER_BATCH_ERRORS,
  USER_MATCHES_MAX,
  type UserMatchQuery,
} from '#contract/user-batches.ts';
import type { Actor } from '../access/actor.ts';
import { findUser } from '../accounts/presenter.ts';
import { alphabetical } from '../db/alphabet.ts';
import { badgeLeague } from '../db/badge-league.ts';
import { type Database, toIso } from '../db/client.ts';
import { isOneOf, type Listing } from '../db/listing.ts';
import { countWhere, toWindow } from '../db/paging.ts';
import { users } from '../db/schema/accounts.ts';
import { badges, userBadges } from '../db/schema/awards.ts';
import { cohorts, leagues } from '../db/schema/curriculum.ts';
import { toContaining } from '../db/text-search.ts';
import { ApiError } from '../errors/api-error.ts';
import { rowColumns, toUserRows } from './row.ts';

const SORT_COLUMNS = {
  name: alphabetical(users.name),
  olid: users.olid,
} satisfies Record<Exclude<UserSort, 'createdAt'>, unknown>;

const SEARCHED = [
  users.name,
  users.email,
  users.twitterHandle,
  users.linkedinUrl,
  users.githubUsername,
  users.kaggleUsername,
  users.discordUsername,
  users.portfolioUrl,
];

/**
 * A page of accounts, newest first unless sorted otherwise, with the figures of AUSER-02 (docs/api.md 1.18, CALL-39).
 */
export async function listUsers(db: Database, query: UserListQuery): Promise<z.infer<typeof UserListData>> {
  const page = readPage(query, USERS_PAGE_SIZE);
  const { limit, offset } = toWindow(page);
  const everyone = query.excludeRole ? ne(users.role, query.excludeRole) : undefined;
  const asked = and(everyone, ...filtersOf(query));
  const [rows, { matching, ...counts }] = await Promise.all([
    db
      .select(rowColumns)
      .from(users)
      .leftJoin(cohorts, eq(cohorts.id, users.currentCohortId))
      .where(asked)
      .orderBy(...orderOf(query))
      .limit(limit)
      .offset(offset),
    countUsers(db, everyone, asked),
  ]);
  return {
    users: await toUserRows(db, rows),
    counts,
    pagination: toPagination(page, matching),
  };
}

/** One account, whole, with its badges, the newest first. Throws USER_NOT_FOUND. */
export async function getUserDetail(db: Database, id: string): Promise<DataOf<typeof getUser>> {
  const user = await findUser(db, id);
  if (!user) throw new ApiError(ADMIN_USER_ERRORS.USER_NOT_FOUND);
  const earned = await db
    .select({
      id: badges.id,
      name: badges.name,
      imageUrl: badges.imageUrl,
      league: badgeLeague,
      earnedAt: userBadges.earnedAt,
    })
    .from(userBadges)
    .innerJoin(badges, eq(badges.id, userBadges.badgeId))
    .leftJoin(leagues, eq(leagues.id, badges.leagueId))
    .where(eq(userBadges.userId, id))
    .orderBy(desc(userBadges.earnedAt), userBadges.id);
  return { ...user, badges: earned.map((badge) => ({ ...badge, earnedAt: toIso(badge.earnedAt) })) };
}

/**
 * The ids of every account that passes the filters, by status, the oldest first; the caller's own is left out, because
 * nobody acts on themselves (docs/decisions/0024). Throws TOO_MANY_MATCHES.
 */
export async function listUserMatches(
  db: Database,
  actor: Pick<Actor, 'id'>,
  query: UserMatchQuery,
  max = USER_MATCHES_MAX,
): Promise<DataOf<typeof listMatchesCall>> {
  const rows = await db
    .select({ id: users.id, status: users.status })
    .from(users)
    .where(
      and(
        ne(users.id, actor.id),
        query.excludeRole ? ne(users.role, query.excludeRole) : undefined,
        ...filtersOf(query),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(max + 1);
  if (rows.length > max) {
    throw new ApiError(USER_BATCH_ERRORS.TOO_MANY_MATCHES, { values: { max: max.toLocaleString('en-US') } });
  }
  const byStatus = Map.groupBy(rows, (row) => row.status);
  const idsOf = (status: Status) => (byStatus.get(status) ?? []).map(({ id }) => id);
  return {
    total: rows.length,
    ids: {
      ACTIVE: idsOf('ACTIVE'),
      PENDING: idsOf('PENDING'),
      SUSPENDED: idsOf('SUSPENDED'),
      INACTIVE: idsOf('INACTIVE'),
    },
  };
}

function filtersOf({ status, role, migrated, search }: UserMatchQuery): (SQL | undefined)[] {
  return [
    status && (status === 'CLOSED' ? isNotNull(users.closedAt) : eq(users.status, status)),
    role && eq(users.role, role),
    migrated === 'true' ? isNotNull(users.migratedToV2At) : undefined,
    migrated === 'false' ? isNull(users.migratedToV2At) : undefined,
    search?.trim() ? matches(search.trim()) : undefined,
  ].map((filter) => filter || undefined);
}

/**
 * Looks through all searched columns as one text: half the time of asking each. They stand on lines of their own, so
 * that nothing is found across two of them.
 */
function matches(search: string): SQL {
  const pattern = toContaining(search.replace(/[\0\n]/g, ''));
  const text = sql`concat_ws(chr(10), ${sql.join(SEARCHED, sql`, `)})`;
  return sql`lower(${text}) like lower(${pattern})`;
}

/** The same accounts whole. */
export async function findUsers(db: Database, query: UserListQuery): Promise<Listing<UserRow>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(query.excludeRole ? ne(users.role, query.excludeRole) : undefined, ...filtersOf(query)))
    .orderBy(...orderOf(query));
  const read = async (ids: readonly string[]) =>
    toUserRows(
      db,
      await db
        .select(rowColumns)
        .from(users)
        .leftJoin(cohorts, eq(cohorts.id, users.currentCohortId))
        .where(isOneOf(users.id, ids)),
    );
  return { ids: rows.map(({ id }) => id), read };
}

function orderOf({ sort = 'createdAt', direction }: UserListQuery): SQL[] {
  // Null order as in users_created_at_idx, or the index would not serve the default list.
  if (sort === 'createdAt') {
    return direction === 'asc'
      ? [asc(users.createdAt), asc(users.id)]
      : [desc(users.createdAt), desc(users.id)];
  }
  const column = SORT_COLUMNS[sort];
  return direction === 'desc'
    ? [sql`${column} desc nulls last`, desc(users.id)]
    : [sql`${column} asc nulls last`, asc(users.id)];
}

/** The figures and the number of rows asked for, in one pass. */
async function countUsers(
  db: Database,
  everyone: SQL | undefined,
  asked: SQL | undefined,
): Promise<z.infer<typeof UserCounts> & { matching: number }> {
  const [counts] = await db
    .select({
      matching: countWhere(asked),
      total: sql<number>`count(*)`.mapWith(Number),
      active: countWhere(eq(users.status, 'ACTIVE')),
      pending: countWhere(eq(users.status, 'PENDING')),
      suspended: countWhere(eq(users.status, 'SUSPENDED')),
      migrated: countWhere(isNotNull(users.migratedToV2At)),
    })
    .from(users)
    .where(everyone);
  return counts ?? { matching: 0, total: 0, active: 0, pending: 0, suspended: 0, migrated: 0 };
}
