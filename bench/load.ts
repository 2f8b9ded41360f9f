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

/** Puts load on an address for some seconds with autocannon, in a process of its own. */
export async function putLoad(
  url: string,
  {
    seconds,
    connections,
    headers = {},
  }: { seconds: number; connections: number; headers?: Record<string, string> },
): Promise<Load> {
  const cannon = join(import.meta.dir, '../node_modules/autocannon/autocannon.js');
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const args = ['-j', '-n', '-c', String(connections), '-d', String(seconds), ...headerArgs, url];
  const child = Bun.spawn(['node', cannon, ...args], { stdout: 'pipe', stderr: 'ignore' });
  const report = JSON.parse(await new Response(child.stdout).text()) as Report;
  return {
    requestsPerSecond: report.requests.average,
    p50: report.latency.p50,
    p99: report.latency.p99,
    failed: report.non2xx + report.errors + report.timeouts,
  };
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
