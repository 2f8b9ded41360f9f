import type { Database } from './db/client.ts';
import { auditLog } from './db/schema/operations.ts';
import type { Caller } from './endpoint.ts';

interface AuditEntry {
  /** Null for what happened without a signed-in account. */
  actorId: string | null;
  action: string;
  targetUserId?: string | null;
  description?: string;
  /** What changed, from and to. Never a password, code or token. */
  metadata?: Record<string, unknown>;
  caller?: Pick<Caller, 'address' | 'requestId'>;
}

/** Writes one audit entry with the change it tells of: pass the transaction that makes the change (security P44). */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({
    actorId: entry.actorId,
    targetUserId: entry.targetUserId ?? null,
    action: entry.action,
    description: entry.description ?? null,
    metadata: entry.metadata ? JSON.stringify(entry.metadata, storable) : null,
    ipAddress: entry.caller?.address ?? null,
    requestId: entry.caller?.requestId ?? null,
  });
}

/** The database's JSON takes neither NUL nor half a surrogate pair; a filter of an export may hold both. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}
