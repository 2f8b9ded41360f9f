import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Account, decideScope, type LeagueScope } from '#contract/access.ts';
import { STAFF_SESSION_HOURS } from '#contract/constants.ts';
import { ERRORS } from '#contract/errors.ts';
import { PROOF_MINUTES } from '#contract/passkeys.ts';
import type { Permission, Role, Status } from '#contract/roles.ts';
import { type ActorLock, type Database, queryRows } from '../db/client.ts';
import { accessTokens, pathfinderScopes, sessions, users } from '../db/schema/accounts.ts';
import { leagues } from '../db/schema/curriculum.ts';
import { ApiError } from '../errors/api-error.ts';
import { hashToken } from '../process/secrets.ts';

export interface Actor extends Account {
  id: string;
  name: string;
  email: string;
  role: Role;
  status: Status;
  sessionId: string;
  proof: SessionProof;
}

interface SessionProof {
  isFresh: boolean;
  /** By passkey or recovery code, at any time in this session. */
  isByPasskey: boolean;
  isFreshByPasskey: boolean;
}

export interface ActorWith<Own> {
  actor: Actor;
  own: Own;
}

const isRecent = (moment: PgColumn) =>
  sql<boolean>`${moment} > now() - ${sql.raw(String(PROOF_MINUTES))} * interval '1 minute'`;

function selectSession<Own>(db: Pick<Database, 'select'>, own: (userId: PgColumn) => SQL<Own> | SQL) {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      status: users.status,
      emailVerifiedAt: users.emailVerifiedAt,
      isClosed: sql<boolean>`${users.closedAt} is not null`,
      sessionId: sessions.id,
      isLive: sql<boolean>`${sessions.revokedAt} is null and ${sessions.expiresAt} > now()
        and ${accessTokens.expiresAt} > now()
        and (${users.role} not in ('PATHFINDER','CHIEF_PATHFINDER','GRAND_PATHFINDER')
             or ${sessions.createdAt} > now() - ${sql.raw(String(STAFF_SESSION_HOURS))} * interval '1 hour')`,
      isFresh: isRecent(sessions.provenAt),
      isByPasskey: sql<boolean>`${sessions.passkeyProvenAt} is not null`,
      isFreshByPasskey: sql<boolean>`coalesce(${isRecent(sessions.passkeyProvenAt)}, false)`,
      own: sql<Own>`${own(users.id)}`,
    })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(accessTokens.tokenHash, sql.placeholder('tokenHash')));
}

/**
 * Prepares the lookup of the caller behind an Authorization header. Throws TOKEN_REQUIRED, TOKEN_INVALID, and
 * ACCOUNT_SUSPENDED or ACCOUNT_CLOSED even after the sessions are gone. `own` adds one JSON value for the caller's id
 * to the statement; it is read before the role is checked.
 */
export function prepareActor<Own>(db: Database, name: string, own: (userId: PgColumn) => SQL) {
  const findSession = selectSession<Own>(db, own).prepare(name);

  return async (
    authorization: string | null,
    values: Record<string, string> = {},
  ): Promise<ActorWith<Own>> => {
    const match = /^Bearer +(\S.*)$/i.exec(authorization ?? '');
    if (!match) throw new ApiError(ERRORS.TOKEN_REQUIRED);
    const token = match[1] ?? '';
    if (!/^[A-Za-z0-9_-]{43}$/.test(token)) throw new ApiError(ERRORS.TOKEN_INVALID);
    const [row] = await findSession.execute({ ...values, tokenHash: hashToken(token) });
    if (!row) throw new ApiError(ERRORS.TOKEN_INVALID);
    requireOpen(row);
    if (!row.isLive) throw new ApiError(ERRORS.TOKEN_INVALID);
    const {
      isLive: _,
      isClosed: __,
      emailVerifiedAt,
      own: found,
      isFresh,
      isByPasskey,
      isFreshByPasskey,
      ...actor
    } = row;
    return {
      actor: {
        ...actor,
        role: actor.role as Role,
        status: actor.status as Status,
        emailVerified: emailVerifiedAt !== null,
        proof: { isFresh, isByPasskey, isFreshByPasskey },
      },
      own: found,
    };
  };
}

function requireOpen({ status, isClosed }: { status: string; isClosed: boolean }): void {
  if (status === 'SUSPENDED' && isClosed) throw new ApiError(ERRORS.ACCOUNT_CLOSED);
  if (status === 'SUSPENDED') throw new ApiError(ERRORS.ACCOUNT_SUSPENDED);
}

/**
 * Locks the caller and re-reads role, status and verification, so that a suspension and a write never overlap
 * (docs/security.md P17). Throws TOKEN_INVALID, ACCOUNT_SUSPENDED, ACCOUNT_CLOSED.
 */
export function actorLock(actor: Actor): ActorLock {
  return {
    statement: sql`
      select u.role, u.status, u.email_verified_at is not null as "emailVerified",
        u.closed_at is not null as "isClosed",
        s.revoked_at is not null as "isRevoked"
      from users u join sessions s on s.user_id = u.id
      where u.id = ${actor.id} and s.id = ${actor.sessionId}
      for no key update of u for share of s`,
    check: (rows) => {
      const [row] = rows as (Account & { isClosed: boolean; isRevoked: boolean })[];
      if (!row) throw new ApiError(ERRORS.TOKEN_INVALID);
      requireOpen(row);
      if (row.isRevoked) throw new ApiError(ERRORS.TOKEN_INVALID);
      actor.role = row.role;
      actor.status = row.status;
      actor.emailVerified = row.emailVerified;
    },
  };
}

export const permissionColumns = {
  canManageUsers: pathfinderScopes.canManageUsers,
  canViewAnalytics: pathfinderScopes.canViewAnalytics,
  canCreateContent: pathfinderScopes.canCreateContent,
};

export async function listScopes(db: Database, actor: Pick<Actor, 'id'>): Promise<LeagueScope[]> {
  return db
    .select({ leagueId: pathfinderScopes.leagueId, ...permissionColumns })
    .from(pathfinderScopes)
    .where(eq(pathfinderScopes.pathfinderId, actor.id));
}

/**
 * Throws LEAGUE_OUT_OF_SCOPE or PERMISSION_MISSING. Pass the write's transaction, so that a scope removed meanwhile
 * counts.
 */
export async function requireScope(
  db: Database,
  actor: Actor,
  leagueId: string,
  permission: Permission | null,
): Promise<void> {
  if (actor.role === 'GRAND_PATHFINDER') return;
  const [row] = await db
    .select({
      leagueName: leagues.name,
      scope: { leagueId: pathfinderScopes.leagueId, ...permissionColumns },
    })
    .from(leagues)
    .leftJoin(
      pathfinderScopes,
      and(eq(pathfinderScopes.leagueId, leagues.id), eq(pathfinderScopes.pathfinderId, actor.id)),
    )
    .where(eq(leagues.id, leagueId));
  const decision = decideScope(actor, row?.scope ? [row.scope] : [], leagueId, permission);
  if (decision.allowed) return;
  const definition =
    decision.reason === 'LEAGUE_OUT_OF_SCOPE' ? ERRORS.LEAGUE_OUT_OF_SCOPE : ERRORS.PERMISSION_MISSING;
  throw new ApiError(definition, {
    extras: { leagueId, leagueName: row?.leagueName ?? null, ...(permission ? { permission } : {}) },
  });
}

export async function requireScopeOrGrand(
  db: Database,
  actor: Actor,
  leagueId: string | null,
  permission: Permission,
): Promise<void> {
  if (leagueId !== null) return requireScope(db, actor, leagueId, permission);
  if (actor.role !== 'GRAND_PATHFINDER') throw new ApiError(ERRORS.GRAND_REQUIRED);
}

/** Includes ids of deleted sessions. */
export async function findEndedSessions(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select asked.id from json_array_elements_text(${JSON.stringify(ids)}::json) asked(id)
      where not exists (
        select 1 from sessions where sessions.id = asked.id and revoked_at is null and expires_at > now())`,
  );
  return new Set(rows.map(({ id }) => id));
}
