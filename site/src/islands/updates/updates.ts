import { atom } from 'nanostores';
import { UPDATES_FIRST, UPDATES_STEP, UPDATES_STEP_DELAY_MS } from '#contract/constants.ts';
import { NETWORK_FAILED } from '../shared/http/api.ts';
import {
  COMMITS_HEADERS,
  type CommitSource,
  type CommitUpdate,
  type Fetch,
  findCachedCommits,
  loadCommits,
} from './commits.ts';

export const UPDATES_FAILED = 'Unable to load updates';
const PAGE_TIMEOUT_MS = 10_000;
/** If all commits arrive this soon, the newest are not shown first. */
const COMPLETE_SOON_MS = 50;

export type UpdatesState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string; newest?: CommitUpdate[] }
  /** If not complete, only the newest commits are loaded. */
  | { kind: 'ready'; updates: CommitUpdate[]; shown: number; isGrowing: boolean; isComplete: boolean };

export const $updates = atom<UpdatesState>({ kind: 'loading' });

/** Shows the newest commits first if the rest takes long. Never throws. */
export async function loadUpdates(source: CommitSource): Promise<void> {
  $updates.set({ kind: 'loading' });
  const storage = browserStorage();
  const devices = { fetchPage: shareRequests(fetchPage), storage, now: Date.now };
  let newest: CommitUpdate[] | undefined;
  try {
    const cached = findCachedCommits(storage, Date.now());
    if (!cached) newest = await loadCommits(source, devices, UPDATES_FIRST);
    const complete = loadCommits(source, devices);
    if (newest && (await isLate(complete))) $updates.set(toReady(newest, false));
    $updates.set(toReady(await complete, true));
  } catch (error) {
    $updates.set({ kind: 'failed', message: toFailureMessage(error), ...(newest && { newest }) });
  }
}

const toReady = (updates: CommitUpdate[], isComplete: boolean): UpdatesState => ({
  kind: 'ready',
  ...{ updates, isComplete, shown: UPDATES_FIRST, isGrowing: false },
});

const fetchPage: Fetch = (url) =>
  fetch(url, { headers: COMMITS_HEADERS, signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });

/** Shares the first pages between both loads. */
function shareRequests(send: Fetch): Fetch {
  const sent = new Map<string, Promise<Response>>();
  return async (url) => {
    const reply = sent.get(url) ?? send(url);
    sent.set(url, reply);
    return (await reply).clone();
  };
}

function isLate(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => false,
    () => false,
  );
  return Promise.race([
    settled,
    new Promise<boolean>((resolve) => setTimeout(() => resolve(true), COMPLETE_SOON_MS)),
  ]);
}

function toFailureMessage(error: unknown): string {
  if (error instanceof TypeError || error instanceof DOMException) return NETWORK_FAILED;
  return error instanceof Error ? error.message : '';
}

/** Ignores presses during the delay. */
export function showMoreUpdates(): void {
  const state = $updates.get();
  if (state.kind !== 'ready' || !state.isComplete || state.isGrowing || state.shown >= state.updates.length)
    return;
  $updates.set({ ...state, isGrowing: true });
  setTimeout(() => {
    const now = $updates.get();
    if (now.kind === 'ready') $updates.set({ ...now, shown: now.shown + UPDATES_STEP, isGrowing: false });
  }, UPDATES_STEP_DELAY_MS);
}

function browserStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}
