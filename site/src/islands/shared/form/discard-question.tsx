import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';

interface DiscardQuestion {
  /** Leaves at once while nothing would be lost, else asks. */
  leaveBy: (leave: () => void) => void;
  /** Draw it inside the dialog that asks. */
  question: ReactElement;
}

/** Asks before a dialog's changes are lost; `isChanged` is called when somebody leaves. */
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
