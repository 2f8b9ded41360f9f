import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, isNull, like, sql } from 'drizzle-orm';
import { createListWriter, toListFile } from '#api/accounts/own-account/restore-list.ts';
import { findSigner, listKeys, rotateKey } from '#api/people/credentials/keys.ts';
import { type OpenDatabase, openPostgres, queryRows } from '#api/platform/db/client.ts';
import { migrateDatabase } from '#api/platform/db/migrate.ts';
import { passkeys, recoveryCodes, users } from '#api/platform/db/schema/accounts.ts';
import { outboxMessages } from '#api/platform/db/schema/operations.ts';
import { queueMail } from '#api/platform/mail/outbox.ts';
import { createSecretKey } from '#api/platform/process/secrets.ts';
import { addPerson, type Person } from '#api/test/people.ts';

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
    const apart = await run('ops/migrate.ts', [], { DATABASE_MIGRATION_URL: ADMIN });
    expect([apart.code, apart.said]).toEqual([
      1,
      expect.stringMatching(
        /^✖ DATABASE_MIGRATION_URL leads to the database \S+ and DATABASE_URL to test_restore_/,
      ),
    ]);
    const guest = `${name}_guest`;
    await server.unsafe(`create role ${guest} login`);
    const DATABASE_URL = Object.assign(new URL(url), { username: guest }).href;
    expect(await run('ops/verify.ts', [], { DATABASE_URL })).toEqual({
      code: 1,
      out: '',
      said: '✖ The role may not do that (permission denied for table schema_migrations). Set DATABASE_MIGRATION_URL to the role that owns the tables, or give the rights anew: npm run ops -- roles.\n',
    });
    await server.unsafe(`drop role ${guest}`);
  }, 300_000);

  /** The log loses what was entered after `last`, as in a copy of that moment. */
  async function forgetAfter(last = 0): Promise<void> {
    await database.db.execute(sql`alter table audit_log disable trigger user`);
    await database.db.execute(sql`delete from audit_log where id > ${last}`);
    await database.db.execute(sql`alter table audit_log enable trigger user`);
  }
  const enter = (
    id: string,
    action: string,
    evidence: object | null = null,
    metadata: object | null = null,
  ) =>
    database.db.execute(sql`insert into audit_log (created_at, target_user_id, action, evidence, metadata)
      values (now() - interval '1 hour', ${id}, ${action}, ${evidence && JSON.stringify(evidence)},
        ${metadata && JSON.stringify(metadata)})`);
  const suspended = { status: { from: 'ACTIVE', to: 'SUSPENDED' } };
  const list = () => toListFile({ DATA_DIR: folder });
  const writeList = () => createListWriter(database.db, list())();
  const statusesOf = async (...people: Person[]) => {
    const rows = await database.db.select({ id: users.id, status: users.status }).from(users);
    return people.map(({ id }) => rows.find((row) => row.id === id)?.status);
  };

  test('P60 F16 after-restore repeats what must not come back, and lists what is to be decided', async () => {
    const chief = await addPerson(database.db, { role: 'CHIEF_PATHFINDER' });
    const other = await addPerson(database.db);
    await enter(chief.id, 'USER_STATUS_CHANGED', suspended);
    await enter(chief.id, 'PATHFINDER_SCOPE_DELETED', { leagueId: '0' });
    await enter(other.id, 'USER_EMAIL_CHANGED');
    await writeList();
    expect((await stat(list())).mode & 0o777).toBe(0o600);
    await forgetAfter();

    const after = await run('ops/after-restore.ts');
    expect([after.code, after.said]).toEqual([0, '']);
    expect(after.out).toContain('2 sessions ended; everybody signs in anew.\n');
    expect(after.out).toContain('3 entries of the restore list are newer than the copy.\n');
    expect(after.out).toContain(`Suspended again: ${chief.id}\n`);
    expect(after.out).toMatch(
      /Changed since the backup, and yours to decide:\n.* PATHFINDER_SCOPE_DELETED of .*\n.* USER_EMAIL_CHANGED of /,
    );
    expect(await statusesOf(chief, other)).toEqual(['SUSPENDED', 'ACTIVE']);
    await rm(list());
  }, 300_000);

  test('P60 after a restore a password or passkey that was changed since opens nothing, and its person gets a mail', async () => {
    const { db } = database;
    const shut = {
      PASSWORD_CHANGED: await addPerson(db),
      PASSWORD_RESET_COMPLETED: await addPerson(db),
      SIGN_IN_REPORTED: await addPerson(db),
      PASSKEY_ADDED: await addPerson(db),
      PASSKEY_REMOVED: await addPerson(db),
      PASSKEYS_RESET: await addPerson(db, { role: 'PATHFINDER' }),
      RECOVERY_CODES_REPLACED: await addPerson(db),
    };
    const spent = await addPerson(db, { name: 'Spent a recovery code' });
    const proven = await addPerson(db);
    const everybody = [...Object.values(shut), spent, proven];
    for (const [index, { id }] of everybody.entries()) {
      await db.insert(passkeys).values({
        id: `key-${index}`,
        userId: id,
        name: 'Phone',
        credentialId: `credential-${index}`,
        publicKey: 'key',
        counter: 0,
        isSynced: false,
      });
      await db.insert(recoveryCodes).values({ userId: id, codeHash: `hash-${index}` });
    }
    for (const [action, { id }] of Object.entries(shut)) await enter(id, action);
    await enter(spent.id, 'IDENTITY_CONFIRMED', null, { by: 'recovery code' });
    await enter(proven.id, 'IDENTITY_CONFIRMED', null, { by: 'password' });
    await writeList();
    await forgetAfter();
    const before = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, proven.id));

    expect((await run('ops/after-restore.ts')).code).toBe(0);
    const shutIds = [...Object.values(shut), spent].map(({ id }) => id).toSorted();
    const usable = await db
      .select({ id: users.id })
      .from(users)
      .where(like(users.passwordHash, '$argon2id$%'));
    expect(usable.filter(({ id }) => everybody.some((one) => one.id === id))).toEqual([{ id: proven.id }]);
    expect(await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, proven.id))).toEqual(
      before,
    );
    expect(await db.select({ id: passkeys.userId }).from(passkeys)).toEqual([{ id: proven.id }]);
    expect(await db.select({ id: recoveryCodes.userId }).from(recoveryCodes)).toEqual([{ id: proven.id }]);
    const waiting = () =>
      db
        .select({ id: outboxMessages.userId })
        .from(outboxMessages)
        .where(and(eq(outboxMessages.kind, 'PASSWORD_ENDED'), isNull(outboxMessages.failedAt)));
    expect((await waiting()).map(({ id }) => id).toSorted()).toEqual(shutIds);
    // A second run neither voids their mail nor sends another.
    expect((await run('ops/after-restore.ts')).out).not.toContain('Need a new password');
    expect((await waiting()).map(({ id }) => id).toSorted()).toEqual(shutIds);
    await db.delete(outboxMessages);
    await rm(list());
  }, 300_000);

  test('P60 F16 after-restore wants a list, does all or nothing, and leaves what staff decide afterwards', async () => {
    const { db } = database;
    const made = [await addPerson(db), await addPerson(db), await addPerson(db)];
    const [known, first, second] = made.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [
      Person,
      Person,
      Person,
    ];
    const signIn = () => db.execute(sql`insert into audit_log (action) values ('LOGIN_SUCCEEDED')`);
    await forgetAfter();
    await enter(known.id, 'USER_STATUS_CHANGED', suspended);
    const [before] = await queryRows<{ id: number }>(db, sql`select max(id)::int as id from audit_log`);
    await enter(first.id, 'USER_STATUS_CHANGED', suspended);
    await enter(second.id, 'USER_STATUS_CHANGED', suspended);
    await writeList();
    // The copy was made after the first of them.
    await forgetAfter(before?.id);

    const kept = await Bun.file(list()).text();
    await rm(list());
    const refused = await run('ops/after-restore.ts');
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(/^✖ There is no list \S+\. Put a/),
    ]);
    const blind = await run('ops/after-restore.ts', ['--without-list']);
    expect([blind.code, blind.out]).toEqual([0, expect.stringContaining('has nothing newer than the copy')]);
    expect(await statusesOf(known, first, second)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    await Bun.write(list(), kept);

    // The server was started meanwhile, and the command fails at the second account.
    await signIn();
    await writeList();
    await db.execute(
      sql.raw(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'halfway'; end $$;
      create trigger fail before update on users for each row when (new.id = '${second.id}') execute function fail()`),
    );
    expect((await run('ops/after-restore.ts')).code).not.toBe(0);
    expect(await statusesOf(known, first, second)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    await db.execute(sql.raw('drop trigger fail on users; drop function fail()'));
    await signIn();
    expect((await run('ops/after-restore.ts')).out).toContain(`Suspended again: ${first.id}, ${second.id}\n`);
    expect(await statusesOf(known, first, second)).toEqual(['ACTIVE', 'SUSPENDED', 'SUSPENDED']);

    // What staff decide afterwards counts.
    await db.execute(sql`update users set status = 'ACTIVE' where id = ${first.id}`);
    expect((await run('ops/after-restore.ts')).out).not.toContain('again: ');
    expect(await statusesOf(known, first, second)).toEqual(['ACTIVE', 'ACTIVE', 'SUSPENDED']);
  }, 300_000);

  test('P9 reseal-secrets seals with the newest key, and names what no key opens', async () => {
    const { db } = database;
    const [older, newer] = ['an older key that is long enough 1', 'a newer key that is long enough 2'];
    const facts = { name: 'Asha', code: '042137' };
    const queue = (key: string) =>
      queueMail(
        { db, secret: createSecretKey(key) },
        'EMAIL_VERIFICATION',
        { id: null, email: 'a@example.test' },
        facts,
      );
    await queue(older);
    await queue(newer);
    await rotateKey(db, createSecretKey(older));
    const settings = { SECRET_KEY: `${newer},${older}` };
    expect(await run('ops/reseal-secrets.ts', [], settings)).toEqual({
      code: 0,
      out: 'Sealed again with the newest key: 1 messages, 1 keys that sign credentials.\nNo code is out. The older keys can be taken away.\n',
      said: '',
    });
    expect(await findSigner(db, createSecretKey(newer))).not.toBeNull();
    await queue('a key that nobody has any more now');
    await rotateKey(db, createSecretKey('a key that nobody has any more now'));
    const lost = await run('ops/reseal-secrets.ts', [], settings);
    expect([lost.code, lost.said]).toEqual([
      1,
      expect.stringMatching(/^✖ 1 messages and 1 keys that sign credentials were sealed with a key/),
    ]);
  }, 300_000);

  test('credential-keys makes a key once, lists, rotates and removes', async () => {
    const { db } = database;
    await db.execute(sql`delete from credential_keys`);
    const keys = (...args: string[]) => run('ops/credential-keys.ts', args, { SECRET_KEY });
    const SECRET_KEY = 'a key of the operator that is long enough';
    const idsOf = async () => (await listKeys(db)).map(({ id }) => id);
    const again = expect.stringMatching(/Build the site again, .*\n$/);
    const made = await keys();
    const [first = ''] = await idsOf();
    expect(made).toEqual({ code: 0, out: again, said: '' });
    expect(made.out).toContain(`Made ${first}, which signs`);
    const day = String.raw`of \d{4}-\d\d-\d\d`;
    const listed = await keys();
    expect(listed.out).toMatch(new RegExp(`^${first}  ${day}, signs\\n$`));
    expect((await keys('--rotate')).out).toContain('which signs credentials');
    const [second = '', ...older] = await idsOf();
    expect(older).toEqual([first]);
    expect((await keys()).out).toMatch(
      new RegExp(`^${second}  ${day}, signs\\n${first}  ${day}, retired \\d{4}-\\d\\d-\\d\\d\\n$`),
    );
    const removed = await keys(`--remove=${first}`);
    expect(removed).toEqual({ code: 0, out: again, said: '' });
    expect(removed.out).toStartWith(`Removed ${first}: no credential that it signed is valid any more.\n`);
    expect(await idsOf()).toEqual([second]);
    expect((await findSigner(db, createSecretKey(SECRET_KEY)))?.keyId).toBe(second);
    const refused = [await keys('--remove=none'), await keys('--rotate', '--remove=none')];
    expect(refused.map(({ code, said }) => [code, said])).toEqual([
      [1, '✖ There is no key none.\n'],
      [1, expect.stringMatching(/^✖ Usage: /)],
    ]);
  }, 300_000);
});
