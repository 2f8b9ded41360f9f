// Measures calls under load beside a bare server on the same machine and database, in turns, and prints medians with
// the share of the bare server's rate (docs/performance.md). Needs a built site. On PostgreSQL where one can be started.
// Usage: bun bench/run.ts [--seconds 3] [--rounds 3] [--connections 32] [--learners 2000] [--only tick,profile]
//   [--embedded] [--save FILE] [--against FILE] [--write-docs] [--checks] [--million] [--people 1000000] [--full]
//   --checks: what is promised beside rates: the largest league and the lists of staff
//   --million: lists and searches of staff with 1,000,000 people, and calls of learners beside 1,000, and no rates;
//   --people: with as many; --full: rates, checks and the million
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/run/postgres.mjs';
import { CALLS, type MeasuredCall, toBareShapes, toSameShapes } from './calls.ts';
import { type Load, median, medianLatency, putLoad, type Shape } from './load.ts';
import { measureMillion } from './million.ts';
import { readMemory, readPostgresMs, readProcessorMs } from './processor.ts';
import { type Check, type Figure, printRun, type Run, writeIntoDocument } from './report.ts';
import { LARGE_LEAGUE, type Seeded } from './seed.ts';
import { measureStaffReads, STAFF_LIMIT_MS } from './staff.ts';
import { prepareDatabase, type Settings, startTarget, type Target } from './target.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    learners: { type: 'string', default: '2000' },
    only: { type: 'string', default: '' },
    embedded: { type: 'boolean', default: false },
    save: { type: 'string' },
    against: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
    checks: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    people: { type: 'string', default: '1000000' },
    full: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const connections = Number(values.connections);
const learners = Number(values.learners);
const MB = 1024 * 1024;
const MEMORY_LIMIT_MB = 250;
/** Of the rate of the same statement behind a bare route. */
const SAME_SHARE_LIMIT = 0.6;
const LARGE_LEAGUE_LIMIT_MS = 300;
const LARGE_REQUESTS = 30;
const WARM_SECONDS = 1;
/**
 * Where the goal is a share of the bare server's rate, both change over that often, so that what else the machine does falls on
 * both. Other rows have one turn a round: what the bare server writes makes pages of the product out of date.
 */
const SHARE_TURN_SECONDS = 0.5;
const DOCUMENT = join(import.meta.dir, '../docs/performance.md');

interface Prepared {
  settings: Settings;
  seeded: Seeded;
}

const earlier = values.against ? (JSON.parse(await readFile(values.against, 'utf8')) as Run) : undefined;
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const postgres = values.embedded ? null : await startPostgres();
const drivers = postgres ? ['bun', 'postgres'] : ['embedded'];
const checks: Check[] = [];
/** How many of a shape were sent, by its first path. */
const sentBefore = new Map<string, number>();

try {
  const isMillionAlone = values.million && !values.full;
  const main = isMillionAlone ? null : await prepare(learners);
  const figures = main ? await measureCalls(main) : [];
  if (main && (values.checks || values.full)) {
    await checkLargeLeague(main);
    await checkStaff();
  }
  if (values.million || values.full) await checkMillion();
  const database = postgres ? 'PostgreSQL' : 'Embedded database';
  const run: Run = { database, learners, rounds, seconds, connections, figures, checks };
  printRun(run, earlier);
  if (values.save) await writeFile(values.save, `${JSON.stringify(run, null, 2)}\n`);
  if (values['write-docs'] && main) await writeIntoDocument(DOCUMENT, run);
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}

async function prepare(people: number): Promise<Prepared> {
  console.log(`Making a database with ${people.toLocaleString('en')} learners …`);
  const settings: Settings = { DATA_DIR: join(folder, `data-${people}`), LOG_LEVEL: 'warn' };
  if (postgres) settings.DATABASE_URL = await createDatabase(postgres.url, `learners_${people}`);
  const seeded = await prepareDatabase(settings, people);
  if (settings.DATABASE_URL) await finishFilling(settings.DATABASE_URL);
  return { settings, seeded };
}

/** Does at once what PostgreSQL would do in the background for minutes after so many rows, beside what is measured. */
async function finishFilling(url: string): Promise<void> {
  const server = new Bun.SQL(url, { max: 1 });
  await server.unsafe('VACUUM ANALYZE');
  await server.unsafe('CHECKPOINT');
  await server.close();
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const server = new Bun.SQL(adminUrl);
  await server.unsafe(`CREATE DATABASE ${name}`);
  await server.close();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Every call in turns with what the bare server does for the same, so that all of them see the same machine. */
async function measureCalls({ settings, seeded }: Prepared): Promise<Figure[]> {
  const names = values.only.split(',').filter(Boolean);
  const asked = CALLS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  const bareSettings = await settingsOfBareServer(settings);
  const target = await startTarget('api/server.ts', settings, '/livez');
  const bare = await startTarget('bench/bare-server.ts', bareSettings, '/page?bytes=1');
  const clock = await openDatabaseClock();
  const samples = new Map(asked.map(({ name }) => [name, newSamples()]));
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const call of asked) {
        console.log(`Round ${round} of ${rounds}: ${call.name} …`);
        await measureCall(call, samples.get(call.name) as Samples, { target, bare, seeded, clock });
      }
    }
  } finally {
    await clock.close();
    await target.stop();
    await bare.stop();
  }
  const memory = Math.max(...[...samples.values()].map(({ memory }) => median(memory) / MB));
  if (Number.isFinite(memory)) {
    checks.push({
      what: 'memory of the server under load',
      measured: `${Math.round(memory)} MB`,
      limit: `<= ${MEMORY_LIMIT_MB} MB`,
      isKept: memory <= MEMORY_LIMIT_MB,
    });
  }
  for (const { name } of asked) {
    const { loads, same } = samples.get(name) as Samples;
    if (same.length === 0) continue;
    const share = median(same.map((rate, turn) => (loads[turn]?.requestsPerSecond ?? Number.NaN) / rate));
    checks.push({
      what: `${name}, beside the same statement behind a bare route`,
      measured: `${Math.round(share * 100)} %`,
      limit: `>= ${SAME_SHARE_LIMIT * 100} %`,
      isKept: share >= SAME_SHARE_LIMIT,
    });
  }
  return asked.map((call) => toFigure(call, samples.get(call.name) as Samples));
}

/** One value a turn. */
interface Samples {
  loads: Load[];
  serverMs: number[];
  databaseMs: number[];
  memory: number[];
  bare: Map<string, number[]>;
  /** Rates of the same statement behind a bare route. */
  same: number[];
}

function newSamples(): Samples {
  return { loads: [], serverMs: [], databaseMs: [], memory: [], bare: new Map(), same: [] };
}

interface Machine {
  target: Target;
  bare: Target;
  seeded: Seeded;
  clock: DatabaseClock;
}

async function measureCall(
  call: MeasuredCall,
  samples: Samples,
  { target, bare, seeded, clock }: Machine,
): Promise<void> {
  const busy = call.connections ?? connections;
  const shapes = call.shapes(seeded);
  const isShare = 'share' in call.goal;
  const asked = isShare ? drivers.slice(0, 1) : drivers;
  const turnSeconds = isShare ? SHARE_TURN_SECONDS : seconds;
  const loaded = await load(target, shapes, { busy, seconds: WARM_SECONDS });
  const toBare = (driver: string) =>
    toBareShapes(call.bare, driver, seeded, Math.round(loaded.bytesPerReply));
  for (const driver of asked) await load(bare, toBare(driver), { busy, seconds: WARM_SECONDS });
  const same =
    postgres && call.same ? toSameShapes(call.same, seeded, Math.round(loaded.bytesPerReply)) : null;
  if (same) await load(bare, same, { busy, seconds: WARM_SECONDS });
  const loadBare = async () => {
    if (same) samples.same.push((await load(bare, same, { busy, seconds: turnSeconds })).requestsPerSecond);
    for (const driver of asked) {
      const { requestsPerSecond } = await load(bare, toBare(driver), { busy, seconds: turnSeconds });
      samples.bare.set(driver, [...(samples.bare.get(driver) ?? []), requestsPerSecond]);
    }
  };
  for (let turn = 0; turn < seconds / turnSeconds; turn++) {
    // The first of two may find the machine in another state than the second.
    if (turn % 2 === 1) await loadBare();
    await loadProduct(shapes, samples, { target, clock }, { busy, seconds: turnSeconds });
    if (turn % 2 === 0) await loadBare();
  }
}

async function loadProduct(
  shapes: Shape[],
  samples: Samples,
  { target, clock }: Pick<Machine, 'target' | 'clock'>,
  turn: { busy: number; seconds: number },
): Promise<void> {
  const before = { server: readProcessorMs(target.pid), database: clock.read() };
  const loaded = await load(target, shapes, turn);
  const after = { server: readProcessorMs(target.pid), database: clock.read() };
  samples.loads.push(loaded);
  if (before.server !== null && after.server !== null) {
    samples.serverMs.push((after.server - before.server) / loaded.requests);
  }
  if (before.database !== null && after.database !== null) {
    samples.databaseMs.push((after.database - before.database) / loaded.requests);
  }
  const memory = readMemory(target.pid);
  if (memory !== null) samples.memory.push(memory);
}

async function load(
  { origin }: Target,
  asked: Shape[],
  { busy, seconds }: { busy: number; seconds: number },
): Promise<Load> {
  const keys = asked.map(({ paths }) => origin + paths[0]);
  const shapes = asked.map((shape, n) => ({ ...shape, startAt: sentBefore.get(keys[n] ?? '') ?? 0 }));
  const loaded = await putLoad({ origin, connections: busy, seconds, shapes });
  loaded.sent.forEach((count, n) => {
    sentBefore.set(keys[n] ?? '', count);
  });
  if (loaded.failed > 0) console.log(`${keys.join(', ')}: ${loaded.failed} requests failed`);
  return loaded;
}

function toFigure({ name, goal, limitedBy }: MeasuredCall, samples: Samples): Figure {
  const medianOrNull = (list: number[]) => (list.length > 0 ? median(list) : null);
  return {
    name,
    rate: median(samples.loads.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: median(samples.loads.map(({ p50 }) => p50)),
    p99: median(samples.loads.map(({ p99 }) => p99)),
    serverMs: medianOrNull(samples.serverMs),
    databaseMs: medianOrNull(samples.databaseMs),
    memory: medianOrNull(samples.memory),
    bare: Object.fromEntries([...samples.bare].map(([driver, rates]) => [driver, median(rates)])),
    // Of each turn with the bare server's beside it: a median of the one need not be of the same moment as that of the other.
    ratios: [...samples.bare.values()].map((rates) =>
      median(rates.map((rate, turn) => (samples.loads[turn]?.requestsPerSecond ?? Number.NaN) / rate)),
    ),
    goal,
    limitedBy,
  };
}

/** Two processes may not share an embedded folder: the bare server gets a copy. */
async function settingsOfBareServer(settings: Settings): Promise<Settings> {
  if (postgres) return settings;
  const copy = `${settings.DATA_DIR}-copy`;
  await cp(settings.DATA_DIR ?? '', copy, { recursive: true });
  return { ...settings, DATA_DIR: copy };
}

interface DatabaseClock {
  /** Processor time of PostgreSQL so far; null where it is embedded or nobody tells. */
  read(): number | null;
  close(): Promise<void>;
}

async function openDatabaseClock(): Promise<DatabaseClock> {
  if (!postgres) return { read: () => null, close: async () => {} };
  const server = new Bun.SQL(postgres.url, { max: 1 });
  const [row] = (await server.unsafe('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
  return { read: () => readPostgresMs(row?.pid ?? 0), close: () => server.close() };
}

/** The largest league in one request, as a learner who opens its page waits for it. */
async function checkLargeLeague({ settings, seeded }: Prepared): Promise<void> {
  const target = await startTarget('api/server.ts', settings, '/livez');
  const url = `${target.origin}/api/progress/leagues/${LARGE_LEAGUE}`;
  const headers = { authorization: `Bearer ${seeded.tokens[0]}` };
  const cold = await medianLatency(url, 1, headers);
  const warm = await medianLatency(url, LARGE_REQUESTS, headers);
  await target.stop();
  checks.push({
    what: 'league of 40 × 10 × 10, one request',
    measured: `${warm.toFixed(0)} ms (first ${cold.toFixed(0)})`,
    limit: `< ${LARGE_LEAGUE_LIMIT_MS} ms`,
    isKept: Math.max(warm, cold) < LARGE_LEAGUE_LIMIT_MS,
  });
}

/** Reports and lists of the admin area with 20,000 users, one request after another. */
async function checkStaff(): Promise<void> {
  if (!postgres) {
    console.log('Reports and lists of staff are measured on PostgreSQL alone');
    return;
  }
  console.log('Making a database with 20,000 users, 200 leagues and a year of events …');
  const settings = {
    DATA_DIR: join(folder, 'data-staff'),
    LOG_LEVEL: 'warn',
    DATABASE_URL: await createDatabase(postgres.url, 'staff'),
  };
  for (const { name, ms } of await measureStaffReads(settings)) {
    checks.push({
      what: `staff: ${name}`,
      measured: ms === null ? 'not served' : `${ms.toFixed(1)} ms`,
      limit: `< ${STAFF_LIMIT_MS} ms`,
      isKept: ms !== null && ms < STAFF_LIMIT_MS,
    });
  }
}

/** What is promised of a million, one request after another. */
async function checkMillion(): Promise<void> {
  if (!postgres) {
    console.log('A million is measured on PostgreSQL alone');
    return;
  }
  const open = async (name: string) => ({
    DATA_DIR: join(folder, `data-${name}`),
    LOG_LEVEL: 'warn',
    DATABASE_URL: await createDatabase(postgres.url, name),
  });
  const clock = await openDatabaseClock();
  try {
    checks.push(...(await measureMillion(Number(values.people), open, clock.read)));
  } finally {
    await clock.close();
  }
}
