import { findBun } from '../run/bun.mjs';
import { inProject } from '../run/paths.mjs';
import { freePort } from '../run/postgres.mjs';
import { captureProcess, signalGroup, startProcess } from '../run/processes.mjs';

const READY_MS = 40_000;
/** What is kept of what a process wrote, so that it can be searched. */
const OUTPUT_MAX = 1_000_000;

/** Settings of every process of the product here; `settings` names the database. */
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
 * Starts a process of the product and waits until it is ready.
 * @param {Record<string, string>} settings
 */
export async function startProduct(settings) {
  const port = Number(settings.PORT ?? (await freePort()));
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
    pid: child.pid,
    output: () => output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => signalGroup(child, name),
    ended: child.ended,
    /** Milliseconds until the first request was answered. */
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

/**
 * Runs one of the project's scripts on a database to its end.
 * @param {Record<string, string>} settings
 */
export const runScript = (script, settings, args = []) =>
  captureProcess(findBun(), ['--no-env-file', inProject('scripts', script), ...args], {
    env: environment(settings),
  });

/**
 * Starts one of the scripts and leaves it running.
 * @param {Record<string, string>} settings
 */
export function startScript(script, settings) {
  const child = startProcess(findBun(), ['--no-env-file', inProject('scripts', script)], {
    env: environment(settings),
    stdio: 'ignore',
  });
  return {
    /** Answers whether it was still running. */
    kill: async () => {
      const isRunning = child.exitCode === null && child.signalCode === null;
      signalGroup(child, 'SIGKILL');
      await child.ended;
      return isRunning;
    },
  };
}

/** What the database holds: the keys of the writes, what db:verify and audit:verify find. */
export async function inspect(settings) {
  const { code, output } = await runScript('faults/inspect.ts', settings);
  if (code !== 0) throw new Error(`The database cannot be looked at:\n${output.slice(-2000)}`);
  return JSON.parse(output.slice(output.indexOf('{"keys"')));
}
