import { findNames, idsIn } from '../../platform/audit/names.ts';
import { toEvidence } from '../../platform/audit/record.ts';
import { insertEntries, toMetadata } from '../../platform/db/audit-entry.ts';
import type { Database } from '../../platform/db/client.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';

interface Entry {
  action: string;
  targetUserId?: string;
  description?: string;
  metadata?: Record<string, unknown>;
}

const BATCH = 1000;

/** Writes audit entries in batches; single inserts would double an import's time (docs/security.md P44). */
export async function recordImport(
  tx: Database,
  { actor, requestInfo }: ActorAndRequest,
  entries: readonly Entry[],
): Promise<void> {
  const names = await findNames(
    tx,
    entries.flatMap(({ metadata }) => idsIn(metadata ?? null)),
  );
  const rows = entries.map(({ action, targetUserId, description, metadata }) => ({
    actor_id: actor.id,
    target_user_id: targetUserId ?? null,
    action,
    description: description ?? null,
    evidence: toStoredEvidence(action, metadata),
    metadata: metadata ? toMetadata({ ...metadata, ...pickNames(names, idsIn(metadata)) }) : null,
    ip_address: requestInfo.address,
    request_id: requestInfo.requestId,
  }));
  for (let from = 0; from < rows.length; from += BATCH) {
    await insertEntries(tx, rows.slice(from, from + BATCH));
  }
}

function toStoredEvidence(action: string, metadata: Entry['metadata']): string | null {
  const evidence = toEvidence(action, metadata);
  return evidence && toMetadata(evidence);
}

function pickNames(names: ReadonlyMap<string, string>, ids: readonly string[]) {
  const known = ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return known.length > 0 ? { names: Object.fromEntries(known) } : {};
}
