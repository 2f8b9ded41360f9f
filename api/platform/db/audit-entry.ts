import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/**
 * What an entry is written with, by their columns. Its id, its moment and what the chain needs are the database's own: the
 * role that serves may not choose them (roles.ts).
 */
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

/** No id is longer. */
const LEAGUE_ID_MAX_LENGTH = 64;

/** Details as they are stored. */
export function toMetadata(metadata: Record<string, unknown>): string {
  return JSON.stringify(metadata, storable);
}

/**
 * The database's JSON takes neither NUL nor half a surrogate pair, and its index of leagues no key of kilobytes; what
 * somebody asks for, and is refused, may hold all three.
 */
function storable(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = key === 'leagueId' ? value.slice(0, LEAGUE_ID_MAX_LENGTH) : value;
  return text.replaceAll('\0', '').toWellFormed();
}

/** The insert that `insertEntries` runs, as SQL, for a statement that writes more besides. */
export function toEntriesInsert(entries: readonly WrittenEntry[]): SQL {
  const commas = (parts: SQL[]) => sql.join(parts, sql`, `);
  const rows = entries.map(
    (entry) => sql`(${commas(WRITTEN_COLUMNS.map((column) => sql`${entry[column]}`))})`,
  );
  return sql`insert into audit_log (${sql.raw(WRITTEN_COLUMNS.join(', '))}) values ${commas(rows)}`;
}

/** Adds entries, in one statement. */
export async function insertEntries(db: Database, entries: readonly WrittenEntry[]): Promise<void> {
  await db.execute(toEntriesInsert(entries));
}

/** An entry that anybody can cause as often as they like: a refusal, a wrong password or code. */
export interface RepeatedEntry {
  actorId: string | null;
  targetUserId: string | null;
  action: string;
  description?: string | null;
  metadata?: Record<string, unknown>;
  requestInfo: { address: string | null; requestId: string | null };
}

/**
 * Writes an entry unless the account it is about has about `perHour` of the same action in the last hour, so that nobody
 * fills the log; what is beyond them is in the request log alone. Those about no account count together. One statement,
 * which counts through the index of the account.
 */
export async function insertAtMost(db: Database, entry: RepeatedEntry, perHour: number): Promise<void> {
  await db.execute(toInsertAtMost(entry, perHour));
}

/**
 * The same where time must not tell whether an entry was written (docs/security.md P12): a commit that has nothing to
 * keep does not wait for the disk, so what is written in place of an entry is a message in the log of the database, which
 * nobody reads.
 */
export async function insertAtMostAlike(db: Database, entry: RepeatedEntry, perHour: number): Promise<void> {
  await db.execute(sql`
    with entry as (${toInsertAtMost(entry, perHour)} returning 1)
    select case when not exists (select 1 from entry) then pg_logical_emit_message(true, 'failure', '') end`);
}

/** The insert of both, as SQL. */
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
