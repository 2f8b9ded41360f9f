import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '#api/platform/errors/api-error.ts';
import { LEAGUE_FILES_ERRORS, type LeagueFilesPreview } from '#contract/league-files.ts';
import { readFolder, writeFolder } from './league-folder.ts';
import { toLines, toProblemLines } from './league-preview.ts';

const folder = mkdtempSync(join(tmpdir(), 'league-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const LEAGUE = { path: 'league.json', text: '{ "name": "é" }\n' };
const MODULE = { path: 'modules/01-old/module.json', text: '{}\n' };
const TOPIC = { path: 'modules/01-old/topics/01-a/topic.json', text: '{}\n' };

test('a folder holds what the league holds; what else is in it stays', async () => {
  await writeFolder(folder, [LEAGUE, MODULE, TOPIC]);
  await writeFile(join(folder, 'README.md'), '# Ours\n');
  await mkdir(join(folder, '.git'));
  await writeFile(join(folder, '.git', 'config.json'), '{}');
  await writeFile(join(folder, 'modules/01-old/picture.svg'), '<svg/>');
  const renamed = { ...MODULE, path: 'modules/01-new/module.json' };
  await writeFolder(folder, [LEAGUE, renamed]);
  const read = await readFolder(folder);
  expect(read.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'README.md', text: '# Ours\n' },
    LEAGUE,
    renamed,
  ]);
  expect(existsSync(join(folder, 'modules/01-old/topics'))).toBe(false);
  expect(await readFile(join(folder, 'modules/01-old/picture.svg'), 'utf8')).toBe('<svg/>');
  expect(readFolder(join(folder, 'nowhere'))).rejects.toThrow('There is no folder');
});

test('a link, and a file that is not UTF-8, are told by name instead of read as something else', async () => {
  const place = join(folder, 'hostile');
  await writeFolder(place, [LEAGUE, MODULE, TOPIC]);
  await mkdir(join(place, 'node_modules'));
  await symlink(tmpdir(), join(place, 'node_modules/modules'));
  await symlink('league.json', join(place, 'latest'));
  expect(await readFolder(place)).toHaveLength(3);
  for (const [target, path] of [
    ['../README.md', 'description.md'],
    ['../../elsewhere', 'modules/02-linked'],
    ['topic.json', 'modules/01-old/topics/01-a/description.md'],
  ] as const) {
    await symlink(target, join(place, path));
    await expect(readFolder(place)).rejects.toThrow(`${path} is a link. Put the file itself in its place.`);
    await rm(join(place, path));
  }
  await writeFile(join(place, 'description.md'), new Uint8Array([0x47, 0x72, 0xfc]));
  await expect(readFolder(place)).rejects.toThrow('description.md is not written in UTF-8.');
  await writeFolder(place, [LEAGUE]);
  expect(await readFolder(place)).toEqual([LEAGUE]);
});

test('the preview is printed learners first, and no name steers the terminal', () => {
  const none = {
    higher: 0,
    lower: 0,
    topicsGained: 0,
    topicsLost: 0,
    finished: 0,
    reopened: 0,
    returning: 0,
  };
  const preview: LeagueFilesPreview = {
    league: { id: 'l', name: 'Web\u001B[2J Basics' },
    counts: { added: 2, changed: 0, moved: 0, removed: 1, same: 5, renumbered: 0 },
    changes: [
      {
        kind: 'resource',
        action: 'removed',
        id: 'r',
        name: 'Tags',
        place: ['Intro', 'First page'],
        from: null,
        fields: [],
        file: null,
        people: 3,
      },
    ],
    learners: {
      ...none,
      enrolled: 37,
      newItems: 2,
      losing: 0,
      completions: 0,
      notes: 1,
      marks: 0,
      touched: 3,
      lower: 1,
    },
    needsConfirmation: true,
    fingerprint: 'x',
  };
  expect(toLines(preview)).toEqual([
    'Web [2J Basics (l)',
    '37 people see 2 new items, 1 note goes.',
    'The percentage of 1 person falls.',
    '2 added, 1 removed, 5 the same.',
    '- resource “Tags” in Intro / First page  !! 3 learners have records on it',
  ]);
  const still = { ...preview.learners, notes: 0, touched: 0, lower: 0 };
  expect(toLines({ ...preview, changes: [], learners: still })[1]).toBe(
    '37 people see 2 new items, nobody loses progress.',
  );
  for (const behind of [{ topicsLost: 1 }, { lower: 20 }, { reopened: 1 }]) {
    const lines = toLines({ ...preview, changes: [], learners: { ...still, ...behind } });
    expect(lines[1]).toBe('37 people see 2 new items, nobody loses a completed item.');
    expect(lines.join(' ')).not.toContain('nobody loses progress');
  }
  expect(toLines({ ...preview, changes: [], learners: { ...still, topicsLost: 1 } })[2]).toBe(
    '1 person loses a completed topic.',
  );
  const problems = [{ file: 'league.json', field: 'name', expected: 'name\u001B\u0007is required' }];
  const refusal = new ApiError(LEAGUE_FILES_ERRORS.CURRICULUM_FILES_INVALID, { extras: { problems } });
  expect(toProblemLines(refusal)).toEqual(['league.json, name: name is required']);
  expect(toProblemLines(new Error('else'))).toBeNull();
});
