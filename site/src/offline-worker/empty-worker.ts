// Replaces the offline worker, deletes its caches and unregisters itself.

interface LastWorker {
  addEventListener(
    type: 'install' | 'activate',
    act: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  skipWaiting(): Promise<void>;
  registration: { unregister(): Promise<boolean> };
}
const lastWorker = self as unknown as LastWorker;

lastWorker.addEventListener('install', (event) => event.waitUntil(lastWorker.skipWaiting()));
lastWorker.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  const releases = (await caches.keys()).filter((name) => name.startsWith('shell-'));
  await Promise.all(releases.map((name) => caches.delete(name)));
  await lastWorker.registration.unregister();
}

export {};
