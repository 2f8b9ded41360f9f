import { sql } from 'drizzle-orm';
import { toEvidence } from '../audit/evidence.ts';
import { findNames, idsIn } from '../audit/names.ts';
import { toMetadata } from '../db/audit-entry.ts';
import { type Database, queryRows } from '../db/client.ts';
import { insertRows } from '../db/insert-rows.ts';
import { auditLog } from '../db/schema/operations.ts';
import { listAccountEntries, listVisitEntries } from './audit-accounts.ts';
import type { DemoStory, Entry } from './audit-entry.ts';
import { listCompletedTopics, listLearningEntries, listSubmissionEntries } from './audit-learning.ts';
import { listStaffEntries, listTrialLeagueEntries } from './audit-staff.ts';

/**
 * The audit log of all this, the oldest entry first. What a sealed log is past (docs/decisions/0034) is left out: an
 * entry that old would look as if it had been put in by hand.
 */
export async function insertAuditLog(tx: Database, story: DemoStory): Promise<void> {
  const [seal] = await queryRows<{ openFrom: string | Date | null }>(
    tx,
    sql`select max(open_from) as "openFrom" from audit_seals`,
  );
  const openFrom = seal?.openFrom ? new Date(seal.openFrom).getTime() : Number.NEGATIVE_INFINITY;
  const entries = [
    ...listAccountEntries(story),
    ...listVisitEntries(story),
    ...listLearningEntries(story, await listCompletedTopics(tx)),
    ...listSubmissionEntries(story),
    ...story.awards.map(({ kind, id, name, userId, leagueId, at }) => ({
      at,
      actorId: userId,
      targetUserId: userId,
      action: kind,
      description: name,
      metadata: { id, leagueId },
    })),
    ...story.decisions,
    ...listTrialLeagueEntries(story),
    ...listStaffEntries(story),
  ]
    .filter(({ at }) => at.getTime() >= openFrom && at.getTime() <= story.now)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  await insertEntries(tx, entries);
}

async function insertEntries(tx: Database, entries: readonly Entry[]): Promise<void> {
  const known = await findNames(
    tx,
    entries.flatMap(({ metadata }) => namedIds(metadata)),
  );
  const toJson = (details: Record<string, unknown> | null | undefined, gone: Entry['gone']) => {
    if (!details) return null;
    const names = Object.fromEntries(
      namedIds(details).flatMap((id) => {
        const name = gone?.[id] ?? known.get(id);
        return name === undefined ? [] : [[id, name]];
      }),
    );
    return toMetadata(Object.keys(names).length > 0 ? { ...details, names } : details);
  };
  await insertRows(
    tx,
    auditLog,
    entries.map(({ at, actorId, targetUserId, action, description, metadata, gone, ipAddress }) => ({
      actorId,
      targetUserId: targetUserId ?? null,
      action,
      description: description ?? null,
      metadata: toJson(metadata, gone),
      evidence: toJson(toEvidence(action, metadata), gone),
      ipAddress: ipAddress ?? null,
      createdAt: at,
    })),
  );
}

/** The ids that an entry is kept with the names of; `id` alone is told by its description. */
function namedIds(details: Record<string, unknown> | undefined): string[] {
  if (!details) return [];
  const { id: _, ...rest } = details;
  return idsIn(rest);
}
