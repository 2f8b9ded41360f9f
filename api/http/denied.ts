import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import type { RequestInfo } from './request-info.ts';

/** The action under which a denied call stands in the audit log. */
export const ACCESS_DENIED = 'ACCESS_REFUSED';

/** Entries an account can leave in an hour; what it is refused beyond them is in the request log alone. */
export const DENIED_PER_HOUR = 20;

/** Refusals that tell of somebody reaching for what is another's: a role, a league, a permission. */
const REACHING = new Set(['ROLE_REFUSED', 'GRAND_REQUIRED', 'LEAGUE_OUT_OF_SCOPE', 'PERMISSION_MISSING']);

/** True for a denied call that belongs in the audit log. Callers without a live session have nobody to name. */
export function isAudited(reason: string): boolean {
  return REACHING.has(reason);
}

interface Denied {
  actorId: string;
  /** The name of the call. */
  call: string;
  reason: string;
  /** What the reply says beside its words, such as the league. */
  extras: Record<string, unknown>;
  requestInfo: Pick<RequestInfo, 'address' | 'requestId'>;
}

/**
 * Writes down that a signed-in account was refused (docs/security.md 3.5), at most about REFUSALS_PER_HOUR an account:
 * the entries of the account's last hour are counted in the same statement, through their index, so a flood of them
 * costs one short read each and fills nothing.
 */
export async function recordDenied(
  db: Database,
  { actorId, call, reason, extras, requestInfo }: Denied,
): Promise<void> {
  const { leagueId, permission } = extras;
  const metadata = JSON.stringify({
    reason,
    ...(typeof leagueId === 'string' ? { leagueId } : {}),
    ...(typeof permission === 'string' ? { permission } : {}),
  });
  await db.execute(sql`
    insert into audit_log (actor_id, action, description, metadata, ip_address, request_id)
    select ${actorId}, ${ACCESS_DENIED}, ${call}, ${metadata}, ${requestInfo.address}, ${requestInfo.requestId}
    where (select count(*) from (
      select 1 from audit_log where actor_id = ${actorId} and action = ${ACCESS_DENIED}
        and created_at > now() - interval '1 hour' limit ${DENIED_PER_HOUR}) recent) < ${DENIED_PER_HOUR}`);
}
