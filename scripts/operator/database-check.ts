import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type OpenDatabase, queryRows } from '#api/platform/db/client.ts';
import { findPendingMigrations } from '#api/platform/db/migrate.ts';
import { embeddedFolder, openDatabase } from '#api/platform/db/open.ts';
import { isTooPowerful } from '#api/platform/db/roles.ts';
import { DataFolderBusyError } from '#api/platform/process/data-lock.ts';
import type { Config } from '#api/platform/process/env.ts';
import { decideStart } from '#api/platform/process/start-rules.ts';
import { type Found, fail, ok, toFailure, warn } from './finding.ts';
import { isForeign } from './folder-check.ts';

const PATIENCE_MS = 2000;
const SERVER_VERSION_MIN = 150_000;

export async function openExisting(config: Config): Promise<{ database: OpenDatabase } | Found> {
  if (!config.DATABASE_URL) {
    if (!existsSync(embeddedFolder(config))) {
      return warn(`There is no database in ${config.DATA_DIR} yet`, 'The first npm start makes it.');
    }
    if (isForeign(config.DATA_DIR))
      return fail(
        `${config.DATA_DIR} belongs to another user: it is not opened`,
        'Run every command as the user of the server and with its settings (docs/operations.md, "One machine").',
      );
  }
  try {
    return { database: await openDatabase(config, undefined, PATIENCE_MS) };
  } catch (error) {
    if (error instanceof DataFolderBusyError) {
      return warn(
        `${error.message.split('. ')[0]}: what is in it was not looked at`,
        'Stop the server first to have it looked at; on PostgreSQL both work at once.',
      );
    }
    return toFailure(error, 'Is PostgreSQL running, and does its pg_hba.conf let this role in?');
  }
}

export async function checkDatabase(database: OpenDatabase, config: Config): Promise<Found> {
  const pending = await findPendingMigrations(database);
  if (pending.length > 0) {
    return fail(
      `${pending.length} migrations are missing, from ${pending[0]} on`,
      'Run npm run ops -- migrate, with DATABASE_MIGRATION_URL where two roles are used.',
    );
  }
  if (database.kind === 'pglite') {
    const found = 'The embedded database is up to date';
    return decideStart(config).exposingSettings.length === 0
      ? ok(found)
      : warn(
          `${found}; a power cut may lose its last writes`,
          'Use PostgreSQL for anything that matters: docs/operations.md.',
        );
  }
  const [server] = await queryRows<{ version: string; number: number; durable: boolean }>(
    database.db,
    sql`select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('fsync')::boolean and current_setting('synchronous_commit') <> 'off' as durable`,
  );
  const found = `PostgreSQL ${server?.version} answers and is up to date`;
  if (!server || server.number < SERVER_VERSION_MIN) return fail(found, 'Move to PostgreSQL 15 or newer.');
  return server.durable
    ? ok(found)
    : warn(
        `${found}, but does not force its writes to the disk`,
        'Set fsync = on and synchronous_commit = on.',
      );
}

export async function checkRoles(database: OpenDatabase, config: Config): Promise<Found> {
  if (database.kind === 'pglite') return ok('The embedded database has no roles');
  if (await isTooPowerful(database)) {
    const found = 'The role of DATABASE_URL can change the schema or the audit log';
    const advice = 'Make two roles: npm run ops -- roles (docs/operations.md, "Two database roles").';
    return decideStart(config).exposingSettings.length > 0
      ? warn(found, advice)
      : ok(`${found}; nobody else comes`);
  }
  return ok('The serving role can change neither the schema nor the audit log');
}
