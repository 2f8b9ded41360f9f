import { atom, type ReadableAtom } from 'nanostores';
import { ApiFailure } from '#site/islands/shared/http/api.ts';

/** The message is shown to the user. */
export class UnreadableFile extends Error {}

export const NO_ANSWER = {
  title: 'No answer from the server',
  message: 'The import may or may not have run. Press the button again: nothing is imported twice.',
} as const;

/** True if the server may have applied the import although no valid answer arrived. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'invalid');
}

interface Progress<Source, Preview, Result, Failure> {
  source: Source | null;
  step: 'choose' | 'checking' | 'checked' | 'importing' | 'done';
  preview: Preview | null;
  /** True if a new preview replaced the confirmed one. */
  isOutdated: boolean;
  failure: Failure | null;
  result: Result | null;
}

type Stage = 'read' | 'check' | 'import';

interface Calls<State, Options, Preview, Result, Failure> {
  /** Every new preview resets these options. */
  consents: Partial<Options>;
  checksAtOnce?: boolean;
  preview(state: State): Promise<Preview>;
  apply(state: State & { preview: Preview }, idempotencyKey: string): Promise<Result>;
  /** The new preview that came with a refusal. */
  readNewPreview(error: unknown): Preview | null;
  /** `name` is that of the source being read. */
  toFailure(stage: Stage, error: unknown, name: string): Failure;
}

/** Create one per screen. */
export function createPreviewRun<Options extends object, Source, Preview, Result, Failure>(
  options: Options,
  calls: Calls<Options & Progress<Source, Preview, Result, Failure>, Options, Preview, Result, Failure>,
) {
  type Current = Progress<Source, Preview, Result, Failure>;
  const start: Current = {
    source: null,
    step: 'choose',
    preview: null,
    isOutdated: false,
    failure: null,
    result: null,
  };
  const $state = atom<Options & Current>({ ...options, ...start });
  const set = (change: Partial<Options> | Partial<Current>) => $state.set({ ...$state.get(), ...change });
  // Discards answers that belong to an earlier choice.
  let latest = 0;
  /** Idempotency key of a preview, so that a retry after a lost answer imports nothing twice. */
  let key = { for: '', value: '' };

  const restart = (change: Partial<Options> | Partial<Current>) => {
    latest += 1;
    set({ ...start, source: $state.get().source, ...calls.consents, ...change });
    return latest;
  };
  const show = (preview: Preview, isOutdated: boolean) => {
    key = { for: '', value: '' };
    set({ step: 'checked', preview, isOutdated, failure: null, ...calls.consents });
  };
  const check = async () => {
    const mine = restart({ step: 'checking' });
    try {
      const preview = await calls.preview($state.get());
      if (mine === latest) show(preview, false);
    } catch (error) {
      if (mine === latest) set({ step: 'choose', failure: calls.toFailure('check', error, '') });
    }
  };
  return {
    $state: $state as ReadableAtom<Options & Current>,
    /** Changes options that invalidate the preview. */
    choose: (change: Partial<Options> & { source?: Source | null }) => void restart(change),
    take: async (name: string, read: () => Promise<Source>) => {
      const mine = restart({ source: null, step: calls.checksAtOnce ? 'checking' : 'choose' });
      try {
        const source = await read();
        if (mine !== latest) return;
        set({ source });
      } catch (error) {
        if (mine === latest) set({ step: 'choose', failure: calls.toFailure('read', error, name) });
        return;
      }
      if (calls.checksAtOnce) await check();
    },
    setOptions: (change: Partial<Options>) => set(change),
    dismiss: () => set({ failure: null }),
    check: async () => {
      const { source, step } = $state.get();
      if (source && step !== 'checking' && step !== 'importing') await check();
    },
    /** Ignores further presses while it runs. */
    apply: async () => {
      const state = $state.get();
      const { step, preview } = state;
      if (step !== 'checked' || !preview) return;
      const wanted = JSON.stringify(Object.keys(options).map((name) => state[name as keyof typeof state]));
      if (key.for !== wanted) key = { for: wanted, value: crypto.randomUUID() };
      set({ step: 'importing', failure: null, isOutdated: false });
      try {
        const result = await calls.apply({ ...state, preview }, key.value);
        set({ step: 'done', result });
      } catch (error) {
        const newPreview = calls.readNewPreview(error);
        if (newPreview) show(newPreview, true);
        else set({ step: 'checked', failure: calls.toFailure('import', error, '') });
      }
    },
    reset: () => void restart({ source: null }),
  };
}
