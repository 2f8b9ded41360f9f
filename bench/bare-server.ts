// The yardsticks: a bare Bun.serve, and each read as one prepared query behind a bare Elysia route.
// Started by bench/run.ts with the settings of the product's own server.
import { PgDialect } from 'drizzle-orm/pg-core';
import { Elysia } from 'elysia';
import { embeddedFolder } from '#api/db/open.ts';
import { parseEnv } from '#api/env.ts';
import { READS } from './reads.ts';

const config = parseEnv(process.env);
const run = await connect();
const app = new Elysia();
const dialect = new PgDialect();
for (const { path, query } of READS) {
  const { sql: text, params } = dialect.sqlToQuery(query);
  app.get(path, async () => ({ success: true, data: await run(text, params as string[]) }));
}
Bun.serve({
  hostname: config.HOST,
  port: config.PORT,
  development: false,
  fetch: (request) => (request.url.endsWith('/hello') ? new Response('Hello') : app.handle(request)),
});

async function connect(): Promise<(text: string, params: string[]) => Promise<unknown>> {
  if (config.DATABASE_URL) {
    const { default: postgres } = await import('postgres');
    const client = postgres(config.DATABASE_URL, { max: config.DATABASE_POOL_SIZE });
    return (text, params) => client.unsafe(text, params, { prepare: true });
  }
  const { PGlite } = await import('@electric-sql/pglite');
  const client = await PGlite.create(embeddedFolder(config));
  return async (text, params) => (await client.query(text, params)).rows;
}
