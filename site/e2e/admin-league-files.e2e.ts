import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack, unpack } from '#api/test/zip.ts';
import { addCurriculum, send } from './curriculum.ts';
import { allow, asGrand, expect, refusedWith, test } from './fixtures.ts';
import { expectSound } from './looks.ts';
import { openArea } from './staff-page.ts';

test.beforeEach(() => allow(refusedWith(400)));

test('P44 a league goes out as files, comes back edited, and says before what learners would notice', async ({
  page,
}, testInfo) => {
  const { league, week, sections } = await addCurriculum(
    page.request,
    ['First page', 'Second page'],
    ['What a page is', 'Tags'],
  );
  await openArea(page, `league-files?league=${league.id}`);
  await expect(page.getByRole('combobox', { name: 'League' })).toHaveValue(league.id);
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as files' }).click(),
  ]);
  expect(exported.suggestedFilename()).toMatch(/^curricular-.*\.zip$/);
  const files = await unpack(await readFile(await exported.path()));
  const topic = Object.keys(files).find((path) => path.endsWith('/01-first-page/topic.json')) ?? '';
  const text = files[topic] ?? '';
  expect(text).toContain(`"id": "${sections[0]?.id}"`);

  const choose = async (edited: string) =>
    page.getByLabel('Zip of a league').setInputFiles({
      name: 'edited.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(await pack({ ...files, [topic]: edited })),
    });
  await choose(text.replace('https://example.org/1', 'no address'));
  const problems = page.getByRole('list', { name: 'Problems' });
  await expect(problems).toContainText('resources[0].url: Invalid URL format');
  await expect(page.getByRole('alert').filter({ hasText: '1 problem' })).toBeVisible();

  // A folder without its modules: named loudly, and nothing goes before that is confirmed.
  const folder = join(testInfo.outputDir, 'league');
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    if (!path.includes('/modules/')) await writeFile(join(folder, path.split('/').at(-1) ?? ''), content);
  }
  await page.getByLabel('Folder of a league').setInputFiles(folder);
  const heading = page.getByRole('heading', { name: 'What league would change' });
  await expect(heading).toBeFocused();
  await expect(page.getByText('Nobody is enrolled, so nobody notices anything.')).toBeVisible();
  const removed = page.getByRole('list', { name: 'Would be removed' });
  await expect(removed.getByRole('listitem')).toHaveText([new RegExp(`Removed\\s*Module\\s*${week.name}`)]);
  const confirm = page.getByRole('button', { name: 'Import these changes' });
  await expect(confirm).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Yes, remove a module with everything in it' }).check();
  await expect(confirm).toBeEnabled();
  await expectSound(page);
  await page.getByRole('button', { name: 'Choose other files' }).click();

  await choose(
    text
      .replace('"Tags"', '"Tags and attributes"')
      .replace(
        '"resources": [',
        '"resources": [ { "title": "Brand new", "type": "VIDEO", "url": "https://example.org/new" },',
      ),
  );
  const changes = page.getByRole('list', { name: `Changes in ${week.name}` });
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expect(changes).toContainText('Tags and attributes');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await confirm.click();
  await expect(page.getByText('1 added, 1 changed, 1 with another number')).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download with new IDs' }).click(),
  ]);
  const kept = (await unpack(await readFile(await saved.path())))[topic] ?? '';
  expect(kept).toMatch(/\{ "id": "[^"]+", "title": "Brand new"/);
  const { resources } = await send<{ resources: { title: string }[] }>(
    page.request,
    'get',
    `/sections/${sections[0]?.id}/resources`,
  );
  expect(resources.map(({ title }) => title)).toEqual(['Brand new', 'What a page is', 'Tags and attributes']);
  const row = await page.request.get('/api/admin/audit-logs?action=LEAGUE_FILES_IMPORTED', {
    headers: await asGrand(page.request),
  });
  expect(await row.text()).toContain(league.id);
});
