import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readChainAge, type SealHead } from '#api/audit/seal.ts';
import { type OpenDatabase, queryRows } from '#api/db/client.ts';
import { CLOCK_ADVICE, CLOCK_WRONG_MS, findClockDoubt, readClockOffset } from '#api/db/clock-doubt.ts';
import { describeRoom, ROOM_ADVICE, readConnectionRoom } from '#api/db/connection-room.ts';
import { DAMAGED_ADVICE, toForeseen } from '#api/db/foreseen.ts';
import { findPendingMigrations } from '#api/db/migrate.ts';
import { embeddedFolder, openDatabase } from '#api/db/open.ts';
import { isTooPowerful } from '#api/db/roles.ts';
import { findPublishedAccounts } from '#api/demo/published-accounts.ts';
import { createDelivery } from '#api/mail/delivery.ts';
import { toMailTransport } from '#api/mail/transport.ts';
import { findNewestBackup } from '#api/process/backups.ts';
import { findContentProblem, toContentFolder } from '#api/process/content-settings.ts';
import { DataFolderBusyError } from '#api/process/data-lock.ts';
import { findExisting, readDisk } from '#api/process/disk.ts';
import { decideMailEncryption } from '#api/process/encryption.ts';
import { type Config, EnvError, parseEnv, SETTINGS } from '#api/process/env.ts';
import { findMisspelt } from '#api/process/misspelt.ts';
import { findReadableByOthers } from '#api/process/private-files.ts';
import { product } from '#api/process/product.ts';
import { readKeyFile, toKeyFile } from '#api/process/secrets.ts';
import { decideStart } from '#api/process/start-rules.ts';
import { DIST, readManifest } from '#api/serving/manifest.ts';
import { verifyOneMoment } from './audit.ts';
import { type Finding, type Found, fail, ok, warn } from './finding.ts';
import { checkReplica } from './replica-check.ts';

interface Options {
  /** A web server whose clock is compared, by its Date header. */
  clockUrl?: string;
  /** A head of the audit log that was kept somewhere else. */
  head?: SealHead;
  /** How many processes serve, of all machines together. */
  processes?: number;
  /** The built site; another one only for tests. */
  dist?: string;
}

const WHERE_SETTINGS_ARE = 'Change it where the server gets its settings (.env, the unit, the compose file).';
const DATABASE_PATIENCE_MS = 2000;
const ANSWER_MS = 5000;
const SERVER_VERSION_MIN = 150_000;
const GIGABYTE = 1024 ** 3;
/** Below, the embedded database does not open any more after a crash; PostgreSQL stops as well. */
const DISK_LEAST = 0.2 * GIGABYTE;
const DISK_ENOUGH = 2 * GIGABYTE;
const HOUR_MS = 3_600_000;
/** A copy a day, with two hours for the making of it. */
const BACKUP_DUE_MS = 26 * HOUR_MS;
const BACKUP_LATE_MS = 72 * HOUR_MS;
/** A seal a minute; five of them missed are no accident. */
const SEAL_LATE_SECONDS = 300;
const CLOCK_DUE_MS = 2000;
/** Looks at everything that an installation with these settings needs. Never throws for what it finds. */
export async function examine(
  environment: Record<string, string | undefined>,
  { clockUrl, head, processes = 1, dist = DIST }: Options = {},
): Promise<Finding[]> {
  const content = { check: 'content', ...checkContent(environment.CONTENT_DIR) };
  const misspelt = findMisspelt(Object.keys(environment), SETTINGS).map((found) => ({
    check: 'settings',
    ...warn(found, WHERE_SETTINGS_ARE),
  }));
  let config: Config;
  try {
    config = parseEnv(environment);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const wrong = error.problems.map((problem) => ({
      check: 'settings',
      ...fail(problem, WHERE_SETTINGS_ARE),
    }));
    return [...wrong, ...misspelt, ...(content.status === 'fail' ? [content] : [])];
  }
  const findings: Finding[] = [];
  const look = async (check: string, work: () => Found | Found[] | Promise<Found | Found[]>) => {
    const found = await Promise.resolve()
      .then(work)
      .catch((error) => toFailure(toForeseen(error), 'Put this right, then run npm run doctor again.'));
    findings.push(...[found].flat().map((one) => ({ check, ...one })));
  };
  await look('settings', () => checkSettings(config));
  findings.push(...misspelt, content);
  await look('site', () => checkSite(config, dist));
  await look('server', () => checkServer(config));
  await look('files', () => checkFiles(config));
  await look('disk', () => checkDisk(config));
  await look('database', async () => {
    const opened = await openForLooking(config);
    if (!('database' in opened)) return opened;
    const { database } = opened;
    const found = await checkDatabase(database, config);
    if (found.status !== 'fail') {
      await look('roles', () => checkRoles(database, config));
      await look('accounts', () => checkAccounts(database, config));
      await look('audit log', () => checkAuditLog(database, head));
      await look('outbox', () => checkOutbox(database));
      await look('clock', () => checkEntries(database));
    }
    if (config.DATABASE_REPLICA_URL) {
      const url = config.DATABASE_REPLICA_URL;
      await look('replica', () => checkReplica(database, url, config, processes));
    }
    if (database.kind === 'postgres') {
      await look('clock', async () => judgeClock(await readClockOffset(database.db), 'the database'));
      await look('pool', () => checkConnections(database, config, processes));
    }
    await database.close();
    return found;
  });
  if (clockUrl) await look('clock', () => checkClock(clockUrl));
  await look('mail', () => checkMail(config));
  await look('backups', () => checkBackups(config));
  return findings;
}

function checkSettings(config: Config): Found[] {
  const { exposedBy } = decideStart(config);
  if (exposedBy.length === 0) return [ok('They fit together; nobody but this machine is expected')];
  const found: Found[] = [];
  const isProduction = config.NODE_ENV === 'production';
  if (!isProduction) {
    found.push(warn(`${exposedBy.join(', ')} says that others come`, 'Set NODE_ENV=production.'));
  }
  if (!config.PUBLIC_SITE_URL?.startsWith('https:')) {
    found.push(
      warn(
        'PUBLIC_SITE_URL is no https address: links in mail lead nowhere or are open to be read',
        'Set PUBLIC_SITE_URL to the address that visitors type, build again and start again.',
      ),
    );
  }
  if (config.TRUSTED_PROXIES.length === 0) {
    found.push(
      warn(
        'TRUSTED_PROXIES is empty: behind a proxy, everybody shares the limits of one address',
        'Name the proxy that brings TLS, such as TRUSTED_PROXIES=127.0.0.1.',
      ),
    );
  }
  const [site, api] = [config.PUBLIC_SITE_URL, config.PUBLIC_API_URL].map(
    (url) => url && new URL(url).origin,
  );
  if (site && api && site !== api && !config.CORS_ORIGINS.includes(site)) {
    found.push(
      warn(
        `CORS_ORIGINS does not name ${site}: its pages cannot call the API at ${api}`,
        `Set CORS_ORIGINS=${site}, or leave PUBLIC_API_URL out and build again.`,
      ),
    );
  }
  if (config.DATABASE_URL && !config.SECRET_KEY) {
    found.push(
      warn('SECRET_KEY is not set, and several processes may serve', 'Set it: openssl rand -hex 32.'),
    );
  }
  return found.length > 0 ? found : [ok(`They fit together, for others to use (${exposedBy.join(', ')})`)];
}

function checkContent(setting: string | undefined): Found {
  const problem = findContentProblem(setting);
  return problem
    ? fail(problem, WHERE_SETTINGS_ARE)
    : ok(`Names and looks come from ${toContentFolder(setting)}`);
}

async function checkSite({ VISITOR_ORIGIN, PUBLIC_SITE_URL }: Config, dist: string): Promise<Found> {
  if (VISITOR_ORIGIN) return ok('Served by npm run dev');
  const { files } = await readManifest(dist);
  const home = await readFile(join(dist, 'index.html'), 'utf8').catch(() => '');
  const [, named] = /<link rel="canonical" href="([^"]+)"/.exec(home) ?? [];
  if (PUBLIC_SITE_URL && named && new URL(named).origin !== new URL(PUBLIC_SITE_URL).origin) {
    return warn(
      `Its pages name ${new URL(named).origin} as their address, the server ${PUBLIC_SITE_URL}`,
      `Build it for that address: PUBLIC_SITE_URL=${PUBLIC_SITE_URL} npm run build.`,
    );
  }
  return ok(`${files.length} files are built`);
}

async function checkServer({ HOST, PORT }: Config): Promise<Found> {
  if (PORT === 0) return ok('PORT=0 takes any free port: not asked');
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST);
  const origin = `http://${host}:${PORT}`;
  const reply = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  if (!reply) return warn(`Nothing answers at ${origin}`, 'Start it: npm start, or the unit of it.');
  if (reply.status === 200) return ok(`It answers at ${origin} and reaches its database`);
  return fail(
    `${origin}/readyz answers ${reply.status}`,
    reply.status === 503
      ? 'It runs and does not reach its database: see the line about the database.'
      : 'Another program has the port: stop it, or set PORT.',
  );
}

function checkFiles(config: Config): Found {
  const { DATA_DIR } = config;
  const problem = findFolderProblem(DATA_DIR);
  const unwritable = findUnwritable(DATA_DIR);
  if (problem?.endsWith('is not there')) {
    return unwritable
      ? fail(`${DATA_DIR} cannot be made: ${unwritable}`, READABLE)
      : ok(`${DATA_DIR} is made at the first start`);
  }
  if (problem && !isForeign(DATA_DIR)) return fail(problem, READABLE);
  const { uid } = statSync(DATA_DIR);
  if (isForeign(DATA_DIR)) {
    return fail(
      `${DATA_DIR} belongs to another user (${uid}) than the one who asks (${process.getuid?.()})`,
      'Run the server and every command as that user and with its settings (docs/operations.md, "One machine").',
    );
  }
  if (unwritable) return fail(unwritable, READABLE);
  const key = toKeyFile(config);
  // The setting comes first: the file is not read then.
  const read = config.SECRET_KEY || !existsSync(key) ? { keys: [] } : readKeyFile(key);
  if ('problem' in read) return fail(read.problem, read.advice);
  const open = findReadableByOthers(DATA_DIR);
  if (open.length === 0) return ok(`${DATA_DIR} is readable by its owner alone`);
  return warn(`Others can read ${open.join(', ')}`, `Close it: chmod -R go= ${DATA_DIR}`);
}

const READABLE = 'Name another folder, or let the user of the server read and write this one.';

/** Why nothing in a folder can be seen. One that may not be looked at is there all the same. */
function findFolderProblem(folder: string): string | null {
  try {
    readdirSync(folder);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return `The folder ${folder} is not there`;
    return code === 'ENOTDIR'
      ? `${folder} is a file, no folder`
      : `The folder ${folder} cannot be read (${code})`;
  }
}

/** Why nothing can be written in a folder, or in the nearest one above it that is there. */
function findUnwritable(folder: string): string | null {
  const there = findExisting(folder);
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return `The folder ${there} cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Whoever works as somebody else in the folder leaves files there that the server cannot open any more. */
function isForeign(folder: string): boolean {
  const asked = process.getuid?.();
  return asked !== undefined && existsSync(folder) && statSync(folder).uid !== asked;
}

function checkDisk({ DATA_DIR, BACKUP_DIR }: Config): Found[] {
  const folders = [DATA_DIR, ...(BACKUP_DIR ? [BACKUP_DIR] : [])];
  return folders.map((folder) => {
    const { free, total } = readDisk(folder);
    const found = `${toGigabytes(free)} of ${toGigabytes(total)} are free for ${folder}`;
    const advice = 'Make room: docs/operations.md, "The disk is full".';
    if (free < DISK_LEAST) return fail(found, advice);
    return free < DISK_ENOUGH ? warn(found, advice) : ok(found);
  });
}

const toGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;

/** The database of the settings, or why there is none to look at. Nothing is made that is not there. */
async function openForLooking(config: Config): Promise<{ database: OpenDatabase } | Found> {
  if (!config.DATABASE_URL) {
    if (!existsSync(embeddedFolder(config))) {
      return warn(`There is no database in ${config.DATA_DIR} yet`, 'The first npm start makes it.');
    }
    if (isForeign(config.DATA_DIR)) return fail('It is not opened as another user', 'See the line files.');
  }
  try {
    return { database: await openDatabase(config, undefined, DATABASE_PATIENCE_MS) };
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

async function checkDatabase(database: OpenDatabase, config: Config): Promise<Found> {
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

async function checkRoles(database: OpenDatabase, config: Config): Promise<Found> {
  if (database.kind === 'pglite') return ok('The embedded database has no roles');
  if (await isTooPowerful(database)) {
    const found = 'The role of DATABASE_URL can change the schema or the audit log';
    const advice = 'Make two roles: npm run db:roles (docs/operations.md, "Two database roles").';
    return decideStart(config).exposedBy.length > 0 ? warn(found, advice) : ok(`${found}; nobody else comes`);
  }
  return ok('The serving role can change neither the schema nor the audit log');
}

async function checkAccounts({ db }: OpenDatabase, config: Config): Promise<Found> {
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

async function checkAuditLog({ db }: OpenDatabase, head: SealHead | undefined): Promise<Found> {
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

async function checkOutbox({ db }: OpenDatabase): Promise<Found> {
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

async function checkConnections(
  { db }: OpenDatabase,
  { DATABASE_POOL_SIZE: poolSize }: Config,
  processes: number,
): Promise<Found> {
  const room = await readConnectionRoom(db, { processes, poolSize });
  return room.missing > 0 ? warn(describeRoom(room), ROOM_ADVICE) : ok(describeRoom(room));
}

async function checkEntries({ db }: OpenDatabase): Promise<Found[]> {
  const doubt = await findClockDoubt(db);
  return doubt ? [warn(doubt, CLOCK_ADVICE)] : [];
}

async function checkClock(url: string): Promise<Found> {
  const asked = Date.now();
  const reply = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) });
  const said = Date.parse(reply.headers.get('date') ?? '');
  if (Number.isNaN(said)) return warn(`${url} sends no date`, 'Name another web server after --clock.');
  // The header has whole seconds, cut off.
  return judgeClock((asked + Date.now()) / 2 - (said + 500), new URL(url).host);
}

function judgeClock(offsetMs: number, other: string): Found {
  const seconds = (Math.abs(offsetMs) / 1000).toFixed(1);
  const found = `This machine is ${seconds} s ${offsetMs < 0 ? 'behind' : 'ahead of'} ${other}`;
  const advice = 'Let both keep time: timedatectl set-ntp true.';
  if (Math.abs(offsetMs) > CLOCK_WRONG_MS) return fail(found, advice);
  return Math.abs(offsetMs) > CLOCK_DUE_MS ? warn(found, advice) : ok(found);
}

async function checkMail(config: Config): Promise<Found> {
  const { SMTP_URL, MAIL_FROM, UNENCRYPTED_HOSTS } = config;
  if (!SMTP_URL) {
    return toMailTransport(config) === 'DEV_OUTBOX'
      ? ok('It is kept and shown at /dev/outbox')
      : warn('It is not sent: nobody gets a code', 'Set SMTP_URL to a mail server.');
  }
  const { hostname, port } = new URL(SMTP_URL);
  const delivery = createDelivery(
    SMTP_URL,
    MAIL_FROM ?? product.mailbox,
    { connectMs: ANSWER_MS, answerMs: ANSWER_MS },
    decideMailEncryption(SMTP_URL, UNENCRYPTED_HOSTS),
  );
  const problem = await delivery.findProblem();
  delivery.close();
  const server = port ? `${hostname}:${port}` : hostname;
  return problem
    ? fail(
        `The mail server ${server} does not take mail (${problem.error})`,
        problem.advice ?? 'Check SMTP_URL: host, port, user and password, and that a firewall lets it out.',
      )
    : ok(`The mail server ${server} takes mail from here`);
}

function checkBackups(config: Config): Found {
  const { BACKUP_DIR } = config;
  const advice = 'docs/operations.md, "Backup and restore", says how to make one a day.';
  if (!BACKUP_DIR) {
    return decideStart(config).exposedBy.length === 0
      ? ok('BACKUP_DIR is not set; nobody else comes')
      : warn('BACKUP_DIR is not set: nobody notices when copies stop', advice);
  }
  const problem = findFolderProblem(BACKUP_DIR);
  if (problem) return fail(problem, problem.endsWith('is not there') ? advice : READABLE);
  const newest = findNewestBackup(BACKUP_DIR);
  if (!newest) return fail(`There is no copy in ${BACKUP_DIR}`, advice);
  const age = Date.now() - newest.madeAt.getTime();
  const found = `The newest copy in ${BACKUP_DIR} is ${newest.name}, ${(age / HOUR_MS).toFixed(1)} hours old`;
  if (age > BACKUP_LATE_MS) return fail(found, advice);
  return age > BACKUP_DUE_MS ? warn(found, advice) : ok(found);
}

/** Damage has advice of its own; it is said once. */
function toFailure(error: unknown, advice: string): Found {
  const [found, damaged] = firstLine(error).split(` ${DAMAGED_ADVICE}`);
  return fail(found ?? '', damaged === undefined ? advice : DAMAGED_ADVICE);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
