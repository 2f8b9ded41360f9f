import { and, asc, count, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  BADGE_ERRORS,
  BADGES_PAGE_SIZE,
  type BadgeHolderQuery,
  type BadgePerson,
  CANDIDATE_SEARCH_MIN_LENGTH,
  CANDIDATES_MAX,
  FREE_BADGES,
  type listBadgeHolders as listHoldersCall,
  type listStaffBadges as listStaffBadgesCall,
  type StaffBadge,
  type StaffBadgeQuery,
} from '#contract/badges.ts';
import type { DataOf } from '#contract/call.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import {
  accountContains,
  searchPeople,
  toPeopleTerms,
  toSearchTerm,
} from '../../platform/db/account-search.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { alphabetical, countWhere, findPage, toWindow } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { containsText } from '../../platform/db/text-search.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badgeHolders } from './service.ts';

const givers = alias(users, 'givers');
const staffColumns = {
  id: badges.id,
  name: badges.name,
  description: badges.description,
  imageUrl: badges.imageUrl,
  league: { id: leagues.id, name: leagues.name },
  holders: badgeHolders,
  createdAt: badges.createdAt,
  updatedAt: badges.updatedAt,
};

/** By name. The figures count all badges that the caller may see. */
export async function listStaffBadges(
  db: Database,
  actor: Actor,
  query: StaffBadgeQuery,
): Promise<DataOf<typeof listStaffBadgesCall>> {
  const page = readPage(query, BADGES_PAGE_SIZE);
  const { limit, offset } = toWindow(page);
  // Only GRAND sees badges of no league.
  const seen = await toScopeFilter(db, actor, badges.leagueId, ['canManageUsers', 'canCreateContent']);
  const asked = and(seen, ...filtersOf(query));
  const [rows, [counts]] = await Promise.all([
    selectBadges(db)
      .where(asked)
      .orderBy(alphabetical(badges.name), asc(badges.id))
      .limit(limit)
      .offset(offset),
    db
      .select({
        matching: countWhere(asked),
        total: count(),
        free: countWhere(isNull(badges.leagueId)),
        awards: sql<number>`coalesce(sum(${badgeHolders}), 0)`.mapWith(Number),
      })
      .from(badges)
      .leftJoin(leagues, eq(leagues.id, badges.leagueId))
      .where(seen),
  ]);
  const { matching, ...figures } = counts ?? { matching: 0, total: 0, free: 0, awards: 0 };
  return {
    badges: rows.map(toStaffBadge),
    counts: figures,
    pagination: toPagination(page, matching),
  };
}

/** Newest first. Throws BADGE_NOT_FOUND. */
export async function listBadgeHolders(
  db: Database,
  badgeId: string,
  query: BadgeHolderQuery,
): Promise<DataOf<typeof listHoldersCall>> {
  const page = readPage(query, BADGES_PAGE_SIZE);
  const order = [desc(userBadges.earnedAt), desc(userBadges.id)];
  const [badge] = await selectBadges(db).where(eq(badges.id, badgeId));
  if (!badge) throw new ApiError(BADGE_ERRORS.BADGE_NOT_FOUND);
  const found = searchPeople(userBadges.userId, toPeopleTerms(query.search));
  const { ids, pagination } = await findPage(db, userBadges, {
    where: and(eq(userBadges.badgeId, badgeId), found),
    order,
    page,
  });
  const rows = await db
    .select({
      id: userBadges.id,
      user: { id: users.id, name: users.name, email: users.email },
      earnedAt: userBadges.earnedAt,
      awardedBy: { id: givers.id, name: givers.name },
      reason: userBadges.reason,
    })
    .from(userBadges)
    .innerJoin(users, eq(users.id, userBadges.userId))
    .leftJoin(givers, eq(givers.id, userBadges.awardedById))
    .where(inArray(userBadges.id, ids))
    .orderBy(...order);
  return {
    badge: toStaffBadge(badge),
    holders: rows.map((row) => ({ ...row, earnedAt: toIso(row.earnedAt) })),
    pagination,
  };
}

/** ACTIVE people without the badge, except the caller. Staff below GRAND find only learners of its league. */
export async function findBadgeCandidates(
  db: Database,
  actor: Actor,
  badgeId: string,
  text: string,
): Promise<BadgePerson[]> {
  const searchTerm = toSearchTerm(text);
  if ([...searchTerm].length < CANDIDATE_SEARCH_MIN_LENGTH) return [];
  const inLeague = sql`exists (
    select 1 from enrollments e join badges b on b.league_id = e.league_id
    where e.user_id = ${users.id} and b.id = ${badgeId})`;
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(
      and(
        eq(users.status, 'ACTIVE'),
        ne(users.id, actor.id),
        actor.role === 'GRAND_PATHFINDER' ? undefined : inLeague,
        sql`not exists (
          select 1 from user_badges held where held.user_id = ${users.id} and held.badge_id = ${badgeId})`,
        accountContains(toPeopleTerms(text)),
      ),
    )
    .orderBy(alphabetical(users.name), asc(users.id))
    .limit(CANDIDATES_MAX);
}

function selectBadges(db: Database) {
  return db.select(staffColumns).from(badges).leftJoin(leagues, eq(leagues.id, badges.leagueId));
}

type Selected = Awaited<ReturnType<typeof selectBadges>>[number];

function toStaffBadge(row: Selected): StaffBadge {
  return { ...row, createdAt: toIso(row.createdAt), updatedAt: toIso(row.updatedAt) };
}

function filtersOf({ search, leagueId }: StaffBadgeQuery): (SQL | undefined)[] {
  const searchTerm = clean(search);
  return [
    leagueId === FREE_BADGES ? isNull(badges.leagueId) : undefined,
    leagueId && leagueId !== FREE_BADGES ? eq(badges.leagueId, leagueId.replaceAll('\0', '')) : undefined,
    searchTerm ? containsText([badges.name, badges.description, leagues.name], searchTerm) : undefined,
  ];
}

const clean = (text: string | undefined) => text?.replaceAll('\0', '').trim();
