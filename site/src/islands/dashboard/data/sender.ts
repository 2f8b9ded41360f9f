import { ApiFailure } from '#site/islands/shared/http/api.ts';
import type { Outbox, OutboxAction, OutboxDraft, Refusal } from '#site/islands/shared/offline/outbox.ts';

/**
 * sent: `data` is the answer, undefined if another tab sent it. kept: waits on this device. refused: nothing is kept.
 */
export type Outcome =
  | { kind: 'sent'; data: unknown }
  | { kind: 'kept'; id: string }
  | { kind: 'refused'; failure: ApiFailure };

export interface Sender {
  /** Stores an action and sends it after those on the same thing. Throws only errors that are no answer. */
  perform(draft: OutboxDraft): Promise<Outcome>;
  /** True when nothing is left. */
  drain(): Promise<boolean>;
}

interface Surroundings {
  store: Outbox;
  /** Account, for locks shared by its tabs. */
  owner: string;
  /** Sends an action once. Throws ApiFailure. */
  send: (action: Pick<OutboxAction, 'id' | 'call' | 'params' | 'body'>) => Promise<unknown>;
  /** Runs work under a lock of all tabs. */
  alone?: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Called for actions sent or refused later. */
  onSettled?: (action: OutboxAction, outcome: Exclude<Outcome, { kind: 'kept' }>) => void;
  /** Time after which an action counts as kept. */
  patienceMs?: number;
}

const PATIENCE_MS = 8000;
const QUEUES_AT_ONCE = 4;
/** A server error may pass; after these tries a person decides. */
const TRIES_MAX = 5;
/** Not reached, busy, or signed out: says nothing about the action. */
const WAITING_STATUSES = new Set([0, 401, 408, 429, 502, 503, 504]);

/** Sends an account's actions in order for each thing, each once. */
export function createSender({
  store,
  owner,
  send,
  alone = aloneInTab(),
  onSettled = () => {},
  patienceMs = PATIENCE_MS,
}: Surroundings): Sender {
  /** Whoever stands waiting for the outcome of an action. */
  const waiting = new Map<string, (outcome: Outcome) => void>();

  function settle(action: OutboxAction, outcome: Exclude<Outcome, { kind: 'kept' }>): void {
    const tell = waiting.get(action.id);
    // A refusal that the person sees at once needs no later decision, except for words that may be saved.
    if (outcome.kind === 'sent' || (tell && !asksForChoice(outcome.failure))) store.remove(action);
    else store.change(action, (one) => ({ ...one, refusal: toRefusal(outcome.failure) }));
    if (tell) tell(outcome);
    else onSettled(action, outcome);
  }

  /** False if the server was not reached. */
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
        // Another tab may have sent it, and the refusal then stands in the store.
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

/** True where another note stands in the place of this one: both are kept until somebody chooses. */
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

/** Without a place to keep it an action goes out once, and a failure is told as one. */
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

/** For browsers without locks across tabs: the server recognizes what two tabs send. */
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
