import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  type AwardBody,
  BADGE_ERRORS,
  type Badge,
  type CreateBadgeBody,
  type CreateFreeBadgeBody,
  type UpdateBadgeBody,
  type UserBadgeRow,
} from '#contract/badges.ts';
import type { Permission } from '#contract/roles.ts';
import { addNews } from '../../community/news/news.ts';
import { type Actor, requireScope, requireScopeOrGrand } from '../../platform/access/actor.ts';
import { refuseOwnRecord } from '../../platform/access/own-record.ts';
import { listChanges, recordBy } from '../../platform/audit/record.ts';
import { badgeLeague } from '../../platform/db/badge-league.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { raiseCurriculumVersion } from '../../platform/db/curriculum-version.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { leagueProgress, learnerStats } from '../../platform/db/schema/learning.ts';
import { ApiError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { toSiteOrigin } from '../../platform/http/share-links.ts';
import { createId } from '../../platform/process/secrets.ts';
import { recountBadges } from '../award.ts';
import { changePicture } from './pictures.ts';

type WriteDeps = Pick<Deps, 'db' | 'config'>;

/**
 * Throws BADGE_LEAGUE_NOT_FOUND, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING, BADGE_PICTURE_REFUSED, BADGE_EXISTS
 * (docs/api.md 1.16).
 */
export async function createBadge(
  deps: WriteDeps,
  by: ActorAndRequest,
  input: CreateBadgeBody,
): Promise<Badge> {
  const { leagueId } = input;
  return runIdempotent(deps.db, by.actor.id, by.requestInfo, async (tx) => {
    await requireScope(tx, by.actor, leagueId, 'canCreateContent');
    const [league] = await tx
      .select({ id: leagues.id })
      .from(leagues)
      .where(eq(leagues.id, leagueId))
      .for('key share');
    if (!league) throw new ApiError(BADGE_ERRORS.BADGE_LEAGUE_NOT_FOUND);
    const write = () => addBadge(tx, deps, by, leagueId, input);
    return refuseDuplicate('badges_league_id_key', BADGE_ERRORS.BADGE_EXISTS, write);
  });
}

/** A badge of no league (docs/decisions/0040). Throws BADGE_PICTURE_REFUSED. */
export async function createFreeBadge(
  deps: WriteDeps,
  by: ActorAndRequest,
  input: CreateFreeBadgeBody,
): Promise<Badge> {
  return runIdempotent(deps.db, by.actor.id, by.requestInfo, (tx) => addBadge(tx, deps, by, null, input));
}

async function addBadge(
  tx: Database,
  { config }: Pick<Deps, 'config'>,
  { actor, requestInfo }: ActorAndRequest,
  leagueId: string | null,
  { name, description, imageUrl, picture }: CreateFreeBadgeBody,
): Promise<Badge> {
  const id = createId();
  await tx.insert(badges).values({ id, leagueId, name, description, imageUrl });
  if (typeof picture === 'string') {
    const address = await changePicture(tx, id, { before: null, picture, origin: toSiteOrigin(config) });
    await tx.update(badges).set({ imageUrl: address }).where(eq(badges.id, id));
  }
  await recordBy(tx, { actor, requestInfo }, 'BADGE_CREATED', {
    description: name,
    metadata: { id, leagueId },
  });
  await raiseCurriculumVersion(tx);
  return getBadge(tx, id);
}

/** Throws BADGE_NOT_FOUND, BADGE_PICTURE_REFUSED and the errors of `requireBadgeScope`. */
export async function updateBadge(
  { db, config }: WriteDeps,
  { actor, requestInfo }: ActorAndRequest,
  id: string,
  { name, description, imageUrl, picture }: UpdateBadgeBody,
): Promise<Badge> {
  return inTransaction(db, async (tx) => {
    const before = await lockBadge(tx, id);
    await requireScopeOrGrand(tx, actor, before.leagueId, 'canCreateContent');
    const change = { before: before.imageUrl, imageUrl, picture, origin: toSiteOrigin(config) };
    const patch = { name, description, imageUrl: await changePicture(tx, id, change) };
    const changes = listChanges(before, patch);
    if (Object.keys(changes).length > 0) {
      await tx
        .update(badges)
        .set({ ...patch, updatedAt: sql`now()` })
        .where(eq(badges.id, id));
      await recordBy(tx, { actor, requestInfo }, 'BADGE_UPDATED', {
        description: before.name,
        metadata: { id, leagueId: before.leagueId, changes },
      });
      await raiseCurriculumVersion(tx);
    }
    return getBadge(tx, id);
  });
}

/** Throws BADGE_NOT_FOUND, BADGE_OF_A_RULE, BADGE_AWARDED. */
export async function deleteBadge(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockBadge(tx, id);
    if (before.key !== null) throw new ApiError(BADGE_ERRORS.BADGE_OF_A_RULE);
    const holders = Number(await tx.$count(userBadges, eq(userBadges.badgeId, id)));
    if (holders > 0) throw new ApiError(BADGE_ERRORS.BADGE_AWARDED, { values: { count: holders } });
    await tx.delete(badges).where(eq(badges.id, id));
    await recordBy(tx, { actor, requestInfo }, 'BADGE_DELETED', {
      description: before.name,
      metadata: { id, leagueId: before.leagueId },
    });
    await raiseCurriculumVersion(tx);
  });
}

/**
 * Throws BADGE_NOT_FOUND, GRAND_REQUIRED, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING, OWN_BADGE, BADGE_USER_NOT_FOUND, BADGE_ALREADY_HELD.
 */
export async function awardBadge(
  { db }: Pick<Deps, 'db'>,
  { actor, requestInfo }: ActorAndRequest,
  id: string,
  { userId, reason }: AwardBody,
): Promise<UserBadgeRow> {
  return inTransaction(db, async (tx) => {
    const badge = await lockBadgeForAward(tx, id);
    await requireScopeOrGrand(tx, actor, badge.leagueId, 'canManageUsers');
    const own = await refuseOwnBadge(tx, actor, userId, badge.leagueId);
    const user = await lockPerson(tx, userId);
    const [row] = await tx
      .insert(userBadges)
      .values({ id: createId(), userId, badgeId: id, awardedById: actor.id, reason })
      .onConflictDoNothing({ target: [userBadges.userId, userBadges.badgeId] })
      .returning();
    if (!row) throw new ApiError(BADGE_ERRORS.BADGE_ALREADY_HELD);
    await recountBadges(tx, sql`${userId}`);
    await addNews(tx, 'BADGE_EARNED', [userId], { badge: badge.name });
    await recordBy(tx, { actor, requestInfo }, 'BADGE_MANUALLY_AWARDED', {
      targetUserId: userId,
      description: badge.name,
      metadata: { id, leagueId: badge.leagueId, reason: reason ?? null, ...own },
    });
    const { leagueId: _, ...named } = badge;
    return { ...row, earnedAt: toIso(row.earnedAt), badge: named, user };
  });
}

/**
 * Throws BADGE_NOT_FOUND, GRAND_REQUIRED, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING, OWN_BADGE, BADGE_USER_NOT_FOUND,
 * BADGE_NOT_HELD.
 */
export async function revokeBadge(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  id: string,
  { userId, reason }: AwardBody,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const badge = await lockBadgeForAward(tx, id);
    await requireScopeOrGrand(tx, actor, badge.leagueId, 'canManageUsers');
    const own = await refuseOwnBadge(tx, actor, userId, badge.leagueId);
    await lockPerson(tx, userId);
    const [removed] = await tx
      .delete(userBadges)
      .where(and(eq(userBadges.userId, userId), eq(userBadges.badgeId, id)))
      .returning({ earnedAt: userBadges.earnedAt, awardedById: userBadges.awardedById });
    if (!removed) throw new ApiError(BADGE_ERRORS.BADGE_NOT_HELD);
    // An earned badge that staff revoke does not come back with another last tick (`wasRevoked`).
    const wasEarned = removed.awardedById === null || (await hasCompleted(tx, userId, badge.leagueId));
    await recountBadges(tx, sql`${userId}`);
    await recordBy(tx, { actor, requestInfo }, 'BADGE_REVOKED', {
      targetUserId: userId,
      description: badge.name,
      metadata: {
        id,
        leagueId: badge.leagueId,
        earnedAt: toIso(removed.earnedAt),
        wasEarned,
        reason: reason ?? null,
        ...own,
      },
    });
  });
}

async function hasCompleted(tx: Database, userId: string, leagueId: string | null): Promise<boolean> {
  if (leagueId === null) return false;
  const [row] = await tx
    .select({ completed: leagueProgress.completedSections, all: leagues.sectionsCount })
    .from(leagueProgress)
    .innerJoin(leagues, eq(leagues.id, leagueProgress.leagueId))
    .where(and(eq(leagueProgress.userId, userId), eq(leagues.id, leagueId)));
  return row !== undefined && row.all > 0 && row.completed === row.all;
}

/**
 * Only GRAND changes a badge of no league. Throws BADGE_NOT_FOUND, GRAND_REQUIRED, LEAGUE_OUT_OF_SCOPE,
 * PERMISSION_MISSING.
 */
export async function requireBadgeScope(
  db: Database,
  actor: Actor,
  id: string,
  permission: Permission,
): Promise<void> {
  const [badge] = await db.select({ leagueId: badges.leagueId }).from(badges).where(eq(badges.id, id));
  if (!badge) throw new ApiError(BADGE_ERRORS.BADGE_NOT_FOUND);
  await requireScopeOrGrand(db, actor, badge.leagueId, permission);
}

export const badgeHolders = sql<number>`(
  select count(*) from user_badges held where held.badge_id = badges.id)`.mapWith(Number);

export const badgeColumns = {
  id: badges.id,
  name: badges.name,
  description: badges.description,
  imageUrl: badges.imageUrl,
  leagueId: badgeLeague.id,
  league: badgeLeague,
  createdAt: badges.createdAt,
  updatedAt: badges.updatedAt,
};

async function getBadge(db: Database, id: string): Promise<Badge> {
  const [row] = await db
    .select(badgeColumns)
    .from(badges)
    .leftJoin(leagues, eq(leagues.id, badges.leagueId))
    .where(eq(badges.id, id));
  if (!row) throw new ApiError(BADGE_ERRORS.BADGE_NOT_FOUND);
  return { ...row, createdAt: toIso(row.createdAt), updatedAt: toIso(row.updatedAt) };
}

async function lockBadge(tx: Database, id: string) {
  const [row] = await tx.select().from(badges).where(eq(badges.id, id)).for('update');
  if (!row) throw new ApiError(BADGE_ERRORS.BADGE_NOT_FOUND);
  return row;
}

function refuseOwnBadge(tx: Database, actor: Actor, userId: string, leagueId: string | null) {
  const rights = {
    roles: ['PATHFINDER', 'CHIEF_PATHFINDER'],
    permission: 'canManageUsers',
    leagueId,
  } as const;
  return refuseOwnRecord(tx, actor, userId, rights, BADGE_ERRORS.OWN_BADGE);
}

// Keeps the badge and its league from being deleted until the transaction ends.
async function lockBadgeForAward(
  tx: Database,
  id: string,
): Promise<UserBadgeRow['badge'] & { leagueId: string | null }> {
  // The league first, in the order of its deletion, which recounts the holders of its badges.
  const itsLeague = tx.select({ id: badges.leagueId }).from(badges).where(eq(badges.id, id));
  await tx.select({ id: leagues.id }).from(leagues).where(inArray(leagues.id, itsLeague)).for('key share');
  const [row] = await tx
    .select({ id: badges.id, name: badges.name, league: badgeLeague, leagueId: badges.leagueId })
    .from(badges)
    .leftJoin(leagues, eq(leagues.id, badges.leagueId))
    .where(eq(badges.id, id))
    .for('key share', { of: badges });
  if (!row) throw new ApiError(BADGE_ERRORS.BADGE_NOT_FOUND);
  return row;
}

// Locks the person's sums, so that two badges given at once are both counted.
async function lockPerson(tx: Database, userId: string): Promise<{ id: string; name: string }> {
  const [user] = await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, userId));
  if (!user) throw new ApiError(BADGE_ERRORS.BADGE_USER_NOT_FOUND);
  await tx
    .select({ userId: learnerStats.userId })
    .from(learnerStats)
    .where(eq(learnerStats.userId, userId))
    .for('update');
  return user;
}
