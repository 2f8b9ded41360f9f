import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findBun } from './bun.mjs';
import { envLines, requireContentFolder } from './env-files.mjs';
import { say, withProgress } from './output.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { captureProcess } from './processes.mjs';

const sources = [
  'site',
  'content',
  'api/contract',
  'api/serving',
  'scripts/build',
  'scripts/post-build.ts',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const notSources = new Set(['.cache', 'e2e', 'node_modules']);

/**
 * Throws for a wrong setting.
 * @param {string[]} args `--pages` checks only settings used by a build.
 */
export async function checkSettings(args = ['--pages']) {
  const end = await captureProcess(findBun(), ['scripts/check-settings.ts', ...args]);
  if (end.code !== 0) throw new Error(end.output.trim().replace(/^✖ /, ''));
}

/** Skips the build if sources and settings are unchanged. */
export async function buildSite({ force = false } = {}) {
  const stamp = sourceStamp();
  if (!force && builtStamp() === stamp) {
    say('✔ The site is built already');
    return;
  }
  await checkSettings();
  await withProgress('Building the site', async () => {
    await runQuietly(['--bun', 'node_modules/astro/bin/astro.mjs', 'build'], 'astro build', {
      ASTRO_TELEMETRY_DISABLED: '1',
    });
    await runQuietly(['scripts/post-build.ts', '--stamp', stamp], 'Sealing dist/');
  });
}

async function runQuietly(args, label, env = {}) {
  const end = await captureProcess(findBun(), args, {
    env: { ...process.env, ...env, NODE_ENV: 'production', FORCE_COLOR: '0', NO_COLOR: '1' },
  });
  if (end.code === 0) {
    // Warnings of the build begin so.
    for (const line of end.output.match(/^! .+/gm) ?? []) say(line);
    return;
  }
  say(end.output);
  throw new Error(`${label} failed; the lines above say why.`);
}

function builtStamp() {
  try {
    return JSON.parse(readFileSync(inProject('dist', '.serving.json'), 'utf8')).stamp;
  } catch {
    return '';
  }
}

function sourceStamp() {
  const hash = createHash('sha256');
  const folders = sources.map((source) => inProject(source));
  const content = requireContentFolder('production');
  if (content) folders.push(content);
  for (const folder of folders) {
    for (const file of filesBelow(folder)) {
      hash.update(`${relative(projectRoot, file)}\0`).update(readFileSync(file));
    }
  }
  for (const [name, value] of Object.entries(publicSettings())) hash.update(`${name}=${value}\0`);
  return hash.digest('hex');
}

// From the environment and the .env files.
function publicSettings() {
  const lines = envLines('production').filter((line) => /^\s*(export\s+)?PUBLIC_/.test(line));
  const names = Object.keys(process.env).filter((name) => name.startsWith('PUBLIC_'));
  return {
    files: lines.join('\n'),
    ...Object.fromEntries(names.sort().map((name) => [name, process.env[name]])),
  };
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !notSources.has(entry.name) && !/\.test\.ts$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
}
