import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { say, sinceStart } from './output.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { captureProcess, onStop, runCleanups, signalGroup, startProcess } from './processes.mjs';

const USER = 10001;
const READY_MS = 60_000;
const SITE = 'localhost';
const OWN_NAME = 'Lantern School';

/** The instructions of a Containerfile, continued lines joined. */
function readInstructions(path) {
  return readFileSync(path, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest };
    });
}

/** What a clone of this tree holds. */
function copyClone(to) {
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of list.stdout.split('\0')) {
    if (!file || !existsSync(inProject(file))) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(inProject(file), join(to, file), { verbatimSymlinks: true });
  }
}

/** A community's own content beside the one of the product, which is called otherwise. */
function addContent(clone, { CONTENT_DIR }) {
  const folder = join(clone, CONTENT_DIR);
  cpSync(join(clone, 'content'), folder, { recursive: true });
  const settings = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'));
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ ...settings, name: OWN_NAME }));
}

async function must(label, command, args, options) {
  const startedAt = performance.now();
  const end = await captureProcess(command, args, options);
  if (end.code !== 0) throw new Error(`${label} ended with ${end.code}:\n${end.output.slice(-3000)}`);
  say(`✔ ${label} (${sinceStart(startedAt)})`);
  return end.output;
}

/** Runs the stages in folders of their own; answers the root of the last one, its environment and its command. */
async function runSteps(work, values) {
  const clone = join(work, 'clone');
  copyClone(clone);
  addContent(clone, values);
  const stages = {};
  let stage;
  for (const { name, rest: written } of readInstructions(join(clone, 'deploy', 'Containerfile'))) {
    // A shell knows its variables by itself.
    const rest =
      name === 'RUN' ? written : written.replace(/\$\{(\w+)\}/g, (_, key) => stage?.env[key] ?? '');
    const inStage = (path, base = stage) =>
      path.startsWith('/') ? join(base.root, path) : join(base.root, base.cwd, path);
    if (name === 'FROM') {
      const [, as = 'last'] = / AS (\w+)$/.exec(rest) ?? [];
      stage = { root: join(work, as), cwd: '/', env: {}, command: [] };
      stages[as] = stage;
      mkdirSync(stage.root, { recursive: true });
    } else if (name === 'WORKDIR') {
      stage.cwd = rest;
      mkdirSync(inStage('.'), { recursive: true });
    } else if (name === 'ARG') {
      const [key, value] = rest.split('=');
      if (values[key] ?? value) stage.env[key] = values[key] ?? value;
    } else if (name === 'ENV') {
      for (const pair of rest.split(' ')) stage.env[pair.split('=')[0]] = pair.split('=')[1];
    } else if (name === 'COPY') {
      const [, from] = /^--from=(\w+) /.exec(rest) ?? [];
      const paths = rest.replace(/^--from=\w+ /, '').split(' ');
      const target = paths.pop();
      for (const path of paths) {
        const source = from ? inStage(path, stages[from]) : join(clone, path);
        const isFolderTarget = target.endsWith('/') && path !== '.';
        const to = isFolderTarget ? join(inStage(target), path.split('/').at(-1)) : inStage(target);
        mkdirSync(dirname(to), { recursive: true });
        cpSync(source, to, { recursive: true, verbatimSymlinks: true });
      }
    } else if (name === 'RUN' && rest.startsWith('useradd')) {
      // The user of the image; here a number does.
      mkdirSync(join(stage.root, 'data'), { mode: 0o700 });
      chownSync(join(stage.root, 'data'), USER, USER);
    } else if (name === 'RUN') {
      await must(`RUN ${rest}`, 'sh', ['-euc', rest], {
        cwd: inStage('.'),
        env: { PATH: process.env.PATH, HOME: work, ...stage.env },
      });
    } else if (name === 'USER') {
      if (rest !== `${USER}:${USER}`) throw new Error(`The image runs as ${rest}`);
    } else if (name === 'CMD') stage.command = JSON.parse(rest);
    else if (!['VOLUME', 'EXPOSE', 'HEALTHCHECK', 'STOPSIGNAL'].includes(name)) {
      throw new Error(`No step of ours: ${name}`);
    }
  }
  return stages.last;
}

/** Caddy of this machine, else the one of the distribution, unpacked beside and not installed. */
async function findCaddy(work) {
  if (spawnSync('caddy', ['version']).status === 0) return 'caddy';
  const folder = join(work, 'caddy');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  await must('apt-get download caddy', 'apt-get', ['download', 'caddy'], { cwd: folder });
  const [file] = readdirSync(folder);
  await must('dpkg -x', 'dpkg', ['-x', file, '.'], { cwd: folder });
  return join(folder, 'usr', 'bin', 'caddy');
}

function ask(ask, options) {
  return new Promise((resolve, reject) => {
    const sent = ask({ method: 'GET', timeout: 10_000, ...options }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('timeout', () => sent.destroy(new Error('No answer in time')));
    sent.on('error', reject);
    sent.end(options.body);
  });
}

async function until(label, look) {
  const giveUpAt = performance.now() + READY_MS;
  for (;;) {
    const found = await look().catch(() => null);
    if (found) return found;
    if (performance.now() > giveUpAt) throw new Error(`${label} took too long`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

let checks = 0;
function check(label, holds) {
  if (!holds) throw new Error(`✖ ${label}`);
  checks += 1;
  say(`✔ ${label}`);
}

async function prove(work) {
  const ports = { port: 0, metricsPort: 0, httpPort: 0, httpsPort: 0, adminPort: 0 };
  for (const name of Object.keys(ports)) ports[name] = await freePort();
  const origin = `https://${SITE}:${ports.httpsPort}`;
  const stage = await runSteps(work, { PUBLIC_SITE_URL: origin, CONTENT_DIR: 'our-content' });
  const app = join(stage.root, stage.cwd);
  const size = spawnSync('du', ['-sm', stage.root], { encoding: 'utf8' }).stdout.split('\t')[0];
  say(`  what the image adds to its base: ${size} MB`);

  const postgres = await startPostgres();
  if (!postgres) throw new Error('There is no PostgreSQL');
  const addressOf = (role) =>
    Object.assign(new URL(postgres.url), { username: role, password: 'secret', pathname: '/league' }).href;
  await must('createdb', 'psql', [postgres.url, '-qc', 'create database league']);
  const backups = join(work, 'backups');
  mkdirSync(backups);
  chownSync(backups, USER, USER);
  const settings = {
    PATH: `${join(stage.root, 'usr', 'local', 'bin')}:${process.env.PATH}`,
    ...stage.env,
    HOST: '127.0.0.1',
    PORT: String(ports.port),
    DATA_DIR: join(stage.root, 'data'),
    BACKUP_DIR: backups,
    DATABASE_URL: addressOf('league_serves'),
    SECRET_KEY: 'a key of this proof that is long enough',
    PUBLIC_SITE_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_PORT: String(ports.metricsPort),
  };
  const asUser = (args) => ['--reuid', USER, '--regid', USER, '--clear-groups', '--', ...args].map(String);
  const asServer = { cwd: app, env: settings };
  await must(
    'ops -- roles, migrations and rights',
    'setpriv',
    asUser(['bun', '--no-env-file', 'scripts/ops/roles.ts']),
    {
      cwd: app,
      env: {
        ...settings,
        DATABASE_MIGRATION_URL: addressOf('league_migrates'),
        DATABASE_ADMIN_URL: postgres.url,
      },
    },
  );
  const writable = spawnSync('setpriv', asUser(['find', app, '-writable', '-not', '-type', 'l']), {
    encoding: 'utf8',
  });
  check('the server can change none of its files', writable.status === 0 && writable.stdout === '');
  const server = startProcess('setpriv', asUser(stage.command), {
    ...asServer,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      log += chunk;
    });

  const caddy = await findCaddy(work);
  const home = join(work, 'caddy-home');
  startProcess(caddy, ['run', '--config', inProject('deploy', 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      SITE_HOST: SITE,
      HTTP_PORT: String(ports.httpPort),
      HTTPS_PORT: String(ports.httpsPort),
      CADDY_ADMIN: `localhost:${ports.adminPort}`,
      UPSTREAM: `127.0.0.1:${ports.port}`,
    },
    stdio: 'ignore',
  });
  const root = join(home, 'caddy', 'pki', 'authorities', 'local', 'root.crt');
  const visit = (path, options = {}) =>
    ask(request, { host: SITE, port: ports.httpsPort, path, ca: readFileSync(root), ...options });
  await until('The server behind TLS', async () => (await visit('/readyz')).status === 200).catch((error) => {
    throw new Error(`${error.message}\n${log.slice(-2000)}`);
  });
  const page = await visit('/');
  check(
    'the site is served by TLS, and browsers are told to stay there',
    page.status === 200 &&
      /max-age=\d{7}/.test(page.headers['strict-transport-security']) &&
      page.text.includes('<html'),
  );
  check(
    'its pages and its server go by the name in the content of its own',
    page.text.includes(`| ${OWN_NAME}</title>`) && log.includes(`${OWN_NAME} is ready`),
  );
  check(
    'it comes with its content security policy',
    /default-src/.test(page.headers['content-security-policy']),
  );
  const refused = await visit('/api/users/me/sessions');
  check(
    'the API answers in its envelope',
    refused.status === 401 && JSON.parse(refused.text).success === false,
  );
  const plain = await ask(requestPlain, { host: SITE, port: ports.httpPort, path: '/about' });
  check('plain http leads to https', plain.status === 308 && plain.headers.location?.startsWith('https://'));
  check('metrics are not part of the site', !(await visit('/metrics')).text.includes('openleague_'));
  const metrics = await ask(requestPlain, { host: '127.0.0.1', port: ports.metricsPort, path: '/metrics' });
  check(
    'they are on their own port',
    metrics.text.includes('openleague_database_up 1\n') &&
      metrics.text.includes('process_resident_memory_bytes'),
  );
  check('the visitor is known past the proxy', !log.includes('proxy_not_trusted'));
  await must('pg_dump', 'pg_dump', [
    '--format=custom',
    `--file=${join(backups, 'league.dump')}`,
    addressOf('league_migrates'),
  ]);
  const doctor = await captureProcess(
    'setpriv',
    asUser(['bun', '--no-env-file', 'scripts/ops/doctor.ts']),
    asServer,
  );
  say(doctor.output);
  check('npm run ops -- doctor finds no failure', doctor.code === 0);
  signalGroup(server, 'SIGTERM');
  check('TERM ends it in order', (await server.ended).code === 0);
}

/**
 * Proves the files in deploy/ without a container engine: runs the very steps of the Containerfile in a bare folder, then
 * serves what came out of it as an ordinary user who can write nothing but its data, on a PostgreSQL of its own with two
 * roles, behind Caddy with deploy/Caddyfile and a certificate of its own. Needs root, to become that user, and apt-get
 * for a Caddy or PostgreSQL that is missing.
 * @returns {Promise<number>} The exit code.
 */
export async function proveDeployment() {
  if (process.getuid?.() !== 0) {
    say('✖ Run it as root: it becomes another user to show that the server needs no rights.');
    return 1;
  }
  const startedAt = performance.now();
  const work = mkdtempSync(join(tmpdir(), 'deploy-'));
  chmodSync(work, 0o755);
  onStop(() => rmSync(work, { recursive: true, force: true }));
  try {
    await prove(work);
    say(`\n${checks} checks passed in ${sinceStart(startedAt)}`);
    return 0;
  } catch (error) {
    say(`✖ ${error instanceof Error ? error.message : error}`);
    return 1;
  } finally {
    await runCleanups();
  }
}
