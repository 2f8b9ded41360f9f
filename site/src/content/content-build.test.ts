import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
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
import { fillDataFolder } from '#api/test/data-folder.ts';
import { WORKER_FILE } from '#contract/offline-worker.ts';
import { changeBrand, listPageWords, OTHER_ACCENTS } from '../brand/testing/other-brand.ts';

const project = new URL('../../../', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'content-build-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const WAIT_MS = 300_000;

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
  return { code: build.exitCode, output: output + errors, dist, content };
}

/** What a site of another community must not hold: name, accent, mark. */
const OUR_TRACES = [/openleague/i, /#?ffde59/i, /M12\.5 8v13\.5H23/, /\bOL\d{5,}|\bOL ID\b/];

/** Prints what the server writes under a name, once it reads the content folder of CONTENT_DIR. */
const SERVER_TEXTS = `
  const { SAMPLES } = await import('./api/platform/mail/messages/samples.ts');
  const { renderMail } = await import('./api/platform/mail/messages/layout.ts');
  const { toDataFile } = await import('./api/accounts/own-account/data-file.ts');
  const { allocateOlid } = await import('./api/accounts/olid.ts');
  const { createApp } = await import('./api/app.ts');
  const { openDatabase } = await import('./api/platform/db/open.ts');
  const { parseEnv } = await import('./api/platform/process/env.ts');
  const { createLog } = await import('./api/platform/process/log.ts');
  const config = parseEnv(process.env);
  const { db } = await openDatabase(config);
  const app = createApp({ db, config, log: createLog('silent') });
  const read = async (path) =>
    (await app.fetch(new Request('http://localhost' + path), { requestIP: () => ({ address: '127.0.0.1' }) })).text();
  console.log(JSON.stringify({
    mails: Object.values(SAMPLES).map((sample) => renderMail(sample, 'https://loom.example')),
    documents: [await read('/api/docs'), await read('/api/docs/openapi.json'), toDataFile({}, 'html').content],
    olid: await allocateOlid(db),
  }));
  process.exit(0);
`;

/** Pixels of an RGB picture that look like a colour; JPEG moves each a little. */
function countPixels(data: Uint8Array, hex: string): number {
  const color = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at + 2 < data.length; at += 3) {
    if (color.every((part, index) => Math.abs((data[at + index] ?? 0) - part) <= 8)) count += 1;
  }
  return count;
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
  // One build for all that is looked at here: another community, with an event and photographs of its own.
  let built: Awaited<ReturnType<typeof buildAfter>>;
  beforeAll(async () => {
    built = await buildAfter(async (content) => {
      changeBrand(content);
      // They are to come, until their day: the new event is to be the first of the list.
      for (const id of ['build-night-1', 'hackathon-2']) {
        const file = join(content, 'events', id, 'index.md');
        writeFileSync(file, readFileSync(file, 'utf8').replace(/^date: .+/m, "date: '2025-08-02'"));
      }
      const folder = join(content, 'events/open-day-1');
      mkdirSync(folder);
      writeFileSync(join(folder, 'index.md'), FIELDS);
      await noise(1000, 600).jpeg().toFile(join(folder, 'door.jpg'));
      await noise(300, 500).png().toFile(join(folder, 'TALL.PNG'));
    });
    expect(built.output).toContain('Complete!');
    expect(built.code).toBe(0);
    // What is written after the build speaks of the site too: policies, redirects, the worker, the page of unknown paths.
    const finished = Bun.spawn({
      cmd: [process.execPath, '--no-env-file', 'scripts/post-build.ts', '--dist', built.dist],
      cwd: project,
      env: { ...process.env, CONTENT_DIR: built.content },
    });
    expect(await finished.exited).toBe(0);
  }, WAIT_MS);

  test('a site with another brand has its name, colours, mark, typeface and words, and no trace of ours', async () => {
    const { dist } = built;
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const texts = files.filter((file) => !/\.(?:jpg|png|ico|webp|avif|woff2|br|gz)$/.test(file));
    expect(texts.length).toBeGreaterThan(100);
    for (const name of ['_headers', '_redirects', WORKER_FILE]) expect(texts).toContain(join(dist, name));
    expect(files.filter((file) => /openleague/i.test(file))).toEqual([]);
    for (const file of texts) {
      const text = readFileSync(file, 'utf8');
      const traces = [...OUR_TRACES, ...(file.endsWith('.js') ? [] : [/\bOL\b/])].filter((trace) =>
        trace.test(text),
      );
      expect(traces, file).toEqual([]);
    }

    const home = readFileSync(join(dist, 'index.html'), 'utf8');
    for (const address of ['', 'about', 'community', 'events', 'signin']) {
      const html = readFileSync(join(dist, address, 'index.html'), 'utf8');
      // A title that is marked in part stands in two elements.
      const page = html + html.replace(/<[^>]*>/g, '');
      expect(
        listPageWords().filter((line) => page.includes(Bun.escapeHTML(line)) || page.includes(line)),
        `/${address}`,
      ).toEqual([]);
    }
    expect(home).toContain('<title>Home | Loom &amp; Shuttle</title>');
    expect(home).toMatch(/<img src="\/_astro\/logo\.[\w-]+\.svg" alt=""/);
    expect(home).toContain('<h1 id="hero-title"');
    expect(readFileSync(join(dist, 'favicon.svg'), 'utf8')).toContain('M6 20C13 9');
    expect(JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8'))).toMatchObject({
      name: 'Loom & Shuttle',
    });
    const styles = texts.filter((file) => file.endsWith('.css')).map((file) => readFileSync(file, 'utf8'));
    const sheet = styles.find((text) => text.includes('--on-brand:')) ?? '';
    expect(sheet).toContain('--brand:#0b4f8a');
    expect(sheet).toContain('--brand:#7cc4ff');
    expect(sheet).toMatch(/--face-display:\s*"Loom Headings",\s*"Display Fallback"/);
    const cut = files.find((file) => /display-core\.[\w-]+\.woff2$/.test(file)) ?? '';
    expect(home).toContain(`/_astro/${cut.split('/').at(-1)}`);

    // What is drawn has the other accent, and no pixel of ours.
    for (const file of [
      'share/home.jpg',
      'apple-touch-icon.png',
      'icons/app-192.png',
      'icons/app-maskable-512.png',
    ]) {
      const { data } = await sharp(join(dist, file))
        .flatten({ background: 'white' })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(countPixels(data, '#FFDE59'), file).toBe(0);
      const theirs = Object.values(OTHER_ACCENTS).map((accent) => countPixels(data, accent));
      expect(Math.max(...theirs), file).toBeGreaterThan(50);
    }
    const icon = readFileSync(join(dist, 'favicon.ico'));
    expect(
      countPixels(await sharp(icon.subarray(22)).removeAlpha().raw().toBuffer(), OTHER_ACCENTS.accent),
    ).toBeGreaterThan(50);
  });

  test(
    'mail, documentation, files and IDs of the server have that name, and no trace of ours',
    async () => {
      const DATA_DIR = join(work, 'data');
      await fillDataFolder({ DATA_DIR });
      const server = Bun.spawn({
        cmd: [process.execPath, '--no-env-file', '-e', SERVER_TEXTS],
        cwd: project,
        env: { ...process.env, CONTENT_DIR: built.content, DATA_DIR },
        stdout: 'pipe',
        stderr: 'inherit',
      });
      const said = await new Response(server.stdout).text();
      const { mails, documents, olid } = JSON.parse(said);
      expect(mails.length).toBeGreaterThan(20);
      for (const mail of mails) {
        expect(mail.html).toContain('Loom &amp; Shuttle');
        expect(mail.html).toContain('background:#0b4f8a');
        expect(mail.text).toContain('The Loom & Shuttle team');
      }
      expect(olid).toMatch(/^LS\d{9}$/);
      expect(documents.join()).toContain('Loom & Shuttle API');
      expect([...OUR_TRACES, /\bOL\b/].filter((trace) => trace.test(said))).toEqual([]);
    },
    WAIT_MS,
  );

  test(
    'EVENT-01 EVENT-22 EVENT-23 an event is one folder: its page, its card and its photographs appear',
    async () => {
      const { dist } = built;
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

      const whole = readFileSync(join(dist, 'events/open-day-1/index.html'), 'utf8');
      const page = whole.slice(0, whole.indexOf('<footer'));
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
