import { join } from 'node:path';

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Replies that were not 2xx, and requests without a reply. */
  failed: number;
}

interface Report {
  requests: { average: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
  timeouts: number;
}

interface LoadOptions {
  seconds: number;
  connections: number;
  headers?: Record<string, string>;
}

/** The load generator in use. autocannon parses every reply in JavaScript and is itself the limit for fast pages. */
export const LOAD_GENERATOR = Bun.which('wrk') ? 'wrk' : 'autocannon';

/** Puts load on an address for some seconds, from a process of its own: wrk where it is installed, else autocannon. */
export function putLoad(url: string, options: LoadOptions): Promise<Load> {
  return LOAD_GENERATOR === 'wrk' ? putLoadWithWrk(url, options) : putLoadWithAutocannon(url, options);
}

async function putLoadWithWrk(
  url: string,
  { seconds, connections, headers = {} }: LoadOptions,
): Promise<Load> {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const report = await run([
    'wrk',
    '-t1',
    '--latency',
    `-c${connections}`,
    `-d${seconds}s`,
    ...headerArgs,
    url,
  ]);
  const errors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report)?.slice(1) ?? [];
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1] ?? Number.NaN),
    p50: toMilliseconds(/50%\s+([\d.]+\w+)/.exec(report)?.[1]),
    p99: toMilliseconds(/99%\s+([\d.]+\w+)/.exec(report)?.[1]),
    failed: [/Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1] ?? '0', ...errors]
      .map(Number)
      .reduce((a, b) => a + b),
  };
}

/** wrk writes 250.00us, 1.20ms or 2.00s. */
function toMilliseconds(text = ''): number {
  const [, number = '', unit = ''] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? [];
  return Number(number) * ({ us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit] ?? Number.NaN);
}

async function putLoadWithAutocannon(
  url: string,
  { seconds, connections, headers = {} }: LoadOptions,
): Promise<Load> {
  const cannon = join(import.meta.dir, '../node_modules/autocannon/autocannon.js');
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const args = ['-j', '-n', '-c', String(connections), '-d', String(seconds), ...headerArgs, url];
  const report = JSON.parse(await run(['node', cannon, ...args])) as Report;
  return {
    requestsPerSecond: report.requests.average,
    p50: report.latency.p50,
    p99: report.latency.p99,
    failed: report.non2xx + report.errors + report.timeouts,
  };
}

async function run(command: string[]): Promise<string> {
  return new Response(Bun.spawn(command, { stdout: 'pipe', stderr: 'ignore' }).stdout).text();
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Time of one request after another, in milliseconds: the median of `count`. */
export async function medianLatency(
  url: string,
  count: number,
  headers: Record<string, string>,
): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
