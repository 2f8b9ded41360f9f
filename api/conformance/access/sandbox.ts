import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { type App, createApp } from '../../app.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { startEngine } from '../../platform/db/embedded.ts';
import { toDrizzle } from '../../platform/db/postgres.ts';
import { parseEnv } from '../../platform/process/env.ts';
import { createLog } from '../../platform/process/log.ts';
import { createSecretKey } from '../../platform/process/secrets.ts';
import { copyPostgres, embeddedSnapshot, onServer, SERVING } from '../../test/make-app.ts';

/** An app whose calls can be rolled back, with a count of the rows written by table. */
export interface Sandbox {
  app: App;
  db: Database;
  /** Rows written since the last `rollBack`, by table; counters of rate limits are not watched. */
  writes(): Promise<Record<string, number>>;
  /** Rolls back to the data that `build` wrote. */
  rollBack(): Promise<void>;
  close(): Promise<void>;
}

interface Connection {
  db: Database;
  run(script: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * The product on one connection inside one transaction: what the product calls a transaction is a savepoint there, so a
 * call is undone in a moment instead of the world being built again. A table `touched` is written to by a trigger on
 * every other table, in the same savepoints, so that a write that was itself rolled back counts for nothing.
 * @param build Fills the database before the first call.
 */
export async function openSandbox(build: (db: Database) => Promise<void>): Promise<Sandbox> {
  const url = process.env.TEST_DATABASE_URL;
  const connection = url ? await connectPostgres(url) : await connectEmbedded();
  const { db, run } = connection;
  const secret = createSecretKey('a key for tests that is long enough');
  const config = parseEnv({ NODE_ENV: 'test', RATE_LIMIT_SCALE: '1000000' });
  await run('begin');
  await run('savepoint cell');
  await build(db);
  await watchTables(db);
  if (url) await run(`grant all on touched to ${SERVING.name}; set local role ${SERVING.name}`);
  await run('savepoint cell');
  const app = createApp({ db, config, secret, log: createLog('silent', () => {}) });
  return {
    app,
    db,
    writes: async () => {
      const rows = await queryRows<{ name: string; n: number }>(
        db,
        sql`select name, count(*)::int as n from touched group by name order by name`,
      );
      return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
    },
    rollBack: async () => {
      await run('rollback to savepoint cell');
    },
    close: async () => {
      app.close();
      await run('rollback');
      await connection.close();
    },
  };
}

async function watchTables(db: Database): Promise<void> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits' order by 1`,
  );
  await db.execute(sql`create table touched (name text not null)`);
  await db.execute(sql`create function note_touch() returns trigger language plpgsql as
    $$ begin insert into touched values (tg_table_name); return null; end $$`);
  for (const { name } of tables) {
    await db.execute(sql`create trigger zz_touched after insert or update or delete on ${sql.identifier(name)}
      for each row execute function note_touch()`);
  }
}

/** Runs work between a savepoint and its release; the names nest by depth. */
function asSavepoints(run: (script: string) => Promise<unknown>) {
  let depth = 0;
  return async (work: () => Promise<unknown>): Promise<unknown> => {
    depth += 1;
    const name = `inner_${depth}`;
    await run(`savepoint ${name}`);
    try {
      const result = await work();
      await run(`release savepoint ${name}`);
      return result;
    } catch (error) {
      await run(`rollback to savepoint ${name}; release savepoint ${name}`);
      throw error;
    } finally {
      depth -= 1;
    }
  };
}

async function connectEmbedded(): Promise<Connection> {
  const engine = await startEngine(undefined, await embeddedSnapshot());
  const run = (script: string) => engine.exec(script);
  const inSavepoint = asSavepoints(run);
  const connection = {
    query: engine.query.bind(engine),
    transaction: (work: (tx: unknown) => Promise<unknown>) => inSavepoint(() => work(connection)),
  };
  const db = drizzlePglite(connection as unknown as PGlite) as unknown as Database;
  return { db, run, close: () => engine.close() };
}

async function connectPostgres(adminUrl: string): Promise<Connection> {
  const name = await copyPostgres(adminUrl);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const client = new Bun.SQL(url.toString(), { max: 1 });
  const run = async (script: string) => client.unsafe(script).simple();
  const inSavepoint = asSavepoints(run);
  const proxy: Bun.SQL = new Proxy(client, {
    get(target, property) {
      if (property === 'begin' || property === 'savepoint') {
        return (work: (tx: Bun.SQL) => Promise<unknown>) => inSavepoint(() => work(proxy));
      }
      return Reflect.get(target, property);
    },
  });
  return {
    db: toDrizzle((work) => work(proxy)) as unknown as Database,
    run,
    close: async () => {
      await client.close();
      await onServer(adminUrl, `drop database ${name} with (force)`);
    },
  };
}
