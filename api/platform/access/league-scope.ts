import { eq, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ErrorDefinition } from '#contract/errors.ts';
import type { Permission } from '#contract/roles.ts';
import { isId } from '#contract/text.ts';
import type { Database } from '../db/client.ts';
import { leagues, resources, sections, weeks } from '../db/schema/curriculum.ts';
import { ApiError } from '../errors/api-error.ts';
import { type Actor, listScopes, requireScope } from './actor.ts';
import type { Guard } from './guard.ts';

/**
 * Limits a staff list to leagues with one of the permissions, or to all of the caller's leagues; undefined for GRAND
 * (ROLE-04, ROLE-11, ROLE-12).
 */
export async function toScopeFilter(
  db: Database,
  actor: Actor,
  column: PgColumn = leagues.id,
  permissions?: readonly Permission[],
): Promise<SQL | undefined> {
  if (actor.role === 'GRAND_PATHFINDER') return undefined;
  const scopes = await listScopes(db, actor);
  const seen = scopes.filter((scope) => !permissions || permissions.some((permission) => scope[permission]));
  return inArray(
    column,
    seen.map(({ leagueId }) => leagueId),
  );
}

/** League of a thing; null for an unknown one. */
type FindLeague = (db: Database, id: string) => Promise<string | null>;

export const findLeague: FindLeague = async (db, id) => {
  const [row] = await db.select({ id: leagues.id }).from(leagues).where(eq(leagues.id, id));
  return row?.id ?? null;
};

export const findLeagueOfWeek: FindLeague = async (db, id) => {
  const [row] = await db.select({ leagueId: weeks.leagueId }).from(weeks).where(eq(weeks.id, id));
  return row?.leagueId ?? null;
};

export const findLeagueOfSection: FindLeague = async (db, id) => {
  const [row] = await db
    .select({ leagueId: weeks.leagueId })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(sections.id, id));
  return row?.leagueId ?? null;
};

export const findLeagueOfResource: FindLeague = async (db, id) => {
  const [row] = await db
    .select({ leagueId: weeks.leagueId })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(resources.id, id));
  return row?.leagueId ?? null;
};

/** Guards a content write by the thing in its path: canCreateContent in its league. */
export function guardPath(db: Database, find: FindLeague, missing: ErrorDefinition): Guard<{ id: string }> {
  return async ({ actor, params }) => {
    const leagueId = await find(db, params.id);
    if (leagueId === null) throw new ApiError(missing);
    await requireScope(db, actor, leagueId, 'canCreateContent');
  };
}

/** Guards a content write by the parent in its body. An unknown parent is left to the body's rules. */
export function guardBody(db: Database, key: string, find: FindLeague): Guard {
  return async ({ actor, readRaw }) => {
    const id = (await readRaw())[key];
    if (!isId(id)) return;
    const leagueId = await find(db, id);
    if (leagueId !== null) await requireScope(db, actor, leagueId, 'canCreateContent');
  };
}

/** Guards a move: the thing in the path, then its new parent in the body. */
export function guardMove(fromPath: Guard<{ id: string }>, toParent: Guard): Guard<{ id: string }> {
  return async (asked) => {
    await fromPath(asked);
    await toParent(asked);
  };
}
