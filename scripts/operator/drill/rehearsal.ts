import { chmod, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { sealWaiting } from '#api/audit/seal.ts';
import { type OpenDatabase, openPostgres, queryRows } from '#api/db/client.ts';
import { type MovedTable, readTables } from '#api/db/move.ts';
import { seedLearners, toResources } from '../../../bench/seed.ts';
import { startTarget } from '../../../bench/target.ts';
import { runCommand } from '../../run/operator-command.ts';
import { startPostgres } from '../../run/postgres.mjs';
import { type Load, slowest, startLoad } from './load.ts';
import type { Finding, Step } from './step.ts';
import { compareNotes, compareTables, verifyCopy } from './verify.ts';

type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;

const READERS = 8;
/** Long enough for each learner to write a few hundred times. */
const WORK_MS = 5000;

/**
 * Takes copies of a PostgreSQL that learners work on, loses it, and brings it back in two ways: from a dump into an empty
 * database, and to a moment from a base backup and the archived log. Throws when a step cannot be done.
 */
export async function rehearsePostgres(learners: number, say: (step: Step) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'drill-'));
  await chmod(folder, 0o755);
  const archive = join(folder, 'archive');
  await mkdir(archive, { mode: 0o777 });
  await chmod(archive, 0o777);
  const first = await startPostgres({
    settings: ['-c archive_mode=on', `-c "archive_command=cp %p ${archive}/%f"`, '-c wal_level=replica'],
  });
  if (!first) throw new Error('The drill needs PostgreSQL on this machine.');
  try {
    await drill(first, { folder, archive, learners, say });
  } finally {
    await first.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Setting {
  folder: string;
  archive: string;
  learners: number;
  say: (step: Step) => void;
}

async function drill(first: Postgres, { folder, archive, learners, say }: Setting): Promise<void> {
  const settings = { DATABASE_URL: first.url, DATA_DIR: join(folder, 'own') };
  const demo = await runCommand('demo.ts', [], settings);
  if (demo.code !== 0) throw new Error(demo.output);
  const source = openPostgres({ url: first.url, poolSize: 2 });
  const { tokens } = await seedLearners(source, learners);
  // The server does so once a minute; the chain of a copy is to be looked at as well.
  await sealWaiting(source.db);
  const target = await startTarget('api/server.ts', settings, '/readyz');
  const load = startLoad(target.origin, tokens.slice(0, READERS), toResources([4]));
  let moment: number;
  try {
    await Bun.sleep(WORK_MS);
    say(await drillDump(first, source, { folder, load }));
    say(await takeBaseBackup(first, { folder, load }));
    await Bun.sleep(WORK_MS);
    moment = Date.now();
    // What is acknowledged from now on must not come back.
    await Bun.sleep(WORK_MS);
    await archiveLog(source);
  } finally {
    await load.stop();
    await source.close();
    await target.stop();
  }
  await first.run('pg_ctl', ['-D', first.data, '-m', 'immediate', '-w', 'stop']);
  say(await recover({ folder, archive, load, moment }));
}

/** A dump while learners write, brought into an empty database and compared with the very snapshot it was made of. */
async function drillDump(
  server: Postgres,
  source: OpenDatabase,
  { folder, load }: { folder: string; load: Load },
): Promise<Step> {
  const file = join(await makeOpenFolder(folder, 'dump'), 'copy.dump');
  const startedAt = Date.now();
  const { before, dumpedAt } = await source.db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const [row] = await queryRows<{ snapshot: string }>(
      tx as unknown as OpenDatabase['db'],
      sql`select pg_export_snapshot() as snapshot`,
    );
    const from = ['--format=custom', `--snapshot=${row?.snapshot}`, `--file=${file}`, server.url];
    await must(server, 'pg_dump', from);
    const dumpedAt = Date.now();
    return { dumpedAt, before: await readTables(tx as unknown as OpenDatabase['db']) };
  });
  const during = slowest(load, startedAt, dumpedAt);
  const url = Object.assign(new URL(server.url), { pathname: '/restored' }).href;
  const restoreStartedAt = Date.now();
  await must(server, 'psql', [server.url, '-qc', 'create database restored']);
  await must(server, 'pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${url}`, file]);
  const restored = (Date.now() - restoreStartedAt) / 1000;
  const findings = await inspect(url, before);
  return {
    name: 'dump and restore',
    seconds: (dumpedAt - startedAt) / 1000 + restored,
    bytes: (await stat(file)).size,
    findings: [
      {
        asked: 'pg_dump while learners write',
        found: `${((dumpedAt - startedAt) / 1000).toFixed(1)} s; of a hundred calls the slowest took ${during.toFixed(0)} ms, ${load.failed} failed`,
        isGood: load.failed === 0,
      },
      { asked: 'pg_restore into an empty database', found: `${restored.toFixed(1)} s`, isGood: true },
      ...findings,
    ],
  };
}

/** A restored database, before anything is written to it. */
async function inspect(url: string, before: readonly MovedTable[]): Promise<Finding[]> {
  const copy = openPostgres({ url, poolSize: 1 });
  try {
    return [await compareTables(copy.db, before), ...(await verifyCopy({ DATABASE_URL: url }))];
  } finally {
    await copy.close();
  }
}

async function takeBaseBackup(
  server: Postgres,
  { folder, load }: { folder: string; load: Load },
): Promise<Step> {
  const to = await makeOpenFolder(folder, 'base');
  const startedAt = Date.now();
  await must(server, 'pg_basebackup', [
    `--dbname=${server.url}`,
    `--pgdata=${to}/data`,
    '--checkpoint=fast',
    '--wal-method=none',
  ]);
  const endedAt = Date.now();
  const during = slowest(load, startedAt, endedAt);
  return {
    name: 'base backup',
    seconds: (endedAt - startedAt) / 1000,
    bytes: await sizeOf(to),
    findings: [
      {
        asked: 'pg_basebackup while learners write',
        found: `of a hundred calls the slowest took ${during.toFixed(0)} ms, ${load.failed} failed`,
        isGood: load.failed === 0,
      },
    ],
  };
}

/** The base backup and the archived log, played forward to a moment, on a server of its own. */
async function recover({
  folder,
  archive,
  load,
  moment,
}: {
  folder: string;
  archive: string;
  load: Load;
  moment: number;
}): Promise<Step> {
  const startedAt = Date.now();
  const second = await startPostgres({
    fill: async ({ data }) => {
      await cp(join(folder, 'base', 'data'), data, { recursive: true });
      await Bun.write(join(data, 'recovery.signal'), '');
    },
    settings: [
      `-c "restore_command=cp ${archive}/%f %p"`,
      `-c "recovery_target_time=${new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00')}"`,
      '-c recovery_target_action=promote',
    ],
  });
  if (!second) throw new Error('The copy did not start; the line above says why.');
  try {
    const copy = openPostgres({ url: second.url, poolSize: 1 });
    await waitForPrimary(copy);
    const seconds = (Date.now() - startedAt) / 1000;
    const notes = await compareNotes(copy.db, load, moment);
    await copy.close();
    const findings = [notes, ...(await verifyCopy({ DATABASE_URL: second.url }))];
    const { code, output } = await runCommand('db-after-restore.ts', ['--without-journal'], {
      DATABASE_URL: second.url,
      DATA_DIR: join(folder, 'own'),
    });
    findings.push({
      asked: 'sessions of the copy end (npm run db:after-restore)',
      found: output.split('\n').find((line) => line.includes('sessions ended')) ?? output.slice(-300),
      isGood: code === 0,
    });
    return { name: 'recovery to a moment', seconds, findings };
  } finally {
    await second.stop();
  }
}

/** A folder that the user of PostgreSQL may write to. */
async function makeOpenFolder(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  await chmod(path, 0o777);
  return path;
}

async function must({ run }: Postgres, program: string, args: string[]): Promise<void> {
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.trim().slice(-1000)}`);
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for await (const file of new Bun.Glob('**/*').scan({ cwd: folder, absolute: true, dot: true })) {
    bytes += Bun.file(file).size;
  }
  return bytes;
}

/** Ends the current file of the log and waits until it is in the archive. */
async function archiveLog({ db }: OpenDatabase): Promise<void> {
  const [current] = await queryRows<{ file: string }>(
    db,
    sql`select pg_walfile_name(pg_switch_wal()) as file`,
  );
  for (let tries = 0; tries < 300; tries++) {
    const [row] = await queryRows<{ file: string | null }>(
      db,
      sql`select last_archived_wal as file from pg_stat_archiver`,
    );
    if (current && row?.file && row.file >= current.file) return;
    await Bun.sleep(100);
  }
  throw new Error('The log was not archived within 30 s.');
}

async function waitForPrimary({ db }: OpenDatabase): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const rows = await queryRows<{ isBehind: boolean }>(
      db,
      sql`select pg_is_in_recovery() as "isBehind"`,
    ).catch(() => []);
    if (rows[0]?.isBehind === false) return;
    await Bun.sleep(100);
  }
  throw new Error('The copy did not finish its recovery within a minute.');
}
