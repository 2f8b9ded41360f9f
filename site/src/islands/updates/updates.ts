import { atom } from 'nanostores';
import { UPDATES_FIRST, UPDATES_STEP, UPDATES_STEP_DELAY_MS } from '#contract/constants.ts';
import { NETWORK_FAILED } from '../shared/api.ts';
import { COMMITS_HEADERS, type CommitSource, type CommitUpdate, loadCommits } from './commits.ts';

export const UPDATES_FAILED = 'Unable to load updates';
/** A page of commits that has not come by then is not coming. */
const PAGE_TIMEOUT_MS = 10_000;

export type UpdatesState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; updates: CommitUpdate[]; shown: number; isGrowing: boolean };

export const $updates = atom<UpdatesState>({ kind: 'loading' });

/** Loads the commits into `$updates`; never throws. */
export async function loadUpdates(source: CommitSource): Promise<void> {
  $updates.set({ kind: 'loading' });
  try {
    const updates = await loadCommits(source, {
      fetchPage: (url) =>
        fetch(url, { headers: COMMITS_HEADERS, signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) }),
      storage: browserStorage(),
      now: Date.now,
    });
    $updates.set({ kind: 'ready', updates, shown: UPDATES_FIRST, isGrowing: false });
  } catch (error) {
    $updates.set({ kind: 'failed', message: toFailureMessage(error) });
  }
}

/** The words for a failure: a request without an answer arrives in the browser's own words. */
function toFailureMessage(error: unknown): string {
  if (error instanceof TypeError || error instanceof DOMException) return NETWORK_FAILED;
  return error instanceof Error ? error.message : '';
}

/** Shows the next 15 after 500 ms (UPD-05); a second press while waiting changes nothing. */
export function showMoreUpdates(): void {
  const state = $updates.get();
  if (state.kind !== 'ready' || state.isGrowing || state.shown >= state.updates.length) return;
  $updates.set({ ...state, isGrowing: true });
  setTimeout(() => {
    const now = $updates.get();
    if (now.kind === 'ready') $updates.set({ ...now, shown: now.shown + UPDATES_STEP, isGrowing: false });
  }, UPDATES_STEP_DELAY_MS);
}

/** The browser's storage, or one that keeps nothing where the visitor forbids it. */
function browserStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}
