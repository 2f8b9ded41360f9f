import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './apt.mjs';
import { say } from './output.mjs';
import { inProject } from './paths.mjs';
import { captureProcess } from './processes.mjs';

// The headless shell comes first: the browser tests take a fifth less time in it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const fixedPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium on this machine, else installs one: from the distribution as root, else Playwright's own.
 * @returns {Promise<{ path: string } | null>} An empty path stands for Playwright's own; null when there is none.
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return { path: found };
  say('▸ Installing Chromium for the browser tests …');
  const installed = (await installPackage('chromium-headless-shell', 'chromium')) && findChromium();
  if (installed) return { path: installed };
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const end = await captureProcess(process.execPath, [cli, 'install', 'chromium']);
  if (end.code === 0) return { path: '' };
  say('✖ No Chromium: install chromium or google-chrome, or set CHROMIUM_PATH to one.');
  return null;
}

function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return existsSync(wanted) ? wanted : undefined;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...fixedPlaces, ...onPath].find((path) => existsSync(path));
}
