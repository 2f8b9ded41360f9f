import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { findSigner, listKeys } from '#api/people/credentials/keys.ts';
import { type OpenDatabase, queryRows } from '#api/platform/db/client.ts';
import { findPendingMigrations } from '#api/platform/db/migrate.ts';
import { embeddedFolder, openDatabase } from '#api/platform/db/open.ts';
import { toOperatorError } from '#api/platform/db/operator-error.ts';
import { isTooPowerful } from '#api/platform/db/roles.ts';
import { createDelivery, toMailTransport } from '#api/platform/mail/delivery.ts';
import {
  findContentProblem,
  readContentSettings,
  toContentFolder,
} from '#api/platform/process/content-settings.ts';
import { DataFolderBusyError } from '#api/platform/process/data-lock.ts';
import { decideMailEncryption, findUncheckedCertificates } from '#api/platform/process/encryption.ts';
import { type Config, EnvError, parseEnv } from '#api/platform/process/env.ts';
import { product } from '#api/platform/process/product.ts';
import { loadSecretKey, WrongKeyError } from '#api/platform/process/secrets.ts';
import { decideStart } from '#api/platform/process/start-rules.ts';
import { DIST, readManifest } from '#api/serving/manifest.ts';
import { type Finding, type Found, fail, ok, toFailure, warn } from './finding.ts';
import { checkBackups, checkDisk, isForeign } from './folder-check.ts';

const WHERE_SETTINGS_ARE = 'Change it where the server gets its settings (.env, the unit, the compose file).';
const ANSWER_MS = 5000;

/** Returns problems as findings and never throws for them. */
export async function examine(
  environment: Record<string, string | undefined>,
  { dist = DIST }: { dist?: string } = {},
): Promise<Finding[]> {
  const content = { check: 'content', ...checkContent(environment.CONTENT_DIR) };
  let config: Config;
  try {
    config = parseEnv(environment);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const wrong = error.problems.map((problem) => ({
      check: 'settings',
      ...fail(problem, WHERE_SETTINGS_ARE),
    }));
    return [...wrong, ...(content.status === 'fail' ? [content] : [])];
  }
  const findings: Finding[] = [];
  const look = async (check: string, work: () => Found | Found[] | Promise<Found | Found[]>) => {
    const found = await Promise.resolve()
      .then(work)
      .catch((error) =>
        toFailure(toOperatorError(error), 'Put this right, then run npm run ops -- doctor again.'),
      );
    findings.push(...[found].flat().map((one) => ({ check, ...one })));
  };
  await look('settings', () => checkSettings(config));
  await look('names', () => checkNames(config));
  findings.push(content);
  await look('site', () => checkSite(config, dist));
  await look('server', () => checkServer(config));
  await look('disk', () => checkDisk(config));
  await look('database', async () => {
    const opened = await openExisting(config);
    if (!('database' in opened)) return opened;
    const { database } = opened;
    const found = await checkDatabase(database, config);
    if (found.status !== 'fail') {
      await look('roles', () => checkRoles(database, config));
      await look('keys', () => checkKeys(database, config));
    }
    await database.close();
    return found;
  });
  await look('mail', () => checkMail(config));
  await look('backups', () => checkBackups(config));
  return findings;
}

function checkSettings(config: Config): Found[] {
  const { exposingSettings } = decideStart(config);
  const found: Found[] = findUncheckedCertificates(config).map((problem) =>
    warn(problem, 'Take sslmode out of the address; NODE_EXTRA_CA_CERTS names certificates of your own.'),
  );
  if (exposingSettings.length === 0)
    return [ok('They fit together; nobody but this machine is expected'), ...found];
  const isProduction = config.NODE_ENV === 'production';
  if (!isProduction) {
    found.push(warn(`${exposingSettings.join(', ')} says that others come`, 'Set NODE_ENV=production.'));
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
  if (config.DATABASE_URL && !config.SECRET_KEY) {
    found.push(
      warn('SECRET_KEY is not set, and several processes may serve', 'Set it: openssl rand -hex 32.'),
    );
  }
  return found.length > 0
    ? found
    : [ok(`They fit together, for others to use (${exposingSettings.join(', ')})`)];
}

function checkContent(setting: string | undefined): Found {
  const problem = findContentProblem(setting);
  return problem
    ? fail(problem, WHERE_SETTINGS_ARE)
    : ok(`Names and looks come from ${toContentFolder(setting)}`);
}

const OWN_NAMES = 'docs/operations.md, "One machine"; then build again.';

// Real visitors would read the sample content.
function checkNames(config: Config): Found[] {
  if (decideStart(config).exposingSettings.length === 0) return [];
  const { CONTENT_DIR } = config;
  const { mailbox } = readContentSettings(CONTENT_DIR).product;
  const found: Found[] = [];
  if (mailbox.endsWith('.example'))
    found.push(warn(`Mail comes from ${mailbox}, which does not exist`, OWN_NAMES));
  for (const name of ['privacy.md', 'terms.md']) {
    const text = readFileSync(join(toContentFolder(CONTENT_DIR), 'legal', name), 'utf8');
    if (/^sample: true$/m.test(text)) found.push(warn(`legal/${name} is the sample text`, OWN_NAMES));
  }
  return found;
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

async function checkMail(config: Config): Promise<Found> {
  const { SMTP_URL, UNENCRYPTED_HOSTS } = config;
  if (!SMTP_URL) {
    return toMailTransport(config) === 'DEV_OUTBOX'
      ? ok('It is kept and shown at /dev/outbox')
      : warn('It is not sent: nobody gets a code', 'Set SMTP_URL to a mail server.');
  }
  const { hostname, port } = new URL(SMTP_URL);
  const delivery = createDelivery(
    SMTP_URL,
    product.mailbox,
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

const PATIENCE_MS = 2000;
const SERVER_VERSION_MIN = 150_000;

async function openExisting(config: Config): Promise<{ database: OpenDatabase } | Found> {
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

async function checkDatabase(database: OpenDatabase, config: Config): Promise<Found> {
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

async function checkRoles(database: OpenDatabase, config: Config): Promise<Found> {
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

async function checkKeys({ db }: OpenDatabase, config: Config): Promise<Found> {
  const isOff = (await listKeys(db)).every(({ retiredAt }) => retiredAt !== null);
  if (isOff) return ok('None signs credentials: they are not offered');
  try {
    await findSigner(db, await loadSecretKey(config));
    return ok('Credentials are signed');
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    return fail(
      'SECRET_KEY does not open the key that signs credentials: they are off',
      'Add the key that sealed it to SECRET_KEY; without it, run npm run ops -- credential-keys --rotate.',
    );
  }
}
