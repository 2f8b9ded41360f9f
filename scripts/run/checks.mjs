import { findBun } from './bun.mjs';
import { say } from './output.mjs';
import { inProject } from './paths.mjs';
import { captureProcess, runProcess } from './processes.mjs';

export async function checkCode() {
  const style = await checkStyle();
  const structure = await checkStructure();
  const types = await checkTypes();
  return style.failed + structure.failed + types.failed === 0;
}

/** Runs knip twice: with and without tests. */
export async function checkStructure() {
  const cruiser = inProject('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const knip = inProject('node_modules', 'knip', 'bin', 'knip.js');
  const runs = [
    [
      cruiser,
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
      'api',
      'site/src',
      'scripts',
      'bench',
    ],
    [knip, '--no-progress'],
    [knip, '--no-progress', '--production'],
  ];
  const ended = await Promise.all(runs.map((args) => captureProcess(process.execPath, args)));
  for (const { output } of ended) if (output.trim()) say(output.trimEnd());
  return addCounts(ended.map(toCount));
}

export async function checkStyle() {
  const biome = inProject('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  return toCount(await runProcess(process.execPath, [biome, 'check', '--diagnostic-level=error', '.']));
}

/**
 * Astro's checker needs TypeScript's older compiler and is slow, so it reads only pages (tsconfig.astro.json). It runs
 * first, because it writes the types of content collections.
 */
export async function checkTypes({ lowPriority = false } = {}) {
  const astro = await captureProcess(
    findBun(),
    [
      '--no-env-file',
      '--bun',
      'node_modules/astro/bin/astro.mjs',
      'check',
      '--minimumFailingSeverity',
      'error',
      '--tsconfig',
      'tsconfig.astro.json',
    ],
    { env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }, lowPriority },
  );
  const compiler = inProject('node_modules', 'typescript-7', 'bin', 'tsc');
  const tsc = await captureProcess(process.execPath, [compiler, '--noEmit'], { lowPriority });
  for (const { code, output } of [astro, tsc]) if (code !== 0) say(output);
  return addCounts([toCount(astro), toCount(tsc)]);
}

export function addCounts(counts) {
  const sum = (key) => counts.reduce((all, count) => all + count[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

export function toCount({ code }) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
