import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { isDiskFull, toDiskFullError } from '../process/disk.ts';
import type { Database, OpenDatabase } from './client.ts';

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

/** A database on an engine that runs. */
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
    // Drizzle uses nothing else of the engine.
    db: drizzle(client as unknown as PGlite) as unknown as Database,
    runScript: async (script) => {
      await engine.exec(script);
    },
    close: async () => {
      // Statements of this turn reach the queue of the engine first; later ones would run into an engine that has ended.
      await Bun.sleep(0);
      isOpen = false;
      await engine.close();
    },
  };
}

/** Starts the engine as `startEngine` does, and connects to it. */
export async function openEmbedded(folder?: string, snapshot?: Blob): Promise<OpenDatabase> {
  return connectEmbedded(await startEngine(folder, snapshot));
}
