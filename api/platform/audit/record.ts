import { type SQL, sql } from 'drizzle-orm';
import { toEntriesInsert, toMetadata } from '../db/audit-entry.ts';
import type { Database } from '../db/client.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { toEvidence } from './evidence.ts';
import { namesNow } from './names.ts';

interface AuditEntry {
  actorId: string | null;
  action: string;
  targetUserId?: string | null;
  description?: string;
  /** Never a password, code or token. The league filter reads `leagueId`. */
  metadata?: Record<string, unknown>;
  requestInfo?: Pick<RequestInfo, 'address' | 'requestId'>;
}

/**
 * Call it in the transaction of the change (docs/security.md P44). Stores the current names of the ids in `metadata`.
 */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.execute(toAuditInsert(entry));
}

export function toAuditInsert(entry: AuditEntry): SQL {
  const evidence = toEvidence(entry.action, entry.metadata);
  return toEntriesInsert([
    {
      actor_id: entry.actorId,
      target_user_id: entry.targetUserId ?? null,
      action: entry.action,
      description: entry.description ?? null,
      metadata: entry.metadata ? withNames(entry.metadata) : null,
      evidence: evidence ? withNames(evidence) : null,
      ip_address: entry.requestInfo?.address ?? null,
      request_id: entry.requestInfo?.requestId ?? null,
    },
  ]);
}

function withNames(metadata: Record<string, unknown>): SQL | string {
  const json = toMetadata(metadata);
  const names = namesNow(metadata);
  return names ? sql`left(${json}, -1) || coalesce(',"names":' || ${names}::text, '') || '}'` : json;
}
