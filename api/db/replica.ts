import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { ApiError } from '../errors/api-error.ts';
import { isUnavailable, sqlStateOf } from '../errors/sql-state.ts';
import { describeError, type Log } from '../process/log.ts';
import { type ReplicaAnswer, replicaLag, replicaReads, replicaUp } from '../process/metrics.ts';
import { type Database, type OpenDatabase, openPostgres, type PostgresOptions, queryRows } from './client.ts';
import { requireTime } from './deadline.ts';
import { hasReached, LagMeter, logPosition, splitPosition, toBytes } from './log-position.ts';

/** Between looks at a replica in use. With the patience of one look it is left within 650 ms. */
const LOOK_MS = 200;
const PATIENCE_MS = 450;
/** Between looks at one that was left. */
const RETRY_MS = 1000;
/** A replica on a good line is behind by a millisecond or two: these waits are worth it, more of them are not. */
const CATCH_UP_MS = [1, 2, 4, 8, 16];
/** Who is further behind is not asked. */
const LAG_MS_MAX = 1000;

/** Connections to the replica, from when it is found until it is left. */
interface Link {
  pool: OpenDatabase;
  /** One connection of its own: it must not wait behind reads. */
  watch: OpenDatabase;
  /** Reads under way, each with what ends its wait. */
  readonly waiting: Set<(error: unknown) => void>;
  isUsed: boolean;
}

interface Options extends PostgresOptions {
  primary: Database;
  log: Log;
  /** How long a look may take. */
  patienceMs?: number;
}

/** What it does, for /health. */
export interface ReplicaUsage {
  status: 'used' | 'left';
  /** How long it is behind, from the last look; null while it is left. */
  lagSeconds: number | null;
  /** Reads by who answered them, and why it was the primary. */
  reads: Record<ReplicaAnswer, number>;
}

class NotReached extends Error {}

/**
 * A streaming replica of PostgreSQL that answers heavy reads (docs/decisions/0054). A read goes there only if it has
 * come as far as the log was when the statement that found its caller's session ran, which the replica is asked over the
 * very connection of the read; so nobody is answered with anything older than what that statement could see, whoever
 * wrote it in whatever process. Everything else, and whatever fails there, is read from the primary.
 */
export class Replica {
  private readonly options: Options;
  private link: Link | null = null;
  private looking: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  /** The system that the primary is of, and its timeline; from the last look at it. */
  private origin: { system: string; timeline: number } | null = null;
  private status: ReplicaUsage['status'] | null = null;
  private meter = new LagMeter();
  private lagMs = 0;
  private readonly reads: ReplicaUsage['reads'] = { replica: 0, behind: 0, left: 0, failed: 0 };

  /** Connects in the background; a replica that is not there holds nothing up. */
  constructor(options: Options) {
    this.options = options;
    replicaUp.set(0);
    this.lookSoon(0);
  }

  get usage(): ReplicaUsage {
    const lagSeconds = this.link?.isUsed ? this.lagMs / 1000 : null;
    return { status: lagSeconds === null ? 'left' : 'used', lagSeconds, reads: { ...this.reads } };
  }

  /**
   * Does a read on the replica, or on the primary where the replica has not reached `position` (`logPosition`), fails or
   * is left meanwhile; `work` may then run a second time. Rejects with what `work` rejects with.
   */
  async read<Result>(position: string | null, work: (db: Database) => Promise<Result>): Promise<Result> {
    const { link } = this;
    let answer: ReplicaAnswer = 'left';
    if (link?.isUsed && position !== null) {
      try {
        if (this.lagMs > LAG_MS_MAX) throw new NotReached();
        const result = await this.readFrom(link, position, work);
        this.count('replica');
        return result;
      } catch (error) {
        // A refusal is an answer. What is too slow there is too slow here.
        if (error instanceof ApiError || sqlStateOf(error) === '57014') {
          this.count('replica');
          throw error;
        }
        answer = error instanceof NotReached ? 'behind' : 'failed';
        if (answer === 'failed') this.judgeFailure(link, error);
      }
    }
    requireTime();
    this.count(answer);
    return work(this.options.primary);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.looking;
    if (this.link) await this.drop(this.link);
  }

  /** One connection for the question and the read: behind an address may be another server the next time. */
  private async readFrom<Result>(
    link: Link,
    position: string,
    work: (db: Database) => Promise<Result>,
  ): Promise<Result> {
    const abandoned = Promise.withResolvers<never>();
    link.waiting.add(abandoned.reject);
    try {
      const reading = link.pool.db.transaction(async (transaction) => {
        const tx = transaction as unknown as Database;
        await reach(tx, position);
        // Who waited for a connection for too long has been answered.
        requireTime();
        return work(tx);
      });
      return await Promise.race([abandoned.promise, reading]);
    } finally {
      link.waiting.delete(abandoned.reject);
    }
  }

  /** A read that stood in the way of the log (40001) says nothing about the replica; a lost connection does. */
  private judgeFailure(link: Link, error: unknown): void {
    this.options.log.info('replica_read_failed', describeError(error));
    if (isUnavailable(error) && sqlStateOf(error) !== '55P03') this.leave(link, error);
  }

  private count(answer: ReplicaAnswer): void {
    this.reads[answer] += 1;
    replicaReads.inc({ answer });
  }

  private lookSoon(ms: number): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => {
      this.looking = this.look().then(() => this.lookSoon(this.link ? LOOK_MS : RETRY_MS));
    }, ms);
    this.timer.unref?.();
  }

  /** Looks at both servers: uses the replica if it follows this primary, else leaves it. Never rejects. */
  private async look(): Promise<void> {
    const link = this.link ?? this.open();
    const { primary, patienceMs = PATIENCE_MS } = this.options;
    const ours = inTime(readOrigin(primary), patienceMs).catch(() => null);
    try {
      const copy = await inTime(readCopy(link.watch.db), patienceMs);
      const origin = await ours;
      if (origin) this.origin = origin;
      const problem = this.origin ? findProblem(copy, this.origin) : 'The primary does not answer yet';
      if (problem) throw new Error(problem);
      // Left meanwhile by a read that failed.
      if (this.link !== link) return;
      this.lagMs = this.meter.note(origin && toBytes(origin.place), toBytes(copy.place), performance.now());
      replicaLag.set(this.lagMs / 1000);
      if (link.isUsed) return;
      link.isUsed = true;
      replicaUp.set(1);
      this.say('used');
    } catch (error) {
      this.leave(link, error);
    }
  }

  private open(): Link {
    const { primary: _, log: __, patienceMs: ___, ...server } = this.options;
    const link = {
      pool: openPostgres({ ...server, isReplica: true }),
      watch: openPostgres({ ...server, isReplica: true, poolSize: 1 }),
      waiting: new Set<(error: unknown) => void>(),
      isUsed: false,
    };
    this.link = link;
    this.meter = new LagMeter();
    return link;
  }

  /** Everybody who waits for it goes to the primary at once. */
  private leave(link: Link, error: unknown): void {
    if (this.link !== link) return;
    this.link = null;
    replicaUp.set(0);
    replicaLag.remove();
    this.say('left', error);
    for (const abandon of link.waiting) abandon(new Error('The replica was left', { cause: error }));
    // Not waited for: what is frozen does not say goodbye.
    this.drop(link).catch(() => {});
  }

  private async drop({ pool, watch }: Link): Promise<void> {
    await Promise.all([pool.close(), watch.close()]);
  }

  private say(status: ReplicaUsage['status'], error?: unknown): void {
    if (this.status === status) return;
    this.status = status;
    if (status === 'used') this.options.log.info('replica_used');
    else {
      // The query builder wraps what the driver says.
      const cause = error instanceof Error && error.cause ? error.cause : error;
      this.options.log.warn('replica_left', describeError(cause));
    }
  }
}

/** Waits a little for the replica to reach a position. Throws NotReached. */
async function reach(tx: Database, position: string): Promise<void> {
  if (await hasReached(tx, position)) return;
  for (const ms of CATCH_UP_MS) {
    await wait(ms);
    if (await hasReached(tx, position)) return;
  }
  throw new NotReached();
}

/** Of which system a server is, on which timeline, and how far. */
interface Whereabouts {
  system: string;
  timeline: number;
  place: string;
}

/** Where the primary is; null when it is none. */
export async function readOrigin(primary: Database): Promise<Whereabouts | null> {
  const [row] = await queryRows<{ system: string; position: string | null }>(
    primary,
    sql`select (select system_identifier::text from pg_control_system()) as system, ${logPosition} as position`,
  );
  return row?.position == null ? null : { system: row.system, ...splitPosition(row.position) };
}

/** Where a replica is. */
export async function readCopy(db: Database): Promise<Whereabouts & { isStandby: boolean }> {
  const [row] = await queryRows<Whereabouts & { isStandby: boolean }>(
    db,
    sql`select pg_is_in_recovery() as "isStandby", (select system_identifier::text from pg_control_system()) as system,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      coalesce(pg_last_wal_replay_lsn(), '0/0')::text as place`,
  );
  if (!row) throw new Error('The replica does not say how far it is');
  return row;
}

/** Why a server cannot stand in for reads of the primary; null when it can. */
export function findProblem(
  copy: { isStandby: boolean; system: string; timeline: number },
  origin: { system: string; timeline: number },
): string | null {
  if (copy.system !== origin.system) return 'It is a copy of another database';
  if (!copy.isStandby) return 'It is no standby: it writes for itself';
  if (copy.timeline !== origin.timeline)
    return `It is on timeline ${copy.timeline}, the primary on ${origin.timeline}`;
  return null;
}

/** Rejects when an answer takes longer. */
export async function inTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
