import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { isTlsRefused, isUnavailable, isUnreached, sqlStateOf } from '../errors/sql-state.ts';
import { type DataLock, lockDataFolder } from '../process/data-lock.ts';
import { adviseWithoutTls, decideDatabaseEncryption } from '../process/encryption.ts';
import type { Config } from '../process/env.ts';
import { nameServers } from '../process/postgres-address.ts';
import { makePrivate } from '../process/private-files.ts';
import { StartError } from '../process/start-error.ts';
import { type OpenDatabase, openPostgres, queryRows } from './client.ts';
import { openEmbedded } from './embedded.ts';
import { migrateDatabase } from './migrate.ts';
import { DAMAGED_ADVICE } from './operator-error.ts';
import { grantServing, readLogin } from './roles.ts';

class DatabaseOpenError extends StartError {}

const PATIENCE_MS = 20_000;
const RETRY_MS = 1000;

export function embeddedFolder(config: Pick<Config, 'DATA_DIR'>): string {
  return join(config.DATA_DIR, 'database');
}

/**
 * Opens the server of DATABASE_URL, waiting up to `patienceMs`, or the embedded engine, holding the data folder's lock.
 * Throws DatabaseOpenError, or DataFolderError for the folder.
 */
export async function openDatabase(
  config: Config,
  onWait?: (line: string) => void,
  patienceMs = PATIENCE_MS,
): Promise<OpenDatabase> {
  if (config.DATABASE_URL)
    return openServer('DATABASE_URL', config.DATABASE_URL, config, { onWait, patienceMs });
  const lock = lockDataFolder(config.DATA_DIR);
  const folder = embeddedFolder(config);
  try {
    requirePgVersionFile(folder);
    const database = await openEmbedded(folder);
    makePrivate(folder);
    return withLock(database, lock);
  } catch (error) {
    lock.release();
    if (error instanceof StartError) throw error;
    throw toDamagedError(folder, toEngineReason(error));
  }
}

// PostgreSQL numbers user tables from here.
const FIRST_OWN_TABLE = 16_384;

// Without PG_VERSION the engine would overwrite existing tables. An interrupted first start has none of them.
function requirePgVersionFile(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw toDamagedError(folder, 'it is a file');
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const base = join(folder, 'base');
  const tables = existsSync(base) ? readdirSync(base, { recursive: true }).map(String) : [];
  if (tables.some((name) => Number(/\d+$/.exec(name)?.[0]) >= FIRST_OWN_TABLE))
    throw toDamagedError(folder, 'PG_VERSION is missing');
}

const toDamagedError = (folder: string, reason: string) =>
  new DatabaseOpenError(`The database in ${folder} cannot be opened (${reason}). ${DAMAGED_ADVICE}`);

// The engine's abort messages mean nothing to an operator.
function toEngineReason(error: unknown): string {
  const line = firstLine(error);
  return line.startsWith('Aborted(') || line.startsWith('[object') ? 'the engine gave up' : line;
}

function withLock(database: OpenDatabase, lock: DataLock): OpenDatabase {
  return {
    ...database,
    close: async () => {
      await database.close();
      lock.release();
    },
  };
}

/**
 * Migrates as the role of DATABASE_MIGRATION_URL if set, then grants the serving role its rights; returns the
 * migrations that ran. Throws DatabaseOpenError, MigrationError, or StartError for a missing role.
 */
export function updateSchema(
  database: OpenDatabase,
  config: Config,
  onWait?: (line: string) => void,
): Promise<string[]> {
  const update = async (owner: OpenDatabase) => {
    const applied = await migrateDatabase(owner);
    const { DATABASE_URL, DATABASE_MIGRATION_URL } = config;
    if (owner === database || !DATABASE_URL || !DATABASE_MIGRATION_URL) return applied;
    const serving = readLogin(DATABASE_URL).name;
    if (serving !== readLogin(DATABASE_MIGRATION_URL).name) await grantServing(owner, serving);
    // Checks that the serving connection sees the migrated schema.
    await migrateDatabase(database);
    return applied;
  };
  return asOwner(database, config, update, onWait);
}

/**
 * Works as the role of DATABASE_MIGRATION_URL if set, else as the serving role. Throws DatabaseOpenError if the two
 * addresses lead to different databases.
 */
export async function asOwner<Result>(
  database: OpenDatabase,
  config: Config,
  work: (owner: OpenDatabase) => Promise<Result>,
  onWait?: (line: string) => void,
): Promise<Result> {
  const { DATABASE_URL, DATABASE_MIGRATION_URL } = config;
  if (!DATABASE_URL || !DATABASE_MIGRATION_URL) return work(database);
  const one = { ...config, DATABASE_POOL_SIZE: 1 };
  const owner = await openServer('DATABASE_MIGRATION_URL', DATABASE_MIGRATION_URL, one, { onWait });
  try {
    await requireSameDatabase(database, owner);
    return await work(owner);
  } finally {
    await owner.close();
  }
}

// A typo in one address would migrate the wrong database.
async function requireSameDatabase(serving: OpenDatabase, owner: OpenDatabase): Promise<void> {
  const identify = async ({ db }: OpenDatabase) => {
    const [row] = await queryRows<{ name: string; system: string }>(
      db,
      sql`select current_database() as name, (select system_identifier::text from pg_control_system()) as system`,
    );
    return row;
  };
  const [served, owned] = [await identify(serving), await identify(owner)];
  if (served?.name === owned?.name && served?.system === owned?.system) return;
  throw new DatabaseOpenError(
    `DATABASE_MIGRATION_URL leads to the database ${owned?.name} and DATABASE_URL to ${served?.name}` +
      `${served?.name === owned?.name ? ' of another server' : ''}: both have to name one database.`,
  );
}

export async function openServer(
  setting: 'DATABASE_URL' | 'DATABASE_MIGRATION_URL' | 'EARLIER_DATABASE_URL',
  url: string,
  { DATABASE_POOL_SIZE, UNENCRYPTED_HOSTS }: Pick<Config, 'DATABASE_POOL_SIZE' | 'UNENCRYPTED_HOSTS'>,
  { onWait, patienceMs = PATIENCE_MS }: { onWait?: (line: string) => void; patienceMs?: number } = {},
): Promise<OpenDatabase> {
  const encryption = decideDatabaseEncryption(url, UNENCRYPTED_HOSTS);
  const { address } = encryption;
  const database = openPostgres({
    url,
    poolSize: DATABASE_POOL_SIZE,
    unencryptedHosts: UNENCRYPTED_HOSTS,
  });
  const host = nameServers(address);
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      await database.db.execute(sql`select 1`);
      return database;
    } catch (error) {
      if (isTlsRefused(error)) {
        await database.close().catch(() => {});
        throw new DatabaseOpenError(
          `PostgreSQL at ${host} does not offer TLS, which the connection asks for. ${adviseWithoutTls(setting, encryption)}`,
        );
      }
      if (!isUnavailable(error) || performance.now() > giveUpAt) {
        await database.close().catch(() => {});
        throw new DatabaseOpenError(
          `The PostgreSQL database ${address.database} at ${host} cannot be opened (${firstLine(error)}). Check ${setting}${toAddressHint(error)}.`,
        );
      }
      onWait?.(`Waiting for PostgreSQL at ${host} …`);
      await Bun.sleep(RETRY_MS);
    }
  }
}

function toAddressHint(error: unknown): string {
  const state = sqlStateOf(error) ?? '';
  if (state.startsWith('28')) return ': its user and password, and pg_hba.conf on the server';
  if (state === '3D000') return ': the name of its database';
  return isUnreached(error) ? ': its host and port, and that PostgreSQL runs there' : '';
}

function firstLine(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text =
    root instanceof Error ? root.message || String((root as { code?: unknown }).code ?? '') : String(root);
  return text.split('\n')[0] ?? '';
}
