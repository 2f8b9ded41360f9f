import { findBun } from '../run/bun.mjs';
import { inProject } from '../run/paths.mjs';
import { freePort } from '../run/postgres.mjs';
import { captureProcess, signalGroup, startProcess } from '../run/processes.mjs';

// Loading the demo takes a minute on a busy machine.
const READY_MS = 180_000;
const OUTPUT_MAX = 1_000_000;

function environment(settings) {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'development',
    DEMO_DATA: 'false',
    SECRET_KEY: 'a key of these faults that is long enough',
    RATE_LIMIT_SCALE: '100000',
    LOG_LEVEL: 'error',
    ...settings,
  };
}

/**
 * Waits until the product is ready.
 * @param {Record<string, string>} settings
 */
export async function startProduct(settings) {
  const port = await freePort();
  const startedAt = performance.now();
  const child = startProcess(findBun(), ['--no-env-file', 'api/server.ts'], {
    env: environment({ ...settings, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-OUTPUT_MAX);
    });
  }
  const product = {
    port,
    pid: child.pid ?? 0,
    output: () => output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    readyMs: 0,
    stop: async () => {
      signalGroup(child, 'SIGTERM');
      return await child.ended;
    },
    kill: async () => {
      signalGroup(child, 'SIGKILL');
      await child.ended;
    },
  };
  while (
    !(await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (!product.isAlive()) throw new Error(`The product ended as it started:\n${output.slice(-2000)}`);
    if (performance.now() - startedAt > READY_MS)
      throw new Error(`The product is not ready:\n${output.slice(-2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  product.readyMs = Math.round(performance.now() - startedAt);
  return product;
}

/** @param {Record<string, string>} settings */
export const runScript = (script, settings) =>
  captureProcess(findBun(), ['--no-env-file', inProject('scripts', script)], {
    env: environment(settings),
  });

/**
 * Checks that no acknowledged write is lost. A write answered with 503 may be stored; its key makes a retry harmless
 * (docs/security.md P41).
 */
export async function checkRows(check, replies, settings) {
  const { code, output } = await runScript('faults/inspect.ts', settings);
  if (code !== 0) throw new Error(`The database cannot be looked at:\n${output.slice(-2000)}`);
  const { keys, faults } = JSON.parse(output.slice(output.indexOf('{"keys"')));
  const stored = new Set(keys);
  const acknowledged = replies.filter(({ kind, status }) => kind === 'write' && status === 200);
  const lost = acknowledged.filter(({ key }) => !stored.has(key));
  check(
    'no acknowledged write lost, no counter off, audit chain whole',
    [`${acknowledged.length} acknowledged`, `${lost.length} lost`, ...faults].join(', '),
    lost.length === 0 && faults.length === 0 && acknowledged.length > 0,
  );
}
