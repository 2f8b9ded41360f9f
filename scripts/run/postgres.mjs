import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installPackage } from './apt.mjs';
import { say } from './output.mjs';
import { captureProcess, onStop } from './processes.mjs';

const isRoot = process.getuid?.() === 0;

// The data is thrown away, so durability is off.
const THROWAWAY = ['-F', '-c synchronous_commit=off', '-c full_page_writes=off'];

/**
 * @typedef {object} PrivatePostgres
 * @property {string} url
 * @property {string} data Data folder.
 * @property {(program: string) => string} program Path of a program of this version.
 * @property {(program: string, args: string[]) => Promise<{ code: number | null, output: string }>} run Runs a program
 * of this version as the server's user.
 * @property {() => Promise<void>} stop Also deletes the data folder.
 */

/**
 * Starts a private PostgreSQL on a free port; its data is deleted at the end.
 * @param {object} [options]
 * @param {string[]} [options.settings] Server arguments; the default is fast and not crash-safe.
 * @param {boolean} [options.inMemory] Uses a memory folder if there is room; not for large databases.
 * @returns {Promise<PrivatePostgres | null>} null if PostgreSQL is not installed.
 */
export async function startPostgres({ settings = THROWAWAY, inMemory = false } = {}) {
  let programs = findPrograms();
  if (!programs && isRoot) {
    say('▸ Installing PostgreSQL …');
    if (await installPackage('postgresql')) programs = findPrograms();
  }
  if (!programs) return skip('PostgreSQL was not found');
  const owner = isRoot ? await findOwner() : null;
  if (isRoot && !owner) return skip('PostgreSQL does not run as root and the user postgres is missing');

  const folder = mkdtempSync(join(inMemory ? fastFolder() : tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const options = { cwd: folder };
  const run = (program, args) =>
    owner
      ? captureProcess('runuser', ['-u', owner, '--', join(programs, program), ...args], options)
      : captureProcess(join(programs, program), args, options);
  const remove = () => rmSync(folder, { recursive: true, force: true });

  mkdirSync(data);
  chmodSync(data, 0o700);
  if (owner) await captureProcess('chown', ['-R', owner, folder]);
  try {
    await makeCluster({ data, run });
  } catch (error) {
    remove();
    return skip(error.message);
  }
  const log = join(folder, 'log');
  const where = [`-p ${port}`, '-h 127.0.0.1', `-k ${folder}`, '-c max_connections=200'];
  const args = ['-D', data, '-w', '-t', '60', '-l', log, '-o', [...where, ...settings].join(' '), 'start'];
  const start = await run('pg_ctl', args);
  let unregister = () => {};
  const stop = async () => {
    unregister();
    await run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
    remove();
  };
  if (start.code !== 0) {
    const said = existsSync(log) ? readFileSync(log, 'utf8') : start.output;
    await stop();
    return skip(`PostgreSQL did not start: ${lastLine(said)}`);
  }
  unregister = onStop(stop);
  const program = (name) => join(programs, name);
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, data, program, run, stop };
}

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES = 4 * 2 ** 30;

// Each test file creates and drops a database, which is slow on disk. Containers often have a small /dev/shm.
function fastFolder() {
  if (!existsSync(MEMORY_FOLDER) || freemem() < 2 * MEMORY_BYTES) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize < MEMORY_BYTES ? tmpdir() : MEMORY_FOLDER;
}

async function makeCluster({ data, run }) {
  const init = await run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  if (init.code !== 0) throw new Error(`PostgreSQL could not make a cluster: ${lastLine(init.output)}`);
}

function skip(reason) {
  say(`⚠ ${reason}: what needs PostgreSQL is left out.`);
  return null;
}

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

// PostgreSQL refuses to run as root.
async function findOwner() {
  for (const name of ['postgres', 'nobody']) {
    const end = await captureProcess('id', ['-u', name]);
    if (end.code === 0) return name;
  }
  return null;
}

/** @returns {Promise<number>} */
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
