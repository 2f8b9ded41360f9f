import { and, eq } from 'drizzle-orm';
import type { Database } from '../platform/db/client.ts';
import { auditLog } from '../platform/db/schema/operations.ts';

type Chosen = Partial<Record<'action' | 'actorId' | 'targetUserId', string>>;

/** The entries of the audit log of one action, by one person or about one, oldest first, with what they tell. */
export async function readEntries(db: Database, chosen: Chosen) {
  const columns = Object.entries(chosen) as [keyof Chosen, string][];
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(...columns.map(([name, value]) => eq(auditLog[name], value))))
    .orderBy(auditLog.id);
  return rows.map((row) => ({ ...row, metadata: JSON.parse(row.metadata ?? 'null') }));
}

/** What the audit log says was done to a person, oldest first. */
export const readActions = async (db: Database, targetUserId: string) =>
  (await readEntries(db, { targetUserId })).map(({ action }) => action);
