// Measures the limits of docs/performance.md. Needs a built site and an installed PostgreSQL.
// Usage: bun bench/run.ts [--seconds 5] [--connections 32] [--learners 20000] [--only tick,profile]
// [--growth] [--small-server] [--minutes 10] [--write-docs]
// --growth: single calls with 100,000 learners beside 1,000; --small-server: product and PostgreSQL on one core

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/run/postgres.mjs';
import { CALLS, evening, GROWTH, STAFF_CALLS, type TimedCall, timedCalls } from './calls.ts';
import { medianLatency, putLoad } from './load.ts';
import type { Seeded } from './seed.ts';
import { prepareDatabase, type Settings, startTarget, type Target } from './target.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    learners: { type: 'string', default: '20000' },
    only: { type: 'string', default: '' },
    growth: { type: 'boolean', default: false },
    'small-server': { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    'write-docs': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const learners = Number(values.learners);
const MB = 1024 * 1024;
const MEMORY_MB = 250;
const WARM_SECONDS = 2;
const SINGLE_CALLS = 200;
const STAFF_CALLS_EACH = 21;
const GROWTH_SIZES = [1000, 100_000] as const;
const SMALL = { reads: 100, ticks: 10, p97: 50, memoryMb: 1024 };
const DOCUMENT = join(import.meta.dir, '../docs/performance.md');

interface Row {
  what: string;
  earlier?: string;
  measured: string;
  limit: string;
  isKept: boolean;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const started = await startPostgres();
if (!started) throw new Error('The bench needs PostgreSQL on this machine');
const postgres = started;
const rows: Row[] = [];
try {
  const isSpecial = values.growth || values['small-server'];
  if (!isSpecial || values['write-docs']) await measureLimits();
  if (values.growth) await measureGrowth();
  if (values['small-server']) await measureSmallServer();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
const table = toTable();
console.log(`\n${table}`);
if (values['write-docs']) await writeIntoDocument();
process.exitCode = rows.every(({ isKept }) => isKept) ? 0 : 1;

async function prepare(people: number): Promise<{ target: Target; seeded: Seeded }> {
  console.log(`Making a database with ${people.toLocaleString('en')} learners …`);
  const name = `learners_${people}`;
  const admin = new Bun.SQL(postgres.url, { max: 1 });
  await admin.unsafe(`CREATE DATABASE ${name}`);
  await admin.close();
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).toString();
  const settings: Settings = { DATA_DIR: join(folder, name), DATABASE_URL: url };
  const seeded = await prepareDatabase(settings, people);
  const server = new Bun.SQL(url, { max: 1 });
  await server.unsafe('VACUUM ANALYZE');
  await server.unsafe('CHECKPOINT');
  await server.close();
  return { target: await startTarget(settings), seeded };
}

async function measureLimits(): Promise<void> {
  const { target, seeded } = await prepare(learners);
  const names = values.only.split(',').filter(Boolean);
  const isAsked = ({ name }: { name: string }) =>
    names.length === 0 || names.some((part) => name.includes(part));
  // Ticks leave dead rows.
  await measureSingle(timedCalls(learners).filter(isAsked), target, seeded.tokens, SINGLE_CALLS);
  await measureSingle(STAFF_CALLS.filter(isAsked), target, [seeded.staffToken], STAFF_CALLS_EACH);
  let memory = 0;
  for (const { name, earlier, atLeast, shapes } of CALLS.filter(isAsked)) {
    console.log(`${name} …`);
    const plan = { origin: target.origin, connections, shapes: shapes(seeded) };
    await putLoad({ ...plan, seconds: WARM_SECONDS });
    const { rate, p50, p99, failed } = await putLoad({ ...plan, seconds });
    memory = Math.max(memory, readMemory([target.pid]) / MB);
    rows.push({
      what: `${name}, calls/s`,
      earlier: toText(earlier),
      measured: `${toText(rate)} (p50 ${p50} ms, p99 ${p99} ms${failed > 0 ? `, ${failed} failed` : ''})`,
      limit: `≥ ${toText(atLeast)}`,
      isKept: rate >= atLeast && failed === 0,
    });
  }
  if (memory > 0) addRow('memory of the API process', memory, { unit: 'MB', atMost: MEMORY_MB });
  await target.stop();
}

async function measureSingle(
  calls: readonly TimedCall[],
  { origin }: Target,
  tokens: readonly string[],
  count: number,
): Promise<void> {
  for (const { name, paths, atMost } of calls) {
    await medianLatency(origin, { paths, tokens, count: STAFF_CALLS_EACH });
    const measured = await medianLatency(origin, { paths, tokens, count });
    addRow(`${name}, one connection`, measured, { unit: 'ms', atMost });
  }
}

async function measureGrowth(): Promise<void> {
  const times: Map<string, number>[] = [];
  for (const people of GROWTH_SIZES) {
    const { target, seeded } = await prepare(people);
    const found = new Map<string, number>();
    const ticks = CALLS.flatMap(({ name, shapes }) => (name === 'tick' ? shapes(seeded) : []));
    for (const { name, paths } of timedCalls(people)) {
      const asked = { paths, tokens: seeded.tokens };
      await medianLatency(target.origin, { ...asked, count: SINGLE_CALLS });
      found.set(name, await medianLatency(target.origin, { ...asked, count: SINGLE_CALLS }));
    }
    const { p50 } = await putLoad({ origin: target.origin, connections: 1, seconds, shapes: ticks });
    found.set('tick', p50);
    times.push(found);
    await target.stop();
  }
  const [few, many] = times;
  for (const [name, ms] of many ?? []) {
    const before = few?.get(name) ?? Number.NaN;
    const measured = `${ms.toFixed(1)} ms, ${(ms / before).toFixed(2)} times of ${before.toFixed(1)} ms`;
    const isKept = GROWTH.isFar(name) ? ms <= GROWTH.farAtMost : ms <= before * GROWTH.times;
    const limit = GROWTH.isFar(name) ? `≤ ${GROWTH.farAtMost} ms` : `≤ ${GROWTH.times} times`;
    rows.push({ what: `${name}, 100,000 learners beside 1,000`, measured, limit, isKept });
  }
}

async function measureSmallServer(): Promise<void> {
  const server = await findServer(postgres.url);
  pinToCore(server, 0);
  const { target, seeded } = await prepare(learners);
  pinToCore(target.pid, 0);
  pinToCore(process.pid, 1);
  const rate = SMALL.reads + SMALL.ticks;
  const plan = { origin: target.origin, connections, shapes: evening(seeded), rate };
  await putLoad({ ...plan, seconds: WARM_SECONDS });
  const { p97, failed } = await putLoad({ ...plan, seconds: Number(values.minutes) * 60 });
  const memory = readMemory([target.pid, server], { shared: true }) / MB;
  const what = `a small server, ${SMALL.reads} reads and ${SMALL.ticks} ticks a second for ${values.minutes} minutes`;
  addRow(`${what}: 97.5th percentile`, p97, { unit: 'ms', atMost: SMALL.p97 });
  addRow(`${what}: failures`, failed, { unit: '', atMost: 0 });
  addRow(`${what}: proportional memory of both`, memory, { unit: 'MB', atMost: SMALL.memoryMb });
  await target.stop();
}

function addRow(what: string, measured: number, { unit, atMost }: { unit: string; atMost: number }): void {
  const digits = unit === 'ms' ? 1 : 0;
  rows.push({
    what,
    measured: `${measured.toFixed(digits)} ${unit}`.trim(),
    limit: `≤ ${toText(atMost)} ${unit}`.trim(),
    isKept: measured <= atMost,
  });
}

function toText(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function toTable(): string {
  const lines = rows.map(({ what, earlier = '', measured, limit, isKept }) =>
    [what, earlier, measured, `${isKept ? '✓' : '✗'} ${limit}`].join(' | '),
  );
  return ['Measured | Earlier product | Now | Limit', '--- | --- | --- | ---', ...lines]
    .map((line) => `| ${line} |`)
    .join('\n');
}

async function writeIntoDocument(): Promise<void> {
  const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->'];
  const [before, , after] = (await readFile(DOCUMENT, 'utf8')).split(new RegExp(`${begin}|${end}`));
  if (after === undefined) throw new Error(`${DOCUMENT} has no place for the table`);
  const how = `${learners.toLocaleString('en')} learners, ${connections} connections, ${seconds} s a call.`;
  await writeFile(DOCUMENT, `${before}${begin}\n${how}\n\n${table}\n${end}${after}`);
}

async function findServer(url: string): Promise<number> {
  const database = new Bun.SQL(url, { max: 1 });
  const [row] = (await database.unsafe('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
  const parent = parentOf(row?.pid ?? 0);
  await database.close();
  if (!parent) throw new Error('The process of PostgreSQL was not found on this machine');
  return parent;
}

function pinToCore(pid: number, core: number): void {
  const { status, stderr } = spawnSync('taskset', ['-acp', String(core), String(pid)]);
  if (status !== 0) throw new Error(`taskset failed: ${stderr}`);
}

/**
 * In bytes, with child processes.
 * @param options.shared Divides shared pages between processes (PSS).
 */
function readMemory(pids: readonly number[], { shared = false } = {}): number {
  const all = readdirSync('/proc').map(Number).filter(Boolean);
  const family = all.filter((pid) => pids.includes(pid) || pids.includes(parentOf(pid)));
  return family.reduce((sum, pid) => sum + readBytes(pid, shared), 0);
}

function readBytes(pid: number, shared: boolean): number {
  const [file, field] = shared ? ['smaps_rollup', 'Pss'] : ['status', 'VmRSS'];
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
