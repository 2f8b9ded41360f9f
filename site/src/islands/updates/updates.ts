import { atom } from 'nanostores';
import { UPDATES_FIRST, UPDATES_STEP, UPDATES_STEP_DELAY_MS } from '#contract/constants.ts';
import { NETWORK_FAILED } from '../shared/http/api.ts';
import {
  COMMITS_HEADERS,
  type CommitSource,
  type CommitUpdate,
  type Fetch,
  findKeptCommits,
  loadCommits,
} from './commits.ts';

export const UPDATES_FAILED = 'Unable to load updates';
/** A page takes no longer. */
const PAGE_TIMEOUT_MS = 10_000;
/** If all commits arrive this soon, no first part is shown. */
const WHOLE_SOON_MS = 50;

export type UpdatesState =
  | { kind: 'loading' }
  /** `newest`: what had come before the rest failed. */
  | { kind: 'failed'; message: string; newest?: CommitUpdate[] }
  /** Not whole: the newest ones, while older pages load. */
  | { kind: 'ready'; updates: CommitUpdate[]; shown: number; isGrowing: boolean; isWhole: boolean };

export const $updates = atom<UpdatesState>({ kind: 'loading' });

/** Newest first when there is much; never throws. */
export async function loadUpdates(source: CommitSource): Promise<void> {
  $updates.set({ kind: 'loading' });
  const storage = browserStorage();
  const devices = { fetchPage: askOnce(fetchPage), storage, now: Date.now };
  let newest: CommitUpdate[] | undefined;
  try {
    const kept = findKeptCommits(storage, Date.now());
    if (!kept) newest = await loadCommits(source, devices, UPDATES_FIRST);
    const whole = loadCommits(source, devices);
    if (newest && (await isLate(whole))) $updates.set(toReady(newest, false));
    $updates.set(toReady(await whole, true));
  } catch (error) {
    $updates.set({ kind: 'failed', message: toFailureMessage(error), ...(newest && { newest }) });
  }
}

const toReady = (updates: CommitUpdate[], isWhole: boolean): UpdatesState => ({
  kind: 'ready',
  ...{ updates, isWhole, shown: UPDATES_FIRST, isGrowing: false },
});

const fetchPage: Fetch = (url) =>
  fetch(url, { headers: COMMITS_HEADERS, signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });

/** Requests first pages once for both uses. */
function askOnce(ask: Fetch): Fetch {
  const asked = new Map<string, Promise<Response>>();
  return async (url) => {
    const reply = asked.get(url) ?? ask(url);
    asked.set(url, reply);
    return (await reply).clone();
  };
}

/** True if the promise is open after a moment too short to be seen. */
function isLate(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => false,
    () => false,
  );
  return Promise.race([
    settled,
    new Promise<boolean>((resolve) => setTimeout(() => resolve(true), WHOLE_SOON_MS)),
  ]);
}

/** A request without an answer has the browser's own words. */
function toFailureMessage(error: unknown): string {
  if (error instanceof TypeError || error instanceof DOMException) return NETWORK_FAILED;
  return error instanceof Error ? error.message : '';
}

/** The next 15 after 500 ms (UPD-05); presses meanwhile do nothing. */
export function showMoreUpdates(): void {
  const state = $updates.get();
  if (state.kind !== 'ready' || !state.isWhole || state.isGrowing || state.shown >= state.updates.length)
    return;
  $updates.set({ ...state, isGrowing: true });
  setTimeout(() => {
    const now = $updates.get();
    if (now.kind === 'ready') $updates.set({ ...now, shown: now.shown + UPDATES_STEP, isGrowing: false });
  }, UPDATES_STEP_DELAY_MS);
}

/** The browser's storage, or one that stores nothing. */
function browserStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}
