import { sql } from 'drizzle-orm';
import { isLocalRequest } from '../../platform/http/local-request.ts';
import { envelope } from '../../platform/http/reply.ts';
import { requestIdOf } from '../../platform/http/request-info.ts';
import type { ApiRouter, Deps } from '../../platform/http/router.ts';

const DATABASE_WAIT_MS = 1500;

// Placeholders for callers from other machines; clients may rely on the fields.
const WITHHELD = { environment: 'withheld', memory: { used: 0, total: 0, unit: 'MB' } };

/** Answers without a token (docs/api.md 1.21, docs/security.md P39). */
export function healthRoutes(router: ApiRouter): void {
  const { deps } = router;
  const started = performance.now();
  const uptime = () => Math.round((performance.now() - started) / 1000);
  let timing: Promise<number | null> | null = null;
  // Concurrent calls share one statement, because no rate limit protects this call.
  const timeDatabaseOnce = () => {
    timing ??= timeDatabase(deps).finally(() => {
      timing = null;
    });
    return timing;
  };
  const reply = (request: Request, status: number, body: Record<string, unknown>) =>
    envelope(
      status,
      { success: status < 400, ...body, timestamp: new Date().toISOString() },
      requestIdOf(request),
    );

  router.get('/health', async ({ request }) => {
    const responseTime = await timeDatabaseOnce();
    if (responseTime === null) {
      return reply(request, 503, {
        error: 'Service temporarily unavailable',
        message: 'The database does not answer',
        database: { status: 'disconnected' },
      });
    }
    return reply(request, 200, {
      message: 'Service is healthy',
      uptime: uptime(),
      database: { status: 'connected', responseTime },
      ...(isLocalRequest(request) ? readProcess(deps) : WITHHELD),
    });
  });
  router.get('/ping', ({ request }) => reply(request, 200, { pong: true, uptime: uptime() }));
  router.get('/livez', ({ request }) => reply(request, 200, { status: 'alive' }));
  router.get('/readyz', async ({ request }) => {
    const isReady = (await timeDatabaseOnce()) !== null;
    return isReady
      ? reply(request, 200, { status: 'ready' })
      : reply(request, 503, { error: 'Service temporarily unavailable' });
  });
}

function readProcess({ config }: Deps) {
  const { rss, heapTotal } = process.memoryUsage();
  const toMegabytes = (bytes: number) => Math.round(bytes / 1_048_576);
  const memory = { used: toMegabytes(rss), total: toMegabytes(Math.max(rss, heapTotal)), unit: 'MB' };
  return { environment: config.NODE_ENV, memory };
}

async function timeDatabase({ db }: Deps): Promise<number | null> {
  const started = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([
      db.execute(sql`select 1`),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error('The database took too long')), DATABASE_WAIT_MS);
      }),
    ]);
    return Math.round((performance.now() - started) * 10) / 10;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
