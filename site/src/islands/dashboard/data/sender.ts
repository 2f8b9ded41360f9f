import { ApiFailure } from '#site/islands/shared/http/api.ts';
import type { Outbox, OutboxAction, OutboxDraft, Refusal } from '#site/islands/shared/offline/outbox.ts';

/** sent: `data` is the reply, undefined if another tab sent it. queued: stored for later. refused: not stored. */
export type Outcome =
  | { kind: 'sent'; data: unknown }
  | { kind: 'queued'; id: string }
  | { kind: 'refused'; failure: ApiFailure };

export interface Sender {
  perform(draft: OutboxDraft): Promise<Outcome>;
  /** True when nothing is left to send. */
  drain(): Promise<boolean>;
}

interface SenderOptions {
  store: Outbox;
  owner: string;
  /** Throws ApiFailure. */
  send: (action: Pick<OutboxAction, 'id' | 'call' | 'params' | 'body'>) => Promise<unknown>;
  withLock?: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Called for actions that settle after `perform` returned. */
  onSettled?: (action: OutboxAction, outcome: Exclude<Outcome, { kind: 'queued' }>) => void;
  timeoutMs?: number;
}

const TIMEOUT_MS = 8000;
const QUEUES_AT_ONCE = 4;
// A server error may be temporary; after this many tries the learner decides.
const TRIES_MAX = 5;
// The server was unreachable, busy or wanted a sign-in: retry later.
const WAITING_STATUSES = new Set([0, 401, 408, 429, 502, 503, 504]);

/** Sends the actions of each queue in order, each exactly once. */
export function createSender({
  store,
  owner,
  send,
  withLock = lockInTab(),
  onSettled = () => {},
  timeoutMs = TIMEOUT_MS,
}: SenderOptions): Sender {
  const waiting = new Map<string, (outcome: Outcome) => void>();

  function settle(action: OutboxAction, outcome: Exclude<Outcome, { kind: 'queued' }>): void {
    const resolve = waiting.get(action.id);
    // A refusal that the learner sees at once is not stored, unless it holds text worth saving.
    if (outcome.kind === 'sent' || (resolve && !hasNoteConflict(outcome.failure))) store.remove(action);
    else store.change(action, (one) => ({ ...one, refusal: toRefusal(outcome.failure) }));
    if (resolve) resolve(outcome);
    else onSettled(action, outcome);
  }

  // False if the server was unreachable.
  function sendQueue(queueKey: string): Promise<boolean> {
    return withLock(`unsent:${owner}:${queueKey}`, async () => {
      for (;;) {
        const next = store.findNext(queueKey);
        if (!next) return true;
        store.change(next, (action) => ({ ...action, tries: action.tries + 1 }));
        try {
          settle(next, { kind: 'sent', data: await send(next) });
        } catch (error) {
          if (!(error instanceof ApiFailure) || isTemporary(error, next, waiting.has(next.id))) return false;
          settle(next, { kind: 'refused', failure: error });
        }
      }
    });
  }

  return {
    async perform(draft) {
      const action = store.add(draft);
      if (!action) return sendOnce(send, draft);
      const settled = new Promise<Outcome>((resolve) => waiting.set(action.id, resolve));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooLong = new Promise<Outcome>((resolve) => {
        timer = setTimeout(() => resolve({ kind: 'queued', id: action.id }), timeoutMs);
      });
      const ran = sendQueue(draft.lane).then((): Outcome | Promise<Outcome> => {
        // Another tab may have sent it; then the store holds the refusal.
        const stored = store.find(action);
        if (!stored)
          return Promise.race([settled, Promise.resolve<Outcome>({ kind: 'sent', data: undefined })]);
        if (!stored.refusal) return { kind: 'queued', id: action.id };
        const failure = toFailure(stored.refusal);
        if (!hasNoteConflict(failure)) store.remove(action);
        return { kind: 'refused', failure };
      });
      try {
        return await Promise.race([settled, ran, tooLong]);
      } finally {
        clearTimeout(timer);
        waiting.delete(action.id);
      }
    },

    async drain() {
      store.follow(null);
      const queueKeys = [
        ...new Set(
          store.$actions
            .get()
            .filter(isWaiting)
            .map(({ lane }) => lane),
        ),
      ];
      let isReached = true;
      const work = async () => {
        for (
          let queueKey = queueKeys.shift();
          queueKey !== undefined && isReached;
          queueKey = queueKeys.shift()
        ) {
          if (!(await sendQueue(queueKey))) isReached = false;
        }
      };
      await Promise.all(Array.from({ length: QUEUES_AT_ONCE }, work));
      return isReached;
    },
  };
}

const isWaiting = ({ refusal }: OutboxAction) => refusal === null;

function isTemporary({ kind, status }: ApiFailure, { tries }: OutboxAction, isWaitedFor: boolean): boolean {
  if (kind !== 'refused' || WAITING_STATUSES.has(status)) return true;
  return status >= 500 && !isWaitedFor && tries + 1 < TRIES_MAX;
}

// True for a conflict with another note: both are kept until the learner chooses.
function hasNoteConflict(failure: ApiFailure): boolean {
  return failure.status === 409 && toRefusal(failure).currentNote !== undefined;
}

function toRefusal({ status, code, message, reply }: ApiFailure): Refusal {
  const currentNote = reply?.currentNote;
  const isNote = typeof currentNote === 'string' || currentNote === null;
  return { status, code, message, ...(isNote ? { currentNote } : {}) };
}

function toFailure({ status, code, message, ...rest }: Refusal): ApiFailure {
  return new ApiFailure({ kind: 'refused', status, message, reply: { code, ...rest } });
}

/** Without storage, sends an action once and reports a failure at once. */
export async function sendOnce(
  send: (action: Pick<OutboxAction, 'id' | 'call' | 'params' | 'body'>) => Promise<unknown>,
  { call, params, body }: OutboxDraft,
): Promise<Outcome> {
  try {
    return { kind: 'sent', data: await send({ id: crypto.randomUUID(), call, params, body }) };
  } catch (error) {
    if (error instanceof ApiFailure) return { kind: 'refused', failure: error };
    throw error;
  }
}

// Fallback without Web Locks: locks within this tab only, as the server detects duplicates from other tabs.
function lockInTab(): NonNullable<SenderOptions['withLock']> {
  const locks = globalThis.navigator?.locks;
  if (locks) return (name, work) => locks.request(name, work);
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const run = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, run);
    return run;
  };
}
