import { insertAtMost } from '../db/audit-entry.ts';
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
 * Writes down that a signed-in account was refused (docs/security.md 3.5), at most about DENIED_PER_HOUR an account: a
 * flood of them costs one short read each and fills nothing.
 */
export async function recordDenied(
  db: Database,
  { actorId, call, reason, extras, requestInfo }: Denied,
): Promise<void> {
  const { leagueId, permission } = extras;
  const metadata = {
    reason,
    ...(typeof leagueId === 'string' ? { leagueId } : {}),
    ...(typeof permission === 'string' ? { permission } : {}),
  };
  const entry = {
    actorId,
    targetUserId: null,
    action: ACCESS_DENIED,
    description: call,
    metadata,
    requestInfo,
  };
  await insertAtMost(db, entry, DENIED_PER_HOUR);
}
