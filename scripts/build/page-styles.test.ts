import { afterAll, expect, test } from 'bun:test';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPage } from '../size/page.ts';
import { joinPageStyles } from './page-styles.ts';

const dist = await mkdtemp(join(tmpdir(), 'page-styles-'));
afterAll(() => rm(dist, { recursive: true, force: true }));

const toPage = (...styles: string[]) =>
  `<head>${styles.map((style) => `<link rel="stylesheet" href="/_astro/${style}.css">`).join('')}</head>`;

test('the style sheets that a page has beside the one of its layout become one, behind it and in their order', async () => {
  const files: Record<string, string> = {
    'index.html': toPage('card', 'layout', 'tag'),
    'other/index.html': toPage('layout', 'card', 'tag'),
    'plain/index.html': toPage('layout', 'tag'),
    '_astro/layout.css': `.layout{}/*${'x'.repeat(30_000)}*/`,
    '_astro/card.css': '.card{}',
    '_astro/tag.css': '.tag{}',
    '_astro/island.css': '.island{}',
    'island/index.html': toPage('layout', 'island', 'tag'),
    '_astro/later.js': '["_astro/island.css"]',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(dist, name, '..'), { recursive: true });
    await writeFile(join(dist, name), text);
  }
  await joinPageStyles(dist);
  const { styles } = await readPage(join(dist, 'index.html'));
  expect(styles).toEqual(['/_astro/layout.css', expect.stringMatching(/^\/_astro\/page\.[\w-]{8}\.css$/)]);
  expect(await Bun.file(join(dist, styles[1] ?? '')).text()).toBe('.card{}.tag{}');
  // The same ones are the same file, a single one stays what it is.
  expect((await readPage(join(dist, 'other/index.html'))).styles).toEqual(styles);
  expect((await readPage(join(dist, 'plain/index.html'))).styles).toEqual([
    '/_astro/layout.css',
    '/_astro/tag.css',
  ]);
  // What nobody asks for any more is gone; what a script fetches stays.
  const left = await readdir(join(dist, '_astro'));
  expect(left).not.toContain('card.css');
  expect(left).toContain('tag.css');
  expect(left).toContain('island.css');
});
