import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

const PAUSE_MS = 5;

/**
 * Milliseconds of processor time that the main thread of a process has used; Linux brings it up to date every few of them.
 * Null where the platform does not tell.
 */
function readMainThreadMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

/**
 * Asks /livez on and on, from a process that has nothing else to do: whoever sends a flood hears of an answer late.
 * `stop` answers with the milliseconds of the slowest, and with the most that the main thread worked while one waited,
 * which is the same on a machine that is busy with other things.
 */
export function watchLife(port, pid) {
  const child = fork(fileURLToPath(import.meta.url), [String(port), String(pid)]);
  return {
    /** @returns {Promise<{ slowestMs: number, workMs: number | null, count: number }>} */
    stop: async () => {
      const said = new Promise((resolve) => child.once('message', resolve));
      child.send('stop');
      const measured = await said;
      child.disconnect();
      return measured;
    },
  };
}

async function watch(port, pid) {
  const agent = new Agent({ keepAlive: true });
  let isRunning = true;
  let [slowestMs, workMs, count] = [0, 0, 0];
  process.once('message', () => {
    isRunning = false;
  });
  while (isRunning) {
    const [from, before] = [performance.now(), readMainThreadMs(pid)];
    const isAlive = await new Promise((resolve) => {
      const sent = request({ host: '127.0.0.1', port, path: '/livez', agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200));
      });
      sent.on('error', () => resolve(false));
      sent.end();
    });
    const after = readMainThreadMs(pid);
    slowestMs = Math.max(slowestMs, isAlive ? performance.now() - from : Number.MAX_SAFE_INTEGER);
    workMs = before === null || after === null ? null : Math.max(workMs ?? 0, after - before);
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  process.send({ slowestMs: Math.round(slowestMs), workMs: workMs && Math.round(workMs), count });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await watch(...process.argv.slice(2).map(Number));
