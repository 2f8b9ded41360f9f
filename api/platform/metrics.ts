import { sql } from 'drizzle-orm';
import { Gauge } from 'prom-client';
import { readChainAge } from './audit/seal.ts';
import { queryRows } from './db/client.ts';
import type { Deps } from './http/router.ts';
import { MAIL_DAY_KEY } from './mail/daily-limit.ts';
import { findNewestBackup } from './process/backups.ts';
import { readDisk } from './process/disk.ts';
import { describeError } from './process/log.ts';
import { isLoopbackHost } from './process/loopback.ts';
import { countProcess, databasePoolSize, registry } from './process/metrics.ts';
import { isEqual } from './process/secrets.ts';

// One look at the database serves all scrapes within this time.
const FRESH_MS = 5000;
const DATABASE_WAIT_MS = 2000;

const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
const databaseUp = gauge('openleague_database_up', '1 when the database answered the last look, else 0.');
const sessionsLive = gauge('openleague_sessions', 'Sessions that are neither ended nor expired.');
const mailWaiting = gauge('openleague_mail_waiting', 'Messages that wait to be sent.');
const mailOldest = gauge(
  'openleague_mail_oldest_seconds',
  'Age of the oldest message that waits; 0 when none does.',
);
const mailFailed = gauge('openleague_mail_failed_day', 'Messages that were given up within the last day.');
const mailDay = gauge(
  'openleague_mail_limited_day',
  'Messages with codes of the current day, which MAIL_DAILY_LIMIT limits.',
);
const auditWaiting = gauge(
  'openleague_audit_unsealed_seconds',
  'How long the oldest entry of the audit log waits for its seal; 0 when none does.',
);
const auditSealed = gauge(
  'openleague_audit_sealed_ago_seconds',
  'Age of the last seal of the audit log; absent before it.',
);
const backupAge = gauge(
  'openleague_backup_age_seconds',
  'Age of the newest copy in BACKUP_DIR; absent when there is none.',
);
const diskFree = new Gauge({
  name: 'openleague_disk_free_bytes',
  help: 'Free bytes of the disk of DATA_DIR and of BACKUP_DIR.',
  labelNames: ['folder'] as const,
  registers: [registry],
});
const diskSize = new Gauge({
  name: 'openleague_disk_size_bytes',
  help: 'Size of the disk of DATA_DIR and of BACKUP_DIR.',
  labelNames: ['folder'] as const,
  registers: [registry],
});

const removeSeries = (...gauges: { remove(): void }[]) => {
  for (const one of gauges) one.remove();
};

async function readDatabase({ db, log }: Deps): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The database took too long')), DATABASE_WAIT_MS);
    });
    const look = Promise.all([
      queryRows<Record<'sessions' | 'waiting' | 'oldest' | 'failed' | 'day', string>>(
        db,
        sql`select
          (select count(*) from sessions where revoked_at is null and expires_at > now()) as sessions,
          coalesce((select count from rate_limits where key = ${MAIL_DAY_KEY} and window_ends_at > now()), 0) as day,
          count(*) filter (where failed_at is null) as waiting,
          coalesce(extract(epoch from now() - min(created_at) filter (where failed_at is null)), 0) as oldest,
          count(*) filter (where failed_at > now() - interval '1 day') as failed
          from outbox_messages where sent_at is null`,
      ),
      readChainAge(db),
    ]);
    const [[row], chain] = await Promise.race([look, late]);
    sessionsLive.set(Number(row?.sessions));
    mailWaiting.set(Number(row?.waiting));
    mailOldest.set(Number(row?.oldest));
    mailFailed.set(Number(row?.failed));
    mailDay.set(Number(row?.day));
    auditWaiting.set(chain.waitingFor ?? 0);
    if (chain.sealedAgo === null) removeSeries(auditSealed);
    else auditSealed.set(chain.sealedAgo);
    databaseUp.set(1);
  } catch (error) {
    // Stale figures would look current.
    removeSeries(sessionsLive, mailWaiting, mailOldest, mailFailed, mailDay, auditWaiting, auditSealed);
    databaseUp.set(0);
    log.warn('metrics_incomplete', describeError(error));
  } finally {
    clearTimeout(timer);
  }
}

function readDisks({ config: { DATA_DIR, BACKUP_DIR }, log }: Deps): void {
  try {
    for (const [folder, path] of [
      ['data', DATA_DIR],
      ['backup', BACKUP_DIR],
    ] as const) {
      if (path === undefined) continue;
      const { free, total } = readDisk(path);
      diskFree.set({ folder }, free);
      diskSize.set({ folder }, total);
    }
    const newest = BACKUP_DIR === undefined ? null : findNewestBackup(BACKUP_DIR);
    if (newest) backupAge.set((Date.now() - newest.madeAt.getTime()) / 1000);
    else removeSeries(backupAge);
  } catch (error) {
    removeSeries(backupAge);
    log.warn('metrics_incomplete', describeError(error));
  }
}

/**
 * Without METRICS_TOKEN only answers requests whose host is this machine, because of DNS rebinding in a local browser.
 */
export function createMetrics(deps: Deps): (request: Request) => Promise<Response> {
  const { METRICS_TOKEN, DATABASE_URL, DATABASE_POOL_SIZE } = deps.config;
  databasePoolSize.set(DATABASE_URL ? DATABASE_POOL_SIZE : 0);
  let look: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const lookOnce = () => {
    if (look === null || performance.now() - lookedAt > FRESH_MS) {
      lookedAt = performance.now();
      readDisks(deps);
      look = readDatabase(deps);
    }
    return look;
  };
  const isAllowed = (request: Request) =>
    METRICS_TOKEN === undefined
      ? isLoopbackHost(new URL(request.url).hostname)
      : isEqual(request.headers.get('authorization') ?? '', `Bearer ${METRICS_TOKEN}`);
  return async (request) => {
    if (!isAllowed(request)) return new Response('Not allowed\n', { status: 401 });
    if (new URL(request.url).pathname !== '/metrics') return new Response('Not found\n', { status: 404 });
    if (request.method !== 'GET') return new Response('GET alone\n', { status: 405 });
    await lookOnce();
    return new Response(await registry.metrics(), {
      headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
    });
  };
}

export function serveMetrics(deps: Deps): { stop(): Promise<void> } {
  const { HOST, METRICS_PORT } = deps.config;
  if (METRICS_PORT === undefined) return { stop: async () => {} };
  countProcess();
  const server = Bun.serve({
    hostname: HOST,
    port: METRICS_PORT,
    development: false,
    fetch: createMetrics(deps),
    error(error) {
      deps.log.error('metrics_failed', describeError(error));
      return new Response('Not now\n', { status: 500 });
    },
  });
  return { stop: () => server.stop(true) };
}
