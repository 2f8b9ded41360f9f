import { insertAtMost } from '../db/audit-entry.ts';
import type { Database } from '../db/client.ts';
import type { RequestInfo } from './request-info.ts';

export const ACCESS_DENIED = 'ACCESS_REFUSED';

/** Audit entries per account and hour; further refusals are in the request log alone. */
export const DENIED_PER_HOUR = 20;

/** Refusals of somebody who reached for a role, a league or a permission. */
const REACHING = new Set(['ROLE_REFUSED', 'GRAND_REQUIRED', 'LEAGUE_OUT_OF_SCOPE', 'PERMISSION_MISSING']);

/** Callers without a live session cannot be named. */
export function isAudited(reason: string): boolean {
  return REACHING.has(reason);
}

interface Denied {
  actorId: string;
  call: string;
  reason: string;
  /** Extra fields of the reply, such as the league. */
  extras: Record<string, unknown>;
  requestInfo: Pick<RequestInfo, 'address' | 'requestId'>;
}

/**
 * Records a refusal (docs/security.md 3.5), at most about DENIED_PER_HOUR an account; a flood costs one short read
 * each.
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
