import { randomBytes } from 'node:crypto';
import { type Call, pathOf } from '#contract/call.ts';
import { type App, createApp } from '../app.ts';
import { type Database, type OpenDatabase, openPostgres } from '../platform/db/client.ts';
import { connectEmbedded, openEmbedded, startEngine } from '../platform/db/embedded.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { grantServing, toRoleScript } from '../platform/db/roles.ts';
import type { SocketInfo } from '../platform/http/client-address.ts';
import { type Config, parseEnv } from '../platform/process/env.ts';
import { createLog, type Log } from '../platform/process/log.ts';
import { createSecretKey, type SecretKey } from '../platform/process/secrets.ts';
import { lendEmbedded } from './embedded-pool.ts';

/** The product with a database of its own, empty but migrated. `close` it when the file is done. */
export interface TestApp {
  app: App;
  /** As the product works on it: on PostgreSQL as the role that serves. */
  db: Database;
  /** As the role that migrates, for what the product itself may not do. */
  owner: Database;
  kind: OpenDatabase['kind'];
  config: Config;
  secret: SecretKey;
  log: Log;
  /** Everything the server logged, one JSON object a line. */
  logged(): string;
  call: (call: Pick<Call, 'method' | 'path'>, options?: CallOptions) => Promise<TestReply>;
  request: (path: string, init?: RequestInit & { address?: string }) => Promise<Response>;
  close(): Promise<void>;
}

interface CallOptions {
  token?: string | null;
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The caller's address; each test may have a campus of its own. */
  address?: string;
}

/** A reply as a client sees it. `body` is untyped on purpose: tests read the wire, not our types. */
export interface TestReply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the wire as it is
  body: any;
}

/** Material of the key that every app of `makeApp` has. */
export const TEST_SECRET = 'a key for tests that is long enough';

/** Fills a database, as its owner. It runs once a process; every app that names it starts from a copy of what it left. */
export type Fill = (db: Database) => Promise<void>;

// Many calls at once take longer on a busy machine than the product lets them.
const PATIENCE_MS = 60_000;

/** Builds an app on a fresh database: PostgreSQL when TEST_DATABASE_URL is set, else the embedded engine. */
export async function makeApp(settings: Record<string, string> = {}, fill?: Fill): Promise<TestApp> {
  const { database, owner, drop } = process.env.TEST_DATABASE_URL
    ? await createPostgres(process.env.TEST_DATABASE_URL, fill)
    : await openFresh(fill).then((fresh) => ({ database: fresh, owner: fresh, drop: async () => {} }));
  const config = parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'debug', RATE_LIMIT_SCALE: '1000', ...settings });
  const secret = createSecretKey(TEST_SECRET);
  let lines = '';
  const log = createLog(config.LOG_LEVEL, (text) => {
    lines += text;
  });
  const app = createApp({ db: database.db, config, secret, log, deadlineMs: PATIENCE_MS });

  const request: TestApp['request'] = (path, { address = '127.0.0.1', ...init } = {}) => {
    const socket: SocketInfo = { requestIP: () => ({ address }) };
    return app.fetch(new Request(`http://localhost${path}`, init), socket);
  };
  return {
    app,
    db: database.db,
    owner: owner.db,
    kind: database.kind,
    config,
    secret,
    log,
    request,
    logged: () => {
      log.flush();
      return lines;
    },
    call: async (call, { token, params, query, body, headers = {}, address } = {}) => {
      const search = query
        ? `?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`
        : '';
      const response = await request(`/api${pathOf(call, params)}${search}`, {
        method: call.method,
        address,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      const isFile = !response.headers.get('content-type')?.includes('json');
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : isFile ? text : JSON.parse(text),
      };
    },
    close: async () => {
      app.close();
      await database.close();
      if (owner !== database) await owner.close();
      await drop();
    },
  };
}

/** Only databases without a filling are lent: to empty one takes away what it was filled with. */
async function openFresh(fill?: Fill): Promise<OpenDatabase> {
  if (fill) return openEmbedded(undefined, await embeddedSnapshot(fill));
  return lendEmbedded(async () => startEngine(undefined, await embeddedSnapshot()));
}

const snapshots = new Map<Fill | undefined, Promise<Blob>>();

/** A migrated embedded database, filled or empty, as `startEngine` loads it; made once a process. */
export function embeddedSnapshot(fill?: Fill): Promise<Blob> {
  const known = snapshots.get(fill);
  if (known) return known;
  const snapshot = (async () => {
    const engine = await startEngine(undefined, fill && (await embeddedSnapshot()));
    const database = connectEmbedded(engine);
    if (fill) await fill(database.db);
    else await migrateDatabase(database);
    const dump = await engine.dumpDataDir('none');
    await database.close();
    return dump;
  })();
  snapshots.set(fill, snapshot);
  return snapshot;
}

const templates = new Map<Fill | undefined, Promise<string>>();

function postgresTemplate(adminUrl: string, fill?: Fill): Promise<string> {
  const known = templates.get(fill);
  if (known) return known;
  const template = (async () => {
    if (!fill) {
      const name = `test_template_${randomBytes(6).toString('hex')}`;
      await onServer(adminUrl, `CREATE DATABASE ${name}`);
      await makeServedDatabase(adminUrl, name);
      return name;
    }
    const name = await copyPostgres(adminUrl);
    const database = openPostgres({ url: urlOf(adminUrl, name, MIGRATING), poolSize: 1 });
    await fill(database.db);
    await database.close();
    return name;
  })();
  templates.set(fill, template);
  return template;
}

const MIGRATING = { name: 'test_migrates', password: '' };
/** The role that the tests on PostgreSQL serve as. */
export const SERVING = { name: 'test_serves', password: '' };

/** A migrated database with the two roles of an installation; the addresses of both. */
export async function makeServedDatabase(
  adminUrl: string,
  name: string,
): Promise<{ owner: string; serving: string }> {
  const server = new Bun.SQL(adminUrl, { max: 1 });
  const admin = openPostgres({ url: urlOf(adminUrl, name), poolSize: 1 });
  // Roles belong to the whole server, and files run side by side; the lock goes with its connection.
  await server`select pg_advisory_lock(1)`;
  await admin.runScript(toRoleScript(name, MIGRATING, SERVING));
  await admin.close();
  await server.close();
  const addresses = { owner: urlOf(adminUrl, name, MIGRATING), serving: urlOf(adminUrl, name, SERVING) };
  const owner = openPostgres({ url: addresses.owner, poolSize: 1 });
  await migrateDatabase(owner);
  await grantServing(owner, SERVING.name);
  await owner.close();
  return addresses;
}

/** Makes a copy of a migrated database, filled or empty; returns its name. */
export async function copyPostgres(adminUrl: string, fill?: Fill): Promise<string> {
  const source = await postgresTemplate(adminUrl, fill);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${source}`);
  return name;
}

async function createPostgres(
  adminUrl: string,
  fill?: Fill,
): Promise<{ database: OpenDatabase; owner: OpenDatabase; drop: () => Promise<void> }> {
  const name = await copyPostgres(adminUrl, fill);
  return {
    database: openPostgres({ url: urlOf(adminUrl, name, SERVING), poolSize: 5 }),
    // It connects when it is asked something, which few tests do.
    owner: openPostgres({ url: urlOf(adminUrl, name, MIGRATING), poolSize: 1 }),
    drop: () => onServer(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

export async function onServer(adminUrl: string, statement: string): Promise<void> {
  const server = new Bun.SQL(adminUrl, { max: 1 });
  await server.unsafe(statement);
  await server.close();
}

function urlOf(
  adminUrl: string,
  databaseName: string,
  { name, password } = { name: '', password: '' },
): string {
  const url = new URL(adminUrl);
  if (name) Object.assign(url, { username: name, password });
  url.pathname = `/${databaseName}`;
  for (const limit of ['statement_timeout', 'lock_timeout']) url.searchParams.set(limit, String(PATIENCE_MS));
  return url.toString();
}
