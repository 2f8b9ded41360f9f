import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { WORKER_FILE } from '#contract/offline-worker.ts';

const SOURCES = join(import.meta.dir, '../../site/src/offline-worker');
const MENTIONED = /(?:\/?_astro\/|\.\.?\/)[\w.@~-]+\.(?:js|css|woff2|svg|png|webp)/g;
// In the head of every page, under names without a hash.
const ALWAYS = ['favicon.svg', 'manifest.webmanifest'];

interface Release {
  name: string;
  pages: string[];
  assets: string[];
}

export async function writeOfflineWorker(dist: string, { isOff }: { isOff: boolean }): Promise<Release> {
  const release = await listRelease(dist);
  const built = await Bun.build({
    entrypoints: [join(SOURCES, isOff ? 'empty-worker.ts' : 'worker.ts')],
    define: { RELEASE: JSON.stringify(release) },
    target: 'browser',
    format: 'iife',
    minify: true,
  });
  const [script] = built.outputs;
  if (!built.success || !script) throw new AggregateError(built.logs, 'The offline worker did not build');
  await writeFile(join(dist, WORKER_FILE), await script.text());
  return release;
}

async function listRelease(dist: string): Promise<Release> {
  const names = new Set(
    (await readdir(dist, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => posix.join(entry.parentPath.slice(dist.length).replaceAll('\\', '/'), entry.name))
      .map((name) => name.replace(/^\//, '')),
  );
  const pages = [...names].filter((name) => /^dashboard\/(.+\/)?index\.html$/.test(name)).sort();
  const found = new Set(ALWAYS.filter((name) => names.has(name)));
  const waiting = [...pages];
  const hash = createHash('sha256');
  for (const name of found) hash.update(await Bun.file(join(dist, name)).bytes());
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (!/\.(html|js|css)$/.test(name)) continue;
    const text = await Bun.file(join(dist, name)).text();
    if (name.endsWith('.html')) hash.update(text);
    for (const [mention] of text.matchAll(MENTIONED)) {
      const file = mention.includes('_astro/')
        ? mention.replace(/^\//, '')
        : posix.join(dirname(name), mention);
      if (!names.has(file) || found.has(file)) continue;
      found.add(file);
      waiting.push(file);
    }
  }
  const assets = [...found].sort().map((name) => `/${name}`);
  hash.update(assets.join()).update(await Bun.file(join(SOURCES, 'worker.ts')).text());
  return {
    name: hash.digest('base64url').slice(0, 12),
    pages: pages.map((name) => `/${name.replace(/\/index\.html$/, '')}`),
    assets,
  };
}
