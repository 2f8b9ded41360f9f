import { atom, type ReadableAtom } from 'nanostores';
import { ApiFailure } from '../http/api.ts';
import { cacheReply, readCachedReply } from '../offline/offline-cache.ts';
import { $session } from '../session/session.ts';

type Refresh = () => Promise<boolean>;

const outdated = new Map<Refresh, number>();
const $since = atom<number | null>(null);
/** Replaces the time when no stored reply could be shown. */
export const NO_OFFLINE_COPY = Number.POSITIVE_INFINITY;
/** Time of the oldest stored reply on the screen, in milliseconds since 1970; null while the server responds. */
export const $offlineSince: ReadableAtom<number | null> = $since;

export async function refreshOfflineData(): Promise<boolean> {
  await Promise.all([...outdated.keys()].map((refresh) => refresh()));
  return outdated.size === 0;
}

/** Call when a reply stored at `asOf` is shown. */
export function markOutdated(refresh: Refresh, asOf: number): void {
  outdated.set(refresh, asOf);
  publish();
}

export function markFresh(refresh: Refresh): void {
  if (outdated.delete(refresh)) publish();
}

function publish(): void {
  $since.set(outdated.size > 0 ? Math.min(...outdated.values()) : null);
}

export function storeCopy(owner: string | null, key: string, answer: unknown): void {
  const soon = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work));
  if (!owner) return;
  soon(() => {
    // The session may have ended meanwhile.
    if ($session.get().user?.id === owner) void cacheReply(owner, key, answer);
  });
}

/** True if no server responded, as opposed to an error reply. */
export function isServerUnreachable(failure: unknown): boolean {
  return (
    failure instanceof ApiFailure && (failure.kind !== 'refused' || [502, 503, 504].includes(failure.status))
  );
}

export async function readCopy<Data>(owner: string | null, key: string, failure: unknown) {
  return isServerUnreachable(failure) ? readCachedReply<Data>(owner, key) : null;
}
