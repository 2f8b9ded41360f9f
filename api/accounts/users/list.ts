import { and, asc, desc, eq, isNotNull, ne } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  ADMIN_USER_ERRORS,
  type getUser,
  type UserCounts,
  type UserListData,
  type UserListQuery,
  type UserRow,
} from '#contract/admin-users.ts';
import type { DataOf } from '#contract/call.ts';
import { USERS_PAGE_SIZE } from '#contract/constants.ts';
import type { Status } from '#contract/roles.ts';
import { readPage } from '#contract/shared.ts';
import {
  type listUserMatches as listMatchesCall,
  USER_BATCH_ERRORS,
  USER_MATCHES_MAX,
  type UserMatchQuery,
} from '#contract/user-batches.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { badgeLeague } from '../../platform/db/badge-league.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { isOneOf, type Listing } from '../../platform/db/listing.ts';
import { countWhere, findPage } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import { cohorts, leagues } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { findUser } from '../presenter.ts';
import { toCondition, toOrder } from './list-query.ts';
import { rowColumns, toUserRows } from './row.ts';

export async function listUsers(db: Database, query: UserListQuery): Promise<z.infer<typeof UserListData>> {
  const page = readPage(query, USERS_PAGE_SIZE);
  const [{ ids, pagination }, counts] = await Promise.all([
    findPage(db, users, { where: toCondition(query), order: toOrder(query), page }),
    countUsers(db, query.excludeRole),
  ]);
  const rows = await selectRows(db, ids).orderBy(...toOrder(query));
  return { users: await toUserRows(db, rows), counts, pagination };
}

function selectRows(db: Database, ids: readonly string[]) {
  return db
    .select(rowColumns)
    .from(users)
    .leftJoin(cohorts, eq(cohorts.id, users.currentCohortId))
    .where(isOneOf(users.id, ids))
    .$dynamic();
}

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

/** Excludes the caller, who cannot act on themselves (docs/decisions/0024). Throws TOO_MANY_MATCHES. */
export async function listUserMatches(
  db: Database,
  actor: Pick<Actor, 'id'>,
  query: UserMatchQuery,
  max = USER_MATCHES_MAX,
): Promise<DataOf<typeof listMatchesCall>> {
  const rows = await db
    .select({ id: users.id, status: users.status })
    .from(users)
    .where(and(ne(users.id, actor.id), toCondition(query)))
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

export async function findUsers(db: Database, query: UserListQuery): Promise<Listing<UserRow>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(toCondition(query))
    .orderBy(...toOrder(query));
  const read = async (ids: readonly string[]) => toUserRows(db, await selectRows(db, ids));
  return { ids: rows.map(({ id }) => id), read };
}

async function countUsers(
  db: Database,
  excludeRole: UserListQuery['excludeRole'],
): Promise<z.infer<typeof UserCounts>> {
  const [counts] = await db
    .select({
      total: countWhere(undefined),
      active: countWhere(eq(users.status, 'ACTIVE')),
      pending: countWhere(eq(users.status, 'PENDING')),
      suspended: countWhere(eq(users.status, 'SUSPENDED')),
      migrated: countWhere(isNotNull(users.migratedToV2At)),
    })
    .from(users)
    .where(toCondition({ excludeRole }));
  return counts ?? { total: 0, active: 0, pending: 0, suspended: 0, migrated: 0 };
}
