// Measures the build with today's content, with thousands of events, and with photographs (uncached and cached).
// Usage: bun bench/build-events.ts [--events 3000] [--photographs 20] [--keep]
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '3000' },
    photographs: { type: 'string', default: '20' },
    keep: { type: 'boolean', default: false },
  },
});
const CONTENT_SECONDS = 10;
const EVENTS_SECONDS = 20;
const BYTES_PER_MB = 1024 * 1024;

const work = await mkdtemp(join(tmpdir(), 'bench-build-'));
const rows: { what: string; seconds: string; limit: string; dist: string }[] = [];

try {
  const events = Number(values.events);
  await measure('the content as it stands, cold', await copyContent('plain'), CONTENT_SECONDS);
  const many = await copyContent('many');
  for (let index = 0; index < events; index++) await addEvent(many, index, drawing(index));
  await measure(`with ${events} more events, each with a drawing, cold`, many, EVENTS_SECONDS);
  const photographs = Number(values.photographs);
  const photographed = await copyContent('photographed');
  for (let index = 0; index < photographs; index++)
    await addEvent(photographed, index, await photograph(index));
  await measure(`with ${photographs} photographs of 2400 × 1600, cold`, photographed);
  await measure('  the same again', photographed);
} finally {
  if (!values.keep) await rm(work, { recursive: true, force: true });
}
console.table(rows);

async function copyContent(name: string): Promise<string> {
  const folder = join(work, name);
  await cp(join(import.meta.dir, '../content'), folder, { recursive: true });
  return folder;
}

async function addEvent(
  content: string,
  index: number,
  picture: { name: string; bytes: Buffer },
): Promise<void> {
  const folder = join(content, `events/made-${index}`);
  await mkdir(folder);
  const day = new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10);
  await Bun.write(join(folder, picture.name), picture.bytes);
  await Bun.write(
    join(folder, 'index.md'),
    `---
title: "Made event ${index}"
category: Workshop
date: ${day}
description: "An evening that was made up to see how the build grows, number ${index}; it is longer than eighty characters."
featured: false
location: "Room ${index % 90}"
thumbnail: ./${picture.name}
images:
  - url: ./${picture.name}
    alt: "What there was to see in room ${index % 90}"
---

It began with *one* question and ended with ${index}. Nobody left early.

The next one is in a week.
`,
  );
}

function drawing(index: number): { name: string; bytes: Buffer } {
  const bars = Array.from({ length: 40 }, (_, bar) => {
    const height = 40 + ((index * 31 + bar * 17) % 600);
    return `<rect x="${bar * 30}" y="${800 - height}" width="24" height="${height}" fill="#D9482B"/>`;
  });
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800">${bars.join('')}</svg>`;
  return { name: 'thumbnail.svg', bytes: Buffer.from(text) };
}

/** Adds noise, so that the file compresses as badly as a photograph. */
async function photograph(index: number): Promise<{ name: string; bytes: Buffer }> {
  const size = { width: 2400, height: 1600 };
  const grain = await sharp({
    create: { ...size, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  })
    .png()
    .toBuffer();
  const bytes = await sharp(drawing(index).bytes)
    .resize(size.width, size.height, { fit: 'fill' })
    .flatten({ background: '#EFE6CF' })
    .blur(9)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
  return { name: 'thumbnail.jpg', bytes };
}

async function measure(what: string, content: string, limit?: number): Promise<void> {
  const dist = await mkdtemp(join(work, 'dist-'));
  const startedAt = performance.now();
  const build = Bun.spawn({
    cmd: [process.execPath, '--bun', 'node_modules/astro/bin/astro.mjs', 'build', '--outDir', dist],
    cwd: join(import.meta.dir, '..'),
    env: { ...process.env, CONTENT_DIR: content, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if ((await build.exited) !== 0) throw new Error(`The build failed: ${what}`);
  rows.push({
    what,
    seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
    limit: limit ? `≤ ${limit} s` : '',
    dist: `${Math.round((await sizeOf(dist)) / BYTES_PER_MB)} MB`,
  });
}

async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + Bun.file(join(parentPath, name)).size, 0);
}
