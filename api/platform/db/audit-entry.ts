import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/** The serving role may not write the other columns, such as id and created_at (roles.ts). */
export const WRITTEN_COLUMNS = [
  'actor_id',
  'target_user_id',
  'action',
  'description',
  'metadata',
  'evidence',
  'ip_address',
  'request_id',
] as const;

export type WrittenEntry = Record<(typeof WRITTEN_COLUMNS)[number], string | SQL | null>;

const LEAGUE_ID_MAX_LENGTH = 64;

export function toMetadata(metadata: Record<string, unknown>): string {
  return JSON.stringify(metadata, storable);
}

// PostgreSQL's JSON rejects NUL and lone surrogates, and its index rejects long keys; refused input may hold both.
function storable(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = key === 'leagueId' ? value.slice(0, LEAGUE_ID_MAX_LENGTH) : value;
  return text.replaceAll('\0', '').toWellFormed();
}

export function toEntriesInsert(entries: readonly WrittenEntry[]): SQL {
  const commas = (parts: SQL[]) => sql.join(parts, sql`, `);
  const rows = entries.map(
    (entry) => sql`(${commas(WRITTEN_COLUMNS.map((column) => sql`${entry[column]}`))})`,
  );
  return sql`insert into audit_log (${sql.raw(WRITTEN_COLUMNS.join(', '))}) values ${commas(rows)}`;
}

export async function insertEntries(db: Database, entries: readonly WrittenEntry[]): Promise<void> {
  await db.execute(toEntriesInsert(entries));
}

/** An entry that a caller can cause at will, such as a wrong password. */
export interface RepeatedEntry {
  actorId: string | null;
  targetUserId: string | null;
  action: string;
  description?: string | null;
  metadata?: Record<string, unknown>;
  requestInfo: { address: string | null; requestId: string | null };
}

/**
 * Skips the entry after about `perHour` of the same account and action in an hour, so that callers cannot fill the log.
 * Entries without a target account count per actor.
 */
export async function insertAtMost(db: Database, entry: RepeatedEntry, perHour: number): Promise<void> {
  await db.execute(toInsertAtMost(entry, perHour));
}

/**
 * Like `insertAtMost`, but takes as long when it skips the entry (docs/security.md P12): the emitted message makes the
 * commit wait for the disk too.
 */
export async function insertAtMostInEqualTime(
  db: Database,
  entry: RepeatedEntry,
  perHour: number,
): Promise<void> {
  await db.execute(sql`
    with entry as (${toInsertAtMost(entry, perHour)} returning 1)
    select case when not exists (select 1 from entry) then pg_logical_emit_message(true, 'failure', '') end`);
}

function toInsertAtMost(entry: RepeatedEntry, perHour: number): SQL {
  const { actorId, targetUserId, action, description = null, requestInfo } = entry;
  const metadata = entry.metadata ? toMetadata(entry.metadata) : null;
  const subject = targetUserId
    ? sql`target_user_id = ${targetUserId}`
    : sql`target_user_id is null and actor_id is not distinct from ${actorId}::text`;
  return sql`
    insert into audit_log (actor_id, target_user_id, action, description, metadata, ip_address, request_id)
    select ${actorId}::text, ${targetUserId}::text, ${action}::text, ${description}::text, ${metadata}::text,
      ${requestInfo.address}::text, ${requestInfo.requestId}::text
    where (select count(*) from (
      select 1 from audit_log where ${subject} and action = ${action}
        and created_at > now() - interval '1 hour' limit ${perHour}) recent) < ${perHour}`;
}
