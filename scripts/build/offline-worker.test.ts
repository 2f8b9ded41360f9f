import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOfflineWorker } from './offline-worker.ts';

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'offline-'));
  for (const folder of ['_astro', 'dashboard/league', 'admin'])
    await mkdir(join(dist, folder), { recursive: true });
  const files: Record<string, string> = {
    'index.html': '<script src="/_astro/home.js"></script>',
    'admin/index.html': '<script src="/_astro/admin.js"></script>',
    'dashboard/index.html': '<link href="/_astro/a.css"><script src="/_astro/app.js"></script>',
    'dashboard/league/index.html': '<script src="/_astro/app.js"></script>',
    '_astro/app.js': 'import"./part.js";const later=()=>import("./lazy.D_-1.js");["_astro/lazy.css"]',
    '_astro/part.js': '"./gone.js"',
    '_astro/lazy.D_-1.js': '',
    '_astro/a.css': '@font-face{src:url(/_astro/font.woff2)}',
    '_astro/lazy.css': '',
    '_astro/font.woff2': 'x',
    '_astro/home.js': '',
    '_astro/admin.js': '',
    'favicon.svg': '<svg/>',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text);
});
afterAll(() => rm(dist, { recursive: true, force: true }));

const script = () => Bun.file(join(dist, 'offline-worker.js')).text();

test('the worker knows the pages of the learner area and all that they may ask for, and nothing else', async () => {
  const { pages, assets } = await writeOfflineWorker(dist, { isOff: false });
  expect(pages).toEqual(['/dashboard', '/dashboard/league']);
  expect(assets).toEqual([
    '/_astro/a.css',
    '/_astro/app.js',
    '/_astro/font.woff2',
    '/_astro/lazy.D_-1.js',
    '/_astro/lazy.css',
    '/_astro/part.js',
    '/favicon.svg',
  ]);
  expect(await script()).toContain('/_astro/lazy.D_-1.js');
});

test('another build is another release, the same build the same one', async () => {
  const first = await writeOfflineWorker(dist, { isOff: false });
  expect((await writeOfflineWorker(dist, { isOff: false })).name).toBe(first.name);
  await writeFile(
    join(dist, 'dashboard/index.html'),
    '<title>New</title><script src="/_astro/app.js"></script>',
  );
  const second = await writeOfflineWorker(dist, { isOff: false });
  expect(second.name).not.toBe(first.name);
  expect(await script()).toContain(second.name);
});

test('another icon under the same name is another release', async () => {
  const { name } = await writeOfflineWorker(dist, { isOff: false });
  await writeFile(join(dist, 'favicon.svg'), '<svg id="new"/>');
  expect((await writeOfflineWorker(dist, { isOff: false })).name).not.toBe(name);
});

interface Heard {
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
  request: { url: string; method: string; mode: string };
}

/** Runs the written worker in a world of its own, with a network that answers what it is told to. */
async function startWorker(
  network: (url: string) => Response | Error,
  stores = new Map<string, Map<string, string>>(),
) {
  const listeners = new Map<string, (event: Heard) => void>();
  let unregistered = 0;
  const pathOf = (asked: string | { url: string }) =>
    new URL(typeof asked === 'string' ? asked : asked.url, 'https://site.test').pathname;
  const world = {
    addEventListener: (type: string, act: (event: Heard) => void) => listeners.set(type, act),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    registration: { unregister: async () => ++unregistered > 0 },
  };
  const answer = async (asked: string | { url: string }) => {
    const reply = network(pathOf(asked));
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const store = (name: string) => {
    const entries = stores.get(name) ?? new Map<string, string>();
    stores.set(name, entries);
    return {
      addAll: async (all: (string | { url: string })[]) => {
        for (const one of all) {
          const reply = await answer(one);
          if (!reply.ok) throw new TypeError('not ok');
          entries.set(pathOf(one), await reply.text());
        }
      },
      match: async (asked: string | { url: string }) => {
        const text = entries.get(pathOf(asked));
        return text === undefined ? undefined : new Response(text);
      },
    };
  };
  const caches = {
    open: async (name: string) => store(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (asked: { url: string }) => {
      for (const name of stores.keys()) {
        const found = await store(name).match(asked);
        if (found) return found;
      }
      return undefined;
    },
  };
  class FakeRequest {
    readonly url: string;
    constructor(path: string) {
      this.url = `https://site.test${path}`;
    }
  }
  const run = new Function('self', 'caches', 'fetch', 'location', 'Request', await script());
  run(world, caches, answer, { origin: 'https://site.test' }, FakeRequest);
  const fire = async (type: string, request: Partial<Heard['request']> & { url?: string } = {}) => {
    let work: Promise<unknown> = Promise.resolve();
    let reply: Promise<Response | null> = Promise.resolve(null);
    listeners.get(type)?.({
      request: { method: 'GET', mode: 'cors', url: '', ...request },
      waitUntil: (promise) => {
        work = promise;
      },
      respondWith: (promise) => {
        reply = promise;
      },
    });
    await work;
    return reply;
  };
  return {
    stores,
    fire,
    unregistered: () => unregistered,
    open: (path: string) => fire('fetch', { url: `https://site.test${path}`, mode: 'navigate' }),
    ask: (path: string, method = 'GET') => fire('fetch', { url: `https://site.test${path}`, method }),
  };
}

const offline = () => new TypeError('Failed to fetch');

test('pages come from the network first, from what was put aside without one, and the API is never touched', async () => {
  await writeOfflineWorker(dist, { isOff: false });
  let state: 'up' | 'busy' | 'down' = 'up';
  const worker = await startWorker((path) => {
    if (state === 'down') return offline();
    return new Response(`fresh ${path}`, { status: state === 'busy' ? 503 : 200 });
  });
  await worker.fire('install');
  await worker.fire('activate');
  const text = async (reply: Response | null) => (await reply?.text()) ?? null;
  expect(await text(await worker.open('/dashboard/league/some-id'))).toBe('fresh /dashboard/league/some-id');
  for (const trouble of ['busy', 'down'] as const) {
    state = trouble;
    expect(await text(await worker.open('/dashboard/league/some-id'))).toBe('fresh /dashboard/league');
    expect(await text(await worker.open('/dashboard/'))).toBe('fresh /dashboard');
  }
  expect(await text(await worker.ask('/_astro/app.js'))).toBe('fresh /_astro/app.js');
  expect([await worker.ask('/api/auth/profile'), await worker.ask('/dashboard', 'POST')]).toEqual([
    null,
    null,
  ]);
  expect([await worker.open('/dashboard/unknown'), await worker.open('/about')]).toEqual([null, null]);
  const answers = [...worker.stores.values()].flatMap((entries) => [...entries.keys()]);
  expect(answers.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('a file comes from this release before the one before it, which only has what this one lacks', async () => {
  await writeOfflineWorker(dist, { isOff: false });
  const before = { '/favicon.svg': 'old icon', '/_astro/before.js': 'old script' };
  const stores = new Map([['shell-old', new Map(Object.entries(before))]]);
  const worker = await startWorker((path) => new Response(`new ${path}`), stores);
  await worker.fire('install');
  await worker.fire('activate');
  expect(await (await worker.ask('/favicon.svg'))?.text()).toBe('new /favicon.svg');
  expect(await (await worker.ask('/_astro/before.js'))?.text()).toBe('old script');
});

test('a release that is half there is not used, and only the one before it is kept', async () => {
  const { name } = await writeOfflineWorker(dist, { isOff: false });
  const stores = new Map(
    ['shell-older', 'shell-old', 'kept-replies:u1'].map((key) => [key, new Map<string, string>()]),
  );
  const worker = await startWorker((path) => new Response(path), stores);
  await worker.fire('install');
  await worker.fire('activate');
  expect([...stores.keys()].sort()).toEqual([`shell-${name}`, 'kept-replies:u1', 'shell-old'].sort());
  const broken = await startWorker((path) =>
    path.endsWith('.css') ? new Response('', { status: 404 }) : new Response(path),
  );
  await expect(broken.fire('install')).rejects.toThrow();
});

test('the kill switch throws away what was put aside and goes', async () => {
  await writeOfflineWorker(dist, { isOff: true });
  const stores = new Map(['shell-old', 'kept-replies:u1'].map((key) => [key, new Map<string, string>()]));
  const worker = await startWorker(offline, stores);
  await worker.fire('install');
  await worker.fire('activate');
  expect([[...stores.keys()], worker.unregistered()]).toEqual([['kept-replies:u1'], 1]);
  expect(await worker.open('/dashboard')).toBeNull();
});
