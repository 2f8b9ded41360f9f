import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openPostgres, queryRows } from './client.ts';
import { migrateDatabase } from './migrate.ts';

const ADMIN = process.env.TEST_DATABASE_URL ?? '';
const name = `test_migrate_${randomBytes(6).toString('hex')}`;
const url = Object.assign(new URL(ADMIN || 'postgres://localhost'), { pathname: `/${name}` }).href;
const server = new Bun.SQL(ADMIN || url, { max: 1 });

beforeAll(async () => {
  if (ADMIN) await server.unsafe(`create database ${name}`);
});
afterAll(async () => {
  if (ADMIN) await server.unsafe(`drop database ${name} with (force)`);
  await server.close();
});

// The embedded database belongs to one process.
test.if(Boolean(ADMIN))('F9 five that migrate at once all end well, and each file runs once', async () => {
  const databases = Array.from({ length: 5 }, () => openPostgres({ url, poolSize: 1 }));
  await Promise.all(databases.map(migrateDatabase));
  const ledger = await Promise.all(
    databases.map(({ db }) => queryRows<{ name: string }>(db, sql`select name from schema_migrations`)),
  );
  for (const database of databases) await database.close();
  const files = readdirSync(join(import.meta.dir, 'migrations')).filter((file) => file.endsWith('.sql'));
  expect(ledger[0]?.map((row) => row.name).sort()).toEqual(files.sort());
});
