import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startPostgres } from '../run/postgres.mjs';
import { captureProcess } from '../run/processes.mjs';

/**
 * Without fsync: acknowledged writes survive a crash of its processes, but not of the machine.
 * @returns null if PostgreSQL is not installed.
 */
export async function startCluster() {
  const postgres = await startPostgres({ settings: ['-F'] });
  if (!postgres) return null;
  const { data, url } = postgres;
  const must = async (args) => {
    const end = await postgres.run('pg_ctl', ['-D', data, '-w', '-t', '60', ...args]);
    if (end.code !== 0) throw new Error(`pg_ctl ended with ${end.code}: ${end.output.slice(-500)}`);
  };
  const options = [...readFileSync(join(data, 'postmaster.opts'), 'utf8').matchAll(/"([^"]*)"/g)]
    .map(([, argument]) => argument)
    .filter((argument, index, all) => argument !== '-D' && all[index - 1] !== '-D')
    .map((argument) => `'${argument}'`)
    .join(' ');
  const signal = async (name) => {
    const top = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0].trim();
    const { output } = await captureProcess('pgrep', ['-P', top]);
    for (const pid of [top, ...output.trim().split('\n')].filter(Boolean)) process.kill(Number(pid), name);
  };
  return {
    url,
    start: () => must(['-l', join(dirname(data), 'log'), '-o', options, 'start']),
    /** `immediate` simulates a crash: no checkpoint, and clients are not told. */
    stop: (mode) => must(['-m', mode, 'stop']),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}
