import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { inTransaction } from '#api/db/client.ts';
import { readTables } from '#api/db/move.ts';
import { openDatabase } from '#api/db/open.ts';
import { parseEnv } from '#api/process/env.ts';
import { fillDataFolder } from '#api/test/data-folder.ts';
import { runCommand } from '../../run/operator-command.ts';
import { tryCopy } from './copy.ts';
import { expectNote } from './load.ts';
import { toLines } from './step.ts';
import { compareTables } from './verify.ts';

let folder: string;
let settings: { DATA_DIR: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drill-test-'));
  settings = { DATA_DIR: join(folder, 'data') };
  await fillDataFolder(settings);
  expect((await runCommand('demo.ts', [], settings)).code).toBe(0);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function copyTo(name: string): Promise<string> {
  const file = join(folder, name);
  expect(await runCommand('db-backup.ts', [file], settings)).toMatchObject({ code: 0 });
  return file;
}

const open = () => openDatabase(parseEnv(settings));

test('F16 a good copy is found good, one whose counters or log were changed is not', async () => {
  const good = await tryCopy(await copyTo('good.tar.gz'));
  expect(good.findings.map(({ isGood }) => isGood)).toEqual([true, true, true]);
  expect(toLines(good).join('\n')).toMatch(/ accounts, \d+ events, the newest of 2\d{3}-/);

  const database = await open();
  await database.db.execute(sql`update learner_stats set completed_resources = completed_resources + 1
    where user_id = (select min(user_id) from learner_stats)`);
  await database.close();
  const bad = await tryCopy(await copyTo('bad.tar.gz'));
  expect(bad.findings.filter(({ isGood }) => !isGood).map(({ asked, found }) => [asked, found])).toEqual([
    ['numbers worked out anew', 'drift 1'],
  ]);
}, 300_000);

test('a file that is no copy is named, and nothing is started for it', async () => {
  const file = join(folder, 'notes.txt');
  await Bun.write(file, 'buy milk');
  expect(tryCopy(file)).rejects.toThrow(`${file} is neither a dump`);
  expect(tryCopy(join(folder, 'nowhere'))).rejects.toThrow('There is no file');
});

test('one changed row is found among all of them', async () => {
  const database = await open();
  const before = await inTransaction(database.db, readTables);
  expect(await compareTables(database.db, before)).toMatchObject({ isGood: true });
  await database.db.execute(sql`update learner_stats set badges_earned = badges_earned + 1
    where user_id = (select min(user_id) from learner_stats)`);
  expect(await compareTables(database.db, before)).toMatchObject({
    isGood: false,
    found: 'differing: learner_stats',
  });
  await database.close();
});

test('F16 of a note a copy holds what was acknowledged by its moment and nothing sent after it', () => {
  const note = {
    person: 0,
    resource: 'r',
    sentAt: [100, 200, 300, 400],
    acknowledgedAt: [150, undefined, 350, 450],
  };
  expect(expectNote(note, 90)).toEqual({ from: 0, to: 0 });
  expect(expectNote(note, 120)).toEqual({ from: 0, to: 1 });
  // The second was never acknowledged: it may be there, or not.
  expect(expectNote(note, 250)).toEqual({ from: 1, to: 2 });
  expect(expectNote(note, 500)).toEqual({ from: 4, to: 4 });
});
