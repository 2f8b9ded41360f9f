import { type ReactElement, useState } from 'react';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import { dropFromOutbox } from '../data/outbox-actions.ts';
import { toDropNoun } from './outbox-texts.ts';

interface DropDialog {
  drop: (action: OutboxAction) => void;
  /** Render it in a place that stays while the dialog is open. */
  question: ReactElement;
}

/** `onDropped` should move the focus. */
export function useDropDialog(onDropped: () => void): DropDialog {
  const [asked, setAsked] = useState<OutboxAction | null>(null);
  const noun = asked ? toDropNoun(asked) : null;
  const dropNow = (action: OutboxAction) => {
    dropFromOutbox(action);
    onDropped();
  };
  return {
    drop: (action) => {
      if (toDropNoun(action)) setAsked(action);
      else dropNow(action);
    },
    question: (
      <ConfirmDialog
        open={asked !== null}
        title={`Drop your ${noun}?`}
        confirmLabel={`Drop ${noun}`}
        cancelLabel={`Keep ${noun}`}
        onConfirm={() => {
          setAsked(null);
          if (asked) dropNow(asked);
        }}
        onCancel={() => setAsked(null)}
      >
        It is on this device only. What you wrote cannot be brought back.
        {asked?.replaced ? ` The ${noun} you had saved before it comes back.` : null}
      </ConfirmDialog>
    ),
  };
}
