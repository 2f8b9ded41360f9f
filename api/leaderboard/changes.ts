import { sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import type { LeaderboardChange } from '#contract/leaderboard.ts';
import type { Actor } from '../platform/access/actor.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { requireTime } from '../platform/db/deadline.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { eventStreams } from '../platform/process/metrics.ts';

/** What changes a place or what is shown of it, beside progress; every one of them is written to the audit log. */
const AUDITED = [
  ...['USER_CREATED', 'USER_APPROVED', 'USER_ROLE_CHANGED', 'USER_STATUS_CHANGED', 'USER_PROFILE_CHANGED'],
  ...[
    'USER_CLOSED',
    'USER_MADE_ADMINISTRATOR',
    'USER_DELETED',
    'USER_ENROLLED',
    'USER_UNENROLLED',
    'DEMO_REMOVED',
  ],
  ...['BADGE_EARNED', 'BADGE_MANUALLY_AWARDED', 'BADGE_REVOKED', 'BADGE_UPDATED'],
  ...['LEAGUE_CASCADE_DELETED', 'LEAGUE_FILES_IMPORTED'],
  ...['WEEK_UPDATED', 'WEEK_DELETED', 'SECTION_UPDATED', 'SECTION_DELETED'],
  ...['RESOURCE_CREATED', 'RESOURCE_IMPORTED', 'RESOURCE_UPDATED', 'RESOURCE_DELETED'],
];

export interface Version {
  /** Differs when the ranking may differ; the same in every process. */
  version: string;
  /** The oldest write under way, and the one to come next: all that is under way is done when `oldest` gets there. */
  oldest: bigint;
  next: bigint;
}

/** The newest thing that can have moved somebody: a few looks at the ends of indexes, whatever the size. */
export async function readVersion(db: Database): Promise<Version> {
  const [row] = await queryRows<{ version: string; oldest: string; next: string }>(
    db,
    sql`select coalesce((select max(id) from progress_events), 0) || '-' || coalesce((
        select (extract(epoch from max(newest.created_at)) * 1000000)::bigint
        from (values ${sql.join(
          AUDITED.map((action) => sql`(${action}::text)`),
          sql`, `,
        )}) watched(action)
        cross join lateral (
          select created_at from audit_log where audit_log.action = watched.action
          order by created_at desc limit 1) newest), 0) as version,
      pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
      pg_snapshot_xmax(pg_current_snapshot())::text as next`,
  );
  return { version: row?.version ?? '0-0', oldest: BigInt(row?.oldest ?? 0), next: BigInt(row?.next ?? 0) };
}

/** Whether rows that were read after `seen` show all that a version of an event stands for. */
export function covers(seen: Version, named: string): boolean {
  const [event = 0, moment = 0] = seen.version.split('-').map(Number);
  const [namedEvent = 0, namedMoment = Number.NaN, settled = 0] = named.split('-').map(Number);
  return event >= namedEvent && moment >= namedMoment && seen.oldest >= settled;
}

interface Settings {
  read: () => Promise<Version>;
  /** Those of these sessions whose streams end. */
  findEnded: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** How often the database is looked at while somebody listens, so the least time between two events. */
  everyMs?: number;
  perAccount?: number;
  inAll?: number;
  /** After so long a stream ends and its client comes back with a fresh token. */
  lifetimeMs?: number;
  heartbeatMs?: number;
  /** How often `findEnded` is asked while somebody listens. */
  endEveryMs?: number;
  onFailure?: (error: unknown) => void;
}

type Follower = Pick<Actor, 'id' | 'sessionId'>;

interface Listener {
  sessionId: string;
  send(bytes: Uint8Array): void;
  end(): void;
  endsAt: number;
}

const LISTENERS_PER_ACCOUNT = 6;
const LISTENERS_IN_ALL = 5000;
/** How often each process looks whether the leaderboard has changed: with the spread, a change is told within two seconds. */
export const LOOK_EVERY_MS = 1000;
const LIFETIME_MS = 10 * 60_000;
const HEARTBEAT_MS = 25_000;
/**
 * How often each process asks whose sessions have ended: with the least spread, a screen knows within a second. With
 * many listeners less often: a session costs the database about 5 microseconds.
 */
export const END_EVERY_MS = 500;
const END_PAUSE_PER_LISTENER_MS = 0.2;
/** Clients come back within this; longer where many listen, so that they come one by one. */
const SPREAD_MS = 400;
const SPREAD_PER_LISTENER_MS = 0.4;
/** With many listeners events are further apart: each of them may ask so often at most. */
const PAUSE_PER_LISTENER_MS = 2;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(':\n\n');

/**
 * Tells listeners that the ranking has changed. One small event for all, at most one a second, whatever happened
 * meanwhile; each process asks the database once a second while it has listeners and never otherwise.
 */
export function createChanges({
  read,
  findEnded,
  everyMs = LOOK_EVERY_MS,
  perAccount = LISTENERS_PER_ACCOUNT,
  inAll = LISTENERS_IN_ALL,
  lifetimeMs = LIFETIME_MS,
  heartbeatMs = HEARTBEAT_MS,
  endEveryMs = END_EVERY_MS,
  onFailure = () => {},
}: Settings) {
  const listeners = new Set<Listener>();
  const accounts = new Map<string, number>();
  let current: string | null = null;
  let seen: string | null = null;
  let settlesAt: bigint | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let endTimer: ReturnType<typeof setTimeout> | null = null;
  let heartbeat: ReturnType<typeof setInterval> | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let isClosed = false;

  const spread = () => Math.round(Math.max(SPREAD_MS, listeners.size * SPREAD_PER_LISTENER_MS));
  const toEvent = (version: string): Uint8Array => {
    const change: LeaderboardChange = { version, spreadMs: spread() };
    return encoder.encode(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
  };
  const notifyAll = () => {
    if (current === null) return;
    toldAt = performance.now();
    const event = toEvent(current);
    for (const listener of listeners) listener.send(event);
  };

  /**
   * Looks once. The newest change may be committed before an older one: what was under way when a change was seen is
   * told again when it is done.
   */
  async function look(): Promise<void> {
    const found = await read();
    if (seen !== found.version) {
      current = found.version;
      seen = found.version;
      settlesAt = found.oldest < found.next ? found.next : null;
    } else if (settlesAt !== null && found.oldest >= settlesAt) {
      current = `${found.version}-${settlesAt}`;
      settlesAt = null;
    }
  }

  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  async function tick(): Promise<void> {
    timer = null;
    const now = performance.now();
    for (const listener of listeners) if (listener.endsAt < now) listener.end();
    const before = current;
    if (listeners.size > 0 && now - toldAt >= listeners.size * PAUSE_PER_LISTENER_MS) {
      await lookOnce().catch(onFailure);
      if (current !== before && before !== null) notifyAll();
    }
    schedule();
  }

  /** Whoever signed out or was suspended hears nothing more; the client asks again and is told why. */
  async function endSignedOut(): Promise<void> {
    const ended = await findEnded([...new Set([...listeners].map(({ sessionId }) => sessionId))]);
    for (const listener of listeners) if (ended.has(listener.sessionId)) listener.end();
  }

  async function tickEnds(): Promise<void> {
    endTimer = null;
    if (listeners.size > 0) await endSignedOut().catch(onFailure);
    schedule();
  }

  const schedule = () => {
    if (listeners.size > 0) {
      timer ??= setTimeout(() => void tick(), everyMs);
      endTimer ??= setTimeout(
        () => void tickEnds(),
        Math.max(endEveryMs, listeners.size * END_PAUSE_PER_LISTENER_MS),
      );
      heartbeat ??= setInterval(() => {
        for (const listener of listeners) listener.send(HEARTBEAT);
      }, heartbeatMs);
    } else if (heartbeat) {
      clearInterval(heartbeat);
      heartbeat = null;
    }
  };

  return {
    /** The version of the last look while somebody listens; null otherwise. */
    current: () => (listeners.size > 0 ? current : null),
    size: () => listeners.size,

    /**
     * A stream of events, the first of which says where things stand. Throws TOO_MANY_REQUESTS where an account has too
     * many streams open, UNAVAILABLE where the process has or is stopping.
     */
    async follow({ id: accountId, sessionId }: Follower): Promise<ReadableStream<Uint8Array>> {
      // What was seen before the last listener left is old.
      if (listeners.size === 0 || current === null) await lookOnce();
      // Whoever was answered meanwhile would never read the stream, which kept its place until it ended.
      requireTime();
      // Nothing would end a stream that begins after all others were ended.
      if (isClosed) throw new ApiError(ERRORS.UNAVAILABLE, { retryAfter: 2, because: 'stopping' });
      // Judged after the wait: whoever asked meanwhile counts.
      if (listeners.size >= inAll) {
        throw new ApiError(ERRORS.UNAVAILABLE, { retryAfter: 30, because: 'too many streams are open' });
      }
      if ((accounts.get(accountId) ?? 0) >= perAccount) {
        throw new ApiError(ERRORS.TOO_MANY_REQUESTS, { retryAfter: 30 });
      }
      let listener: Listener | null = null;
      const leave = () => {
        if (!listener || !listeners.delete(listener)) return;
        eventStreams.dec();
        const left = (accounts.get(accountId) ?? 1) - 1;
        if (left > 0) accounts.set(accountId, left);
        else accounts.delete(accountId);
        schedule();
      };
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            listener = {
              sessionId,
              send: (bytes) => {
                // A client that has not read the last ones gets no more: the next event says the same.
                if ((controller.desiredSize ?? 0) > 0) controller.enqueue(bytes);
              },
              end: () => {
                leave();
                controller.close();
              },
              // Not all at one moment, for those that came at one moment.
              endsAt: performance.now() + lifetimeMs * (0.8 + 0.2 * Math.random()),
            };
            listeners.add(listener);
            eventStreams.inc();
            accounts.set(accountId, (accounts.get(accountId) ?? 0) + 1);
            controller.enqueue(toEvent(current ?? '0-0'));
            schedule();
          },
          cancel: leave,
        },
        { highWaterMark: 4 },
      );
    },

    /** Ends every stream; from now on none begins. */
    close(): void {
      isClosed = true;
      for (const listener of [...listeners]) listener.end();
      if (timer) clearTimeout(timer);
      if (endTimer) clearTimeout(endTimer);
      timer = null;
      endTimer = null;
    },
  };
}
