import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBun, tryFindBun } from './bun.mjs';
import { withProgress } from './output.mjs';
import { inProject } from './paths.mjs';
import { runProcess } from './processes.mjs';

const stampFile = inProject('node_modules', '.install-stamp');

/** Skips the installation if node_modules matches package-lock.json. Checks and tests also need devDependencies. */
export async function ensureInstalled({ withDev = false } = {}) {
  const stamp = withDev ? installStamp() : `${installStamp()} without devDependencies`;
  if (stamp.startsWith(readIfThere(stampFile) || '-') && tryFindBun()) return;
  if (matchesLock(withDev) && tryFindBun()) {
    writeStamp(stamp);
    return;
  }
  if (lstatSync(inProject('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a link, and npm would empty what it leads to. Run npm ci there first.');
  }
  await withProgress('Installing packages', async () => {
    const [command, args] = npmCommand();
    const kind = withDev ? '--include=dev' : '--omit=dev';
    const flags = ['ci', kind, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    const end = await runProcess(command, [...args, ...flags], { env: npmEnvironment() });
    if (end.error) throw new Error(`npm could not be started: ${end.error.message}`);
    if (end.code !== 0) throw new Error('npm ci failed; the lines above say why.');
  });
  findBun();
  writeStamp(stamp);
}

function installStamp() {
  const hash = createHash('sha256').update(readFileSync(inProject('package-lock.json')));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

// Accepts packages of a plain `npm ci`, which npm lists in .package-lock.json.
function matchesLock(withDev) {
  const installed = readIfThere(inProject('node_modules', '.package-lock.json'));
  if (!installed) return false;
  const wanted = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(installed).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    const isOptional = entry.optional || (entry.dev && !withDev);
    if (path === '' || (isOptional && !present[path])) return true;
    return present[path]?.version === entry.version && present[path]?.integrity === entry.integrity;
  });
}

function npmCommand() {
  const caller = process.env.npm_execpath ?? '';
  if (/npm-cli\.c?js$/.test(caller) && existsSync(caller)) return [process.execPath, [caller]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

// npm needs a writable cache, even if the home folder is read-only or missing.
function npmEnvironment() {
  const env = { ...process.env };
  delete env.NODE_ENV;
  const cache = env.npm_config_cache ?? join(env.HOME ?? '/nonexistent', '.npm');
  if (!isWritable(cache)) env.npm_config_cache = mkdtempSync(join(tmpdir(), 'npm-cache-'));
  return env;
}

function isWritable(path) {
  const existing = existsSync(path) ? path : join(path, '..');
  try {
    accessSync(existing, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function writeStamp(stamp) {
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // Without write access the next start compares again.
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
