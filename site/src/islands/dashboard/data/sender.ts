import { ApiFailure } from '#site/islands/shared/http/api.ts';
import type { Outbox, OutboxAction, OutboxDraft, Refusal } from '#site/islands/shared/offline/outbox.ts';

/** sent: `data` is the reply, undefined if another tab sent it. kept: stored for later. refused: not stored. */
export type Outcome =
  | { kind: 'sent'; data: unknown }
  | { kind: 'kept'; id: string }
  | { kind: 'refused'; failure: ApiFailure };

export interface Sender {
  perform(draft: OutboxDraft): Promise<Outcome>;
  /** True when nothing is left to send. */
  drain(): Promise<boolean>;
}

interface Surroundings {
  store: Outbox;
  owner: string;
  /** Throws ApiFailure. */
  send: (action: Pick<OutboxAction, 'id' | 'call' | 'params' | 'body'>) => Promise<unknown>;
  alone?: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Called for actions that settle after `perform` returned. */
  onSettled?: (action: OutboxAction, outcome: Exclude<Outcome, { kind: 'kept' }>) => void;
  patienceMs?: number;
}

const PATIENCE_MS = 8000;
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
  alone = aloneInTab(),
  onSettled = () => {},
  patienceMs = PATIENCE_MS,
}: Surroundings): Sender {
  const waiting = new Map<string, (outcome: Outcome) => void>();

  function settle(action: OutboxAction, outcome: Exclude<Outcome, { kind: 'kept' }>): void {
    const tell = waiting.get(action.id);
    // A refusal that the learner sees at once is not stored, unless it holds text worth saving.
    if (outcome.kind === 'sent' || (tell && !asksForChoice(outcome.failure))) store.remove(action);
    else store.change(action, (one) => ({ ...one, refusal: toRefusal(outcome.failure) }));
    if (tell) tell(outcome);
    else onSettled(action, outcome);
  }

  // False if the server was unreachable.
  function sendQueue(queueKey: string): Promise<boolean> {
    return alone(`unsent:${owner}:${queueKey}`, async () => {
      for (;;) {
        const next = store.findNext(queueKey);
        if (!next) return true;
        store.change(next, (action) => ({ ...action, tries: action.tries + 1 }));
        try {
          settle(next, { kind: 'sent', data: await send(next) });
        } catch (error) {
          if (!(error instanceof ApiFailure) || mayPass(error, next, waiting.has(next.id))) return false;
          settle(next, { kind: 'refused', failure: error });
        }
      }
    });
  }

  return {
    async perform(draft) {
      const action = store.add(draft);
      if (!action) return sendUnkept(send, draft);
      const told = new Promise<Outcome>((resolve) => waiting.set(action.id, resolve));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooLong = new Promise<Outcome>((resolve) => {
        timer = setTimeout(() => resolve({ kind: 'kept', id: action.id }), patienceMs);
      });
      const ran = sendQueue(draft.lane).then((): Outcome | Promise<Outcome> => {
        // Another tab may have sent it; then the store holds the refusal.
        const left = store.find(action);
        if (!left) return Promise.race([told, Promise.resolve<Outcome>({ kind: 'sent', data: undefined })]);
        if (!left.refusal) return { kind: 'kept', id: action.id };
        const failure = toFailure(left.refusal);
        if (!asksForChoice(failure)) store.remove(action);
        return { kind: 'refused', failure };
      });
      try {
        return await Promise.race([told, ran, tooLong]);
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

function mayPass({ kind, status }: ApiFailure, { tries }: OutboxAction, isWaitedFor: boolean): boolean {
  if (kind !== 'refused' || WAITING_STATUSES.has(status)) return true;
  return status >= 500 && !isWaitedFor && tries + 1 < TRIES_MAX;
}

// True for a conflict with another note: both are kept until the learner chooses.
function asksForChoice(failure: ApiFailure): boolean {
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
export async function sendUnkept(
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
function aloneInTab(): NonNullable<Surroundings['alone']> {
  const locks = globalThis.navigator?.locks;
  if (locks) return (name, work) => locks.request(name, work);
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const run = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, run);
    return run;
  };
}
