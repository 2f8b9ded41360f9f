import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';

/** Includes ids of deleted sessions. */
export async function findEndedSessions(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select asked.id from json_array_elements_text(${JSON.stringify(ids)}::json) asked(id)
      where not exists (
        select 1 from sessions where sessions.id = asked.id and revoked_at is null and expires_at > now())`,
  );
  return new Set(rows.map(({ id }) => id));
}
