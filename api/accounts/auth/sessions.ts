import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { ACCESS_TOKEN_MINUTES, REFRESH_TOKEN_DAYS, STAFF_SESSION_HOURS } from '#contract/constants.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { sessions } from '../../platform/db/schema/accounts.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { createId, createToken, hashToken } from '../../platform/process/secrets.ts';
import { sweepKnownOrigins } from './known-origins.ts';
import { sweepReportLinks } from './report-links.ts';

export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
}

/** Checked only when a session gets an access token, which is what counts as use (docs/security.md P16). */
export const STAFF_IDLE_MINUTES = 120;

export function createSession(
  user: { id: string; role: string },
  requestInfo: Pick<RequestInfo, 'address' | 'userAgent'>,
  { byPasskey = false } = {},
): { tokens: SessionTokens; writes: SQL } {
  const refreshToken = createToken();
  const sessionId = createId();
  const hours = isAdmin(user.role as Role) ? STAFF_SESSION_HOURS : REFRESH_TOKEN_DAYS * 24;
  const access = createAccessToken(sessionId);
  const writes = sql`
    session as (
      insert into sessions (id, user_id, refresh_token_hash, expires_at, ip_address, user_agent, passkey_proven_at)
      values (${sessionId}, ${user.id}, ${hashToken(refreshToken)}, now() + interval '${sql.raw(String(hours))} hours',
        ${requestInfo.address}, ${requestInfo.userAgent}, ${byPasskey ? sql`now()` : sql`null`})
    ), access_token as (${access.insert})`;
  return { tokens: { refreshToken, accessToken: access.token }, writes };
}

export async function openSession(
  tx: Database,
  user: { id: string; role: string },
  requestInfo: Pick<RequestInfo, 'address' | 'userAgent'>,
): Promise<SessionTokens> {
  const { tokens, writes } = createSession(user, requestInfo);
  await tx.execute(sql`with ${writes} select 1`);
  return tokens;
}

function createAccessToken(sessionId: string): { token: string; insert: SQL } {
  const token = createToken();
  const insert = sql`
    insert into access_tokens (token_hash, session_id, expires_at)
    values (${hashToken(token)}, ${sessionId}, now() + interval '${sql.raw(String(ACCESS_TOKEN_MINUTES))} minutes')`;
  return { token, insert };
}

export async function addAccessToken(db: Database, sessionId: string): Promise<string> {
  const { token, insert } = createAccessToken(sessionId);
  await db.execute(insert);
  return token;
}

export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Returns how many sessions were live. */
export async function endSessions(db: Database, userId: string, exceptSessionId?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId),
      ),
    )
    .returning({ isLive: sql<boolean>`${sessions.expiresAt} > now()` });
  return ended.filter((session) => session.isLive).length;
}

export async function sweepExpired(db: Database): Promise<void> {
  await queryRows(db, sql`delete from access_tokens where expires_at < now() - interval '1 hour'`);
  await queryRows(
    db,
    sql`delete from sessions where greatest(expires_at, revoked_at) < now() - interval '30 days'`,
  );
  await queryRows(db, sql`delete from one_time_codes where expires_at < now() - interval '1 day'`);
  await queryRows(db, sql`delete from used_challenges where expires_at < now() - interval '1 hour'`);
  await queryRows(db, sql`delete from rate_limits where window_ends_at < now() - interval '1 hour'`);
  await sweepKnownOrigins(db);
  await sweepReportLinks(db);
}
