import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#api/platform/db/open.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { fillDataFolder } from '#api/test/data-folder.ts';
import { addLeague } from '#api/test/leagues.ts';
import { runCommand } from '#api/test/operator-command.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'league-files-'));
beforeAll(() => fillDataFolder({ DATA_DIR }));
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }));
const folder = join(DATA_DIR, 'files');
const run = (...args: string[]) => runCommand('ops/league-files.ts', args, { DATA_DIR });
const read = (...path: string[]) => readFile(join(folder, ...path), 'utf8');

async function addLeagues(...names: string[]): Promise<void> {
  const database = await openDatabase(parseEnv({ DATA_DIR, NODE_ENV: 'test' }));
  for (const name of names) await addLeague(database.db, { name, weeks: 1, sections: 1, resources: 1 });
  await database.close();
}

test('an export destroys no files of another league and no edits, and new ids are saved beside league.json', async () => {
  await addLeagues('One', 'Two');
  expect((await run('export', 'One', folder)).code).toBe(0);
  const exported = await read('league.json');
  const module = join('modules', '01-week-1', 'module.json');
  await writeFile(join(folder, module), (await read(module)).replaceAll('\n', '\r\n'));
  await rename(join(folder, 'modules', '01-week-1'), join(folder, 'modules', 'renamed'));
  // Line ends and names of folders are the editor's.
  expect((await run('export', 'One', folder)).code).toBe(0);

  const other = await run('export', 'Two', folder);
  expect(other).toEqual({ code: 1, output: expect.stringContaining('holds the files of another league.') });
  expect(await read('league.json')).toBe(exported);
  await writeFile(join(folder, 'description.md'), 'Edited\n');
  const topic = join('modules', '01-week-1', 'topics', '02-new');
  await mkdir(join(folder, topic));
  await writeFile(join(folder, topic, 'topic.json'), '{ "name": "New", "order": 2, "resources": [] }');
  const edited = await run('export', 'One', folder);
  expect(edited.code).toBe(1);
  expect(edited.output).toMatch(/are not as the league is: .*description\.md/);
  expect(edited.output).toContain(join(topic, 'topic.json'));
  expect(await read('description.md')).toBe('Edited\n');

  // A folder around the league, as a repository has it.
  await rename(folder, `${folder}-inside`);
  await mkdir(folder);
  await rename(`${folder}-inside`, join(folder, 'one'));
  expect((await run('import', folder, '--apply')).code).toBe(0);
  expect(existsSync(join(folder, 'league.json'))).toBe(false);
  expect(JSON.parse(await read('one', topic, 'topic.json'))).toMatchObject({ id: expect.any(String) });
  expect((await run('import', folder)).output).toEndWith('Nothing to import.');

  expect((await run('export', 'Two', join(folder, 'one'), '--overwrite')).code).toBe(0);
  expect(JSON.parse(await read('one', 'league.json'))).toMatchObject({ name: 'Two' });
  expect(existsSync(join(folder, 'one', topic))).toBe(false);
}, 300_000);
