import { atom, type ReadableAtom } from 'nanostores';
import { USER_BATCH_MAX } from '#contract/user-batches.ts';
import { ApiFailure, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';

export interface BulkOutcome {
  id: string;
  /** Null if the account is gone. */
  name: string | null;
  email: string | null;
  outcome: 'done' | 'skipped' | 'failed';
  message: string | null;
}

export interface BulkJob {
  title: string;
  /** Such as 'user approved' and 'users approved'. */
  done: { one: string; many: string };
  /** The server answers a repeat with the same key without doing it again. */
  send: (ids: readonly string[], key: string) => Promise<readonly BulkOutcome[]>;
  /** Offered for the items that were done. */
  undo?: BulkJob;
}

/** stopped: by the user or a failed batch; the rest can continue. done: every item has an answer. */
export type BulkState =
  | { state: 'idle' }
  | {
      state: 'running' | 'stopped' | 'done';
      job: BulkJob;
      total: number;
      outcomes: readonly BulkOutcome[];
      isStopping: boolean;
      failure: string | null;
    };

export type BulkRun = ReturnType<typeof createBulkRun>;

interface Rules {
  /** Called with the done and skipped ids at each pause and at the end. */
  onPause?: (settled: readonly string[]) => void;
  batchSize?: number;
  retryAfterMs?: readonly number[];
}

/** Half of the server's limit, for shorter locks and more frequent progress. */
const BATCH_SIZE = USER_BATCH_MAX / 2;
const RETRY_AFTER_MS = [1000, 3000];
/** Statuses after which the same batch may succeed; 0 is a lost connection. */
const RETRYABLE_STATUSES = new Set([0, 408, 409, 429, 502, 503, 504]);

/** Draw it with `BulkProgress`. */
export function createBulkRun({ onPause, batchSize = BATCH_SIZE, retryAfterMs = RETRY_AFTER_MS }: Rules) {
  const $bulk = atom<BulkState>({ state: 'idle' });
  let batches: { ids: readonly string[]; key: string }[] = [];
  const patch = (changes: Partial<Exclude<BulkState, { state: 'idle' }>>) => {
    const current = $bulk.get();
    if (current.state !== 'idle') $bulk.set({ ...current, ...changes });
  };
  const isRunning = () => {
    const current = $bulk.get();
    return current.state === 'running' && !current.isStopping;
  };
  const sendWithRetries = async ({ send }: BulkJob, ids: readonly string[], key: string) => {
    for (const waitMs of retryAfterMs) {
      try {
        return await send(ids, key);
      } catch (error) {
        if (!isRetryable(error) || !isRunning()) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (!isRunning()) throw error;
      }
    }
    return send(ids, key);
  };
  const work = async () => {
    patch({ state: 'running', isStopping: false, failure: null });
    let failure: string | null = null;
    for (let batch = batches[0]; batch; batch = batches[0]) {
      const current = $bulk.get();
      if (current.state === 'idle' || !isRunning()) break;
      try {
        const outcomes = await sendWithRetries(current.job, batch.ids, batch.key);
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
    onPause?.(rested.outcomes.flatMap(({ id, outcome }) => (outcome === 'failed' ? [] : [id])));
  };

  return {
    $bulk: $bulk as ReadableAtom<BulkState>,
    /** Does nothing while another run is open. */
    start: async (ids: readonly string[], job: BulkJob) => {
      if ($bulk.get().state !== 'idle' || ids.length === 0) return;
      batches = toBatches(ids, batchSize).map((batch) => ({ ids: batch, key: crypto.randomUUID() }));
      $bulk.set({ state: 'running', job, total: ids.length, outcomes: [], isStopping: false, failure: null });
      await work();
    },
    stop: () => {
      if ($bulk.get().state === 'running') patch({ isStopping: true });
    },
    /** Starts with the batch that failed. */
    resume: async () => {
      if ($bulk.get().state === 'stopped') await work();
    },
    close: () => {
      if ($bulk.get().state !== 'running') $bulk.set({ state: 'idle' });
    },
  };
}

function isRetryable(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind !== 'aborted' && RETRYABLE_STATUSES.has(error.status);
}

function toBatches(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}

/** `left` are the items without an answer. */
export function countOutcomes({ total, outcomes }: Exclude<BulkState, { state: 'idle' }>) {
  const sums = { done: 0, skipped: 0, failed: 0 };
  for (const { outcome } of outcomes) sums[outcome] += 1;
  return { ...sums, left: total - outcomes.length };
}

/** Most frequent reason first. */
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
