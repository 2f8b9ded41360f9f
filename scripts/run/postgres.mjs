import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { say } from './output.mjs';
import { captureProcess, onStop } from './processes.mjs';

const isRoot = process.getuid?.() === 0;

/**
 * Starts a private PostgreSQL on a free port for the length of the tests. It keeps nothing: its folder is deleted.
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | null>} null when this machine has none.
 */
export async function startPostgres() {
  let programs = findPrograms();
  if (!programs && isRoot && (await installPostgres())) programs = findPrograms();
  if (!programs) return skip('PostgreSQL was not found');
  const owner = isRoot ? await findOwner() : null;
  if (isRoot && !owner) return skip('PostgreSQL does not run as root and the user postgres is missing');

  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const asOwner = (program, args) =>
    owner
      ? captureProcess('runuser', ['-u', owner, '--', join(programs, program), ...args], { cwd: folder })
      : captureProcess(join(programs, program), args, { cwd: folder });
  const remove = () => rmSync(folder, { recursive: true, force: true });

  mkdirSync(data);
  chmodSync(data, 0o700);
  if (owner) await captureProcess('chown', ['-R', owner, folder]);
  const init = await asOwner('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  ]);
  if (init.code !== 0) {
    remove();
    return skip(`PostgreSQL could not make a cluster: ${lastLine(init.output)}`);
  }
  const settings = [
    `-p ${port}`,
    '-h 127.0.0.1',
    `-k ${folder}`,
    '-F',
    '-c synchronous_commit=off',
    '-c full_page_writes=off',
    '-c max_connections=200',
  ].join(' ');
  const start = await asOwner('pg_ctl', [
    '-D',
    data,
    '-w',
    '-t',
    '60',
    '-l',
    join(folder, 'log'),
    '-o',
    settings,
    'start',
  ]);
  let unregister = () => {};
  const stop = async () => {
    unregister();
    await asOwner('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
    remove();
  };
  if (start.code !== 0) {
    await stop();
    return skip(`PostgreSQL did not start: ${lastLine(start.output)}`);
  }
  unregister = onStop(stop);
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

function skip(reason) {
  say(`⚠ ${reason}: the tests on PostgreSQL are left out, the same tests on the embedded database ran.`);
  return null;
}

/** The folder that holds initdb and pg_ctl, the newest version first. */
function findPrograms() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/opt/postgresql/bin',
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

async function installPostgres() {
  if (!existsSync('/usr/bin/apt-get')) return false;
  say('▸ Installing PostgreSQL for the tests …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const args = ['install', '-y', '--no-install-recommends', 'postgresql'];
  let end = await captureProcess('apt-get', args, { env });
  if (end.code !== 0) {
    await captureProcess('apt-get', ['update'], { env });
    end = await captureProcess('apt-get', args, { env });
  }
  return end.code === 0;
}

/** PostgreSQL refuses to run as root; its package brings a user of its own. */
async function findOwner() {
  for (const name of ['postgres', 'nobody']) {
    const end = await captureProcess('id', ['-u', name]);
    if (end.code === 0) return name;
  }
  return null;
}

/** @returns {Promise<number>} A port that nothing listens on at this moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function lastLine(text) {
  return text.trim().split('\n').at(-1) ?? '';
}
