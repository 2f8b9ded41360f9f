import type { Actor } from '../auth/actor.ts';
import type { Database } from '../db/client.ts';
import { auditLog } from '../db/schema/operations.ts';
import type { Caller } from '../endpoint.ts';

interface Entry {
  action: string;
  targetUserId?: string;
  description?: string;
  metadata?: Record<string, unknown>;
}

const BATCH = 1000;

/** Audit entries of one import, in batches: thousands of single inserts would take as long as all the rest (security P44). */
export async function recordImport(
  tx: Database,
  { actor, caller }: { actor: Actor; caller: Caller },
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.map(({ action, targetUserId, description, metadata }) => ({
    actorId: actor.id,
    targetUserId: targetUserId ?? null,
    action,
    description: description ?? null,
    metadata: metadata ? JSON.stringify(metadata) : null,
    ipAddress: caller.address,
    requestId: caller.requestId,
  }));
  for (let from = 0; from < rows.length; from += BATCH) {
    await tx.insert(auditLog).values(rows.slice(from, from + BATCH));
  }
}
