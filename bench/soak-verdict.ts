import { median } from './load.ts';

/** What a process that has warmed up may still gain. */
const GROWTH_MB_A_MINUTE = 1;
const WARM_UP_MINUTES = 10;
/** The shortest run that tells growth from the ups and downs of a collector. */
const MEMORY_MINUTES = 30;
const SLOWER = 1.2;

export interface Sample {
  minute: number;
  memory: number;
  connections: number;
  files: number;
  rows: Record<string, number>;
  /** Milliseconds of each call, by what was called. */
  times: ReadonlyMap<string, readonly number[]>;
  /** Milliseconds of each call of the bare server in the same seconds. */
  bareTimes: readonly number[];
}

export const allTimes = (samples: readonly Sample[]): number[] =>
  samples.flatMap(({ times }) => [...times.values()].flat());

export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

export interface Check {
  what: string;
  measured: string;
  /** Null where the run was too short to tell. */
  isKept: boolean | null;
}

/**
 * Compares the last part of the run with the first one, after a tenth of it for warming up. A process gains memory for its
 * first ten minutes, whatever it does: a run is judged by its memory after those, and only when twenty more are left.
 * The machine may have become slower as well: calls may by as much as those of the bare server did, and a fifth.
 * @param mostRows Tables that may grow, up to so many rows: what learners do leaves a row the first time.
 */
export function judge(
  samples: readonly Sample[],
  minutes: number,
  refused: ReadonlyMap<string, number>,
  mostRows: Readonly<Record<string, number>> = {},
): Check[] {
  const warm = samples.filter(({ minute }) => minute > minutes / 10);
  const part = Math.max(6, Math.floor(warm.length / 6));
  const [first, last] = [warm.slice(0, part), warm.slice(-part)];
  const of = (part: Sample[], value: (sample: Sample) => number) => median(part.map(value));
  const settled = samples.filter(({ minute }) => minute > Math.max(WARM_UP_MINUTES, minutes / 10));
  const growth = slope(settled.map(({ minute, memory }) => [minute, memory]));
  const memory = [settled.slice(0, part), settled.slice(-part)].map((some) =>
    of(some, (sample) => sample.memory).toFixed(0),
  );
  const [before, after] = [first, last].map((part) => percentile(allTimes(part), 0.99)) as [number, number];
  const [bareBefore, bareAfter] = [first, last].map((part) =>
    percentile(
      part.flatMap(({ bareTimes }) => bareTimes),
      0.99,
    ),
  ) as [number, number];
  const failed = [...refused.values()].reduce((sum, count) => sum + count, 0);
  const calls = allTimes(samples).length;
  const tables = Object.keys(first[0]?.rows ?? {});
  const flat = (what: string, value: (sample: Sample) => number, spare: number, most = 0): Check => {
    const [a, b] = [of(first, value), of(last, value)];
    const limit = most > 0 ? `, ${most} at most` : '';
    return {
      what,
      measured: `${a} at first, ${b} at last${limit}`,
      isKept: b <= (most > 0 ? most : a * 1.1 + spare),
    };
  };
  return [
    {
      what: 'calls without success',
      measured: `${failed} of ${calls} ${[...refused].map(([what, count]) => `${what} (${count})`).join(', ')}`,
      isKept: failed === 0 && calls > 0,
    },
    {
      what: 'memory',
      measured:
        minutes < MEMORY_MINUTES
          ? `no verdict in less than ${MEMORY_MINUTES} minutes, ${WARM_UP_MINUTES} of which warm up`
          : `${memory[0]} MB at first, ${memory[1]} MB at last, ${growth.toFixed(2)} MB a minute`,
      isKept: minutes < MEMORY_MINUTES ? null : growth < GROWTH_MB_A_MINUTE,
    },
    {
      what: 'the slowest of a hundred calls',
      measured:
        `${before.toFixed(1)} ms at first, ${after.toFixed(1)} ms at last; ` +
        `of the bare server ${bareBefore.toFixed(1)} and ${bareAfter.toFixed(1)}`,
      isKept: after <= before * SLOWER * Math.max(1, bareAfter / bareBefore),
    },
    ...slowerCalls(first, last),
    flat('connections to the database', ({ connections }) => connections, 2),
    flat('open files', ({ files }) => files, 10),
    ...tables.map((table) => flat(`rows of ${table}`, ({ rows }) => rows[table] ?? 0, 100, mostRows[table])),
  ];
}

/** What each call took at first and at last, those that became slowest first: for finding a reason, without a verdict. */
function slowerCalls(first: readonly Sample[], last: readonly Sample[]): Check[] {
  const toP99 = (samples: readonly Sample[], what: string) =>
    percentile(
      samples.flatMap(({ times }) => times.get(what) ?? []),
      0.99,
    );
  return [...new Set(last.flatMap(({ times }) => [...times.keys()]))]
    .map((what) => ({ what, before: toP99(first, what), after: toP99(last, what) }))
    .sort((a, b) => b.after - b.before - (a.after - a.before))
    .map(({ what, before, after }) => ({
      what: `  ${what}`,
      measured: `${before.toFixed(0)} ms at first, ${after.toFixed(0)} ms at last`,
      isKept: null,
    }));
}

/** What a server wrote to its log, alike lines together: the event, its call and why. */
export function countLogged(log: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of log.split('\n').filter((line) => line.startsWith('{'))) {
    const { event, call, because, message } = JSON.parse(line) as Record<string, string | undefined>;
    const what = [event, call, because ?? message].filter(Boolean).join(', ');
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}

/** Least squares: how much y rises for one of x. */
function slope(points: (readonly [number, number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
