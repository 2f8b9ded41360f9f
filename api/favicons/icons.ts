import type { Finding } from './find-icon.ts';
import type { IconStore } from './icon-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const ICON_MS = 30 * DAY_MS;
const NONE_MS = DAY_MS;
/** Without a way out, every site is asked for again after this. */
const UNREACHABLE_MS = 10 * 60_000;
/** After so many searches in a row that nobody answered, nobody is asked for a while: there is no way out. */
const FAILURES_MAX = 4;
const PAUSE_MS = 60_000;
/** Each search holds a socket for its name and one for its picture, for up to three seconds a source. */
const SEARCHES_MAX = 4;
/** Searches that may wait for their turn; a curriculum on more sites finds its icons over several views. */
const QUEUE_MAX = 500;

/** `bytes` empty: the site has no icon. `isFinal` false: still being looked for. */
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

/**
 * Answers at once with what is kept of a site's icon. What is not known is looked for meanwhile, four sites at a time,
 * and is there the next time (FAVICON-03); nobody waits for another server.
 */
export function createIcons({ store, find, now = Date.now }: Options): (host: string) => Promise<IconAnswer> {
  const searching = new Set<string>();
  const unreachableUntil = new Map<string, number>();
  const inTurn = createTurns(SEARCHES_MAX);
  const breaker = createBreaker(now);

  async function search(host: string): Promise<void> {
    const finding = await inTurn(async () => {
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
    // An old icon is better than none while a new one is looked for.
    return { bytes: kept?.bytes ?? NOTHING, isFinal: false };
  };
}

/** Stops trying after some failures in a row; later one try at a time finds out whether it goes again. */
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

/** Lets so many run at a time; the others wait in order. */
function createTurns(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
