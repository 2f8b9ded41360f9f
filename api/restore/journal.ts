import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Database, queryRows, toIso } from '../db/client.ts';

const Change = z.object({ from: z.string(), to: z.string() });

/** One entry of the audit log about rights or the end of an account; ids alone, nothing about a person. */
export const JournalEntry = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  accountId: z.string(),
  evidence: z.nullable(z.record(z.string(), z.unknown())),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** What an entry says about role or state, from and to; null where it says nothing of it. */
export function readChange(
  { evidence }: JournalEntry,
  field: 'role' | 'status',
): z.infer<typeof Change> | null {
  const parsed = Change.safeParse(evidence?.[field]);
  return parsed.success ? parsed.data : null;
}

/** Everything that took rights away from accounts or gave them, or ended accounts; oldest first. */
export async function readJournal(db: Database): Promise<JournalEntry[]> {
  const rows = await queryRows<{
    id: number;
    at: string;
    action: string;
    account_id: string;
    evidence: string;
  }>(
    db,
    sql`select id::float8 as id, created_at as at, action, target_user_id as account_id, evidence from audit_log
      where action in ('USER_STATUS_CHANGED', 'USER_CLOSED', 'USER_DELETED', 'USER_ROLE_CHANGED',
          'PATHFINDER_SCOPE_ASSIGNED', 'PATHFINDER_SCOPE_UPDATED', 'PATHFINDER_SCOPE_DELETED')
        and target_user_id is not null
      order by created_at, id`,
  );
  return rows.map(({ id, at, action, account_id, evidence }) => ({
    id: Number(id),
    at: toIso(at),
    action,
    accountId: account_id,
    evidence: evidence ? JSON.parse(evidence) : null,
  }));
}

/** When the newest entry of a log was written: what a copy knows of until somebody writes to it. Null for an empty log. */
export async function findLastEntry(db: Database): Promise<string | null> {
  const [row] = await queryRows<{ at: string | null }>(db, sql`select max(created_at) as at from audit_log`);
  return row?.at ? toIso(row.at) : null;
}
