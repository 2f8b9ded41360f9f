import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOpen } from '../../test/data-folder.ts';
import { openDatabase } from '../db/open.ts';
import { parseEnv } from './env.ts';
import { makeDataFolderPrivate, makePrivate } from './private-files.ts';
import { loadSecretKey } from './secrets.ts';
import { StartError } from './start-error.ts';

let folder: string;
const before = process.umask();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'private-'));
});
afterAll(async () => {
  process.umask(before);
  await rm(folder, { recursive: true, force: true });
});

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('P49 whatever the umask, everything in the data folder is its owner’s alone, the engine’s own files too', async () => {
  const DATA_DIR = join(folder, 'new', 'data');
  process.umask(0);
  const config = parseEnv({ DATA_DIR });
  const database = await openDatabase(config);
  await loadSecretKey(config);
  await database.runScript('create table words (word text); insert into words values (1)');
  expect(await listOpen(DATA_DIR)).toEqual([]);
  await database.close();

  // As an earlier version, or a copy made by hand, would have left it.
  for (const entry of [
    DATA_DIR,
    ...(await readdir(DATA_DIR, { recursive: true })).map((name) => join(DATA_DIR, name)),
  ]) {
    await chmod(entry, (await stat(entry)).isDirectory() ? 0o777 : 0o666);
  }
  process.umask(0);
  const again = await openDatabase(config);
  expect(await listOpen(DATA_DIR)).toEqual([]);
  await again.close();
});

test('P49 a folder that others can open is refused when it holds something else, and left as it is', async () => {
  const shared = join(folder, 'shared');
  await mkdir(shared);
  await writeFile(join(shared, 'letter.txt'), 'theirs');
  await chmod(shared, 0o755);
  await chmod(join(shared, 'letter.txt'), 0o644);
  expect(() => makeDataFolderPrivate(shared)).toThrow(
    /^Others can open the data folder .*shared, and it holds something else \(letter\.txt\)\. Set DATA_DIR to a folder of its own\.$/,
  );
  expect([await modeOf(shared), await modeOf(join(shared, 'letter.txt'))]).toEqual(['755', '644']);
  await writeFile(join(shared, 'secret.key'), '');
  expect(() => makeDataFolderPrivate(shared)).toThrow(/, or close this one: chmod 700 .*shared\.$/);
  await chmod(shared, 0o1777);
  expect(() => makeDataFolderPrivate(shared)).toThrow(/of its own\.$/);
  await chmod(shared, 0o700);
  expect(() => makeDataFolderPrivate(shared)).not.toThrow();
});

test('P49 a link in the folder is not followed', async () => {
  const linked = join(folder, 'linked');
  const outside = join(folder, 'outside.txt');
  await writeFile(outside, '');
  await chmod(outside, 0o644);
  await mkdir(join(linked, 'favicons'), { recursive: true });
  await symlink(outside, join(linked, 'favicons', 'link'));
  makeDataFolderPrivate(linked);
  expect(await modeOf(outside)).toBe('644');
});

test('P49 what else is in a folder that is closed already keeps its rights: a home, for one', async () => {
  const home = join(folder, 'home');
  await mkdir(join(home, 'bin'), { recursive: true });
  await writeFile(join(home, 'bin', 'tool'), '');
  await writeFile(join(home, 'secret.key'), 'k'.repeat(40));
  for (const [name, mode] of [
    ['', 0o700],
    ['bin', 0o755],
    ['bin/tool', 0o755],
    ['secret.key', 0o644],
  ] as const) {
    await chmod(join(home, name), mode);
  }
  makeDataFolderPrivate(home);
  const modes = await Promise.all(['bin', 'bin/tool', 'secret.key'].map((name) => modeOf(join(home, name))));
  expect(modes).toEqual(['755', '755', '600']);
});

test('P49 P9 a secret key that others can read behind a link, or that is cut short, is refused', async () => {
  const DATA_DIR = join(folder, 'keys');
  const path = join(DATA_DIR, 'secret.key');
  const outside = join(folder, 'outside.key');
  await writeFile(outside, 'k'.repeat(40));
  await chmod(outside, 0o644);
  await mkdir(DATA_DIR);
  await symlink(outside, path);
  await expect(loadSecretKey({ DATA_DIR })).rejects.toThrow(
    /^Others can read .*outside\.key, where .*secret\.key leads\./,
  );
  expect(await modeOf(outside)).toBe('644');
  await chmod(outside, 0o600);
  expect((await loadSecretKey({ DATA_DIR })).sign('p', 'v')).toMatch(/^[0-9a-f]{64}$/);
  // As a full disk leaves it: everybody knows that key.
  for (const cut of ['', 'k'.repeat(31), `${'k'.repeat(40)},`]) {
    await writeFile(outside, cut);
    await expect(loadSecretKey({ DATA_DIR })).rejects.toThrow(/holds a key of fewer than 32 characters/);
  }
});

test('P49 P9 what nobody wrote as a key is refused in one line, and left as it is', async () => {
  const DATA_DIR = join(folder, 'damaged-keys');
  const path = join(DATA_DIR, 'secret.key');
  await mkdir(DATA_DIR);
  const refusal = async () => {
    const error = await loadSecretKey({ DATA_DIR }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  };
  // As a power cut leaves it: of the right length, and known to everybody.
  for (const damaged of [Buffer.alloc(64), Buffer.from(`${'k'.repeat(40)}\xff\xfe`, 'latin1')]) {
    await writeFile(path, damaged);
    expect(await refusal()).toBe(
      `${path} holds what is no text, so it is damaged. Put the key back; without it, remove the file to have a new one ` +
        'made: codes and mail that are on their way are lost then.',
    );
    expect(await readFile(path)).toEqual(damaged);
  }
  await rm(path);
  await mkdir(path);
  expect(await refusal()).toMatch(
    /^No secret key can be read from .*damaged-keys\/secret\.key \(EISDIR.*\)\. Put/,
  );
  await rm(DATA_DIR, { recursive: true });
});

test.skipIf(process.platform !== 'linux')('P49 where rights cannot be set, the start says so', () => {
  // The kernel's own files belong to nobody who could change them.
  expect(() => makePrivate('/proc/self/status')).toThrow(
    /^Others can read \/proc\/self\/status, and that cannot be changed \(.+\)\. Set DATA_DIR to a folder of this user's own\.$/,
  );
});
