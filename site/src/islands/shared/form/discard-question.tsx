import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';

interface DiscardQuestion {
  leaveBy: (leave: () => void) => void;
  /** Render it inside the dialog. */
  question: ReactElement;
}

/** Calls `isChanged` on leaving. */
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
