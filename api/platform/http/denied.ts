import { insertAtMost } from '../db/audit-entry.ts';
import type { Database } from '../db/client.ts';
import type { RequestInfo } from './request-info.ts';

export const ACCESS_DENIED = 'ACCESS_REFUSED';

/** Per account; further refusals appear only in the request log. */
export const DENIED_PER_HOUR = 20;

const REACHING = new Set(['ROLE_REFUSED', 'GRAND_REQUIRED', 'LEAGUE_OUT_OF_SCOPE', 'PERMISSION_MISSING']);

export function isAudited(reason: string): boolean {
  return REACHING.has(reason);
}

interface Denied {
  actorId: string;
  call: string;
  reason: string;
  extras: Record<string, unknown>;
  requestInfo: Pick<RequestInfo, 'address' | 'requestId'>;
}

/** Records about DENIED_PER_HOUR refusals per account (docs/security.md 3.5); further ones cost one short read. */
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
