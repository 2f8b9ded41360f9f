import { FAVICONS_BATCH } from '../contract/constants.ts';
import type { Finding } from './find-icon.ts';
import type { IconStore, KeptIcon } from './icon-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const ICON_MS = 30 * DAY_MS;
const NONE_MS = DAY_MS;
/** Without a way out, every site is asked for again after this. */
const UNREACHABLE_MS = 10 * 60_000;
/** A page never waits longer for an icon; the search goes on and its answer is there the next time. */
const PATIENCE_MS = 700;
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
  patienceMs?: number;
  now?: () => number;
}

const NOTHING = new Uint8Array();

/** Answers with the icons of sites: from what is kept, else by looking for them, five at a time (FAVICON-03, 04). */
export function createIcons({
  store,
  find,
  patienceMs = PATIENCE_MS,
  now = Date.now,
}: Options): (host: string) => Promise<IconAnswer> {
  const searches = new Map<string, Promise<KeptIcon | null>>();
  const unreachableUntil = new Map<string, number>();
  const inTurn = createTurns(FAVICONS_BATCH);

  async function search(host: string, old: KeptIcon | null): Promise<KeptIcon | null> {
    const finding = await inTurn(() => find(host));
    if (finding.kind === 'unreachable') {
      if (unreachableUntil.size >= QUEUE_MAX) unreachableUntil.clear();
      unreachableUntil.set(host, now() + UNREACHABLE_MS);
      return old;
    }
    const bytes = finding.kind === 'icon' ? finding.bytes : NOTHING;
    await store.keep(host, bytes);
    return { bytes, keptAt: now() };
  }

  function start(host: string, old: KeptIcon | null): Promise<KeptIcon | null> | null {
    const running = searches.get(host);
    if (running) return running;
    if (searches.size >= QUEUE_MAX || now() < (unreachableUntil.get(host) ?? 0)) return null;
    const begun = search(host, old)
      .catch(() => old)
      .finally(() => searches.delete(host));
    searches.set(host, begun);
    return begun;
  }

  return async (host) => {
    const kept = await store.read(host);
    if (kept && now() - kept.keptAt < (kept.bytes.length > 0 ? ICON_MS : NONE_MS)) {
      return { bytes: kept.bytes, isFinal: true };
    }
    const searching = start(host, kept);
    // An old icon is better than none while a new one is looked for.
    if (kept && kept.bytes.length > 0) return { bytes: kept.bytes, isFinal: false };
    const found = searching ? await withPatience(searching, patienceMs) : null;
    return { bytes: found?.bytes ?? NOTHING, isFinal: found !== null };
  };
}

async function withPatience<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
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
