import type { Database } from '../db/client.ts';
import { type CallLimit, LIMITS, type LimitName } from './call-limits.ts';
import { addToLimit, takeLimit, tooManyRequests } from './limits.ts';

/** Until here an account or address costs no statement; most people never come as far. */
const UNSHARED_PART = 0.1;
/** From there on the processes tell each other after every such part of the limit. */
const SHARED_PART = 0.02;
/** So many counts of one limit are remembered twice: the ones of late, and those before them. */
const COUNTS_MAX = 10_000;

interface Count {
  /** What the processes together have counted, as far as this one knows. */
  known: number;
  /** What this process has not told the others yet. */
  untold: number;
  isShared: boolean;
  /** By `now`. */
  endsAt: number;
}

/** Counts in two halves: when the newer is full it becomes the older, and what nobody asked for since is forgotten. */
interface Counts {
  newer: Map<string, Count>;
  older: Map<string, Count>;
}

interface Settings {
  db: Database;
  /** RATE_LIMIT_SCALE. */
  scale: number;
  /** Milliseconds that never go back. */
  now?: () => number;
}

/**
 * Counts calls (docs/decisions/0036): in the memory of the process, which costs no statement, and from a tenth of a limit
 * on in the database as well, after every fiftieth part of it. So N processes together let pass at most N tenths more than
 * one would, a restart forgets a tenth, and who has used a limit up is refused without asking the database.
 */
export class CallCounter {
  private readonly counts = new Map<CallLimit, Counts>();
  private readonly settings: Required<Settings>;

  constructor(settings: Settings) {
    this.settings = { now: () => performance.now(), ...settings };
  }

  /**
   * Takes one call from what a limit gives a subject of this kind; nothing where it does not count by it. Throws
   * TOO_MANY_REQUESTS at once, or rejects with it where the database was asked.
   */
  take(name: LimitName, by: CallLimit['by'], subject: string): Promise<void> | undefined {
    const limits: readonly CallLimit[] = LIMITS[name];
    const limit = limits.find((candidate) => candidate.by === by);
    return limit && this.takeFrom(limit, `${name}:${subject}`);
  }

  /** How many counts are in memory. */
  get size(): number {
    return [...this.counts.values()].reduce((sum, { newer, older }) => sum + newer.size + older.size, 0);
  }

  private takeFrom(limit: CallLimit, key: string): Promise<void> | undefined {
    const { db, scale, now } = this.settings;
    if (limit.isExact) return takeLimit(db, { key, ...limit }, scale).then(() => undefined);
    const max = Math.max(1, Math.floor(limit.max * scale));
    const count = this.find(limit, key);
    if (count.known + count.untold >= max) throw flooded(count.endsAt - now());
    count.untold += 1;
    const part = count.isShared ? SHARED_PART : UNSHARED_PART;
    return count.untold < Math.floor(max * part) ? undefined : this.share(count, key, max);
  }

  private find(limit: CallLimit, key: string): Count {
    const counts = this.counts.get(limit) ?? { newer: new Map(), older: new Map() };
    this.counts.set(limit, counts);
    const now = this.settings.now();
    const known = counts.newer.get(key);
    if (known && known.endsAt > now) return known;
    const before = counts.older.get(key);
    const count =
      before && before.endsAt > now
        ? before
        : { known: 0, untold: 0, isShared: false, endsAt: now + limit.windowSeconds * 1000 };
    if (counts.newer.size >= COUNTS_MAX) {
      counts.older = counts.newer;
      counts.newer = new Map();
    }
    counts.newer.set(key, count);
    return count;
  }

  private async share(count: Count, key: string, max: number): Promise<void> {
    const { db, now } = this.settings;
    const amount = count.untold;
    count.untold = 0;
    count.known += amount;
    count.isShared = true;
    const total = await addToLimit(db, key, amount, Math.ceil((count.endsAt - now()) / 1000));
    const endsAt = now() + total.seconds * 1000;
    // Another process began the window that counts: what it knows is the whole of it.
    const isOther = endsAt > count.endsAt + 2000;
    count.known = isOther ? total.count : Math.max(count.known, total.count);
    count.endsAt = endsAt;
    if (total.count > max) throw flooded(endsAt - now());
  }
}

function flooded(milliseconds: number) {
  return tooManyRequests(Math.ceil(milliseconds / 1000), 'The limit protects everybody from floods.');
}
