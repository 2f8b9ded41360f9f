import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPage } from '../size/page.ts';
import { writeScriptPreloads } from './script-preloads.ts';

const dist = await mkdtemp(join(tmpdir(), 'preloads-'));
afterAll(() => rm(dist, { recursive: true, force: true }));

const toPage = (part: string) =>
  `<head><link rel="modulepreload" data-part${part && `="${part}"`}></head><astro-island client="only" component-url="/_astro/App.js"></astro-island>`;

beforeEach(async () => {
  const files: Record<string, string> = {
    'area/index.html': toPage(''),
    'area/screen/index.html': toPage('area/Screen.tsx'),
    'public/index.html': '<astro-island client="load" component-url="/_astro/App.js"></astro-island>',
    '_astro/App.js': 'import"./shared.js";()=>import("./Screen.js")',
    '_astro/shared.js': 'import"./deep.js"',
    '_astro/deep.js': '',
    '_astro/Screen.js': 'import"./shared.js";import"./row.js"',
    '_astro/row.js': '',
    '.parts.json': '{"area/Screen.tsx":"_astro/Screen.js"}',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(dist, name, '..'), { recursive: true });
    await writeFile(join(dist, name), text);
  }
});

test('a page of an area names all scripts of its first view, those of its own screen apart', async () => {
  await writeScriptPreloads(dist);
  const first = ['/_astro/App.js', '/_astro/shared.js', '/_astro/deep.js'];
  const area = await readPage(join(dist, 'area/index.html'));
  expect(new Set(area.scripts)).toEqual(new Set(first));
  expect(area.screenScripts).toEqual([]);
  const screen = await readPage(join(dist, 'area/screen/index.html'));
  expect(new Set(screen.scripts)).toEqual(new Set(first));
  expect(screen.screenScripts).toEqual(['/_astro/Screen.js', '/_astro/row.js']);
  expect(await Bun.file(join(dist, 'public/index.html')).text()).not.toContain('modulepreload');
  expect(await Bun.file(join(dist, '.parts.json')).exists()).toBe(false);
});

test('a part that the build does not have stops it', async () => {
  await writeFile(join(dist, 'area/screen/index.html'), toPage('area/Gone.tsx'));
  await expect(writeScriptPreloads(dist)).rejects.toThrow('area/Gone.tsx');
});
