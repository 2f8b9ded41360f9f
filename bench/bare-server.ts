// The yardsticks: a bare Bun.serve, and each read's own statement, prepared, behind a bare Elysia route.
// Started by bench/run.ts with the settings of the product's own server.
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import { Elysia } from 'elysia';
import type { Database } from '#api/db/client.ts';
import { embeddedFolder } from '#api/db/open.ts';
import { parseEnv } from '#api/process/env.ts';
import { READS, type Read } from './reads.ts';

interface Statement {
  text: string;
  parameters: unknown[];
}

const config = parseEnv(process.env);
const heard: Statement[] = [];
const logger = { logQuery: (text: string, parameters: unknown[]) => heard.push({ text, parameters }) };
const { db, run } = await connect();
const app = new Elysia();
for (const read of READS) {
  const statement = await listen(read);
  app.get(read.path, async () => ({ success: true, data: await run(statement) }));
}
Bun.serve({
  hostname: config.HOST,
  port: config.PORT,
  development: false,
  fetch: (request) => (request.url.endsWith('/hello') ? new Response('Hello') : app.handle(request)),
});

/** The statement a read sends: the same text the product prepares. */
async function listen({ name, ask }: Read): Promise<Statement> {
  heard.length = 0;
  await ask(db);
  const [statement] = heard;
  if (!statement) throw new Error(`${name} asked the database nothing`);
  return statement;
}

async function connect(): Promise<{ db: Database; run: (statement: Statement) => Promise<unknown> }> {
  if (config.DATABASE_URL) {
    const { default: postgres } = await import('postgres');
    const client = postgres(config.DATABASE_URL, {
      max: config.DATABASE_POOL_SIZE,
      connection: { plan_cache_mode: 'force_generic_plan' },
    });
    return {
      db: drizzlePostgres(client, { logger }) as unknown as Database,
      run: ({ text, parameters }) => client.unsafe(text, parameters as never[], { prepare: true }),
    };
  }
  const { PGlite } = await import('@electric-sql/pglite');
  const client = await PGlite.create(embeddedFolder(config));
  return {
    db: drizzlePglite(client, { logger }) as unknown as Database,
    run: async ({ text, parameters }) => (await client.query(text, parameters)).rows,
  };
}
