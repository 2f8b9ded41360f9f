import { atom, type ReadableAtom } from 'nanostores';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { toActionFailure } from './failures.ts';

interface ConfirmedActionState<Subject> {
  /** Subject of the question; null for none. */
  asked: Subject | null;
  busy: boolean;
  /** Shown above the list, which stays (docs/product.md OPEN-27). */
  failure: string | null;
}

export interface ConfirmedAction<Subject> {
  $action: ReadableAtom<ConfirmedActionState<Subject>>;
  ask(subject: Subject): void;
  cancel(): void;
  /** Does it, once however often it is pressed. */
  confirm(): Promise<void>;
  /** Takes the failure off the screen. */
  dismiss(): void;
}

interface Rules<Subject> {
  /** For 'Failed to delete cohort: …', such as 'delete cohort'. */
  action: string;
  /** Does it, and puts what came of it into the list. */
  run: (subject: Subject) => Promise<void>;
  /** Said when it is done: 'Cohort deleted'. */
  done: string | ((subject: Subject) => string);
}

/** An action with a question first. Draw it with `QuestionDialog` and `ActionFailure`. */
export function createConfirmedAction<Subject>({
  action,
  run,
  done,
}: Rules<Subject>): ConfirmedAction<Subject> {
  const idle = { asked: null, busy: false, failure: null };
  const $action = atom<ConfirmedActionState<Subject>>(idle);
  return {
    $action,
    ask: (asked) => $action.set({ ...idle, asked }),
    cancel: () => {
      if (!$action.get().busy) $action.set(idle);
    },
    confirm: async () => {
      const { asked, busy } = $action.get();
      if (asked === null || busy) return;
      $action.set({ asked, busy: true, failure: null });
      try {
        await run(asked);
        $action.set(idle);
        showToast({ text: typeof done === 'function' ? done(asked) : done });
      } catch (error) {
        $action.set({ ...idle, failure: toActionFailure(action, error) });
      }
    },
    dismiss: () => $action.set({ ...$action.get(), failure: null }),
  };
}
