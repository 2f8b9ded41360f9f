import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type OpenDatabase, openPostgres, queryRows } from '#api/db/client.ts';
import { migrateDatabase } from '#api/db/migrate.ts';
import { toVerificationMessage } from '#api/mail/messages/verification.ts';
import { queueMail } from '#api/mail/outbox.ts';
import { createSecretKey } from '#api/process/secrets.ts';
import { addPerson } from '#api/test/people.ts';

const ADMIN = process.env.TEST_DATABASE_URL ?? '';
const describeOnPostgres = ADMIN ? describe : describe.skip;

/** The commands of operators that work on a PostgreSQL server, run as they are typed. */
describeOnPostgres('commands on PostgreSQL', () => {
  const name = `test_restore_${randomBytes(6).toString('hex')}`;
  const url = Object.assign(new URL(ADMIN || 'postgres://localhost'), { pathname: `/${name}` }).toString();
  const server = new Bun.SQL(ADMIN, { max: 1 });
  let folder: string;
  let database: OpenDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'postgres-restore-'));
    await server.unsafe(`create database ${name}`);
    database = openPostgres({ url, poolSize: 2 });
    await migrateDatabase(database);
  });
  afterAll(async () => {
    await database.close();
    await server.unsafe(`drop database ${name} with (force)`);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(script: string, args: readonly string[] = [], settings: Record<string, string> = {}) {
    const child = Bun.spawn(
      [
        'sh',
        '-c',
        'umask 0; exec "$0" "$@"',
        process.execPath,
        '--no-env-file',
        join(import.meta.dir, '..', script),
        ...args,
      ],
      {
        env: { PATH: process.env.PATH ?? '', DATABASE_URL: url, DATA_DIR: folder, ...settings },
        stdout: 'pipe',
        stderr: 'pipe',
      },
    );
    const [code, out, said] = await Promise.all([
      child.exited,
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code, out, said };
  }

  test('a migrating role of another database, and a serving one without rights, are said in one line', async () => {
    const apart = await run('db-migrate.ts', [], { DATABASE_MIGRATION_URL: ADMIN });
    expect([apart.code, apart.said]).toEqual([
      1,
      expect.stringMatching(
        /^✖ DATABASE_MIGRATION_URL leads to the database \S+ and DATABASE_URL to test_restore_/,
      ),
    ]);
    const guest = `${name}_guest`;
    await server.unsafe(`create role ${guest} login`);
    const DATABASE_URL = Object.assign(new URL(url), { username: guest }).href;
    expect(await run('db-verify.ts', [], { DATABASE_URL })).toEqual({
      code: 1,
      out: '',
      said: '✖ The role may not do that (permission denied for table schema_migrations). Set DATABASE_MIGRATION_URL to the role that owns the tables, or give the rights anew: npm run db:roles.\n',
    });
    await server.unsafe(`drop role ${guest}`);
  }, 300_000);

  test('P60 F16 db:journal and db:after-restore take away again what was taken away since', async () => {
    const { db } = database;
    const [chief, other] = [await addPerson(db, { role: 'CHIEF_PATHFINDER' }), await addPerson(db)];
    // As the log of the lost database has it.
    await db.execute(sql`insert into audit_log (target_user_id, action, evidence) values
      (${chief.id}, 'USER_STATUS_CHANGED', '{"status":{"from":"ACTIVE","to":"SUSPENDED"}}'),
      (${chief.id}, 'PATHFINDER_SCOPE_DELETED', '{"leagueId":"0"}')`);
    const journal = join(folder, 'journal.jsonl');
    expect(await run('db-journal.ts', [journal])).toEqual({
      code: 0,
      out: `Wrote 2 entries to ${journal}.\n`,
      said: '',
    });
    expect((await stat(journal)).mode & 0o777).toBe(0o600);
    // The copy knows nothing of it.
    await db.execute(sql`alter table audit_log disable trigger user`);
    await db.execute(sql`delete from audit_log`);
    await db.execute(sql`alter table audit_log enable trigger user`);

    const after = await run('db-after-restore.ts', ['--replay', journal]);
    expect([after.code, after.said]).toEqual([0, '']);
    expect(after.out).toContain('2 sessions ended; everybody signs in anew.\n');
    expect(after.out).toContain(`Suspended again: ${chief.id}\n`);
    expect(after.out).toMatch(
      /Changed since the backup, and yours to decide:\n.* PATHFINDER_SCOPE_DELETED of /,
    );
    const rows = await queryRows<{ id: string; status: string }>(
      db,
      sql`select id, status from users order by created_at`,
    );
    expect(rows).toEqual([
      { id: chief.id, status: 'SUSPENDED' },
      { id: other.id, status: 'ACTIVE' },
    ]);
  }, 300_000);

  test('P60 F16 db:after-restore makes good a run without a journal, and one that ended halfway', async () => {
    const { db } = database;
    const made = [await addPerson(db), await addPerson(db), await addPerson(db)];
    const [known, first, second] = made.map(({ id }) => id).toSorted();
    const statuses = async () => {
      const rows = await queryRows<{ status: string }>(
        db,
        sql`select status from users where id in (${known}, ${first}, ${second}) order by id`,
      );
      return rows.map(({ status }) => status);
    };
    const suspend = (id: string | undefined) =>
      db.execute(sql`insert into audit_log (created_at, target_user_id, action, evidence) values
        (now() - interval '1 hour', ${id}, 'USER_STATUS_CHANGED', '{"status":{"from":"ACTIVE","to":"SUSPENDED"}}')`);
    const signIn = () => db.execute(sql`insert into audit_log (action) values ('LOGIN_SUCCEEDED')`);
    await db.execute(sql`alter table audit_log disable trigger user`);
    await db.execute(sql`delete from audit_log`);
    await suspend(known);
    const [before] = await queryRows<{ id: string }>(db, sql`select max(id)::text as id from audit_log`);
    await suspend(first);
    await suspend(second);
    const journal = join(folder, 'whole.jsonl');
    await run('db-journal.ts', [journal]);
    // The copy was made after the first of them.
    await db.execute(sql`delete from audit_log where id > ${before?.id}`);
    await db.execute(sql`alter table audit_log enable trigger user`);

    for (const args of [[], ['--replay', journal, '--without-journal']]) {
      const refused = await run('db-after-restore.ts', args);
      expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/^✖ Usage: /)]);
    }
    const blind = await run('db-after-restore.ts', ['--without-journal']);
    expect([blind.code, blind.out]).toEqual([
      0,
      expect.stringContaining('Nothing is known of what happened after the backup; its log ends 2'),
    ]);
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);

    // The server was started meanwhile, and the replay fails at the second account.
    await signIn();
    await db.execute(
      sql.raw(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'halfway'; end $$;
      create trigger fail before update on users for each row when (new.id = '${second}') execute function fail()`),
    );
    expect((await run('db-after-restore.ts', ['--replay', journal])).code).not.toBe(0);
    expect(await statuses()).toEqual(['ACTIVE', 'SUSPENDED', 'ACTIVE']);
    await db.execute(sql.raw('drop trigger fail on users; drop function fail()'));
    await signIn();
    const again = await run('db-after-restore.ts', ['--replay', journal]);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining(`Suspended again: ${second}\n`)]);
    expect(await statuses()).toEqual(['ACTIVE', 'SUSPENDED', 'SUSPENDED']);

    // What staff decide afterwards stands.
    await db.execute(sql`update users set status = 'ACTIVE' where id = ${first}`);
    expect((await run('db-after-restore.ts', ['--replay', journal])).out).not.toContain('again: ');
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'SUSPENDED']);
  }, 300_000);

  test('P9 secrets:reseal seals with the newest key, and names what no key opens', async () => {
    const { db } = database;
    const [older, newer] = ['an older key that is long enough 1', 'a newer key that is long enough 2'];
    const message = toVerificationMessage({ name: 'Asha', code: '042137' });
    const queue = (key: string) =>
      queueMail(
        { db, secret: createSecretKey(key) },
        { kind: 'EMAIL_VERIFICATION', userId: null, to: 'a@example.test', message },
      );
    await queue(older);
    await queue(newer);
    const settings = { SECRET_KEY: `${newer},${older}` };
    expect(await run('secrets-reseal.ts', [], settings)).toEqual({
      code: 0,
      out: 'Sealed again with the newest key: 1 messages.\nNo code is out. The older keys can be taken away.\n',
      said: '',
    });
    await queue('a key that nobody has any more now');
    const lost = await run('secrets-reseal.ts', [], settings);
    expect([lost.code, lost.said]).toEqual([
      1,
      expect.stringMatching(/^✖ 1 messages were sealed with a key/),
    ]);
  }, 300_000);
});
