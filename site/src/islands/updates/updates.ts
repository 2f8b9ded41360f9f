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
const PAGE_TIMEOUT_MS = 10_000;
/** If all commits arrive this soon, the newest are not shown first. */
const WHOLE_SOON_MS = 50;

export type UpdatesState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string; newest?: CommitUpdate[] }
  /** If not whole, only the newest commits are loaded. */
  | { kind: 'ready'; updates: CommitUpdate[]; shown: number; isGrowing: boolean; isWhole: boolean };

export const $updates = atom<UpdatesState>({ kind: 'loading' });

/** Shows the newest commits first if the rest takes long. Never throws. */
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

/** Shares the first pages between both loads. */
function askOnce(ask: Fetch): Fetch {
  const asked = new Map<string, Promise<Response>>();
  return async (url) => {
    const reply = asked.get(url) ?? ask(url);
    asked.set(url, reply);
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
    new Promise<boolean>((resolve) => setTimeout(() => resolve(true), WHOLE_SOON_MS)),
  ]);
}

function toFailureMessage(error: unknown): string {
  if (error instanceof TypeError || error instanceof DOMException) return NETWORK_FAILED;
  return error instanceof Error ? error.message : '';
}

/** Ignores presses during the delay. */
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

function browserStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}
