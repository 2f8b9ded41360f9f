import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
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
import type { Role, Status } from '#contract/roles.ts';
import { readPage } from '#contract/shared.ts';
import {
  type listUserMatches as listMatchesCall,
  USER_BATCH_ERRORS,
  USER_MATCHES_MAX,
  type UserMatchQuery,
} from '#contract/user-batches.ts';
import { type Actor, permissionColumns } from '../../platform/access/actor.ts';
import { accountContains, toPeopleTerms } from '../../platform/db/account-search.ts';
import { badgeLeague } from '../../platform/db/badge-league.ts';
import { type Database, isoOf, toIso } from '../../platform/db/client.ts';
import { alphabetical, countWhere, findPage, isOneOf, type Listing } from '../../platform/db/paging.ts';
import { pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import { cohorts, leagues } from '../../platform/db/schema/curriculum.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { accountColumns, findUser } from '../presenter.ts';

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
      earnedAt: isoOf(userBadges.earnedAt),
    })
    .from(userBadges)
    .innerJoin(badges, eq(badges.id, userBadges.badgeId))
    .leftJoin(leagues, eq(leagues.id, badges.leagueId))
    .where(eq(userBadges.userId, id))
    .orderBy(desc(userBadges.earnedAt), userBadges.id);
  return { ...user, badges: earned };
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

type Filters = Omit<UserListQuery, 'page' | 'limit' | 'sort' | 'direction'>;

function toCondition(query: Filters): SQL | undefined {
  return and(toFilters(query), accountContains(toPeopleTerms(query.search)));
}

function toOrder({ sort = 'createdAt', direction }: Pick<UserListQuery, 'sort' | 'direction'>): SQL[] {
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

const rowColumns = {
  ...accountColumns,
  closedAt: users.closedAt,
  emailVerifiedAt: users.emailVerifiedAt,
  migratedToV2At: users.migratedToV2At,
  cohortName: cohorts.name,
  cohortIsActive: cohorts.isActive,
  approvedBy: sql<string | null>`(select a.name from users a where a.id = ${users.approvedById})`,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};

type PlainRow = Awaited<ReturnType<typeof selectRows>>[number];

async function toUserRows(db: Database, rows: PlainRow[]): Promise<UserRow[]> {
  const ids = rows.map((row) => row.id);
  const [enrolled, scoped] =
    ids.length === 0 ? [[], []] : await Promise.all([listEnrollments(db, ids), listScopes(db, ids)]);
  const enrollmentsOf = Map.groupBy(enrolled, (row) => row.userId);
  const scopesOf = Map.groupBy(scoped, (row) => row.userId);
  return rows.map((row) => {
    const { emailVerifiedAt, migratedToV2At, cohortName, cohortIsActive, ...plain } = row;
    return {
      ...plain,
      closedAt: row.closedAt && toIso(row.closedAt),
      role: row.role as Role,
      status: row.status as Status,
      emailVerified: emailVerifiedAt !== null,
      migratedToV2: migratedToV2At === null ? null : true,
      currentCohort:
        row.currentCohortId === null || cohortName === null
          ? null
          : { id: row.currentCohortId, name: cohortName, isActive: cohortIsActive === true },
      createdAt: toIso(row.createdAt),
      updatedAt: toIso(row.updatedAt),
      enrollments: (enrollmentsOf.get(row.id) ?? []).map(({ userId: _, enrolledAt, ...enrollment }) => ({
        ...enrollment,
        enrolledAt: toIso(enrolledAt),
      })),
      pathfinderScopes: (scopesOf.get(row.id) ?? []).map(({ userId: _, ...scope }) => scope),
    };
  });
}

function listEnrollments(db: Database, ids: string[]) {
  return db
    .select({
      userId: enrollments.userId,
      id: enrollments.id,
      enrolledAt: enrollments.enrolledAt,
      league: { id: leagues.id, name: leagues.name },
      cohort: { id: cohorts.id, name: cohorts.name },
    })
    .from(enrollments)
    .innerJoin(leagues, eq(leagues.id, enrollments.leagueId))
    .innerJoin(cohorts, eq(cohorts.id, enrollments.cohortId))
    .where(inArray(enrollments.userId, ids))
    .orderBy(sql`${enrollments.enrolledAt} desc`, enrollments.id);
}

function listScopes(db: Database, ids: string[]) {
  return db
    .select({
      userId: pathfinderScopes.pathfinderId,
      leagueId: pathfinderScopes.leagueId,
      ...permissionColumns,
      league: { id: leagues.id, name: leagues.name },
    })
    .from(pathfinderScopes)
    .innerJoin(leagues, eq(leagues.id, pathfinderScopes.leagueId))
    .where(inArray(pathfinderScopes.pathfinderId, ids))
    .orderBy(alphabetical(leagues.name));
}
