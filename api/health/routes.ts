import { sql } from 'drizzle-orm';
import { Elysia } from 'elysia';
import { type Deps, envelope } from '../endpoint.ts';
import { requestIdOf } from '../request-context.ts';

const DATABASE_WAIT_MS = 1500;

/** Service health at the root, without a token (contract 1.21, security P39). */
export function healthRoutes(deps: Deps): Elysia {
  const started = Date.now();
  const uptime = () => Math.round((Date.now() - started) / 1000);
  const app = new Elysia({ name: 'health' });
  const reply = (request: Request, status: number, body: Record<string, unknown>) =>
    envelope(
      status,
      { success: status < 400, ...body, timestamp: new Date().toISOString() },
      requestIdOf(request),
    );

  app.get('/health', async ({ request }) => {
    const responseTime = await timeDatabase(deps);
    if (responseTime === null) {
      return reply(request, 503, {
        error: 'Service temporarily unavailable',
        message: 'The database does not answer',
        database: { status: 'disconnected' },
      });
    }
    const { rss, heapTotal } = process.memoryUsage();
    const toMegabytes = (bytes: number) => Math.round(bytes / 1_048_576);
    return reply(request, 200, {
      message: 'Service is healthy',
      environment: deps.config.NODE_ENV,
      uptime: uptime(),
      database: { status: 'connected', responseTime },
      memory: { used: toMegabytes(rss), total: toMegabytes(Math.max(rss, heapTotal)), unit: 'MB' },
    });
  });
  app.get('/ping', ({ request }) => reply(request, 200, { pong: true, uptime: uptime() }));
  app.get('/livez', ({ request }) => reply(request, 200, { status: 'alive' }));
  app.get('/readyz', async ({ request }) => {
    const isReady = (await timeDatabase(deps)) !== null;
    return isReady
      ? reply(request, 200, { status: 'ready' })
      : reply(request, 503, { error: 'Service temporarily unavailable' });
  });
  return app;
}

/** Milliseconds a trivial statement takes; null when the database does not answer in time. */
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
