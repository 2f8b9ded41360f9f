import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './client.ts';

/**
 * Vacuums due tables by autovacuum's default thresholds, because the engine's single-user mode has no autovacuum.
 * Returns their names; cannot run inside a transaction.
 */
export async function vacuumDue(
  db: Database,
  { isStopping = () => false }: { isStopping?: () => boolean } = {},
): Promise<string[]> {
  const due = await queryRows<{ name: string }>(
    db,
    sql`select c.oid::regclass::text as name
      from pg_stat_user_tables s
      join pg_class c on c.oid = s.relid
      cross join lateral (select greatest(c.reltuples, 0) as rows) known
      where n_dead_tup > 50 + 0.2 * rows or n_mod_since_analyze > 50 + 0.1 * rows
        or n_ins_since_vacuum > 1000 + 0.2 * rows
      order by 1`,
  );
  const done: string[] = [];
  for (const { name } of due) {
    if (isStopping()) break;
    await db.execute(sql.raw(`vacuum (analyze) ${name}`));
    done.push(name);
  }
  return done;
}
