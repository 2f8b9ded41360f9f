import { requireTime } from './deadline.ts';

/** What a statement read, and the version it was read at: by the same statement, or by an earlier one. */
export interface Versioned<Value> {
  version: string;
  value: Value;
  /** Until then, in milliseconds of the database's clock, the same rows give the same value; for good without. */
  untilMs?: number | null;
}

interface Settings<Value> {
  /** Reads the value of a key anew. */
  read: (key: string) => Promise<Versioned<Value>>;
  /** How much memory a value takes, about. */
  bytesOf: (value: Value) => number;
  /** Beyond that, what was asked for the longest ago goes. */
  bytesMax: number;
}

interface Run<Value> {
  number: number;
  found: Promise<Versioned<Value>>;
}

interface Entry<Value> {
  kept: Versioned<Value> | null;
  bytes: number;
  running: Run<Value> | null;
}

/** What readings of one kind hold in memory. */
export interface SharedUsage {
  entries: number;
  bytes: number;
}

/**
 * Values kept in the process (docs/decisions/0044): what is the same for everybody, and a learner's own pages
 * (docs/decisions/0052). Whoever asks brings the version that their own statement read; what is kept serves where it
 * has that version, else the value is read anew. However many ask at once, one reading serves them: the one under way
 * where it turns out to have their version, else the next one. So nobody is answered with anything older than what
 * they have read themselves.
 */
export class SharedReadings<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly settings: Settings<Value>;
  private bytes = 0;
  private begun = 0;

  constructor(settings: Settings<Value>) {
    this.settings = settings;
  }

  get usage(): SharedUsage {
    return { entries: this.entries.size, bytes: this.bytes };
  }

  /**
   * The value of a key at `version`, or a later one; where it depends on the clock, `atMs` is when the caller's own
   * statement ran by the clock of the database. Rejects with what reading it rejects with.
   */
  async get(key: string, version: string, atMs = 0): Promise<Versioned<Value>> {
    const before = this.begun;
    const isCurrent = (found: Versioned<Value>) =>
      found.version === version && atMs < (found.untilMs ?? Number.POSITIVE_INFINITY);
    for (;;) {
      const entry = this.entries.get(key) ?? this.add(key);
      if (entry.kept && isCurrent(entry.kept)) {
        this.touch(key, entry);
        return entry.kept;
      }
      const run = entry.running ?? this.begin(key, entry);
      const isLater = run.number > before;
      try {
        const found = await run.found;
        if (isLater || isCurrent(found)) return found;
      } catch (error) {
        if (isLater) throw error;
      }
    }
  }

  /**
   * The value together with what a caller read of their own, both of one version: the own part is read again where the
   * value has a later one. Null where there is no own part, or none any more.
   */
  async getWith<Own extends { version: string }>(
    key: string,
    first: Own | null,
    readAgain: () => Promise<Own | null>,
  ): Promise<{ shared: NonNullable<Value>; own: Own } | null> {
    for (let own = first; own; own = await readAgain()) {
      const { version, value } = await this.get(key, own.version);
      if (version === own.version && value != null) return { shared: value, own };
      requireTime();
    }
    return null;
  }

  private add(key: string): Entry<Value> {
    const entry: Entry<Value> = { kept: null, bytes: 0, running: null };
    this.entries.set(key, entry);
    return entry;
  }

  private begin(key: string, entry: Entry<Value>): Run<Value> {
    this.begun += 1;
    const found = this.settings.read(key).then(
      (fresh) => {
        entry.running = null;
        this.keep(key, entry, fresh);
        return fresh;
      },
      (error) => {
        entry.running = null;
        if (!entry.kept) this.entries.delete(key);
        throw error;
      },
    );
    entry.running = { number: this.begun, found };
    return entry.running;
  }

  private keep(key: string, entry: Entry<Value>, fresh: Versioned<Value>): void {
    const bytes = this.settings.bytesOf(fresh.value);
    this.bytes += bytes - entry.bytes;
    Object.assign(entry, { kept: fresh, bytes });
    this.touch(key, entry);
    for (const [oldest, { bytes: freed, running }] of this.entries) {
      if (this.bytes <= this.settings.bytesMax) break;
      if (running) continue;
      this.entries.delete(oldest);
      this.bytes -= freed;
    }
  }

  /** A map keeps the order in which keys were set: the ones asked for lately come last. */
  private touch(key: string, entry: Entry<Value>): void {
    this.entries.delete(key);
    this.entries.set(key, entry);
  }
}
