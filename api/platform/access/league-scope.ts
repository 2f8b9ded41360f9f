import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DeletionKind } from '#contract/deletions.ts';
import type { ErrorDefinition } from '#contract/errors.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { RESOURCE_ERRORS } from '#contract/resources.ts';
import type { Permission } from '#contract/roles.ts';
import { SECTION_ERRORS } from '#contract/sections.ts';
import { isId } from '#contract/text.ts';
import { WEEK_ERRORS } from '#contract/weeks.ts';
import type { Database } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { leagues, resources, sections, weeks } from '../db/schema/curriculum.ts';
import { ApiError } from '../errors/api-error.ts';
import { type Actor, listScopes, requireScope } from './actor.ts';
import type { Guard } from './guard.ts';

/** Without `permissions` any scope counts. Undefined for GRAND_PATHFINDER, who sees all leagues. */
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

/** League contents need an ACTIVE account with a verified address; staff also enroll other accounts. */
export const mayRead = and(eq(users.status, 'ACTIVE'), isNotNull(users.emailVerifiedAt));

export const isExpired = sql<boolean>`coalesce(${leagues.expiresAt} <= now(), false)`;

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

const findLeagueOfResource: FindLeague = async (db, id) => {
  const [row] = await db
    .select({ leagueId: weeks.leagueId })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(resources.id, id));
  return row?.leagueId ?? null;
};

interface LeagueFinder {
  find: FindLeague;
  missing: ErrorDefinition;
}

export const LEAGUE_FINDERS: Record<DeletionKind, LeagueFinder> = {
  leagues: { find: findLeague, missing: LEAGUE_ERRORS.LEAGUE_NOT_FOUND },
  weeks: { find: findLeagueOfWeek, missing: WEEK_ERRORS.WEEK_NOT_FOUND },
  sections: { find: findLeagueOfSection, missing: SECTION_ERRORS.SECTION_NOT_FOUND },
  resources: { find: findLeagueOfResource, missing: RESOURCE_ERRORS.RESOURCE_NOT_FOUND },
};

export function guardPath(db: Database, { find, missing }: LeagueFinder): Guard<{ id: string }> {
  return async ({ actor, params }) => {
    const leagueId = await find(db, params.id);
    if (leagueId === null) throw new ApiError(missing);
    await requireScope(db, actor, leagueId, 'canCreateContent');
  };
}

/** Leaves an unknown parent to the body's validation. */
export function guardBody(db: Database, key: string, find: FindLeague): Guard {
  return async ({ actor, readRaw }) => {
    const id = (await readRaw())[key];
    if (!isId(id)) return;
    const leagueId = await find(db, id);
    if (leagueId !== null) await requireScope(db, actor, leagueId, 'canCreateContent');
  };
}

export function guardMove(fromPath: Guard<{ id: string }>, toParent: Guard): Guard<{ id: string }> {
  return async (asked) => {
    await fromPath(asked);
    await toParent(asked);
  };
}
