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
import { DAMAGED_ADVICE } from './foreseen.ts';
import { migrateDatabase } from './migrate.ts';
import { grantServing, readLogin } from './roles.ts';

/** The database cannot be opened; the message says which and why in one line, without a password. */
class DatabaseOpenError extends StartError {}

const PATIENCE_MS = 20_000;
const RETRY_MS = 1000;

/** Where the embedded engine keeps its files. */
export function embeddedFolder(config: Pick<Config, 'DATA_DIR'>): string {
  return join(config.DATA_DIR, 'database');
}

/**
 * Opens the database the settings name: the server of DATABASE_URL, waiting for it up to 20 s or as long as is said, or the embedded
 * engine, holding the data folder's lock until it is closed. `onWait` is told each time the server is asked again.
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
    requireNoLostHead(folder);
    const database = await openEmbedded(folder);
    makePrivate(folder);
    return withLock(database, lock);
  } catch (error) {
    lock.release();
    if (error instanceof StartError) throw error;
    throw toDamagedError(folder, toEngineReason(error));
  }
}

/** The first number that PostgreSQL gives to a table that somebody makes. */
const FIRST_OWN_TABLE = 16_384;

/**
 * Without its head the engine takes a database for none and writes a new one over it. A first start that was broken off
 * has none either, and no tables of ours: it begins anew. Throws DatabaseOpenError.
 */
function requireNoLostHead(folder: string): void {
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

/** What the engine says when it gives up is for whoever builds it. */
function toEngineReason(error: unknown): string {
  const line = firstLine(error);
  return line.startsWith('Aborted(') || line.startsWith('[object') ? 'the engine gave up' : line;
}

/** A database whose end gives its folder free. */
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
 * Brings the schema up to date: as the role of DATABASE_MIGRATION_URL where there is one (`onWait` as above), which then
 * gives the serving role what it needs, else as the role that serves. Returns the names of the migrations that ran.
 * Throws DatabaseOpenError, MigrationError, or StartError for a role that is not there.
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
    // Both addresses mean one database, or the serving one is found wanting here.
    await migrateDatabase(database);
    return applied;
  };
  return asOwner(database, config, update, onWait);
}

/**
 * Works as the role of DATABASE_MIGRATION_URL where there is one, on a connection of its own, else as the role that
 * serves. Throws DatabaseOpenError, also where the two lead to different databases.
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

/** A slip in one of the two addresses would migrate a database that nobody serves from, or one of somebody else. */
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

/** Opens the server of one setting, waiting for it; `onWait` as above. Throws DatabaseOpenError. */
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
          `The PostgreSQL database ${address.database} at ${host} cannot be opened (${firstLine(error)}). Check ${setting}${toSuspect(error)}.`,
        );
      }
      onWait?.(`Waiting for PostgreSQL at ${host} …`);
      await Bun.sleep(RETRY_MS);
    }
  }
}

/** What of an address is to be looked at first, by what the server answered, if it did. */
function toSuspect(error: unknown): string {
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
