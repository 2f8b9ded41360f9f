import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { StartError } from '../process/start-error.ts';
import { ADVISORY_LOCKS, type OpenDatabase, queryRows } from './client.ts';

const FOLDER = join(import.meta.dir, 'migrations');

interface Migration {
  name: string;
  script: string;
  hash: string;
}

class MigrationError extends StartError {}

/**
 * Safe when several processes start at once; returns the files that ran. Throws MigrationError if an applied file was
 * edited or the database is newer.
 */
export async function migrateDatabase(database: OpenDatabase): Promise<string[]> {
  const migrations = await readMigrations();
  // First, so that a serving role that owns nothing can start.
  if ((await findPending(database, migrations)).length === 0) return [];
  await requireOwner(database, migrations);
  await database.runScript(`
    BEGIN;
    SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.migrations});
    CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz(3) NOT NULL DEFAULT now()
    );
    COMMIT;`);
  const applied: string[] = [];
  for (const migration of migrations) {
    const before = await readApplied(database);
    requireKnownMigrations(before, migrations);
    if (before.has(migration.name)) continue;
    await database.runScript(guardedScript(migration));
    applied.push(migration.name);
  }
  requireKnownMigrations(await readApplied(database), migrations);
  return applied;
}

export async function findPendingMigrations(database: OpenDatabase): Promise<string[]> {
  return findPending(database, await readMigrations());
}

async function findPending(database: OpenDatabase, migrations: Migration[]): Promise<string[]> {
  const names = migrations.map(({ name }) => name);
  const [ledger] = await queryRows<{ is_there: boolean }>(
    database.db,
    sql`select to_regclass('public.schema_migrations') is not null as is_there`,
  );
  if (!ledger?.is_there) return names;
  const applied = await readApplied(database);
  requireKnownMigrations(applied, migrations);
  return names.filter((name) => !applied.has(name));
}

async function requireOwner(database: OpenDatabase, migrations: Migration[]): Promise<void> {
  const [role] = await queryRows<{ name: string; may_create: boolean }>(
    database.db,
    sql`select current_user as name, has_schema_privilege('public', 'CREATE') as may_create`,
  );
  if (role?.may_create) return;
  throw new MigrationError(
    `The schema is not up to ${migrations.at(-1)?.name}, and the role ${role?.name} may not change it. Set ` +
      'DATABASE_MIGRATION_URL, or run npm run ops -- migrate with it.',
  );
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(join(FOLDER, name), 'utf8');
      return { name, script, hash: createHash('sha256').update(script).digest('hex') };
    }),
  );
}

async function readApplied(database: OpenDatabase): Promise<Map<string, string>> {
  const rows = await queryRows<{ name: string; hash: string }>(
    database.db,
    sql`select name, hash from schema_migrations`,
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function requireKnownMigrations(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]));
  for (const [name, hash] of applied) {
    if (!known.has(name)) {
      throw new MigrationError(`The database holds migration ${name}, which this version does not know.`);
    }
    if (known.get(name) !== hash)
      throw new MigrationError(`Migration ${name} was changed after it was applied.`);
  }
}

// A DO block, because the check for another process must run after the lock.
function guardedScript({ name, script, hash }: Migration): string {
  const body = script.replaceAll('--> statement-breakpoint', '');
  return `
    BEGIN;
    SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.migrations});
    DO $migrate$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM schema_migrations WHERE name = '${name}') THEN
        EXECUTE $script$${body}$script$;
        INSERT INTO schema_migrations (name, hash) VALUES ('${name}', '${hash}');
      END IF;
    END $migrate$;
    COMMIT;`;
}
