import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { isDiskFull, toDiskFullError } from '../process/disk.ts';
import type { Database, OpenDatabase } from './client.ts';
import { EmbeddedConnection } from './embedded-connection.ts';

/** Beside what the engine starts with by itself; as on PostgreSQL (client.ts), but for the memory. */
const SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  random_page_cost: '1.1',
  // 128 MB, the default, is memory of this process in which the system keeps the same pages once more; the engine touches
  // all of it at the start.
  shared_buffers: '16MB',
};

/**
 * Starts the engine on a folder, in memory without one, or from a snapshot of a data folder. The caller holds the
 * folder's lock: two processes on one folder lose writes. Rejects with StartError where the disk is full.
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

/** Connects to an engine, once: a second connection would take the names of the first one's statements for its own. */
export function connectEmbedded(engine: PGlite): OpenDatabase {
  const connection = new EmbeddedConnection(engine);
  return {
    kind: 'pglite',
    // The query builder uses nothing else of the engine than what the connection has.
    db: drizzle(connection as unknown as PGlite) as unknown as Database,
    runScript: async (script) => {
      await engine.exec(script);
    },
    close: () => engine.close(),
  };
}

/** Starts the engine as `startEngine` does, and connects to it. */
export async function openEmbedded(folder?: string, snapshot?: Blob): Promise<OpenDatabase> {
  return connectEmbedded(await startEngine(folder, snapshot));
}
