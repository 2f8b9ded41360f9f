import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { rotateKey } from '#api/people/credentials/keys.ts';
import { type Database, queryRows } from '#api/platform/db/client.ts';
import { openDatabase } from '#api/platform/db/open.ts';
import { DAMAGED_ADVICE, toOperatorError } from '#api/platform/db/operator-error.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { createSecretKey } from '#api/platform/process/secrets.ts';
import { fillDataFolder } from '#api/test/data-folder.ts';
import { startMailServer } from '#api/test/mail-server.ts';
import { addPerson } from '#api/test/people.ts';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What is found of these checks, with settings beside those of an installation that nobody else reaches. */
async function look(
  checks: readonly string[],
  settings: Record<string, string> = {},
  options: Parameters<typeof examine>[1] = {},
): Promise<Pick<Finding, 'status' | 'found'>[]> {
  const environment = { DATA_DIR: join(folder, 'none'), PORT: '0', ...settings };
  const findings = await examine(environment, options);
  for (const { status, advice } of findings) expect(status === 'ok' || Boolean(advice)).toBe(true);
  return findings
    .filter(({ check }) => checks.includes(check))
    .map(({ status, found }) => ({ status, found }));
}

const seen = (status: Finding['status'], found: RegExp) => ({ status, found: expect.stringMatching(found) });

const FOR_OTHERS = {
  NODE_ENV: 'production',
  PUBLIC_SITE_URL: 'https://league.example.org',
  TRUSTED_PROXIES: '127.0.0.1',
};

describe('doctor', () => {
  test('P46 each setting that stops a start is a line of its own, and nothing else is looked at', async () => {
    const settings = { NODE_ENV: 'production', DEMO_DATA: 'true', DEV_PAGES: 'on' };
    expect(await examine(settings)).toEqual([
      expect.objectContaining({ check: 'settings', ...seen('fail', /^DEMO_DATA: /) }),
      expect.objectContaining({ check: 'settings', ...seen('fail', /^DEV_PAGES: /) }),
    ]);
    expect(await look(['settings'], { PORT: 'many', HOST: '' })).toEqual([seen('fail', /^PORT: expected/)]);
  });

  test('settings that start and are doubtful for others to use are warned of', async () => {
    expect(await look(['settings'])).toEqual([seen('ok', /nobody but this machine/)]);
    expect(await look(['settings'], FOR_OTHERS)).toEqual([seen('ok', /for others to use \(NODE_ENV/)]);
    expect(await look(['settings'], { HOST: '0.0.0.0' })).toEqual([
      seen('warn', /^HOST says that others come/),
      seen('warn', /^PUBLIC_SITE_URL/),
      seen('warn', /^TRUSTED_PROXIES/),
    ]);
  });

  test('the sample content is warned of where others come: its mailbox, its legal texts', async () => {
    expect(await look(['names'])).toEqual([]);
    expect(await look(['names'], FOR_OTHERS)).toEqual([
      seen('warn', /^Mail comes from info@openleague\.example/),
      seen('warn', /^legal\/privacy\.md is the sample text/),
      seen('warn', /^legal\/terms\.md is the sample text/),
    ]);
    const content = await mkdtemp(join(tmpdir(), 'own-content-'));
    await cp(join(import.meta.dir, '../../content'), content, { recursive: true });
    for (const [file, from, to] of [
      ['site.json', /info@openleague\.example/, 'info@league.test'],
      ['legal/privacy.md', /^sample: true\n/m, ''],
      ['legal/terms.md', /^sample: true\n/m, ''],
    ] as const) {
      const path = join(content, file);
      await Bun.write(path, (await Bun.file(path).text()).replace(from, to));
    }
    expect(await look(['names'], { ...FOR_OTHERS, CONTENT_DIR: content })).toEqual([]);
    await rm(content, { recursive: true });
  });

  test('P21 limits that would lock everybody out stop it', async () => {
    expect(await look(['settings'], { RATE_LIMIT_SCALE: '0.00001' })).toEqual([
      seen('fail', /^RATE_LIMIT_SCALE: expected 0\.1 or more/),
    ]);
    expect(await look(['settings'], { RATE_LIMIT_SCALE: '0.1' })).toEqual([seen('ok', /^They fit together/)]);
  });

  test('a site that was built for another address', async () => {
    const dist = join(folder, 'dist');
    await mkdir(dist);
    await writeFile(join(dist, '.serving.json'), '{"files":[]}');
    await writeFile(join(dist, 'index.html'), '<link rel="canonical" href="http://localhost:3000/">');
    expect(await look(['site'], {}, { dist })).toEqual([seen('ok', /^0 files/)]);
    expect(await look(['site'], FOR_OTHERS, { dist })).toEqual([
      seen(
        'warn',
        /name http:\/\/localhost:3000 as their address, the server https:\/\/league\.example\.org/,
      ),
    ]);
    await writeFile(join(dist, 'index.html'), '<link rel="canonical" href="https://league.example.org/">');
    expect(await look(['site'], FOR_OTHERS, { dist })).toEqual([seen('ok', /^0 files/)]);
  });

  test('a folder of another user is not opened', async () => {
    if (process.getuid?.() !== 0) return;
    const DATA_DIR = join(folder, 'foreign');
    await mkdir(join(DATA_DIR, 'database'), { recursive: true });
    await chown(DATA_DIR, 1, 1);
    expect(await look(['database', 'roles'], { DATA_DIR })).toEqual([
      seen('fail', /belongs to another user/),
    ]);
  });

  test('nothing is made where there is no database yet', async () => {
    expect(await look(['database', 'roles'])).toEqual([seen('warn', /There is no database/)]);
    expect(await Bun.file(join(folder, 'none')).exists()).toBe(false);
  });

  describe('on a database', () => {
    let DATA_DIR: string;
    beforeAll(() => {
      DATA_DIR = join(folder, 'data');
      return fillDataFolder({ DATA_DIR });
    });
    async function work(change: (db: Database) => Promise<unknown>): Promise<void> {
      const database = await openDatabase(parseEnv({ DATA_DIR }));
      await change(database.db).finally(() => database.close());
    }

    test('a key of credentials that SECRET_KEY does not open is named', async () => {
      const SECRET_KEY = 'a key of the operator that is long enough';
      const keys = (key = SECRET_KEY) => look(['keys'], { DATA_DIR, SECRET_KEY: key });
      const add = (key: string) => work((db) => rotateKey(db, createSecretKey(key)));
      expect(await keys()).toEqual([seen('ok', /they are not offered/)]);
      await add(SECRET_KEY);
      expect(await keys()).toEqual([seen('ok', /are signed/)]);
      const other = 'another key that is quite long enough';
      expect(await keys(other)).toEqual([seen('fail', /^SECRET_KEY does not open the key/)]);
      await add(other);
      expect(await keys(other)).toEqual([seen('ok', /are signed/)]);
      await work(async (db) => {
        await db.execute(sql`delete from credential_keys where retired_at is null`);
      });
      expect(await keys()).toEqual([seen('ok', /they are not offered/)]);
    }, 300_000);

    test('it says whether its schema is up to date, and what a power cut may do', async () => {
      expect(await look(['database', 'roles'], { DATA_DIR })).toEqual([
        seen('ok', /has no roles/),
        seen('ok', /up to date/),
      ]);
      expect(await look(['database'], { ...FOR_OTHERS, DATA_DIR })).toEqual([seen('warn', /power cut/)]);
      await work(async (db) => {
        await db.execute(sql`create table missed as select * from schema_migrations where name like '0000%'`);
        await db.execute(sql`delete from schema_migrations where name like '0000%'`);
      });
      expect(await look(['database', 'roles'], { DATA_DIR })).toEqual([
        seen('fail', /^1 migrations are missing, from 0000/),
      ]);
    }, 300_000);

    test('one that is damaged is called so, and not written over', async () => {
      const files = join(DATA_DIR, 'database');
      const { db, close } = await openDatabase(parseEnv({ DATA_DIR }));
      await db.execute(sql`insert into schema_migrations select * from missed`);
      const { id } = await addPerson(db);
      const [table] = await queryRows<{ file: string }>(
        db,
        sql`select pg_relation_filepath('users') as file`,
      );
      await close();
      const said = async () => {
        const { message } = await openDatabase(parseEnv({ DATA_DIR })).then(
          () => new Error('it was opened'),
          (error) => error as Error,
        );
        expect(message).toEndWith(`. ${DAMAGED_ADVICE}`);
        expect(message).not.toContain('\n');
        const [finding, ...more] = await examine({ DATA_DIR, PORT: '0' }).then((all) =>
          all.filter(({ check }) => check === 'database'),
        );
        expect(more).toEqual([]);
        expect(`${finding?.found} ${finding?.advice}`).toBe(message);
        expect(finding?.status).toBe('fail');
        return finding?.found.replace(files, 'FOLDER');
      };
      const without = async (name: string, reason: string) => {
        const path = join(files, name);
        await rename(path, `${files}.part`);
        const listed = await readdir(files, { recursive: true });
        expect(await said()).toBe(`The database in FOLDER cannot be opened (${reason}).`);
        const left = (await readdir(files, { recursive: true })).filter((one) => one !== 'postmaster.pid');
        expect(left.toSorted()).toEqual(listed.toSorted());
        await rename(`${files}.part`, path);
      };
      await without('PG_VERSION', 'PG_VERSION is missing');
      await without('global/pg_control', 'the engine gave up');
      await truncate(join(files, table?.file ?? ''), 0);
      await expect(
        work(async (db) => {
          await db.execute(sql`set enable_seqscan = off`);
          await db.execute(sql`select * from users where id = ${id}`);
        }).catch((error) => Promise.reject(toOperatorError(error))),
      ).rejects.toThrow(/^The files of the database are damaged \(could not read blocks? .*\)\. /);
      await rm(files, { recursive: true });
      await writeFile(files, '');
      expect(await said()).toBe('The database in FOLDER cannot be opened (it is a file).');
    }, 300_000);

    test('one that the server works on is left alone', async () => {
      await fillDataFolder({ DATA_DIR: join(folder, 'busy') });
      const database = await openDatabase(parseEnv({ DATA_DIR: join(folder, 'busy') }));
      expect(await look(['database', 'roles'], { DATA_DIR: join(folder, 'busy') })).toEqual([
        seen('warn', /is in use by process \d+: what is in it was not looked at/),
      ]);
      await database.close();
    }, 300_000);
  });

  test('the mail server is asked whether it takes mail, and gets none', async () => {
    expect(await look(['mail'])).toEqual([seen('ok', /dev\/outbox/)]);
    expect(await look(['mail'], FOR_OTHERS)).toEqual([seen('warn', /nobody gets a code/)]);
    const [takes, refuses] = [await startMailServer(), await startMailServer({ refusesSignIn: true })];
    expect(await look(['mail'], { SMTP_URL: `smtp://127.0.0.1:${takes.port}` })).toEqual([
      seen('ok', /takes mail from here/),
    ]);
    expect([takes.opened(), takes.received]).toEqual([1, []]);
    expect(await look(['mail'], { SMTP_URL: `smtp://u:secret@127.0.0.1:${refuses.port}` })).toEqual([
      seen('fail', /does not take mail \(no answer \(535\)\)$/),
    ]);
    await takes.stop();
    await refuses.stop();
    expect(await look(['mail'], { SMTP_URL: `smtp://127.0.0.1:${takes.port}` })).toEqual([
      seen('fail', /\(no answer\)$/),
    ]);
  });

  test('the newest whole copy counts, by its age', async () => {
    const BACKUP_DIR = join(folder, 'backups');
    expect(await look(['backups'])).toEqual([seen('ok', /not set/)]);
    expect(await look(['backups'], FOR_OTHERS)).toEqual([seen('warn', /nobody notices/)]);
    expect(await look(['backups'], { BACKUP_DIR })).toEqual([seen('fail', /is not there/)]);
    await writeFile(BACKUP_DIR, '');
    expect(await look(['backups'], { BACKUP_DIR })).toEqual([seen('fail', /is a file, no folder$/)]);
    await rm(BACKUP_DIR);
    await mkdir(BACKUP_DIR);
    for (const name of ['monday.dump.part', 'restore-list.jsonl', '.keep'])
      await writeFile(join(BACKUP_DIR, name), 'x');
    await writeFile(join(BACKUP_DIR, 'empty.dump'), '');
    expect(await look(['backups'], { BACKUP_DIR })).toEqual([seen('fail', /There is no copy/)]);
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    for (const [name, hours, expected] of [
      ['old.dump', 73, seen('fail', /old\.dump, 73\.0 hours/)],
      ['late.dump', 27, seen('warn', /late\.dump, 27\.0 hours/)],
      ['new.dump', 2, seen('ok', /new\.dump, 2\.0 hours/)],
    ] as const) {
      await writeFile(join(BACKUP_DIR, name), 'x');
      await utimes(join(BACKUP_DIR, name), ago(hours), ago(hours));
      expect(await look(['backups'], { BACKUP_DIR })).toEqual([expected]);
    }
    expect(await look(['disk'], { BACKUP_DIR })).toHaveLength(2);
  });

  test('the server that should answer is asked', async () => {
    let status = 200;
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('', { status }) });
    const PORT = String(server.port);
    expect(await look(['server'], { PORT })).toEqual([seen('ok', /answers at/)]);
    status = 503;
    expect(await look(['server'], { PORT })).toEqual([seen('fail', /answers 503/)]);
    await server.stop(true);
    expect(await look(['server'], { PORT })).toEqual([seen('warn', /Nothing answers/)]);
  });

  test('the command prints a line for each finding, and exits 1 when something failed', async () => {
    const run = async (settings: Record<string, string>) => {
      const script = join(import.meta.dir, '..', 'ops/doctor.ts');
      const child = Bun.spawn([process.execPath, '--no-env-file', script], {
        env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'none'), PORT: '0', ...settings },
        stdout: 'pipe',
      });
      return { out: await new Response(child.stdout).text(), code: await child.exited };
    };
    const wrong = await run({ PORT: 'many' });
    expect(wrong).toEqual({ code: 1, out: expect.stringContaining('✖ settings  PORT: expected a port') });
    expect(wrong.out).toEndWith('\n0 in order, 0 warnings, 1 failed\n');
    const lost = await run({ CONTENT_DIR: '/nowhere' });
    expect(lost.out).toContain(
      '✖ content   There is no content folder /nowhere. Set CONTENT_DIR, or leave it',
    );
    expect(lost).toEqual({ code: 1, out: expect.stringContaining('✔ backups   BACKUP_DIR is not set') });
  });
});
