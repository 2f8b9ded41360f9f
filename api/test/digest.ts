import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';

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

/** A fingerprint of every row a curriculum call may touch: equal before and after a refused call (security section 3). */
export async function digestCurriculum(db: Database): Promise<string> {
  const digests: string[] = [];
  for (const table of CURRICULUM_TABLES) {
    const [row] = await queryRows<{ digest: string | null }>(
      db,
      sql.raw(`select md5(string_agg(t::text, '|' order by t::text)) as digest from ${table} t`),
    );
    digests.push(`${table}:${row?.digest ?? ''}`);
  }
  return digests.join('\n');
}
