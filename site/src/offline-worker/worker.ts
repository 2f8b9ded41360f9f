// Opens the learner area offline: pages come from the network, else from this release's cache, which holds nothing
// personal. The build fills in RELEASE.

interface Release {
  /** A hash of everything in the cache. */
  name: string;
  /** Built pages by URL; the first one also serves paths below it. */
  pages: string[];
  assets: string[];
}
declare const RELEASE: Release;

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', act: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', act: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const worker = self as unknown as Worker;

const release: Release = RELEASE;
const PREFIX = 'shell-';
const CACHE = PREFIX + release.name;
// A page that takes longer is served from the cache.
const TIMEOUT_MS = 4000;
const BUSY = [502, 503, 504];

worker.addEventListener('install', (event) => event.waitUntil(cacheRelease()));
worker.addEventListener('activate', (event) => event.waitUntil(activateRelease()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const page = findPage(pathname);
    if (page) event.respondWith(openPage(request, page));
  } else if (release.assets.includes(pathname) || pathname.startsWith('/_astro/')) {
    event.respondWith(openAsset(request));
  }
});

// All or nothing, so that a partial release is never served.
async function cacheRelease(): Promise<void> {
  const cache = await caches.open(CACHE);
  const pages = release.pages.map((page) => new Request(page, { cache: 'reload' }));
  await cache.addAll([...pages, ...release.assets]);
  // Safe, because pages come from the network first and asset names contain hashes.
  await worker.skipWaiting();
}

// Keeps the previous release as well, because an open tab may still load parts of it.
async function activateRelease(): Promise<void> {
  const releases = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(releases.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

function findPage(path: string): string | undefined {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  const own = release.pages.find((page) => page === plain);
  if (own) return own;
  return /^\/dashboard\/league\/[^/]+$/.test(plain)
    ? release.pages.find((page) => page === '/dashboard/league')
    : undefined;
}

async function openPage(request: Request, page: string): Promise<Response> {
  const fresh = fetch(request);
  const kept = async () => (await caches.open(CACHE)).match(page, { ignoreVary: true });
  const patience = new Promise<null>((resolve) => setTimeout(() => resolve(null), TIMEOUT_MS));
  try {
    const response = await Promise.race([fresh, patience]);
    if (response && !BUSY.includes(response.status)) return response;
  } catch {}
  return (await kept()) ?? fresh;
}

async function openAsset(request: Request): Promise<Response> {
  const options = { ignoreVary: true };
  // This release first, because names without a hash, such as the icon, exist in the previous one too.
  const own = await (await caches.open(CACHE)).match(request, options);
  return own ?? (await caches.match(request, options)) ?? fetch(request);
}

export {};
