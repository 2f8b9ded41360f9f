import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type DataLock, lockDataFolder } from '../data-lock.ts';
import type { Config } from '../env.ts';
import { type OpenDatabase, openEmbedded, openPostgres } from './client.ts';
import { isUnavailable } from './sql-state.ts';

/** The database cannot be opened; the message says which and why in one line, without a password. */
export class DatabaseOpenError extends Error {}

const PATIENCE_MS = 20_000;
const RETRY_MS = 1000;

/** Where the embedded engine keeps its files. */
export function embeddedFolder(config: Pick<Config, 'DATA_DIR'>): string {
  return join(config.DATA_DIR, 'database');
}

/**
 * Opens the database the settings name: the server of DATABASE_URL, waiting for it up to 20 s, or the embedded
 * engine, holding the data folder's lock until it is closed. `onWait` is told each time the server is asked again.
 * Throws DatabaseOpenError, or DataFolderError for the folder.
 */
export async function openDatabase(config: Config, onWait?: (line: string) => void): Promise<OpenDatabase> {
  if (config.DATABASE_URL) return openServer(config.DATABASE_URL, config.DATABASE_POOL_SIZE, onWait);
  const lock = lockDataFolder(config.DATA_DIR);
  try {
    return releasing(await openEmbedded(embeddedFolder(config)), lock);
  } catch (error) {
    lock.release();
    throw new DatabaseOpenError(
      `The database in ${embeddedFolder(config)} cannot be opened (${firstLine(error)}). Is the disk full?`,
    );
  }
}

function releasing(database: OpenDatabase, lock: DataLock): OpenDatabase {
  return {
    ...database,
    close: async () => {
      await database.close();
      lock.release();
    },
  };
}

async function openServer(
  url: string,
  poolSize: number,
  onWait: ((line: string) => void) | undefined,
): Promise<OpenDatabase> {
  const { host, pathname } = new URL(url);
  const database = openPostgres({ url, poolSize });
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await database.db.execute(sql`select 1`);
      return database;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > giveUpAt) {
        await database.close().catch(() => {});
        throw new DatabaseOpenError(
          `The PostgreSQL database ${pathname.slice(1)} at ${host} cannot be opened (${firstLine(error)}). Check DATABASE_URL.`,
        );
      }
      onWait?.(`Waiting for PostgreSQL at ${host} …`);
      await Bun.sleep(RETRY_MS);
    }
  }
}

function firstLine(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text =
    root instanceof Error ? root.message || String((root as { code?: unknown }).code ?? '') : String(root);
  return text.split('\n')[0] ?? '';
}
