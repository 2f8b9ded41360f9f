import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { toListFile } from '#api/accounts/own-account/restore-list.ts';
import { createApp } from '#api/app.ts';
import { sealWaiting } from '#api/platform/audit/seal.ts';
import { type Database, queryRows } from '#api/platform/db/client.ts';
import { migrateDatabase } from '#api/platform/db/migrate.ts';
import { embeddedFolder, openDatabase } from '#api/platform/db/open.ts';
import { publicProfiles } from '#api/platform/db/schema/people.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { createLog } from '#api/platform/process/log.ts';
import { createSecretKey } from '#api/platform/process/secrets.ts';
import { fillDataFolder, listOpen } from '#api/test/data-folder.ts';
import { addPerson, type Person, TEST_PASSWORD } from '#api/test/people.ts';
import { updateRoleById, updateStatusById } from '#contract/admin-users.ts';
import { getProfile, login } from '#contract/auth.ts';
import { type Call, pathOf } from '#contract/call.ts';
import { changePassword, deleteOwnAccount } from '#contract/own-account.ts';
import { savePublicProfile } from '#contract/public-profile.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'restore-'));
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }));
const config = parseEnv({ DATA_DIR, NODE_ENV: 'test' });
beforeAll(() => fillDataFolder(config));
const [backup, list] = [join(DATA_DIR, 'backup.tar.gz'), toListFile(config)];

const PAGE_OFF = {
  ...{ isPublic: false, isIndexed: false, showsName: true, showsLeagues: false, showsBadges: false },
  ...{ showsCertificates: false, showsEvents: false, showsLinks: false, projectIds: [] },
};
const NEW_PASSWORD = 'Heron-marsh-77!';

const UNMASKED = ['sh', '-c', 'umask 0; exec "$0" "$@"', process.execPath, '--no-env-file'];

/** Runs a command of operators as they do, the server being stopped. */
async function run(script: string, ...args: string[]) {
  const child = Bun.spawn([...UNMASKED, join(import.meta.dir, '..', script), ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [code, out, said] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, lines: out.split('\n').filter(Boolean), said };
}

type Ask = (
  call: Pick<Call, 'method' | 'path'>,
  by: Person | null,
  body?: object,
  id?: string,
) => Promise<number>;

/** The product on the data folder for a while, as a client reaches it. */
async function whileRunning<Result>(work: (db: Database, ask: Ask) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(config);
  await migrateDatabase(database);
  const secret = createSecretKey('a key for tests that is long enough');
  const app = createApp({ db: database.db, config, secret, log: createLog('error', () => {}) });
  const ask: Ask = async (call, by, body, id = '') => {
    const request = new Request(`http://localhost/api${pathOf(call, { userId: id })}`, {
      method: call.method,
      headers: { ...(by && { authorization: `Bearer ${by.token}` }), 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return (await app.fetch(request, { requestIP: () => ({ address: '127.0.0.1' }) })).status;
  };
  try {
    return await work(database.db, ask);
  } finally {
    app.close();
    await database.close();
  }
}

const stateOf = async (db: Database, { id }: Person) =>
  (
    await queryRows<{ role: string; status: string; is_closed: boolean }>(
      db,
      sql`select role, status, closed_at is not null as is_closed from users where id = ${id}`,
    )
  ).map(({ role, status, is_closed }) => [role, status, is_closed])[0] ?? 'gone';

test('P49 P60 F16 a restore ends all sessions and revives nobody who was suspended, demoted or erased since, and no old password; it is its owner’s alone, as the backup is', async () => {
  const people = await whileRunning(async (db) => {
    const made = {
      grand: await addPerson(db, { role: 'GRAND_PATHFINDER' }),
      staff: await addPerson(db, { role: 'CHIEF_PATHFINDER' }),
      suspended: await addPerson(db),
      erased: await addPerson(db),
      demoted: await addPerson(db, { role: 'CHIEF_PATHFINDER' }),
      promoted: await addPerson(db),
      careful: await addPerson(db),
      bystander: await addPerson(db),
    };
    const page = { userId: made.bystander.id, address: 'bystander', isPublic: true };
    await db.insert(publicProfiles).values(page);
    // What the copy knows last.
    await db.execute(
      sql`insert into audit_log (action, created_at) values ('TEST', now() - interval '1 hour')`,
    );
    await sealWaiting(db);
    return made;
  });
  const { grand, staff, suspended, erased, demoted, promoted, careful, bystander } = people;
  // Left behind by one that was interrupted.
  await writeFile(`${backup}.part`, '');
  await chmod(`${backup}.part`, 0o666);
  expect(await run('ops/backup.ts', backup)).toMatchObject({ code: 0, said: '' });
  expect((await stat(backup)).mode & 0o777).toBe(0o600);

  await whileRunning(async (_db, ask) => {
    const confirmed = { password: TEST_PASSWORD, confirmation: 'DELETE' };
    const replies = [
      await ask(updateStatusById, grand, { status: 'SUSPENDED' }, suspended.id),
      await ask(updateRoleById, grand, { role: 'PIONEER' }, demoted.id),
      await ask(updateRoleById, grand, { role: 'PATHFINDER' }, promoted.id),
      await ask(deleteOwnAccount, erased, confirmed),
      await ask(deleteOwnAccount, staff, confirmed),
      await ask(changePassword, careful, { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD }),
      await ask(savePublicProfile, bystander, PAGE_OFF),
    ];
    expect(replies).toEqual(Array(7).fill(200));
  });

  const expectRestored = (lines: string[]) => {
    expect(lines).toContain('8 sessions ended; everybody signs in anew.');
    expect(lines).toContain(`Erased again: ${erased.id}`);
    expect(lines).toContain(`Set to the lower role again: ${demoted.id}`);
    expect(lines).toContain(`Need a new password, and get a mail: ${careful.id}`);
    expect(lines).toContain(`Public pages turned off, as they were changed since: ${bystander.id}`);
    expect(lines.find((line) => line.startsWith('Suspended again: '))).toInclude(suspended.id);
    expect(lines.find((line) => line.startsWith('Suspended again: '))).toInclude(staff.id);
    const listed = lines.slice(lines.indexOf('Changed since the backup, and yours to decide:') + 1);
    expect(listed).toEqual([
      expect.stringMatching(new RegExp(`USER_ROLE_CHANGED of ${promoted.id}: .*PATHFINDER`)),
    ]);
  };
  const expectState = () =>
    whileRunning(async (db, ask) => {
      expect(await stateOf(db, erased)).toBe('gone');
      expect(await stateOf(db, suspended)).toEqual(['PIONEER', 'SUSPENDED', false]);
      expect(await stateOf(db, staff)).toEqual(['CHIEF_PATHFINDER', 'SUSPENDED', true]);
      expect(await stateOf(db, demoted)).toEqual(['PIONEER', 'ACTIVE', false]);
      expect(await stateOf(db, promoted)).toEqual(['PIONEER', 'ACTIVE', false]);
      expect(await ask(getProfile, bystander)).toBe(401);
      expect(await db.$count(publicProfiles, eq(publicProfiles.isPublic, true))).toBe(0);
      const signIn = ({ email }: Person, password: string) => ask(login, null, { email, password });
      expect(await signIn(bystander, TEST_PASSWORD)).toBe(200);
      expect(await signIn(careful, TEST_PASSWORD)).toBe(401);
      expect(await signIn(careful, NEW_PASSWORD)).toBe(401);
      const mails = await queryRows<{ kind: string }>(
        db,
        sql`select kind from outbox_messages where user_id = ${careful.id} and failed_at is null`,
      );
      expect(mails).toEqual([{ kind: 'PASSWORD_ENDED' }]);
    });

  // The server was killed before it wrote the list: the database that is replaced completes it.
  await chmod(join(embeddedFolder(config), 'PG_VERSION'), 0o666);
  const first = await run('ops/restore.ts', backup);
  expect(first).toMatchObject({ code: 0, said: '' });
  expect(await listOpen(DATA_DIR)).toEqual([]);
  expect((await readdir(DATA_DIR)).filter((name) => name.startsWith('database.before-'))).toHaveLength(1);
  expectRestored(first.lines);
  await expectState();

  // It cannot be read any more: the list alone has to tell.
  await rm(join(embeddedFolder(config), 'PG_VERSION'));
  await rm(join(embeddedFolder(config), 'global'), { recursive: true });
  const second = await run('ops/restore.ts', backup);
  expect(second).toMatchObject({ code: 0, said: '' });
  expect(second.lines[0]).toStartWith('The database that is replaced cannot be read');
  expectRestored(second.lines);
  await expectState();

  expect((await run('ops/restore.ts', list)).said).toBe(
    `✖ ${list} is not a backup of this product; nothing was changed.\n`,
  );
  expect((await run('ops/backup.ts', DATA_DIR)).said).toMatch(/^✖ \S+ is a folder: name a file in it\.\n$/);
  expect((await run('ops/backup.ts', join(list, 'copy.tar.gz'))).said).toMatch(/^✖ \S+ cannot be used .*\n$/);
}, 300_000);

test('P52 npm run ops -- audit exits 1 where the log was changed by hand, and prints the head', async () => {
  await whileRunning((db) => sealWaiting(db));
  const before = await run('ops/audit.ts');
  expect([before.code, before.lines.at(-1)]).toEqual([0, expect.stringMatching(/^head \d+:[0-9a-f]{64}$/)]);
  await whileRunning(async (db) => {
    await db.execute(sql`alter table audit_log disable trigger user`);
    await db.execute(sql`update audit_log set actor_id = 'x' where action = 'TEST'`);
    await db.execute(sql`alter table audit_log enable trigger user`);
  });
  const after = await run('ops/audit.ts', '--head', before.lines.at(-1)?.slice('head '.length) ?? '');
  expect([after.code, after.lines[0]]).toEqual([1, expect.stringMatching(/^Seal 1 .* was changed\.$/)]);
  expect((await run('ops/audit.ts', '--head', '7')).said).toStartWith('✖ --head wants what was printed');
}, 300_000);
