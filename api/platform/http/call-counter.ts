import type { Database } from '../db/client.ts';
import { type CallLimit, LIMITS, type LimitName } from './call-limits.ts';
import { takeLimit, toMax, tooManyRequests } from './limits.ts';

const COUNTS_MAX = 10_000;

interface Count {
  calls: number;
  endsAt: number;
}

// A full newer generation becomes the older one; counters unused since are dropped.
interface Counts {
  newer: Map<string, Count>;
  older: Map<string, Count>;
}

interface Settings {
  db: Database;
  scale: number;
  now?: () => number;
}

/** Counts shared limits in the database, others in memory (docs/decisions/0036). */
export class CallCounter {
  private readonly counts = new Map<CallLimit, Counts>();
  private readonly settings: Required<Settings>;

  constructor(settings: Settings) {
    this.settings = { now: () => performance.now(), ...settings };
  }

  /**
   * Does nothing if the limit has no rule for `by`. Throws TOO_MANY_REQUESTS, or rejects with it for a shared limit.
   */
  take(name: LimitName, by: CallLimit['by'], subject: string): Promise<void> | undefined {
    const limits: readonly CallLimit[] = LIMITS[name];
    const limit = limits.find((candidate) => candidate.by === by);
    const { db, scale } = this.settings;
    if (limit?.isShared) return takeLimit(db, { key: `${name}:${subject}`, ...limit }, scale);
    if (limit) this.takeInMemory(limit, subject);
    return undefined;
  }

  get size(): number {
    return [...this.counts.values()].reduce((sum, { newer, older }) => sum + newer.size + older.size, 0);
  }

  private takeInMemory(limit: CallLimit, subject: string): void {
    const now = this.settings.now();
    const counts = this.counts.get(limit) ?? { newer: new Map(), older: new Map() };
    this.counts.set(limit, counts);
    const known = counts.newer.get(subject) ?? counts.older.get(subject);
    const count =
      known && known.endsAt > now ? known : { calls: 0, endsAt: now + limit.windowSeconds * 1000 };
    if (counts.newer.size >= COUNTS_MAX) {
      counts.older = counts.newer;
      counts.newer = new Map();
    }
    counts.newer.set(subject, count);
    if (count.calls >= toMax(limit, this.settings.scale)) {
      const seconds = Math.ceil((count.endsAt - now) / 1000);
      throw tooManyRequests(seconds, 'The limit protects everybody from floods.');
    }
    count.calls += 1;
  }
}
