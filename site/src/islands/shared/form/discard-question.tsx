import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';

interface DiscardQuestion {
  /** Leaves at once while nothing is lost by it, else asks first. */
  leaveBy: (leave: () => void) => void;
  /** Draw it inside the dialog that asks. */
  question: ReactElement;
}

/** Asks before a dialog throws away what was changed in it; `isChanged` is asked when somebody wants to leave. */
export function useDiscardQuestion(isChanged: () => boolean): DiscardQuestion {
  const [asked, setAsked] = useState<{ leave: () => void } | null>(null);
  return {
    leaveBy: (leave) => {
      if (isChanged()) setAsked({ leave });
      else leave();
    },
    question: (
      <ConfirmDialog
        open={asked !== null}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        onConfirm={() => {
          setAsked(null);
          asked?.leave();
        }}
        onCancel={() => setAsked(null)}
      >
        What you changed here is not saved yet.
      </ConfirmDialog>
    ),
  };
}
