import { join } from 'node:path';

/** Requests of one kind: everybody with the first path, then everybody with the second, and so on. */
export interface Shape {
  method?: 'GET' | 'POST';
  /** `{n}` stands for the number of the person, from 1. */
  paths: readonly string[];
  /** As many as there are tokens where nothing is said. */
  people?: number;
  tokens?: readonly string[];
  /** JSON; in turns. */
  bodies?: readonly string[];
  headers?: Record<string, string>;
  /** How often this one of several comes; 1 where nothing is said. */
  weight?: number;
  /** How many of them were sent by earlier loads, so that a write finds something that is not written yet. */
  startAt?: number;
}

export interface LoadPlan {
  origin: string;
  connections: number;
  seconds: number;
  shapes: Shape[];
}

export interface Load {
  requestsPerSecond: number;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Replies that were not 2xx, and connections that broke. */
  failed: number;
  bytesPerReply: number;
  /** `startAt` of the next load, shape by shape. */
  sent: number[];
}

/** Puts load on a server for some seconds, from a process of its own. */
export async function putLoad(plan: LoadPlan): Promise<Load> {
  const generator = Bun.spawn(
    [process.execPath, '--no-env-file', join(import.meta.dir, 'load-generator.ts')],
    {
      stdin: new Blob([JSON.stringify(plan)]),
      stdout: 'pipe',
      stderr: 'inherit',
    },
  );
  return JSON.parse(await new Response(generator.stdout).text()) as Load;
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
