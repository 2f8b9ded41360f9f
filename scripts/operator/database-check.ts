import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { readChainAge, type SealHead } from '#api/audit/seal.ts';
import { type OpenDatabase, queryRows } from '#api/db/client.ts';
import { CLOCK_ADVICE, findClockDoubt } from '#api/db/clock-doubt.ts';
import { describeRoom, ROOM_ADVICE, readConnectionRoom } from '#api/db/connection-room.ts';
import { findPendingMigrations } from '#api/db/migrate.ts';
import { embeddedFolder, openDatabase } from '#api/db/open.ts';
import { isTooPowerful } from '#api/db/roles.ts';
import { findPublishedAccounts } from '#api/demo/published-accounts.ts';
import { DataFolderBusyError } from '#api/process/data-lock.ts';
import type { Config } from '#api/process/env.ts';
import { decideStart } from '#api/process/start-rules.ts';
import { verifyOneMoment } from './audit.ts';
import { type Found, fail, ok, toFailure, warn } from './finding.ts';
import { isForeign } from './folder-check.ts';

const PATIENCE_MS = 2000;
const SERVER_VERSION_MIN = 150_000;
/** A seal a minute; five of them missed are no accident. */
const SEAL_LATE_SECONDS = 300;

/** The database of the settings, or why there is none to look at. Nothing is made that is not there. */
export async function openForLooking(config: Config): Promise<{ database: OpenDatabase } | Found> {
  if (!config.DATABASE_URL) {
    if (!existsSync(embeddedFolder(config))) {
      return warn(`There is no database in ${config.DATA_DIR} yet`, 'The first npm start makes it.');
    }
    if (isForeign(config.DATA_DIR)) return fail('It is not opened as another user', 'See the line files.');
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

/** Whether the schema is up to date and writes last. */
export async function checkDatabase(database: OpenDatabase, config: Config): Promise<Found> {
  const pending = await findPendingMigrations(database);
  if (pending.length > 0) {
    return fail(
      `${pending.length} migrations are missing, from ${pending[0]} on`,
      'Run npm run db:migrate, with DATABASE_MIGRATION_URL where two roles are used.',
    );
  }
  if (database.kind === 'pglite') {
    const found = 'The embedded database is up to date';
    return decideStart(config).exposedBy.length === 0
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

/** Whether the serving role can do no more than it needs. */
export async function checkRoles(database: OpenDatabase, config: Config): Promise<Found> {
  if (database.kind === 'pglite') return ok('The embedded database has no roles');
  if (await isTooPowerful(database)) {
    const found = 'The role of DATABASE_URL can change the schema or the audit log';
    const advice = 'Make two roles: npm run db:roles (docs/operations.md, "Two database roles").';
    return decideStart(config).exposedBy.length > 0 ? warn(found, advice) : ok(`${found}; nobody else comes`);
  }
  return ok('The serving role can change neither the schema nor the audit log');
}

/** Whether an account is open to everybody, and whether somebody can let people in. */
export async function checkAccounts({ db }: OpenDatabase, config: Config): Promise<Found> {
  const found = await findPublishedAccounts(db);
  if (found.length > 0) {
    const says = `${found.length} accounts are of the demo or have its published password`;
    const advice = 'Before others come: npm run demo:remove, then npm run create-admin.';
    return decideStart(config).exposedBy.length > 0 ? fail(says, advice) : warn(says, advice);
  }
  const [staff] = await queryRows<{ grand: number }>(
    db,
    sql`select count(*)::int as grand from users where role = 'GRAND_PATHFINDER' and status = 'ACTIVE'`,
  );
  if (staff?.grand) return ok(`No published password, ${staff.grand} active Grand Pathfinders`);
  return warn(
    'There is no active Grand Pathfinder',
    'npm run create-admin -- --email ADDRESS --name "NAME".',
  );
}

/** Whether the audit log holds together, and is sealed as it goes. */
export async function checkAuditLog({ db }: OpenDatabase, head: SealHead | undefined): Promise<Found> {
  const check = await verifyOneMoment(db, head);
  if (check.problems.length > 0) {
    return fail(
      `${check.problems.length} problems, such as: ${check.problems[0]}`,
      'Somebody changed the log by hand: npm run audit:verify names all; compare with a backup.',
    );
  }
  const { waitingFor } = await readChainAge(db);
  if (waitingFor !== null && waitingFor > SEAL_LATE_SECONDS) {
    return warn(
      `An entry waits for its seal since ${Math.round(waitingFor / 60)} minutes`,
      'The server seals every minute while it runs, but not beside import:earlier or demo:remove: start it, or look for audit_seal_failed in its log.',
    );
  }
  const last = check.head ? `, head ${check.head.number}:${check.head.digest}` : '';
  return ok(`${check.entries} entries hold together in ${check.seals} seals${last}`);
}

/** Whether messages wait or were given up. */
export async function checkOutbox({ db }: OpenDatabase): Promise<Found> {
  const [row] = await queryRows<{ waiting: number; late: number; failed: number }>(
    db,
    sql`select count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
        count(*) filter (where sent_at is null and failed_at is null and created_at < now() - interval '10 minutes')::int as late,
        count(*) filter (where failed_at > now() - interval '1 day')::int as failed
      from outbox_messages where sent_at is null`,
  );
  const { waiting = 0, late = 0, failed = 0 } = row ?? {};
  const found = `${waiting} messages wait, ${late} of them for over ten minutes; ${failed} failed since yesterday`;
  return late > 0 || failed > 0
    ? warn(found, 'docs/operations.md, "Mail stops"; the reason stands in the log as mail_not_sent.')
    : ok(found);
}

/** Whether PostgreSQL has connections enough for all processes. */
export async function checkConnections(
  { db }: OpenDatabase,
  { DATABASE_POOL_SIZE: poolSize }: Config,
  processes: number,
): Promise<Found> {
  const room = await readConnectionRoom(db, { processes, poolSize });
  return room.missing > 0 ? warn(describeRoom(room), ROOM_ADVICE) : ok(describeRoom(room));
}

/** Whether what was written tells of a clock that went wrong. */
export async function checkEntries({ db }: OpenDatabase): Promise<Found[]> {
  const doubt = await findClockDoubt(db);
  return doubt ? [warn(doubt, CLOCK_ADVICE)] : [];
}
