import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage, mayInstallPackages } from './apt.mjs';
import { say } from './output.mjs';
import { inProject } from './paths.mjs';
import { captureProcess } from './processes.mjs';

const SHELL = 'chromium-headless-shell';
// The headless shell takes a quarter less processor time.
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const fixedPlaces = [
  `/usr/bin/${SHELL}`,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds Chromium or installs it, as root from the distribution. Root prefers the headless shell unless CHROMIUM_PATH is
 * set.
 * @returns {Promise<{ path: string } | null>} An empty path means Playwright's own; null if none is available.
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found && (process.env.CHROMIUM_PATH || found.includes(SHELL))) return { path: found };
  if (mayInstallPackages() || !found) say('▸ Installing Chromium for the browser tests …');
  const installed = (await installPackage(SHELL, ...(found ? [] : ['chromium']))) ? findChromium() : found;
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
