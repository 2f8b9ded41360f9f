import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './paths.mjs';

let bunPath = '';

/**
 * The Bun pinned by package.json. Without install scripts, the bun package holds a placeholder and the program is in
 * its platform package.
 * @returns {string}
 */
export function findBun() {
  const found = tryFindBun();
  if (!found) throw new Error('No Bun for this platform in node_modules; delete node_modules and try again.');
  return found;
}

/** Returns '' before the packages are installed. */
export function tryFindBun() {
  if (bunPath) return bunPath;
  const platformPackages = inProject('node_modules', '@oven');
  const candidates = [inProject('node_modules', 'bun', 'bin', 'bun.exe')];
  if (existsSync(platformPackages)) {
    for (const folder of readdirSync(platformPackages).sort()) {
      candidates.push(
        join(platformPackages, folder, 'bin', 'bun'),
        join(platformPackages, folder, 'bin', 'bun.exe'),
      );
    }
  }
  bunPath = candidates.find(isBun) ?? '';
  return bunPath;
}

function isBun(path) {
  if (!existsSync(path)) return false;
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return answer.status === 0 && /^\d+\.\d+\.\d+/.test(answer.stdout);
}
