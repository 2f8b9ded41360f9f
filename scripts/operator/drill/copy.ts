import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type OpenDatabase, openPostgres, queryRows } from '#api/db/client.ts';
import { openDatabase } from '#api/db/open.ts';
import { parseEnv } from '#api/process/env.ts';
import { StartError } from '#api/process/start-error.ts';
import { runCommand } from '../../run/operator-command.ts';
import { startPostgres } from '../../run/postgres.mjs';
import type { Step } from './step.ts';
import { verifyCopy } from './verify.ts';

/**
 * Restores one copy into a place of its own that goes afterwards, and looks at it: a dump of PostgreSQL into a private
 * server, a copy of the embedded database into a folder. Throws StartError for a file that is neither.
 */
export async function tryCopy(file: string): Promise<Step> {
  const source = Bun.file(file);
  if (!(await source.exists())) throw new StartError(`There is no file ${file}.`);
  const begin = new Uint8Array(await source.slice(0, 5).arrayBuffer());
  const isDump = new TextDecoder().decode(begin) === 'PGDMP';
  if (!isDump && !(begin[0] === 0x1f && begin[1] === 0x8b)) {
    throw new StartError(
      `${file} is neither a dump (pg_dump --format=custom) nor a copy of npm run db:backup.`,
    );
  }
  return isDump ? tryDump(file) : tryEmbedded(file);
}

async function tryDump(file: string): Promise<Step> {
  const server = await startPostgres();
  if (!server) throw new StartError('A dump is tried on a PostgreSQL of this machine, and there is none.');
  try {
    const startedAt = Date.now();
    // Read by us: the user of PostgreSQL may not see where copies are kept.
    const restore = Bun.spawn(
      [
        server.program('pg_restore'),
        '--no-owner',
        '--no-privileges',
        '--exit-on-error',
        `--dbname=${server.url}`,
      ],
      { stdin: Bun.file(file), stdout: 'pipe', stderr: 'pipe' },
    );
    const said = await new Response(restore.stderr).text();
    if ((await restore.exited) !== 0)
      throw new StartError(`${file} cannot be restored: ${said.trim().slice(-300)}`);
    const seconds = (Date.now() - startedAt) / 1000;
    return await look(file, seconds, { DATABASE_URL: server.url }, async () =>
      openPostgres({ url: server.url, poolSize: 1 }),
    );
  } finally {
    await server.stop();
  }
}

async function tryEmbedded(file: string): Promise<Step> {
  const folder = await mkdtemp(join(tmpdir(), 'drill-'));
  try {
    const startedAt = Date.now();
    const { code, output } = await runCommand('db-restore.ts', [file], { DATA_DIR: folder });
    if (code !== 0) throw new StartError(output);
    const seconds = (Date.now() - startedAt) / 1000;
    return await look(file, seconds, { DATA_DIR: folder }, () =>
      openDatabase(parseEnv({ DATA_DIR: folder })),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is in a restored copy, and whether it holds together. */
async function look(
  file: string,
  seconds: number,
  settings: Record<string, string>,
  open: () => Promise<OpenDatabase>,
): Promise<Step> {
  const database = await open();
  const [row] = await queryRows<{ accounts: number; ticks: number; newest: string | null }>(
    database.db,
    sql`select (select count(*) from users)::int as accounts, (select count(*) from progress_events)::int as ticks,
      greatest((select max(created_at) from audit_log), (select max(occurred_at) from progress_events))::text as newest`,
  ).finally(() => database.close());
  return {
    name: 'restore of a copy',
    seconds,
    bytes: (await stat(file)).size,
    findings: [
      {
        asked: 'accounts and events in it',
        found: `${row?.accounts ?? 0} accounts, ${row?.ticks ?? 0} events, the newest of ${row?.newest ?? 'no time'}`,
        isGood: (row?.accounts ?? 0) > 0,
      },
      ...(await verifyCopy(settings)),
    ],
  };
}
