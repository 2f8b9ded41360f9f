import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { updateStatusById } from '#contract/admin-users.ts';
import { login } from '#contract/auth.ts';
import { changePassword } from '#contract/own-account.ts';
import { startJobs } from '../../jobs.ts';
import { createLog } from '../../platform/process/log.ts';
import { makeApp } from '../../test/make-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';
import { createListWriter, readList, toListFile } from './restore-list.ts';

const api = await makeApp();
afterAll(() => api.close());
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-list-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const actionsIn = async (file: string) => (await readList(file))?.map(({ action }) => action);

test('P60 the server keeps the list in DATA_DIR: what was entered before its start, and by its end', async () => {
  const DATA_DIR = join(folder, 'data');
  const file = toListFile({ DATA_DIR });
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const [gone, careful] = [await addPerson(api.db), await addPerson(api.db)];
  const suspend = { params: { userId: gone.id }, body: { status: 'SUSPENDED' }, token: grand.token };
  expect((await api.call(updateStatusById, suspend)).status).toBe(200);
  const body = { currentPassword: TEST_PASSWORD, newPassword: 'Heron-marsh-77!' };
  expect((await api.call(changePassword, { body, token: careful.token })).status).toBe(200);
  await api.call(login, { body: { email: careful.email, password: 'Heron-marsh-77!' } });

  const config = { ...api.config, DATA_DIR };
  const background = startJobs({ ...api, config, log: createLog('silent') }, api.kind);
  while (!existsSync(file)) await Bun.sleep(5);
  await api.db.execute(
    sql`insert into audit_log (target_user_id, action) values (${careful.id}, 'PASSKEY_REMOVED')`,
  );
  await background.stop();
  expect((await readList(file))?.map(({ action, accountId }) => [action, accountId])).toEqual([
    ['USER_STATUS_CHANGED', gone.id],
    ['PASSWORD_CHANGED', careful.id],
    ['PASSKEY_REMOVED', careful.id],
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain(careful.email);
});

test('P60 the list is only appended to: an entry once, whatever the log lost, and again where a power cut tore it', async () => {
  const file = toListFile({ DATA_DIR: folder });
  const { id } = await addPerson(api.db);
  const enter = (action: string) =>
    api.db.execute(sql`insert into audit_log (target_user_id, action) values (${id}, ${action})`);
  await enter('PASSKEY_ADDED');
  const write = createListWriter(api.db, file);
  await write();
  const first = await readFile(file, 'utf8');
  await write();
  await createListWriter(api.db, file)();
  expect(await readFile(file, 'utf8')).toBe(first);

  // Another life of the database entered these.
  const lost =
    '{"id":1,"at":"2020-01-01T00:00:00.000Z","action":"USER_DELETED","accountId":"x","evidence":null}';
  await appendFile(file, `\n${lost}\n{"id":99,"at":"20`);
  await enter('PASSKEY_REMOVED');
  await write();
  expect(await readFile(file, 'utf8')).toStartWith(`${first}\n${lost}\n`);
  expect((await actionsIn(file))?.slice(-3)).toEqual(['PASSKEY_ADDED', 'USER_DELETED', 'PASSKEY_REMOVED']);

  await appendFile(file, '\nsomething else');
  await expect(readList(file)).rejects.toThrow(/^Line \d+ of \S+ is no entry of the list\.$/);
});
