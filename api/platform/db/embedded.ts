import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { isDiskFull, toDiskFullError } from '../process/disk.ts';
import { type Database, type OpenDatabase, queryRows } from './client.ts';

// Added to the engine's defaults; same planner settings as on PostgreSQL (postgres.ts).
const SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  random_page_cost: '1.1',
  // The default of 128 MB is process memory, touched at start, that duplicates the system's page cache.
  shared_buffers: '16MB',
};

/**
 * Runs in memory without a folder. The caller must hold the folder's lock, because two processes lose writes; rejects
 * with StartError when the disk is full.
 */
export function startEngine(folder?: string, snapshot?: Blob): Promise<PGlite> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return PGlite.create({
    dataDir: folder ?? 'memory://',
    loadDataDir: snapshot,
    startParams: [...PGlite.defaultStartParams, ...settings],
  }).catch((error) => {
    throw folder && isDiskFull(error) ? toDiskFullError(folder) : error;
  });
}

export function connectEmbedded(engine: PGlite): OpenDatabase {
  let isOpen = true;
  const openEngine = () => {
    if (!isOpen) throw new Error('The embedded database is closed');
    return engine;
  };
  const client = {
    query: (...args: Parameters<PGlite['query']>) => openEngine().query(...args),
    transaction: (...args: Parameters<PGlite['transaction']>) => openEngine().transaction(...args),
  };
  return {
    kind: 'pglite',
    // Drizzle uses only these two methods.
    db: drizzle(client as unknown as PGlite) as unknown as Database,
    runScript: async (script) => {
      await engine.exec(script);
    },
    close: async () => {
      // Lets statements of this turn reach the engine's queue before it closes.
      await Bun.sleep(0);
      isOpen = false;
      await engine.close();
    },
  };
}

export async function openEmbedded(folder?: string, snapshot?: Blob): Promise<OpenDatabase> {
  return connectEmbedded(await startEngine(folder, snapshot));
}

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
