import { and, eq, isNull, sql } from 'drizzle-orm';
import { STAFF_SESSION_HOURS } from '#contract/constants.ts';
import { OWN_ACCOUNT_ERRORS, type OwnSession } from '#contract/own-account.ts';
import { isAdmin } from '#contract/roles.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import { inTransaction, isoOf } from '../../platform/db/client.ts';
import { sessions } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { toDeviceName, toShortAddress } from '../../platform/http/device-name.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { endSessions, STAFF_IDLE_MINUTES } from '../auth/sessions.ts';

// Includes the caller's own session even when idle.
function liveSessionsOf(actor: Actor) {
  return and(
    eq(sessions.userId, actor.id),
    isNull(sessions.revokedAt),
    sql`${sessions.expiresAt} > now()`,
    isAdmin(actor.role)
      ? sql`${sessions.createdAt} > now() - ${STAFF_SESSION_HOURS} * interval '1 hour' and (
          ${sessions.id} = ${actor.sessionId}
          or ${sessions.lastUsedAt} > now() - ${STAFF_IDLE_MINUTES} * interval '1 minute')`
      : undefined,
  );
}

export async function listOwnSessions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
): Promise<{ sessions: OwnSession[] }> {
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      createdAt: isoOf(sessions.createdAt),
      lastSeenAt: isoOf(sessions.lastUsedAt),
      expiresAt: isoOf(sessions.expiresAt),
    })
    .from(sessions)
    .where(liveSessionsOf(actor))
    .orderBy(sql`${sessions.id} = ${actor.sessionId} desc`, sql`${sessions.lastUsedAt} desc`, sessions.id);
  return {
    sessions: rows.map(({ userAgent, ipAddress, ...row }) => ({
      ...row,
      device: toDeviceName(userAgent),
      address: toShortAddress(ipAddress),
      isCurrent: row.id === actor.sessionId,
    })),
  };
}

export async function endOwnSession(
  { db }: Deps,
  actor: Actor,
  id: string,
  requestInfo: RequestInfo,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ended = await tx
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(and(liveSessionsOf(actor), eq(sessions.id, id)))
      .returning({ id: sessions.id });
    if (ended.length === 0) throw new ApiError(OWN_ACCOUNT_ERRORS.SESSION_NOT_FOUND);
    await recordOwnAudit(tx, actor.id, 'SESSION_ENDED', requestInfo, { sessionId: id });
  });
}

export async function endOtherSessions(
  { db }: Deps,
  actor: Actor,
  requestInfo: RequestInfo,
): Promise<{ endedCount: number }> {
  return inTransaction(db, async (tx) => {
    const endedCount = await endSessions(tx, actor.id, actor.sessionId);
    if (endedCount > 0) {
      await recordOwnAudit(tx, actor.id, 'SESSIONS_ENDED', requestInfo, { endedCount });
    }
    return { endedCount };
  });
}
