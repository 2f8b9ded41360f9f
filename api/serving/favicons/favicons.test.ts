import { afterAll, expect, test } from 'bun:test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { resources } from '../../platform/db/schema/curriculum.ts';
import { product } from '../../platform/process/product.ts';
import { addLeague, resourcesOf } from '../../test/leagues.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';

const png = new Uint8Array(await readFile(new URL('../../../site/public/icons/video.png', import.meta.url)));

const folder = await mkdtemp(join(tmpdir(), 'favicons-'));
const asked: string[] = [];
const service = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const site = new URL(request.url).pathname.slice(1);
    asked.push(site);
    if (site === 'script.org') return new Response('<svg><script>alert(1)</script></svg>');
    if (site === 'none.org') return new Response('nothing', { status: 404 });
    return new Response(png as Uint8Array<ArrayBuffer>, { headers: { 'content-type': 'text/html' } });
  },
});
const api = await openTestApp({ DATA_DIR: folder, ICON_SOURCES: `${service.url.origin}/{host}` });
const league = await addLeague(api.db);
const urls = [
  'https://Learn.org/a?b=1',
  'http://user:pw@old.org/x',
  'https://none.org/',
  'https://script.org#top',
  `http://127.0.0.1:${service.port}/canary`,
  'http://169.254.169.254/latest',
  'https://printer.local/',
  'https://ported.org:8443/',
];
const all = resourcesOf(league);
for (const [index, url] of urls.entries()) {
  await api.db
    .update(resources)
    .set({ url })
    .where(eq(resources.id, all[index]?.id ?? ''));
}
afterAll(async () => {
  await service.stop(true);
  await rm(folder, { recursive: true, force: true });
});

const get = (host: string, init?: RequestInit) => api.request(`/api/favicons/${host}`, init);
const MEANWHILE = 'public, max-age=60';
/** Asks until the search that goes on behind the first answer has ended. */
async function getFound(host: string) {
  let response = await get(host);
  while (response.headers.get('cache-control') === MEANWHILE) {
    await Bun.sleep(1);
    response = await get(host);
  }
  return response;
}

test('FAVICON-03 LPROG-10 the icon of a site of the curriculum, without a token, once fetched and kept', async () => {
  const first = await get('learn.org');
  expect([first.status, first.headers.get('cache-control')]).toEqual([204, MEANWHILE]);
  for (let round = 0; round < 3; round += 1) {
    const response = await getFound('learn.org');
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=604800',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
  }
  expect(asked).toEqual(['learn.org']);
  expect((await getFound('old.org')).status).toBe(200);
  const head = await get('learn.org', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('P30 a site without a picture, or with something else in its place, has none: 204, kept as well', async () => {
  for (const host of ['none.org', 'script.org']) {
    for (let round = 0; round < 2; round += 1) {
      const response = await getFound(host);
      expect([host, response.status, await response.text()]).toEqual([host, 204, '']);
      expect(response.headers.get('content-type')).toBeNull();
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    }
    expect(asked.filter((site) => site === host)).toEqual([host]);
  }
});

test('P30 for a site that no resource is on nothing is fetched', async () => {
  const before = asked.length;
  for (const host of ['elsewhere.org', 'learn.org.evil.org', 'example.net']) {
    const response = await get(host);
    expect([host, response.status]).toEqual([host, 204]);
  }
  expect(asked.length).toBe(before);
});

test('P30 names that are no site of the internet are refused, also when a resource is there', async () => {
  const before = asked.length;
  const names = [
    '127.0.0.1',
    `127.0.0.1:${service.port}`,
    '169.254.169.254',
    'printer.local',
    'localhost',
    'ported.org:8443',
    'LEARN.ORG',
    'learn.org%2f..',
    '..%2f..%2fetc%2fpasswd',
    'user@learn.org',
    'learn.org%00',
    '%5B::1%5D',
    'a'.repeat(300),
  ];
  for (const name of names) {
    const response = await get(name);
    expect([name, response.status, (await response.json()).error]).toEqual([name, 404, 'Route not found']);
  }
  expect(asked.length).toBe(before);
});

test('P30 other methods are refused', async () => {
  expect((await get('learn.org', { method: 'POST' })).status).toBe(405);
});

test('FAVICON-01 the product looks in the specified order: a service at 32 and 16, the site itself, two other services', () => {
  const [first, second, ico, plain, touch, ...others] = product.iconSources;
  expect(first).toMatch(/\{host\}.*32/);
  expect(second).toBe(first?.replace('32', '16'));
  expect([ico, plain, touch]).toEqual([
    'https://{host}/favicon.ico',
    'https://{host}/favicon.png',
    'https://{host}/apple-touch-icon.png',
  ]);
  const services = [first, ...others].map((source) => new URL(source?.replaceAll('{host}', 'a') ?? '').host);
  expect(others.length).toBe(2);
  expect(new Set(services).size).toBe(3);
});

test('FAVICON-01 without sources nothing is asked and nothing is found', async () => {
  const quiet = await makeApp({ DATA_DIR: folder, ICON_SOURCES: 'none' });
  expect(quiet.config.ICON_SOURCES).toEqual([]);
  expect((await quiet.request('/api/favicons/learn.org')).status).toBe(204);
  await quiet.close();
  expect(makeApp({ ICON_SOURCES: 'https://icons.org/all' })).rejects.toThrow('{host}');
});
