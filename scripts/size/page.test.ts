import { afterAll, expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPage } from './page.ts';

const folder = await mkdtemp(join(tmpdir(), 'page-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(html: string) {
  const path = join(folder, 'index.html');
  await writeFile(path, html);
  return readPage(path);
}

test('islands that start with the page count at once, the others later', async () => {
  const page = await read(`
    <astro-island client="only" component-url="/_astro/Now.js" renderer-url="/_astro/client.js"></astro-island>
    <astro-island client="visible" component-url="/_astro/Then.js" renderer-url="/_astro/client.js"></astro-island>`);
  expect(page.hasIslands).toBe(true);
  expect(page.scripts).toEqual(['/_astro/Now.js', '/_astro/client.js']);
  expect(page.laterScripts).toEqual(['/_astro/Then.js', '/_astro/client.js']);
});

test('inline scripts count with what they import; data blocks and other hosts do not', async () => {
  const page = await read(`
    <link rel="modulepreload" href="/_astro/early.js"><link rel="stylesheet" href="/_astro/a.css?v=1">
    <script type="module">import "/_astro/nav.js"; start();</script>
    <script type="application/ld+json">{"@type":"Event"}</script>
    <script src="https://elsewhere.example/x.js"></script><script type="module" src="/_astro/app.js"></script>
    <img src="/hero.webp"><img src="/later.webp" loading="lazy">`);
  expect(page.scripts.toSorted()).toEqual(['/_astro/app.js', '/_astro/early.js', '/_astro/nav.js']);
  expect(page.inlineScripts).toEqual(['import "/_astro/nav.js"; start();']);
  expect(page.styles).toEqual(['/_astro/a.css']);
  expect(page.media).toEqual(['/hero.webp']);
});
