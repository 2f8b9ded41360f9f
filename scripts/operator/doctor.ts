import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toOperatorError } from '#api/platform/db/operator-error.ts';
import { createDelivery, toMailTransport } from '#api/platform/mail/delivery.ts';
import {
  findContentProblem,
  readContentSettings,
  toContentFolder,
} from '#api/platform/process/content-settings.ts';
import { decideMailEncryption, findUncheckedCertificates } from '#api/platform/process/encryption.ts';
import { type Config, EnvError, parseEnv } from '#api/platform/process/env.ts';
import { product } from '#api/platform/process/product.ts';
import { decideStart } from '#api/platform/process/start-rules.ts';
import { DIST, readManifest } from '#api/serving/manifest.ts';
import { checkDatabase, checkRoles, openExisting } from './database-check.ts';
import { type Finding, type Found, fail, ok, toFailure, warn } from './finding.ts';
import { checkBackups, checkDisk } from './folder-check.ts';

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
    if (found.status !== 'fail') await look('roles', () => checkRoles(database, config));
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
  const { CONTENT_DIR, MAIL_FROM } = config;
  const { mailbox } = readContentSettings(CONTENT_DIR).product;
  const isSample = (address: string) => /\.example>?$/.test(address);
  const found: Found[] = [];
  if (isSample(mailbox)) found.push(warn(`People are sent to ${mailbox}, which does not exist`, OWN_NAMES));
  if (MAIL_FROM && isSample(MAIL_FROM))
    found.push(warn(`Mail comes from ${MAIL_FROM}, which does not exist`, OWN_NAMES));
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
