import { atom, type ReadableAtom } from 'nanostores';
import { REQUEST_FAILED, toMessage } from '#site/islands/shared/api.ts';

export interface BulkFailure {
  /** Which item, in words. */
  label: string;
  message: string;
}

export type BulkState =
  | { state: 'idle' }
  | {
      state: 'running' | 'done';
      total: number;
      /** Items that were tried, well or not. */
      tried: number;
      failures: readonly BulkFailure[];
      /** True once it was asked to stop; what is on its way still arrives. */
      isStopped: boolean;
    };

export interface BulkRun<Item> {
  $bulk: ReadableAtom<BulkState>;
  /** Does it for every item, a few at a time; one failure does not stop the rest. A second call while it runs waits for nothing. */
  start(items: readonly Item[]): Promise<void>;
  /** Begins no further item. */
  stop(): void;
  /** Back to idle, when the reader has seen the outcome. */
  close(): void;
}

interface Rules<Item> {
  run: (item: Item) => Promise<void>;
  label: (item: Item) => string;
  /** Called once at the end, to load the list again. */
  onDone?: () => void;
  atOnce?: number;
}

/** One action for many rows, with progress: approve, suspend, enroll. Draw it with `BulkProgress`. */
export function createBulkRun<Item>({ run, label, onDone, atOnce = 4 }: Rules<Item>): BulkRun<Item> {
  const $bulk = atom<BulkState>({ state: 'idle' });
  const patch = (changes: Partial<Exclude<BulkState, { state: 'idle' }>>) => {
    const current = $bulk.get();
    if (current.state !== 'idle') $bulk.set({ ...current, ...changes });
  };
  const attempt = async (item: Item) => {
    let failure: BulkFailure | null = null;
    try {
      await run(item);
    } catch (error) {
      failure = { label: label(item), message: toMessage(error, REQUEST_FAILED) };
    }
    const current = $bulk.get();
    if (current.state === 'idle') return;
    patch({
      tried: current.tried + 1,
      failures: failure ? [...current.failures, failure] : current.failures,
    });
  };

  return {
    $bulk,
    start: async (items) => {
      if ($bulk.get().state === 'running' || items.length === 0) return;
      $bulk.set({ state: 'running', total: items.length, tried: 0, failures: [], isStopped: false });
      const queue = [...items];
      const work = async () => {
        for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
          const current = $bulk.get();
          if (current.state !== 'running' || current.isStopped) return;
          await attempt(item);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      patch({ state: 'done' });
      onDone?.();
    },
    stop: () => patch({ isStopped: true }),
    close: () => {
      if ($bulk.get().state !== 'running') $bulk.set({ state: 'idle' });
    },
  };
}
