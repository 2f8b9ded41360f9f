import { atom, type ReadableAtom } from 'nanostores';
import { USER_BATCH_MAX } from '#contract/user-batches.ts';
import { ApiFailure, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';

/** What became of one item. */
export interface BulkOutcome {
  id: string;
  /** Null when the server does not tell it: the account is gone. */
  name: string | null;
  email: string | null;
  outcome: 'done' | 'skipped' | 'failed';
  /** Why it was not done. */
  message: string | null;
}

/** stopped: on request, or because a batch failed; the rest can continue. done: every item has an answer. */
export type BulkState =
  | { state: 'idle' }
  | {
      state: 'running' | 'stopped' | 'done';
      total: number;
      outcomes: readonly BulkOutcome[];
      /** The batch on its way still arrives. */
      isStopping: boolean;
      /** Why a batch could not be sent. */
      failure: string | null;
    };

export interface BulkRun<Fields> {
  $bulk: ReadableAtom<BulkState>;
  /** Runs batch after batch. Does nothing while another run is open. */
  start(ids: readonly string[], fields: Fields): Promise<void>;
  /** Begins no further batch. */
  stop(): void;
  /** Goes on where it stopped, with the batch that failed first. */
  resume(): Promise<void>;
  /** Back to idle, when the reader has seen the outcome. */
  close(): void;
}

interface Rules<Fields> {
  /** One batch; a repeat with the same key is answered as the first time. */
  send: (ids: readonly string[], fields: Fields, key: string) => Promise<readonly BulkOutcome[]>;
  /** Called whenever the run rests, with the ids that were done or skipped. */
  onRest?: (settled: readonly string[]) => void;
  batchSize?: number;
  /** Waits before a batch is tried again by itself. */
  retryAfterMs?: readonly number[];
}

/** Half of what a call takes: shorter locks and visible progress. */
const BATCH_SIZE = USER_BATCH_MAX / 2;
const RETRY_AFTER_MS = [1000, 3000];
/** The same batch may succeed in a moment. */
const WORTH_A_RETRY = new Set([0, 408, 409, 429, 502, 503, 504]);

/** One action for a fixed set of items. Draw it with `BulkProgress`. */
export function createBulkRun<Fields>({
  send,
  onRest,
  batchSize = BATCH_SIZE,
  retryAfterMs = RETRY_AFTER_MS,
}: Rules<Fields>): BulkRun<Fields> {
  const $bulk = atom<BulkState>({ state: 'idle' });
  let batches: { ids: readonly string[]; key: string }[] = [];
  let fields: Fields;
  const patch = (changes: Partial<Exclude<BulkState, { state: 'idle' }>>) => {
    const current = $bulk.get();
    if (current.state !== 'idle') $bulk.set({ ...current, ...changes });
  };
  const isGoingOn = () => {
    const current = $bulk.get();
    return current.state === 'running' && !current.isStopping;
  };
  const sendPatiently = async (ids: readonly string[], key: string) => {
    for (const waitMs of retryAfterMs) {
      try {
        return await send(ids, fields, key);
      } catch (error) {
        if (!isWorthARetry(error) || !isGoingOn()) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (!isGoingOn()) throw error;
      }
    }
    return send(ids, fields, key);
  };
  const work = async () => {
    patch({ state: 'running', isStopping: false, failure: null });
    let failure: string | null = null;
    for (let batch = batches[0]; batch; batch = batches[0]) {
      const current = $bulk.get();
      if (current.state === 'idle' || !isGoingOn()) break;
      try {
        const outcomes = await sendPatiently(batch.ids, batch.key);
        batches.shift();
        patch({ outcomes: [...current.outcomes, ...outcomes] });
      } catch (error) {
        failure = toMessage(error, REQUEST_FAILED);
        break;
      }
    }
    patch({ state: batches.length > 0 ? 'stopped' : 'done', isStopping: false, failure });
    const rested = $bulk.get();
    if (rested.state === 'idle') return;
    onRest?.(rested.outcomes.flatMap(({ id, outcome }) => (outcome === 'failed' ? [] : [id])));
  };

  return {
    $bulk,
    start: async (ids, chosenFields) => {
      if ($bulk.get().state !== 'idle' || ids.length === 0) return;
      fields = chosenFields;
      batches = toBatches(ids, batchSize).map((batch) => ({ ids: batch, key: crypto.randomUUID() }));
      $bulk.set({ state: 'running', total: ids.length, outcomes: [], isStopping: false, failure: null });
      await work();
    },
    stop: () => {
      if ($bulk.get().state === 'running') patch({ isStopping: true });
    },
    resume: async () => {
      if ($bulk.get().state === 'stopped') await work();
    },
    close: () => {
      if ($bulk.get().state !== 'running') $bulk.set({ state: 'idle' });
    },
  };
}

function isWorthARetry(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind !== 'aborted' && WORTH_A_RETRY.has(error.status);
}

function toBatches(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}

export interface BulkSums {
  done: number;
  skipped: number;
  failed: number;
  /** Not answered for yet, or not any more. */
  left: number;
}

/** How many items ended how. */
export function sumUp({ total, outcomes }: Exclude<BulkState, { state: 'idle' }>): BulkSums {
  const sums = { done: 0, skipped: 0, failed: 0 };
  for (const { outcome } of outcomes) sums[outcome] += 1;
  return { ...sums, left: total - outcomes.length };
}

/** A line for each reason with its people, most frequent first. */
export function groupReasons(
  outcomes: readonly BulkOutcome[],
  wanted: BulkOutcome['outcome'],
): { message: string; people: BulkOutcome[] }[] {
  const groups = Map.groupBy(
    outcomes.filter(({ outcome }) => outcome === wanted),
    ({ message }) => message ?? REQUEST_FAILED,
  );
  return [...groups]
    .map(([message, people]) => ({ message, people }))
    .toSorted((one, other) => other.people.length - one.people.length);
}
