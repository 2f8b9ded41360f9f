import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import { PERMISSIONS, type Permissions } from '#contract/roles.ts';
import {
  type AssignLeaguesBody,
  type assignLeagues,
  type listPathfinderLeagues,
  type listPathfinders,
  SCOPE_ERRORS,
  type ScopeRow,
  type updateLeaguePermissions,
} from '#contract/scopes.ts';
import { type Actor, permissionColumns } from '../../platform/access/actor.ts';
import { recordBy } from '../../platform/audit/record.ts';
import { type Database, inSelfLockingTransaction, toIso } from '../../platform/db/client.ts';
import { alphabetical } from '../../platform/db/paging.ts';
import { pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import { createId } from '../../platform/process/secrets.ts';
import { lockWithActor, stateColumns, toState } from '../lock.ts';
import { hasScopes } from './service.ts';

/**
 * Replaces all scopes. Throws SCOPE_USER_NOT_FOUND, NOT_A_PATHFINDER, LEAGUE_IDS_INVALID, and SCOPES_CHANGED if the
 * scopes differ from `expectedLeagues`.
 */
export async function assignPathfinderLeagues(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  { pathfinderId, leagueIds, permissions, expectedLeagues, leaguePermissions = [] }: AssignLeaguesBody,
): Promise<DataOf<typeof assignLeagues>> {
  const own = new Map(leaguePermissions.map((one) => [one.leagueId, toPermissions(one.permissions)]));
  const wanted = leagueIds.map((leagueId) => ({ leagueId, permissions: own.get(leagueId) ?? permissions }));
  return inSelfLockingTransaction(db, async (tx) => {
    // Locks accounts before leagues like every write; the other order can deadlock.
    const { other: pathfinder } = await lockWithActor(tx, actor, pathfinderId, 'grand');
    const assigned = await tx
      .select({ id: leagues.id, name: leagues.name })
      .from(leagues)
      .where(inArray(leagues.id, leagueIds))
      .orderBy(asc(leagues.id))
      .for('key share');
    if (!pathfinder) throw new ApiError(SCOPE_ERRORS.SCOPE_USER_NOT_FOUND);
    if (!hasScopes(pathfinder.role)) throw new ApiError(SCOPE_ERRORS.NOT_A_PATHFINDER);
    const known = new Set(assigned.map((league) => league.id));
    const missingLeagueIds = leagueIds.filter((id) => !known.has(id));
    if (missingLeagueIds.length > 0) {
      throw new ApiError(SCOPE_ERRORS.LEAGUE_IDS_INVALID, { extras: { missingLeagueIds } });
    }
    if (expectedLeagues) {
      const present = await listScopesOf(tx, pathfinderId);
      if (!areAlike(present, expectedLeagues) && !areAlike(present, wanted)) {
        throw new ApiError(SCOPE_ERRORS.SCOPES_CHANGED, { extras: { leagues: present } });
      }
    }
    const before = await tx
      .delete(pathfinderScopes)
      .where(eq(pathfinderScopes.pathfinderId, pathfinderId))
      .returning({ leagueId: pathfinderScopes.leagueId });
    await tx.insert(pathfinderScopes).values(
      wanted.map(({ leagueId, permissions: allowed }) => ({
        id: createId(),
        pathfinderId,
        leagueId,
        ...allowed,
        assignedById: actor.id,
      })),
    );
    await recordBy(tx, { actor, requestInfo }, 'PATHFINDER_SCOPE_ASSIGNED', {
      targetUserId: pathfinderId,
      description: `${pathfinder.name} got ${leagueIds.length} league(s)`,
      metadata: {
        from: before.map(({ leagueId }) => leagueId),
        to: leagueIds,
        permissions,
        ...(own.size > 0 && { leaguePermissions }),
      },
    });
    return {
      pathfinder,
      assignedLeagues: assigned.sort((a, b) => a.name.localeCompare(b.name)),
      scopesCreated: leagueIds.length,
      permissions,
    };
  });
}

export async function getPathfinderLeagues(
  db: Database,
  pathfinderId: string,
): Promise<DataOf<typeof listPathfinderLeagues>> {
  const [row] = await db.select(stateColumns).from(users).where(eq(users.id, pathfinderId));
  if (!row || !hasScopes(row.role)) throw new ApiError(SCOPE_ERRORS.PATHFINDER_NOT_FOUND);
  const rows = await listScopesOf(db, pathfinderId);
  return { pathfinder: toState(row), leagues: rows, totalLeagues: rows.length };
}

/** Throws PATHFINDER_NOT_FOUND, SCOPE_LEAGUE_NOT_FOUND, SCOPE_NOT_FOUND. */
export async function removeScope(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  pathfinderId: string,
  leagueId: string,
): Promise<void> {
  await inSelfLockingTransaction(db, async (tx) => {
    const { pathfinder, league } = await lockScope(tx, actor, pathfinderId, leagueId);
    const [removed] = await tx
      .delete(pathfinderScopes)
      .where(and(eq(pathfinderScopes.pathfinderId, pathfinderId), eq(pathfinderScopes.leagueId, leagueId)))
      .returning();
    if (!removed) throw new ApiError(SCOPE_ERRORS.SCOPE_NOT_FOUND);
    await recordBy(tx, { actor, requestInfo }, 'PATHFINDER_SCOPE_DELETED', {
      targetUserId: pathfinderId,
      description: `${pathfinder.name} lost ${league.name}`,
      metadata: { leagueId, permissions: toPermissions(removed) },
    });
  });
}

export async function updatePermissions(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  {
    pathfinderId,
    leagueId,
    permissions,
  }: { pathfinderId: string; leagueId: string; permissions: Permissions },
): Promise<DataOf<typeof updateLeaguePermissions>> {
  return inSelfLockingTransaction(db, async (tx) => {
    const { pathfinder, league } = await lockScope(tx, actor, pathfinderId, leagueId);
    const isThis = and(
      eq(pathfinderScopes.pathfinderId, pathfinderId),
      eq(pathfinderScopes.leagueId, leagueId),
    );
    const [before] = await tx.select().from(pathfinderScopes).where(isThis).for('update');
    if (!before) throw new ApiError(SCOPE_ERRORS.SCOPE_NOT_FOUND);
    const wanted = toPermissions(permissions);
    const [updated] = await tx
      .update(pathfinderScopes)
      .set(wanted)
      .where(isThis)
      .returning({ now: sql<string | Date>`now()` });
    await recordBy(tx, { actor, requestInfo }, 'PATHFINDER_SCOPE_UPDATED', {
      targetUserId: pathfinderId,
      description: `What ${pathfinder.name} may do in ${league.name} changed`,
      metadata: { leagueId, from: toPermissions(before), to: wanted },
    });
    return {
      pathfinder,
      league,
      permissions: wanted,
      updatedAt: toIso(updated?.now ?? new Date()),
      updatedBy: { id: actor.id, name: actor.name, email: actor.email },
    };
  });
}

export async function getPathfinders(db: Database): Promise<DataOf<typeof listPathfinders>> {
  const rows = await db
    .select(stateColumns)
    .from(users)
    // Literals instead of parameters: otherwise PostgreSQL plans a scan of all accounts by name.
    .where(sql`${users.role} in ('PATHFINDER', 'CHIEF_PATHFINDER')`)
    .orderBy(alphabetical(users.name), users.id);
  const scopes = Map.groupBy(await listScopeRows(db), (scope) => scope.pathfinderId);
  const pathfinders = rows.map((row) => {
    const own = (scopes.get(row.id) ?? []).map(({ pathfinderId: _, ...scope }) => scope);
    return { ...toState(row), leagues: own, totalLeagues: own.length };
  });
  return { pathfinders, totalPathfinders: pathfinders.length };
}

async function listScopesOf(db: Database, pathfinderId: string): Promise<ScopeRow[]> {
  return (await listScopeRows(db, [pathfinderId])).map(({ pathfinderId: _, ...scope }) => scope);
}

type Scope = Pick<ScopeRow, 'leagueId' | 'permissions'>;

function areAlike(some: readonly Scope[], others: readonly Scope[]): boolean {
  const byLeague = new Map(others.map(({ leagueId, permissions }) => [leagueId, permissions]));
  return (
    some.length === byLeague.size &&
    some.every(({ leagueId, permissions }) => {
      const other = byLeague.get(leagueId);
      return other && PERMISSIONS.every((name) => permissions[name] === other[name]);
    })
  );
}

async function listScopeRows(
  db: Database,
  pathfinderIds?: string[],
): Promise<(ScopeRow & { pathfinderId: string })[]> {
  const rows = await db
    .select({
      pathfinderId: pathfinderScopes.pathfinderId,
      leagueId: pathfinderScopes.leagueId,
      league: { id: leagues.id, name: leagues.name },
      permissions: permissionColumns,
      assignedAt: pathfinderScopes.assignedAt,
      assignedBy: { id: users.id, name: users.name, email: users.email },
    })
    .from(pathfinderScopes)
    .innerJoin(leagues, eq(leagues.id, pathfinderScopes.leagueId))
    .leftJoin(users, eq(users.id, pathfinderScopes.assignedById))
    .where(pathfinderIds && inArray(pathfinderScopes.pathfinderId, pathfinderIds))
    .orderBy(alphabetical(leagues.name));
  return rows.map((row) => ({ ...row, assignedAt: toIso(row.assignedAt) }));
}

async function lockScope(tx: Database, actor: Actor, pathfinderId: string, leagueId: string) {
  const { other: pathfinder } = await lockWithActor(tx, actor, pathfinderId, 'grand');
  const [league] = await tx
    .select({ id: leagues.id, name: leagues.name })
    .from(leagues)
    .where(eq(leagues.id, leagueId))
    .for('key share');
  if (!pathfinder || !hasScopes(pathfinder.role)) throw new ApiError(SCOPE_ERRORS.PATHFINDER_NOT_FOUND);
  if (!league) throw new ApiError(SCOPE_ERRORS.SCOPE_LEAGUE_NOT_FOUND);
  return { pathfinder, league };
}

function toPermissions({ canManageUsers, canViewAnalytics, canCreateContent }: Permissions): Permissions {
  return { canManageUsers, canViewAnalytics, canCreateContent };
}
