// Measures what docs/product.md 5 promises and prints a table: medians of several rounds, and ratios against a bare
// yardstick on the same machine and database. Needs a built site. On PostgreSQL where one can be started.
// Usage: bun bench/run.ts [--seconds 3] [--rounds 3] [--connections 32] [--full]   (--full: 1,000,000 learners too)
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/run/postgres.mjs';
import { LOAD_GENERATOR, median, medianLatency, putLoad } from './load.ts';
import { READS, type Read } from './reads.ts';
import { LARGE_LEAGUE } from './seed.ts';
import { measureStaffReads, STAFF_LIMIT_MS } from './staff.ts';
import { prepareDatabase, type Settings, startTarget } from './target.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    full: { type: 'boolean', default: false },
  },
});
const load = { seconds: Number(values.seconds), connections: Number(values.connections) };
const rounds = Number(values.rounds);
const MB = 1024 * 1024;
const LATENCY_REQUESTS = 300;
const LARGE_REQUESTS = 30;
const WARM_SECONDS = 1;
const PAGES = ['/', '/about'];

type Samples = Map<string, number[]>;

interface Row {
  what: string;
  measured: string;
  yardstick: string;
  ratio: string;
  limit: string;
}
const rows: Row[] = [];
const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
const percent = (value: number) => `${Math.round(value * 100)} %`;

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const postgres = await startPostgres();
const databases = new Map<number, { settings: Settings; token: string }>();

try {
  const small = await openSized(1000);
  await compareLoads(small.settings, small.token);
  await measureLargeLeague(small);
  await measureStaff();
  await compareSizes(small);
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
print();

async function openSized(learners: number): Promise<{ settings: Settings; token: string }> {
  const known = databases.get(learners);
  if (known) return known;
  console.log(`Making a database with ${learners.toLocaleString('en')} learners …`);
  const settings: Settings = { DATA_DIR: join(folder, `data-${learners}`), LOG_LEVEL: 'warn' };
  if (postgres) settings.DATABASE_URL = await createDatabase(postgres.url, `learners_${learners}`);
  const made = { settings, token: await prepareDatabase(settings, learners) };
  databases.set(learners, made);
  return made;
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const server = new Bun.SQL(adminUrl);
  await server.unsafe(`CREATE DATABASE ${name}`);
  await server.close();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Static pages and reads under load; product and yardstick in turns, so that both see the same machine. */
async function compareLoads(settings: Settings, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const product: Samples = new Map();
  const bare: Samples = new Map();
  const memory: number[] = [];
  const target = await startTarget('api/server.ts', settings, '/livez');
  const yardstick = await startTarget('bench/bare-server.ts', await yardstickSettings(settings), '/hello');
  const compare = async (name: string, path: string, barePath: string, sent: Record<string, string>) => {
    record(product, name, await measure(target.origin + path, sent));
    record(bare, name, await measure(yardstick.origin + barePath, sent));
  };
  const reads: Read[] = [];
  for (const read of READS) {
    if ((await fetch(target.origin + read.path, { headers })).ok) reads.push(read);
    else console.log(`${read.path} is not served`);
  }
  try {
    for (let round = 1; round <= rounds; round++) {
      console.log(`Round ${round} of ${rounds} …`);
      for (const page of PAGES) {
        await compare(`page ${page} (br)`, page, '/hello', { 'accept-encoding': 'br' });
      }
      for (const { name, path } of reads) await compare(name, path, path, headers);
    }
    const bytes = await target.memory();
    if (bytes !== null) memory.push(bytes);
  } finally {
    await target.stop();
    await yardstick.stop();
  }
  for (const name of product.keys()) addLoadRow(name, product.get(name), bare.get(name));
  rows.push({
    what: 'memory of the API under load',
    measured: memory.length > 0 ? `${Math.round(median(memory) / MB)} MB` : '-',
    yardstick: '-',
    ratio: '-',
    limit: '<= 250 MB',
  });
}

/** Two processes may not share an embedded folder: the yardstick gets a copy. */
async function yardstickSettings(settings: Settings): Promise<Settings> {
  if (postgres) return settings;
  const copy = `${settings.DATA_DIR}-copy`;
  await cp(settings.DATA_DIR ?? '', copy, { recursive: true });
  return { ...settings, DATA_DIR: copy };
}

/** Requests a second, after a short time to warm up. */
async function measure(url: string, headers: Record<string, string>): Promise<number> {
  await putLoad(url, { ...load, headers, seconds: WARM_SECONDS });
  const { requestsPerSecond, failed } = await putLoad(url, { ...load, headers });
  if (failed > 0) console.log(`${url}: ${failed} requests failed`);
  return requestsPerSecond;
}

function record(samples: Samples, name: string, value: number): void {
  samples.set(name, [...(samples.get(name) ?? []), value]);
}

function addLoadRow(what: string, own: number[] | undefined, bare: number[] | undefined): void {
  const measured = own ? median(own) : null;
  const yardstick = bare ? median(bare) : null;
  rows.push({
    what,
    measured: measured === null ? 'not served' : perSecond(measured),
    yardstick: yardstick === null ? '-' : perSecond(yardstick),
    ratio: measured === null || yardstick === null ? '-' : percent(measured / yardstick),
    limit: '>= 60 %',
  });
}

/** The largest league in one request, as a learner who opens its page waits for it. */
async function measureLargeLeague({ settings, token }: { settings: Settings; token: string }): Promise<void> {
  const target = await startTarget('api/server.ts', settings, '/livez');
  const url = `${target.origin}/api/progress/leagues/${LARGE_LEAGUE}`;
  const headers = { authorization: `Bearer ${token}` };
  const cold = await medianLatency(url, 1, headers);
  const warm = await medianLatency(url, LARGE_REQUESTS, headers);
  await target.stop();
  rows.push({
    what: 'league of 40 × 10 × 10, one request',
    measured: `${warm.toFixed(0)} ms (first ${cold.toFixed(0)})`,
    yardstick: '-',
    ratio: '-',
    limit: '< 300 ms',
  });
}

/** Reports and lists of the admin area with 20,000 users, one request after another. */
async function measureStaff(): Promise<void> {
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
    rows.push({
      what: `staff: ${name}`,
      measured: ms === null ? 'not served' : `${ms.toFixed(1)} ms`,
      yardstick: '-',
      ratio: '-',
      limit: `< ${STAFF_LIMIT_MS} ms`,
    });
  }
}

/** One request after another: a million learners must not cost more than a thousand. */
async function compareSizes(small: { settings: Settings; token: string }): Promise<void> {
  if (!values.full) return;
  const large = await openSized(1_000_000);
  const latencies = async ({ settings, token }: typeof small) => {
    const target = await startTarget('api/server.ts', settings, '/livez');
    const result: Record<string, number> = {};
    for (const { name, path } of READS.filter(({ name }) => name === 'leaderboard' || name === 'dashboard')) {
      const headers = { authorization: `Bearer ${token}` };
      if (!(await fetch(target.origin + path, { headers })).ok) continue;
      await medianLatency(target.origin + path, LATENCY_REQUESTS, headers);
      result[name] = await medianLatency(target.origin + path, LATENCY_REQUESTS, headers);
    }
    await target.stop();
    return result;
  };
  const [few, many] = [await latencies(small), await latencies(large)];
  for (const [name, time] of Object.entries(many)) {
    rows.push({
      what: `${name}: 1,000,000 against 1,000 learners`,
      measured: `${time.toFixed(2)} ms`,
      yardstick: `${few[name]?.toFixed(2)} ms`,
      ratio: `${(time / (few[name] ?? Number.NaN)).toFixed(2)} ×`,
      limit: '<= 1.3 ×',
    });
  }
}

function print(): void {
  const heads: Row = {
    what: 'what',
    measured: 'product',
    yardstick: 'yardstick',
    ratio: 'ratio',
    limit: 'limit',
  };
  const columns = Object.keys(heads) as (keyof Row)[];
  const width = (column: keyof Row) => Math.max(...[heads, ...rows].map((row) => row[column].length));
  console.log(
    `\nDatabase: ${postgres ? 'PostgreSQL' : 'embedded'}; ${rounds} rounds of ${load.seconds} s with ${LOAD_GENERATOR}\n`,
  );
  for (const row of [heads, ...rows]) {
    console.log(columns.map((column) => row[column].padEnd(width(column))).join('  '));
  }
}
