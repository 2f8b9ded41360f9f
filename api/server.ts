import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { announce } from './announce.ts';
import { createApp } from './app.ts';
import { requireNoPublishedAccounts } from './demo/published-accounts.ts';
import { seedDemoOnce } from './demo/seed.ts';
import { startJobs } from './jobs.ts';
import type { OpenDatabase } from './platform/db/client.ts';
import {
  CLOCK_ADVICE,
  CLOCK_WRONG_MS,
  findClockProblem,
  readClockOffset,
} from './platform/db/clock-check.ts';
import { describeRoom, ROOM_ADVICE, readConnectionRoom } from './platform/db/connection-room.ts';
import { asOwner, openDatabase, updateSchema } from './platform/db/open.ts';
import { toOperatorError } from './platform/db/operator-error.ts';
import { isTooPowerful } from './platform/db/roles.ts';
import { createProxyCheck } from './platform/http/client-address.ts';
import { STRICT_TRANSPORT } from './platform/http/page-headers.ts';
import { serveMetrics } from './platform/metrics.ts';
import { findUncheckedCertificates } from './platform/process/encryption.ts';
import { type Config, EnvError, parseEnv, SETTINGS } from './platform/process/env.ts';
import { createLog, describeError, type Log } from './platform/process/log.ts';
import { findMisspelt } from './platform/process/misspelt.ts';
import { makeDataFolderPrivate, writePrivately } from './platform/process/private-files.ts';
import { loadSecretKey } from './platform/process/secrets.ts';
import { stopOnSignals } from './platform/process/shutdown.ts';
import { failStart, StartError } from './platform/process/start-error.ts';
import { decideStart } from './platform/process/start-rules.ts';
import { DIST } from './serving/manifest.ts';
import { findNamedPage } from './serving/named-pages.ts';
import { loadStaticFiles, type StaticFiles, toRefusal } from './serving/static-files.ts';

const IDLE_SECONDS = 10;
const EVENTS_IDLE_SECONDS = 60;
const PENDING_LOOK_MS = 20;
// A proxy may still route requests here shortly after the signal.
const GRACE_MS = 500;
// Above this Bun answers an empty 413; below it the app answers in the envelope.
const BODY_BYTES_MAX = 256 * 1024 * 1024;

async function prepare(config: Config, database: OpenDatabase, log: Log): Promise<void> {
  await updateSchema(database, config, (line) => console.log(line));
  warnOfCertificates(config, log);
  if (database.kind === 'postgres') await warnOfConnections(config, database, log);
  if (config.NODE_ENV === 'production' && database.kind === 'postgres' && (await isTooPowerful(database))) {
    log.warn('database_role_too_powerful', {
      advice: 'The role of DATABASE_URL can change the schema or the audit log: see docs/operations.md',
    });
  }
  const { exposingSettings, loadsDemo } = decideStart(config);
  if (exposingSettings.length > 0) await requireNoPublishedAccounts(database.db, exposingSettings);
  const secret = await loadSecretKey(config);
  if (loadsDemo) {
    // The demo has backdated audit entries, which only the owner role may write.
    const isLoaded = await asOwner(database, config, ({ db }) => seedDemoOnce(db, config, secret));
    if (isLoaded) console.log('Loaded the demo data.');
  }
}

// Reports missing settings together with misspelt ones.
function readSettings(misspelt: readonly string[]): Config {
  try {
    return parseEnv(process.env);
  } catch (error) {
    throw error instanceof EnvError ? new EnvError([...error.problems, ...misspelt]) : error;
  }
}

function warnOfCertificates(config: Config, log: Log): void {
  for (const advice of findUncheckedCertificates(config)) log.warn('certificate_unchecked', { advice });
}

// Warns at the start, because too few connections only fail under load.
async function warnOfConnections(config: Config, { db }: OpenDatabase, log: Log) {
  const room = await readConnectionRoom(db, config.DATABASE_POOL_SIZE);
  if (room.missing > 0) {
    log.warn('connections_too_few', { advice: `${describeRoom(room)}. ${ROOM_ADVICE}` });
  }
}

// A wrong clock breaks codes and sessions and deletes data too early. Returns true when the clock looks wrong.
async function warnOfClock({ db }: OpenDatabase, log: Log): Promise<boolean> {
  const offsetMs = await readClockOffset(db);
  const days = (Math.abs(offsetMs) / 86_400_000).toFixed(1);
  const apart =
    Math.abs(offsetMs) > CLOCK_WRONG_MS
      ? `This machine is ${days} days ${offsetMs < 0 ? 'behind' : 'ahead of'} its database`
      : null;
  const found = apart ?? (await findClockProblem(db));
  if (found) log.warn('clock_doubtful', { advice: `${found}. ${CLOCK_ADVICE}` });
  return found !== null;
}

async function start(): Promise<void> {
  const misspelt = findMisspelt(Object.keys(process.env), SETTINGS);
  const config = readSettings(misspelt);
  const log = createLog(config.LOG_LEVEL);
  for (const advice of misspelt) log.warn('setting_unknown', { advice });
  if (process.argv.length > 2)
    throw new StartError(`Unknown argument '${process.argv[2]}': settings come from the environment.`);
  writePrivately();
  await requireFreePort(config.HOST, config.PORT, 'PORT');
  if (config.METRICS_PORT !== undefined)
    await requireFreePort(config.HOST, config.METRICS_PORT, 'METRICS_PORT');
  // The embedded database makes the folder private by itself.
  if (config.DATABASE_URL && existsSync(config.DATA_DIR)) makeDataFolderPrivate(config.DATA_DIR);
  // Checked before the database is touched.
  const site = config.VISITOR_ORIGIN ? null : await loadStaticFiles(DIST);
  const database = await openDatabase(config, (line) => console.log(line));
  await prepare(config, database, log);
  await serve(config, log, { site, database });
}

async function serve(
  config: Config,
  log: Log,
  { site, database }: { site: StaticFiles | null; database: OpenDatabase },
): Promise<void> {
  const secret = await loadSecretKey(config);
  const deps = { db: database.db, config, secret, log };
  const app = createApp(deps);

  const server = Bun.serve({
    hostname: config.HOST,
    port: config.PORT,
    idleTimeout: IDLE_SECONDS,
    maxRequestBodySize: BODY_BYTES_MAX,
    development: false,
    fetch: createFetch(config, site, app),
    error(error) {
      log.error('request_failed', describeError(error));
      return toRefusal('INTERNAL', false);
    },
  });
  process.on('unhandledRejection', (error) => log.error('unhandled_rejection', describeError(error)));
  const isClockWrong = await warnOfClock(database, log);
  const background = startJobs(deps, database.kind, { isClockWrong });
  const metrics = serveMetrics(deps);
  stopOnSignals(async () => {
    log.info('stopping');
    log.flush();
    // Keep-alive connections may carry requests of a proxy that is switching over; closing now would fail them.
    await Bun.sleep(GRACE_MS);
    app.close();
    await stopServer(server);
    await background.stop();
    await metrics.stop();
    await database.close();
    log.info('stopped');
    log.flush();
  });
  await announce({ config, database, origin: config.VISITOR_ORIGIN ?? server.url.origin });
}

// Waits for pending requests before it closes. `stop()` alone would wait for idle connections that never sent a
// request.
async function stopServer(server: Bun.Server<undefined>): Promise<void> {
  let isStopped = false;
  const stopped = server.stop().then(() => {
    isStopped = true;
  });
  while (!isStopped && server.pendingRequests > 0) await Bun.sleep(PENDING_LOOK_MS);
  await Promise.race([stopped, Bun.sleep(PENDING_LOOK_MS)]);
  if (!isStopped) await server.stop(true);
}

function createFetch(config: Config, site: StaticFiles | null, app: ReturnType<typeof createApp>) {
  const isTrusted = createProxyCheck(config.TRUSTED_PROXIES);
  const hasProxies = config.TRUSTED_PROXIES.length > 0;
  return (request: Request, server: Bun.Server<undefined>): Response | Promise<Response> => {
    const secure =
      hasProxies &&
      request.headers.get('x-forwarded-proto') === 'https' &&
      isTrusted(server.requestIP(request)?.address ?? '');
    if (!isHostValid(request)) return toRefusal('INVALID_INPUT', secure);
    const named = site ? findNamedPage(request) : null;
    if (site && named) {
      // Uncompressed, because the page is edited.
      const page = site.answer(new Request(request.url), secure);
      const socket = { requestIP: () => server.requestIP(request) };
      if (page) return app.fetch(named.ask, socket).then((reply) => named.write(page, reply));
    }
    const answer = site?.answer(request, secure);
    if (answer) return answer;
    const api = app.fetch(request, server).then((response) => keepOpen(response, request, server));
    return secure ? api.then(keepOnHttps) : api;
  };
}

// Event streams are silent for longer than the general idle timeout.
function keepOpen(response: Response, request: Request, server: Bun.Server<undefined>): Response {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    server.timeout(request, EVENTS_IDLE_SECONDS);
  }
  return response;
}

function keepOnHttps(response: Response): Response {
  response.headers.set('Strict-Transport-Security', STRICT_TRANSPORT);
  return response;
}

// Runs before the database is touched, so an accidental second start changes nothing.
async function requireFreePort(host: string, port: number, setting: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(toPortError(error, host, port, setting)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

function toPortError(error: NodeJS.ErrnoException, host: string, port: number, setting: string): StartError {
  if (error.code === 'EADDRINUSE') {
    return new StartError(`Port ${port} on ${host} is taken. Stop the other program, or set ${setting}.`);
  }
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} needs more rights. Set ${setting} to 1024 or more.`);
  return new StartError(
    `Cannot listen on ${host}:${port} (${error.code ?? error.message}). Check ${setting.replace('PORT', 'HOST')} and ${setting}.`,
  );
}

const HOST = /^(?:(?:[\w-]+\.)*[\w-]+\.?|\[[\da-f:.]+\])(?::\d*)?$/i;

/** Other values would change where the path begins. HTTP/1.0 may omit the header. */
function isHostValid(request: Request): boolean {
  const host = request.headers.get('host');
  return host === null || (HOST.test(host) && URL.canParse(`http://${host}`));
}

try {
  await start();
} catch (error) {
  failStart(toOperatorError(error));
}
