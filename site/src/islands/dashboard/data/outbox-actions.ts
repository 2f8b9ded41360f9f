import { atom, computed, type ReadableAtom } from 'nanostores';
import { enrollInLeague, type LEARNING_ERRORS } from '#contract/learning.ts';
import { completeResource, markForRevision, resetResource, saveNote } from '#contract/resource-progress.ts';
import { submitAssignment } from '#contract/submissions.ts';
import {
  type AnyCall,
  ApiFailure,
  type CallOptions,
  callApi,
  NETWORK_FAILED,
} from '#site/islands/shared/http/api.ts';
import {
  type Outbox,
  type OutboxAction,
  type OutboxDraft,
  type OutboxKey,
  openOutbox,
} from '#site/islands/shared/offline/outbox.ts';
import { isSignedInAs } from '#site/islands/shared/session/session.ts';
import { createSender, type Outcome, type Sender, sendOnce } from './sender.ts';
import { publishStoredChange } from './stored-changes.ts';

export const OFFLINE_CALLS = {
  completeResource,
  markForRevision,
  resetResource,
  saveNote,
  enrollInLeague,
  submitAssignment,
} satisfies Record<string, AnyCall>;
export type OfflineCall = keyof typeof OFFLINE_CALLS;

export const SYNCS_LATER = 'Will sync when you are back online.';

const $waiting = atom<readonly OutboxAction[]>([]);
/** Unanswered actions of this tab's account, oldest first. */
export const $outbox: ReadableAtom<readonly OutboxAction[]> = $waiting;

const $unsentIds = atom<ReadonlySet<string>>(new Set());
/** Unsent and refused actions, without those being sent for the first time. */
export const $unsentActions: ReadableAtom<readonly OutboxAction[]> = computed(
  [$waiting, $unsentIds],
  (actions, ids) => actions.filter(({ id, refusal }) => refusal !== null || ids.has(id)),
);

function markUnsent(ids: readonly string[]): void {
  if (ids.some((id) => !$unsentIds.get().has(id))) $unsentIds.set(new Set([...$unsentIds.get(), ...ids]));
}

type Settled = (action: OutboxAction, outcome: Exclude<Outcome, { kind: 'queued' }>) => void;
const listeners = new Set<Settled>();

/** Calls `listener` for actions sent or refused later. */
export function onSettled(listener: Settled): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const RETRY_FIRST_MS = 5000;
const RETRY_LAST_MS = 120_000;
const SWEEP_MS = 5000;

let open: { store: Outbox; sender: Sender } | null = null;
let close = () => {};

/** Sends an account's stored actions whenever the server is reachable. */
export function startOutbox(owner: string): () => void {
  close();
  const store = openOutbox(owner, localStorage);
  const sender = createSender({
    store,
    owner,
    send: async (action) => {
      if (!(await isSignedInAs(owner))) throw new ApiFailure({ kind: 'network', message: NETWORK_FAILED });
      return sendAction(action);
    },
    onSettled: (action, outcome) => {
      for (const listener of listeners) listener(action, outcome);
    },
  });
  open = { store, sender };
  const unbind = store.$actions.subscribe((actions) => $waiting.set(actions));
  markUnsent(store.$actions.get().map(({ id }) => id));
  const stopRetrying = retry(store, sender);
  // Delayed to keep it out of the first render.
  const sweeping = setTimeout(() => void sweepLater(owner).catch(() => undefined), SWEEP_MS);
  const follow = ({ key }: StorageEvent) => store.follow(key);
  addEventListener('storage', follow);
  close = () => {
    clearTimeout(sweeping);
    removeEventListener('storage', follow);
    stopRetrying();
    unbind();
    open = null;
    $waiting.set([]);
    $unsentIds.set(new Set());
    close = () => {};
  };
  return close;
}

// Deletes expired actions of other accounts and renews the owner's.
async function sweepLater(owner: string): Promise<void> {
  (await import('#site/islands/shared/offline/unsent-text.ts')).sweepUnsentText(owner);
}

// Retries on reconnection, when the page becomes visible, and with growing pauses.
function retry(store: Outbox, sender: Sender): () => void {
  let pauseMs = RETRY_FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const waits = () => store.$actions.get().some(({ refusal }) => refusal === null);
  const plan = () => {
    clearTimeout(timer);
    if (!isStopped && waits()) timer = setTimeout(() => void run(), pauseMs);
  };
  const run = async () => {
    clearTimeout(timer);
    const isReached = await sender.drain();
    pauseMs = isReached ? RETRY_FIRST_MS : Math.min(2 * pauseMs, RETRY_LAST_MS);
    if (!isReached) markUnsent(store.$actions.get().map(({ id }) => id));
    plan();
  };
  const now = () => {
    pauseMs = RETRY_FIRST_MS;
    if (waits()) void run();
  };
  const look = () => {
    if (globalThis.document?.visibilityState === 'visible') now();
  };
  addEventListener('online', now);
  globalThis.document?.addEventListener('visibilitychange', look);
  const unbind = store.$actions.listen((actions, before) => {
    if (actions.length > (before?.length ?? 0)) plan();
  });
  now();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unbind();
    removeEventListener('online', now);
    globalThis.document?.removeEventListener('visibilitychange', look);
  };
}

export type ActionDraft = Omit<OutboxDraft, 'call'> & { call: OfflineCall };

/**
 * Stores an action and sends it until the server answers; without storage, sends it once. Throws only errors that are
 * not answers.
 */
export async function perform(draft: ActionDraft): Promise<Outcome> {
  if (!open) return sendOnce(sendAction, draft);
  const outcome = await open.sender.perform(draft);
  if (outcome.kind === 'queued') markUnsent([outcome.id]);
  return outcome;
}

export function removeFromOutbox(action: OutboxKey): void {
  open?.store.remove(action);
}

/** Drops a refused or unsent action for good and restores the one it replaced. */
export function dropFromOutbox({ replaced = null, ...action }: OutboxAction): void {
  removeFromOutbox(action);
  if (replaced) putBackIntoOutbox({ ...action, body: replaced });
}

export function putBackIntoOutbox({ lane, call, params, body, leagueId, title }: OutboxDraft): void {
  const action = open?.store.add({ lane, call, params, body, leagueId, title });
  if (!action) return;
  markUnsent([action.id]);
  void sendOutbox();
}

export async function resend(refused: OutboxKey): Promise<void> {
  open?.store.change(refused, (action) => ({ ...action, refusal: null, tries: 0 }));
  await sendOutbox();
}

export async function sendOutbox(): Promise<boolean> {
  return (await open?.sender.drain()) ?? true;
}

const ALREADY_ENROLLED: keyof typeof LEARNING_ERRORS = 'ALREADY_ENROLLED';

async function sendAction({
  id,
  call,
  params,
  body,
}: Pick<OutboxAction, 'id' | 'call' | 'params' | 'body'>): Promise<unknown> {
  const known = OFFLINE_CALLS[call as OfflineCall] as AnyCall | undefined;
  if (!known) throw new Error(`Unknown call ${call}`);
  const options: CallOptions<AnyCall> = { params, idempotencyKey: id };
  try {
    const data = await callApi(known, body === null ? options : { ...options, body: body as never });
    publishStoredChange();
    return data;
  } catch (error) {
    // Already enrolled in another tab or on another device.
    if (known === enrollInLeague && error instanceof ApiFailure && error.code === ALREADY_ENROLLED)
      return null;
    throw error;
  }
}
