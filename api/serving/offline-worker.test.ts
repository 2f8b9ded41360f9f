import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from './manifest.ts';
import { runPostBuild } from './post-build.ts';

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'worker-'));
  const page = '<!doctype html><html lang="en"><title>Page</title></html>';
  for (const folder of ['dashboard/league', 'admin']) await mkdir(join(dist, folder), { recursive: true });
  for (const name of ['index', 'dashboard/index', 'dashboard/league/index', 'admin/index']) {
    await writeFile(join(dist, `${name}.html`), page);
  }
  await writeFile(join(dist, 'offline-worker.js'), '(()=>{})();');
  await runPostBuild(dist, { stamp: '', connect: [], codeHost: [], images: [], embeds: [] });
});
afterAll(() => rm(dist, { recursive: true, force: true }));

test('P34 only pages of the learner area may put a worker in place, and only one of this site', async () => {
  const { files } = await readManifest(dist);
  const workersOf = (name: string) =>
    /worker-src ('\w+')/.exec(files.find(({ file }) => file === name)?.policy ?? '')?.[1];
  expect(['dashboard/index.html', 'dashboard/league/index.html'].map(workersOf)).toEqual([
    "'self'",
    "'self'",
  ]);
  expect(['index.html', 'admin/index.html', '404.html'].map(workersOf)).toEqual([
    "'none'",
    "'none'",
    "'none'",
  ]);
});

test('P34 the one Trusted Types policy is named where the worker is put in place, and no page has another', async () => {
  const { files } = await readManifest(dist);
  const namedOn = (name: string) =>
    / trusted-types (.+)$/.exec(files.find(({ file }) => file === name)?.policy ?? '')?.[1];
  expect(namedOn('dashboard/index.html')).toBe('offline-worker');
  expect(namedOn('index.html')).toBe("'none'");
});

test('the worker is asked for anew each time: an old one must not live on in a cache', async () => {
  const { files } = await readManifest(dist);
  expect(files.find(({ file }) => file === 'offline-worker.js')?.freshness).toBe('page');
  expect(await Bun.file(join(dist, '_headers')).text()).toContain(
    '/offline-worker.js\n  ! Content-Security-Policy\n  Cache-Control: no-cache\n',
  );
});
