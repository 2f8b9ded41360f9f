import { afterAll, describe, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const project = new URL('../../../', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'content-build-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const WAIT_MS = 120_000;

/** Builds the whole site from a copy of the content after `change`. */
async function buildAfter(change: (folder: string) => unknown) {
  const content = mkdtempSync(join(work, 'content-'));
  const dist = mkdtempSync(join(work, 'dist-'));
  cpSync(join(project, 'content'), content, { recursive: true });
  await change(content);
  const build = Bun.spawn({
    cmd: [process.execPath, '--bun', 'node_modules/astro/bin/astro.mjs', 'build', '--outDir', dist],
    cwd: project,
    env: {
      ...process.env,
      CONTENT_DIR: content,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors] = await Promise.all([
    new Response(build.stdout).text(),
    new Response(build.stderr).text(),
    build.exited,
  ]);
  return { code: build.exitCode, output: output + errors, dist };
}

const FIELDS = `---
title: Open day
category: Showcase
date: 2025-10-04
description: "Doors, tables and demos: everything the leagues have made so far, and the people who made it."
featured: true
location: The main hall
thumbnail: ./door.jpg
images:
  - url: ./door.jpg
    alt: The open door of the main hall
  - ./TALL.PNG
---

Come and **touch** things.
`;

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

/** The pictures with these words, or in this part of a page: address of each copy and the room kept for it. */
function readPicture(html: string): { avif: string[]; webp: string[]; tag: string } {
  const picture = /<picture[^>]*>.*?<\/picture>/s.exec(html)?.[0] ?? '';
  const list = (pattern: RegExp) => pattern.exec(picture)?.[1]?.split(/,\s*/) ?? [];
  return {
    avif: list(/<source type="image\/avif" srcset="([^"]+)"/i),
    webp: list(/<img[^>]* srcset="([^"]+)"/i),
    tag: /<img[^>]*>/.exec(picture)?.[0] ?? '',
  };
}

// The database has no part in this; once is enough.
describe.skipIf(Boolean(process.env.TEST_DATABASE_URL))('a build from changed content', () => {
  test(
    'EVENT-01 EVENT-22 EVENT-23 an event is one folder: its page, its card and its photographs appear',
    async () => {
      const { code, output, dist } = await buildAfter(async (content) => {
        const folder = join(content, 'events/open-day-1');
        mkdirSync(folder);
        writeFileSync(join(folder, 'index.md'), FIELDS);
        await noise(1000, 600).jpeg().toFile(join(folder, 'door.jpg'));
        await noise(300, 500).png().toFile(join(folder, 'TALL.PNG'));
      });
      expect(output).toContain('Complete!');
      expect(code).toBe(0);

      const list = readFileSync(join(dist, 'events/index.html'), 'utf8');
      const card = list.slice(list.indexOf('<article'), list.indexOf('</article>'));
      expect(card).toContain('href="/events/open-day-1"');
      expect(card).toContain('Oct 4, 2025');
      const { avif, webp, tag } = readPicture(card);
      expect(tag).toMatch(/ width="1000" height="600" /);
      expect(tag).toMatch(/ sizes="[^"]+vw"/);
      expect(tag).toContain('loading="eager"');
      expect(list.slice(list.indexOf('</article>')).split('</article>')[4]).toContain('loading="lazy"');
      for (const [format, copies] of [
        ['heif', avif],
        ['webp', webp],
      ] as const) {
        expect(copies.map((copy) => copy.split(' ')[1])).toEqual(['400w', '800w', '1000w']);
        for (const copy of copies) {
          const [address = '', width = ''] = copy.split(' ');
          const made = await sharp(join(dist, address)).metadata();
          expect([made.format, `${made.width}w`]).toEqual([format, width]);
        }
      }

      const page = readFileSync(join(dist, 'events/open-day-1/index.html'), 'utf8');
      expect(page).toContain('October 4, 2025');
      expect(page).toContain('Come and <strong>touch</strong> things.');
      expect(page).toContain('2 photos');
      expect(page).toContain('alt="The open door of the main hall"');
      const tall = readPicture(page.slice(page.lastIndexOf('<picture')));
      expect(tall.tag).toContain('alt="Open day, photo 2"');
      expect(tall.tag).toMatch(/ width="300" height="500"/);
      expect(tall.webp).toHaveLength(1);

      // The originals stay at home, the drawings of other events are as they were.
      const shipped = readdirSync(join(dist, '_astro'));
      expect(shipped.filter((file) => /^(?:door|tall)\..*\.(?:jpe?g|png)$/i.test(file))).toEqual([]);
      expect(shipped.some((file) => /^thumbnail\..*\.svg$/.test(file))).toBe(true);
    },
    WAIT_MS,
  );

  test(
    'a broken event stops the build, which names the file, the field and what was expected',
    async () => {
      const { code, output, dist } = await buildAfter((content) => {
        const folder = join(content, 'events/open-day-1');
        mkdirSync(folder);
        writeFileSync(join(folder, 'index.md'), FIELDS.replace('2025-10-04', 'soon'));
      });
      expect(code).not.toBe(0);
      expect(output).toContain('events/open-day-1/index.md');
      expect(output).toContain('date: must be a day such as 2025-06-13');
      expect(output).toContain("thumbnail: there is no picture './door.jpg' beside this file");
      expect(existsSync(join(dist, 'index.html'))).toBe(false);
    },
    WAIT_MS,
  );
});
