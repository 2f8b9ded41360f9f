// Mixed traffic for hours, and whether anything grows: memory, connections, open files, rows, the time of a call.
// Usage: bun bench/soak.ts [--minutes 120] [--learners 60] [--pause 600]   Exits 1 when something grew, failed or drifted; of memory
// it says so from half an hour on.
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/run/operator-command.ts';
import { startPostgres } from '../scripts/run/postgres.mjs';
import { runCleanups } from '../scripts/run/processes.mjs';
import { readMemory } from './processor.ts';
import { type Soak, startSoak, TICKED_RESOURCES } from './soak-traffic.ts';
import { allTimes, countLogged, judge, percentile, type Sample } from './soak-verdict.ts';
import { prepareDatabase, startTarget } from './target.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    learners: { type: 'string', default: '60' },
    pause: { type: 'string', default: '600' },
  },
});
if (!Object.values(values).every((value) => /^[1-9]\d{0,4}$/.test(value))) {
  console.error('✖ --minutes, --learners and --pause are whole numbers from 1.');
  process.exit(1);
}
const minutes = Number(values.minutes);
const PEOPLE = 2000;
const FOLLOWERS = 20;
const SAMPLE_MS = 10_000;
const MB = 1024 * 1024;

const postgres = await startPostgres();
if (!postgres) process.exit(1);
const folder = await mkdtemp(join(tmpdir(), 'soak-'));
const settings = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
const refused = new Map<string, number>();
try {
  const demo = await runCommand('demo.ts', [], settings);
  if (demo.code !== 0) throw new Error(demo.output);
  const { tokens } = await prepareDatabase(settings, PEOPLE);
  const log = join(folder, 'log');
  const mostRows = { resource_progress: await countRecords(postgres.url) };
  const bare = await startTarget('bench/bare-server.ts', settings, '/page?bytes=1');
  const target = await startTarget('api/server.ts', settings, '/readyz', log);
  const soak = startSoak({
    origin: target.origin,
    bareOrigin: bare.origin,
    tokens,
    atWork: Number(values.learners),
    followers: FOLLOWERS,
    pauseMs: Number(values.pause),
  });
  const samples = await watch(soak, target.pid, postgres.url).finally(async () => {
    await soak.stop();
    await target.stop();
    await bare.stop();
  });
  const checks = judge(samples, minutes, refused, mostRows);
  for (const script of ['db-verify.ts', 'audit-verify.ts']) {
    const { code, output } = await runCommand(script, [], settings);
    checks.push({
      what: script.replace('.ts', ''),
      measured: output.split('\n').at(-1) ?? '',
      isKept: code === 0,
    });
  }
  for (const { what, measured, isKept } of checks) {
    console.log(`${isKept === null ? '–' : isKept ? '✔' : '✖'} ${what}: ${measured}`);
  }
  for (const [what, count] of countLogged(await readFile(log, 'utf8')))
    console.log(`  logged ${count} times: ${what}`);
  if (checks.some(({ isKept }) => isKept === false)) process.exitCode = 1;
} finally {
  await postgres.stop();
  await runCleanups();
  await rm(folder, { recursive: true, force: true });
}

/** Records of learners that there can be at most: those that are there, and one of each person and resource ticked here. */
async function countRecords(url: string): Promise<number> {
  const database = new Bun.SQL(url, { max: 1 });
  const [row] = await database`select count(*)::int as records from resource_progress`;
  await database.close();
  return (row as { records: number }).records + PEOPLE * TICKED_RESOURCES.length;
}

/** A line a minute, and every sample. */
async function watch(soak: Soak, pid: number, url: string): Promise<Sample[]> {
  const database = new Bun.SQL(url, { max: 1 });
  const samples: Sample[] = [];
  const startedAt = Date.now();
  for (let n = 1; Date.now() - startedAt < minutes * 60_000; n++) {
    await Bun.sleep(startedAt + n * SAMPLE_MS - Date.now());
    const traffic = soak.take();
    for (const [what, count] of traffic.refused) refused.set(what, (refused.get(what) ?? 0) + count);
    const [row] = await database`select
      (select count(*) from pg_stat_activity where application_name = 'openleague-api')::int as connections,
      (select count(*) from rate_limits)::int as rate_limits, (select count(*) from sessions)::int as sessions,
      (select count(*) from access_tokens)::int as access_tokens,
      (select count(*) from answered_requests)::int as answered_requests,
      (select count(*) from used_challenges)::int as used_challenges,
      (select count(*) from resource_progress)::int as resource_progress`;
    const { connections, ...rows } = row as { connections: number } & Record<string, number>;
    samples.push({
      minute: (Date.now() - startedAt) / 60_000,
      memory: (readMemory(pid) ?? Number.NaN) / MB,
      connections,
      files: readdirSync(`/proc/${pid}/fd`).length,
      rows,
      times: traffic.times,
      bareTimes: traffic.bareTimes,
    });
    if (n % 6 === 0) printMinute(samples.slice(-6));
  }
  await database.close();
  return samples;
}

function printMinute(last: Sample[]): void {
  const times = allTimes(last);
  const now = last.at(-1);
  if (!now) return;
  console.log(
    `${now.minute.toFixed(0).padStart(4)} min  ${(times.length / 60).toFixed(0).padStart(5)} calls/s  p99 ${percentile(times, 0.99).toFixed(0).padStart(4)} ms  ` +
      `${now.memory.toFixed(0).padStart(4)} MB  ${now.connections} connections  ${now.files} files  ` +
      Object.entries(now.rows)
        .map(([table, rows]) => `${table} ${rows}`)
        .join('  '),
  );
}
