import { and, count, countDistinct, desc, eq, sql } from 'drizzle-orm';
import type { EarnedBadge, getBadgeAnalytics, listBadges } from '#contract/badges.ts';
import type { DataOf } from '#contract/call.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { badgeLeague } from '../../platform/db/badge-league.ts';
import { type Database, isoOf, toIso } from '../../platform/db/client.ts';
import { alphabetical } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { badgeColumns, badgeHolders } from './service.ts';

const RECENT_AWARDS_MAX = 10;

/** By league; badges of no league come last (docs/api.md 1.16). */
export async function listBadgeRows(db: Database, userId: string): Promise<DataOf<typeof listBadges>> {
  const rows = await db
    .select({ ...badgeColumns, earnedAt: userBadges.earnedAt, totalEarners: badgeHolders })
    .from(badges)
    .leftJoin(leagues, eq(leagues.id, badges.leagueId))
    .leftJoin(userBadges, and(eq(userBadges.badgeId, badges.id), eq(userBadges.userId, userId)))
    .orderBy(sql`${alphabetical(leagues.name)} nulls last`, alphabetical(badges.name), badges.id);
  const list = rows.map((row) => ({
    ...row,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    earnedByUser: row.earnedAt !== null,
    earnedAt: toIso(row.earnedAt),
  }));
  return {
    badges: list,
    total: list.length,
    earnedCount: list.filter((badge) => badge.earnedByUser).length,
  };
}

/** Newest first. */
export async function listEarnedBadges(
  db: Database,
  userId: string,
): Promise<{ badges: EarnedBadge[]; total: number }> {
  const rows = await db
    .select({
      id: badges.id,
      name: badges.name,
      description: badges.description,
      imageUrl: badges.imageUrl,
      league: badgeLeague,
      earnedAt: isoOf(userBadges.earnedAt),
    })
    .from(userBadges)
    .innerJoin(badges, eq(badges.id, userBadges.badgeId))
    .leftJoin(leagues, eq(leagues.id, badges.leagueId))
    .where(eq(userBadges.userId, userId))
    .orderBy(desc(userBadges.earnedAt), desc(userBadges.id));
  return { badges: rows, total: rows.length };
}

/** Counts for a chief only leagues with View Analytics. */
export async function analyzeBadges(db: Database, actor: Actor): Promise<DataOf<typeof getBadgeAnalytics>> {
  const inScope = await toScopeFilter(db, actor, badges.leagueId, ['canViewAnalytics']);
  const [popularity, [sums], recent] = await Promise.all([
    db
      .select({
        id: badges.id,
        name: badges.name,
        league: badgeLeague,
        timesAwarded: count(userBadges.id),
      })
      .from(badges)
      .leftJoin(leagues, eq(leagues.id, badges.leagueId))
      .leftJoin(userBadges, eq(userBadges.badgeId, badges.id))
      .where(inScope)
      .groupBy(badges.id, leagues.id)
      .orderBy(desc(count(userBadges.id)), alphabetical(badges.name), badges.id),
    db
      .select({ awarded: count(), earners: countDistinct(userBadges.userId) })
      .from(userBadges)
      .innerJoin(badges, eq(badges.id, userBadges.badgeId))
      .where(inScope),
    db
      .select({
        id: userBadges.id,
        earnedAt: isoOf(userBadges.earnedAt),
        badge: { id: badges.id, name: badges.name },
        user: { id: users.id, name: users.name },
      })
      .from(userBadges)
      .innerJoin(badges, eq(badges.id, userBadges.badgeId))
      .innerJoin(users, eq(users.id, userBadges.userId))
      .where(inScope)
      .orderBy(desc(userBadges.earnedAt), desc(userBadges.id))
      .limit(RECENT_AWARDS_MAX),
  ]);
  const { awarded: totalAwarded = 0, earners: uniqueEarners = 0 } = sums ?? {};
  return {
    overview: {
      totalBadges: popularity.length,
      totalAwarded,
      uniqueEarners,
      averageBadgesPerUser: uniqueEarners === 0 ? 0 : Math.round((100 * totalAwarded) / uniqueEarners) / 100,
    },
    badgePopularity: popularity,
    recentAwards: recent,
  };
}
