import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/db/client.ts';
import { ACCESS_DENIED } from '../platform/http/denied.ts';

const CURRICULUM_TABLES = [
  'cohorts',
  'leagues',
  'weeks',
  'sections',
  'resources',
  'specializations',
  'specialization_leagues',
  'assignments',
  'badges',
  'enrollments',
  'pathfinder_scopes',
  'audit_log',
];

/** A refused call leaves one row behind: the note in the audit log that it was refused. */
const notRefused = (table: string) => (table === 'audit_log' ? `where action <> '${ACCESS_DENIED}'` : '');

/**
 * A fingerprint of every row a curriculum call may touch: equal before and after a refused call (docs/security.md 3).
 */
export async function digestCurriculum(db: Database): Promise<string> {
  const digests: string[] = [];
  for (const table of CURRICULUM_TABLES) {
    const [row] = await queryRows<{ digest: string | null }>(
      db,
      sql.raw(
        `select md5(string_agg(t::text, '|' order by t::text)) as digest from ${table} t ${notRefused(table)}`,
      ),
    );
    digests.push(`${table}:${row?.digest ?? ''}`);
  }
  return digests.join('\n');
}

/** The same over every table, bar the counters of rate limits, which refused calls may move. */
export async function digestEverything(db: Database): Promise<Record<string, string>> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await queryRows<{ digest: string | null }>(
      db,
      sql`select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.identifier(name)} t
        ${sql.raw(notRefused(name))}`,
    );
    digests[name] = row?.digest ?? '';
  }
  return digests;
}

/** Every row of every table as text: what somebody with a copy of the database can read. */
export async function dumpEverything(db: Database): Promise<string> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await queryRows<{ row: string }>(
      db,
      sql`select t::text as row from ${sql.identifier(name)} t`,
    );
    rows.push(...found.map(({ row }) => row));
  }
  return rows.join('\n');
}
