import { StartError } from './start-error.ts';

/** A worker that ends sooner than this after its start would do so again at once. */
const SETTLED_MS = 5000;
const RESTART_MS = 1000;
const FAILURES_MAX = 5;
const WORKERS_MAX = 64;

/** `--workers N` of the command line, from 1 to 64; 1 without it. Throws StartError for anything else. */
export function readWorkers(args: readonly string[]): number {
  const [first, ...more] = args.flatMap((arg) => (arg.startsWith('--workers=') ? arg.split('=') : arg));
  if (first === undefined) return 1;
  const unknown = first === '--workers' ? more[1] : first;
  if (unknown !== undefined) {
    throw new StartError(`Unknown argument '${unknown}'. Usage: npm start [-- --workers N]`);
  }
  const text = more[0] ?? '';
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > WORKERS_MAX) {
    throw new StartError(`--workers takes a number from 1 to ${WORKERS_MAX}.`);
  }
  return count;
}

/**
 * Which worker this process is, from 0; null for a process that `startWorkers` did not start. A worker skips what its
 * parent has checked, so the variable counts only with the id of the very parent: one left in a settings file does nothing.
 */
export function readWorkerNumber(): number | null {
  const [, parent, worker] = /^(\d+):(\d+)$/.exec(process.env.WORKER_OF ?? '') ?? [];
  return Number(parent) === process.ppid ? Number(worker) : null;
}

export interface Workers {
  /** Ends them all, each with its requests in flight, and resolves when the last one is gone. */
  stop(): Promise<void>;
}

/**
 * Starts so many processes of this very program, which share one address, and starts another in place of one that ends.
 * `onFailure` is called once where they end as soon as they are started. They end with this process, however it ends.
 */
export function startWorkers(
  count: number,
  {
    onRestart,
    onFailure,
  }: { onRestart: (worker: number, code: number | null) => void; onFailure: () => void },
): Workers {
  let isStopping = false;
  let failures = 0;
  const running = new Map<number, Bun.Subprocess>();
  function run(worker: number): void {
    const startedAt = performance.now();
    const child = Bun.spawn([process.execPath, '--no-env-file', ...process.argv.slice(1)], {
      env: { ...process.env, WORKER_OF: `${process.pid}:${worker}`, STOP_WITH_STDIN: '1' },
      stdin: 'pipe',
      stdout: 'inherit',
      stderr: 'inherit',
      onExit: (_child, code) => {
        running.delete(worker);
        if (isStopping) return;
        onRestart(worker, code);
        failures = performance.now() - startedAt < SETTLED_MS ? failures + 1 : 0;
        if (failures >= FAILURES_MAX) {
          isStopping = true;
          onFailure();
        } else setTimeout(() => isStopping || run(worker), RESTART_MS);
      },
    });
    running.set(worker, child);
  }
  for (let worker = 0; worker < count; worker++) run(worker);
  return {
    stop: async () => {
      isStopping = true;
      const children = [...running.values()];
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(children.map(({ exited }) => exited));
    },
  };
}
