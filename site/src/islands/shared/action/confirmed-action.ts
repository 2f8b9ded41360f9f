import { atom, type ReadableAtom } from 'nanostores';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { toActionFailure } from './failures.ts';

interface ConfirmedActionState<Subject> {
  subject: Subject | null;
  busy: boolean;
  failure: string | null;
}

export type ConfirmedAction<Subject> = ReturnType<typeof createConfirmedAction<Subject>>;

interface Rules<Subject> {
  /** Lower case, for 'Failed to delete cohort: …'. */
  action: string;
  run: (subject: Subject) => Promise<void>;
  done: string | ((subject: Subject) => string);
}

/** Draw it with `QuestionDialog` and `ActionFailure`. */
export function createConfirmedAction<Subject>({ action, run, done }: Rules<Subject>) {
  const idle = { subject: null, busy: false, failure: null };
  const $action = atom<ConfirmedActionState<Subject>>(idle);
  return {
    $action: $action as ReadableAtom<ConfirmedActionState<Subject>>,
    ask: (subject: Subject) => $action.set({ ...idle, subject }),
    cancel: () => {
      if (!$action.get().busy) $action.set(idle);
    },
    /** Ignores further presses while it runs. */
    confirm: async () => {
      const { subject, busy } = $action.get();
      if (subject === null || busy) return;
      $action.set({ subject, busy: true, failure: null });
      try {
        await run(subject);
        $action.set(idle);
        showToast({ text: typeof done === 'function' ? done(subject) : done });
      } catch (error) {
        $action.set({ ...idle, failure: toActionFailure(action, error) });
      }
    },
    dismiss: () => $action.set({ ...$action.get(), failure: null }),
  };
}
