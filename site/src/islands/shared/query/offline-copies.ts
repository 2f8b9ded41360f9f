import { atom, type ReadableAtom } from 'nanostores';
import { ApiFailure } from '../http/api.ts';
import { cacheReply, readCachedReply } from '../offline/offline-cache.ts';
import { $session } from '../session/session.ts';

type Refresh = () => Promise<boolean>;

const outdated = new Map<Refresh, number>();
const $since = atom<number | null>(null);
/** Stands for a moment: nothing stored could be shown. */
export const NOTHING_KEPT = Number.POSITIVE_INFINITY;
/**
 * Moment of the oldest stored answer on the screen, in milliseconds since 1970, or NOTHING_KEPT; null while the server
 * answers.
 */
export const $keptSince: ReadableAtom<number | null> = $since;

/** Reloads everything shown from this device; true when all of it is fresh. */
export async function refreshKept(): Promise<boolean> {
  await Promise.all([...outdated.keys()].map((refresh) => refresh()));
  return outdated.size === 0;
}

/** An answer stored at `asOf` is shown; `refresh` asks for a fresh one. */
export function markOutdated(refresh: Refresh, asOf: number): void {
  outdated.set(refresh, asOf);
  tell();
}

/** The server answered. */
export function markFresh(refresh: Refresh): void {
  if (outdated.delete(refresh)) tell();
}

function tell(): void {
  $since.set(outdated.size > 0 ? Math.min(...outdated.values()) : null);
}

/** Stores an answer later, when the page has been drawn. */
export function keepCopy(owner: string | null, key: string, answer: unknown): void {
  const soon = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work));
  if (!owner) return;
  soon(() => {
    // The session may be over by then.
    if ($session.get().user?.id === owner) void cacheReply(owner, key, answer);
  });
}

/** True where no server answered, as opposed to one that refused. */
export function isUnreached(failure: unknown): boolean {
  return (
    failure instanceof ApiFailure && (failure.kind !== 'refused' || [502, 503, 504].includes(failure.status))
  );
}

/** Offline copy under a key, when no server answered; else null. */
export async function readCopy<Data>(owner: string | null, key: string, failure: unknown) {
  return isUnreached(failure) ? readCachedReply<Data>(owner, key) : null;
}
