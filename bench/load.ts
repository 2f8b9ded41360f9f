import autocannon from 'autocannon';

/** Sends the first path with every token, then the second path, and so on. */
export interface Shape {
  method?: 'GET' | 'POST';
  paths: readonly string[];
  tokens?: readonly string[];
  bodies?: readonly string[];
  headers?: Record<string, string>;
  weight?: number;
}

interface Load {
  /** Replies with 2xx per second. */
  rate: number;
  p50: number;
  p97: number;
  p99: number;
  /** Replies without 2xx, and broken connections. */
  failed: number;
}

interface LoadPlan {
  origin: string;
  connections: number;
  seconds: number;
  shapes: readonly Shape[];
  /** Requests per second; unlimited by default. */
  rate?: number;
}

// Requests sent per first path, so that a later load ticks resources that are not yet done.
const sent = new Map<string, number>();

export async function putLoad({ origin, connections, seconds, shapes, rate }: LoadPlan): Promise<Load> {
  const requests = spread(shapes).map(toRequest);
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests,
    ...(rate ? { overallRate: rate } : {}),
  });
  return {
    rate: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

function spread(shapes: readonly Shape[]): Shape[] {
  return shapes
    .flatMap((shape) =>
      Array.from({ length: shape.weight ?? 1 }, (_, n) => ({ shape, at: (n + 0.5) / (shape.weight ?? 1) })),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ shape }) => shape);
}

function toRequest({
  method = 'GET',
  paths,
  tokens = [],
  bodies = [],
  headers = {},
}: Shape): autocannon.Request {
  const key = paths[0] ?? '';
  const people = Math.max(1, tokens.length);
  return {
    method,
    setupRequest: (request) => {
      const n = sent.get(key) ?? 0;
      sent.set(key, n + 1);
      const token = tokens[n % people];
      const body = bodies[n % Math.max(1, bodies.length)];
      return {
        ...request,
        path: paths[Math.floor(n / people) % paths.length] ?? key,
        headers: {
          ...headers,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body } : {}),
      };
    },
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** In milliseconds, one request at a time with changing tokens. */
export async function medianLatency(
  origin: string,
  { paths, tokens, count }: { paths: readonly string[]; tokens: readonly string[]; count: number },
): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const url = origin + paths[n % paths.length];
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${tokens[n % tokens.length]}` } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
