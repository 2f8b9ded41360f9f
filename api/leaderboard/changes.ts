import { sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import type { LeaderboardChange } from '#contract/leaderboard.ts';
import type { Actor } from '../platform/access/actor.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { requireTime } from '../platform/db/deadline.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { eventStreams } from '../platform/process/metrics.ts';

// Audit actions that change a rank or a displayed value; progress is watched through its own events.
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
  /** Changes whenever the ranking may have changed; equal in all processes. */
  version: string;
  /**
   * Oldest running transaction and next transaction id. Everything running now is done once `oldest` reaches `next`.
   */
  oldest: bigint;
  next: bigint;
}

/** Reads only the ends of indexes, so it is fast at any size. */
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

/** True when rows read after `seen` include everything that `named` covers. */
export function includesVersion(read: Version, requested: string): boolean {
  const [event = 0, moment = 0] = read.version.split('-').map(Number);
  const [namedEvent = 0, namedMoment = Number.NaN, settled = 0] = requested.split('-').map(Number);
  return event >= namedEvent && moment >= namedMoment && read.oldest >= settled;
}

interface Settings {
  read: () => Promise<Version>;
  findEnded: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Poll interval while clients listen, and the minimum time between two events. */
  everyMs?: number;
  perAccount?: number;
  inAll?: number;
  lifetimeMs?: number;
  heartbeatMs?: number;
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
/** Clients hear of a change within two seconds, the spread included. */
export const LOOK_EVERY_MS = 1000;
const LIFETIME_MS = 10 * 60_000;
const HEARTBEAT_MS = 25_000;
/**
 * Interval for closing streams of ended sessions. It grows with the listeners, because each session costs the database
 * about 5 µs.
 */
export const END_EVERY_MS = 500;
const END_PAUSE_PER_LISTENER_MS = 0.2;
// Clients reload within this random delay; it grows with their number to avoid a rush.
const SPREAD_MS = 400;
const SPREAD_PER_LISTENER_MS = 0.4;
// With many listeners events are less frequent, to bound the reloads per second.
const PAUSE_PER_LISTENER_MS = 2;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(':\n\n');

/**
 * Notifies clients that the ranking has changed, at most once a second. The database is polled only while clients
 * listen.
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

  // A newer change can commit before an older one. So after a change the version is announced again when the
  // transactions running then are done.
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

  // Ends streams of users who signed out or were suspended; their client gets the reason when it reconnects.
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
    current: () => (listeners.size > 0 ? current : null),
    size: () => listeners.size,

    /**
     * The first event carries the current version. Throws TOO_MANY_REQUESTS for too many streams of an account,
     * UNAVAILABLE at the limit of the process or during shutdown.
     */
    async follow({ id: accountId, sessionId }: Follower): Promise<ReadableStream<Uint8Array>> {
      // The version is outdated after a time without listeners.
      if (listeners.size === 0 || current === null) await lookOnce();
      // A caller that already got a timeout would never read the stream.
      requireTime();
      // A stream opened after close() would never end.
      if (isClosed) throw new ApiError(ERRORS.UNAVAILABLE, { retryAfter: 2, because: 'stopping' });
      // Checked after the wait, because other streams may have opened meanwhile.
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
                // A slow client skips events: the next one replaces them.
                if ((controller.desiredSize ?? 0) > 0) controller.enqueue(bytes);
              },
              end: () => {
                leave();
                controller.close();
              },
              // Random, so that clients that connected together do not reconnect together.
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
