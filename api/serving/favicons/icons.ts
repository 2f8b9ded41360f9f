import { SubjectQueue } from '../../platform/http/subject-queue.ts';
import type { Finding } from './find-icon.ts';
import type { IconStore } from './icon-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const ICON_MS = 30 * DAY_MS;
const NONE_MS = DAY_MS;
// Delay before an unreachable site is tried again.
const UNREACHABLE_MS = 10 * 60_000;
const FAILURES_MAX = 4;
const PAUSE_MS = 60_000;
// Each search holds up to two sockets for three seconds per source.
const SEARCHES_MAX = 4;
// Beyond this, icons are found in later views of the league.
const QUEUE_MAX = 500;

/** With `isFinal` false the search is still running; empty `bytes` means no icon so far. */
export interface IconAnswer {
  bytes: Uint8Array;
  isFinal: boolean;
}

interface Options {
  store: IconStore;
  find: (host: string) => Promise<Finding>;
  now?: () => number;
}

const NOTHING = new Uint8Array();

/** Answers from the store and searches missing icons in the background. */
export function createIcons({ store, find, now = Date.now }: Options): (host: string) => Promise<IconAnswer> {
  const searching = new Set<string>();
  const unreachableUntil = new Map<string, number>();
  const searches = new SubjectQueue(SEARCHES_MAX);
  const breaker = createBreaker(now);

  async function search(host: string): Promise<void> {
    const finding = await searches.take('', async () => {
      if (!breaker.mayTry()) return null;
      const found = await find(host).catch((): Finding => ({ kind: 'unreachable' }));
      breaker.report(found.kind !== 'unreachable');
      return found;
    });
    if (!finding) return;
    if (finding.kind === 'unreachable') {
      if (unreachableUntil.size >= QUEUE_MAX) unreachableUntil.clear();
      unreachableUntil.set(host, now() + UNREACHABLE_MS);
      return;
    }
    await store.keep(host, finding.kind === 'icon' ? finding.bytes : NOTHING);
  }

  function start(host: string): void {
    if (searching.has(host) || searching.size >= QUEUE_MAX) return;
    if (now() < (unreachableUntil.get(host) ?? 0)) return;
    searching.add(host);
    void search(host).finally(() => searching.delete(host));
  }

  return async (host) => {
    const kept = await store.read(host);
    if (kept && now() - kept.keptAt < (kept.bytes.length > 0 ? ICON_MS : NONE_MS)) {
      return { bytes: kept.bytes, isFinal: true };
    }
    start(host);
    return { bytes: kept?.bytes ?? NOTHING, isFinal: false };
  };
}

// Circuit breaker: after the pause, one attempt at a time tests whether the network is back.
function createBreaker(now: () => number) {
  let failures = 0;
  let pausedUntil = 0;
  return {
    mayTry() {
      if (failures < FAILURES_MAX) return true;
      if (now() < pausedUntil) return false;
      pausedUntil = now() + PAUSE_MS;
      return true;
    },
    report(isDone: boolean) {
      failures = isDone ? 0 : failures + 1;
      if (failures >= FAILURES_MAX) pausedUntil = now() + PAUSE_MS;
    },
  };
}
