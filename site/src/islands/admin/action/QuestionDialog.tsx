import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ButtonVariant } from '#site/islands/ui/button-variants.ts';
import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import type { ConfirmedAction } from './confirmed-action.ts';

interface Props<Subject> {
  action: ConfirmedAction<Subject>;
  /** Names what it is about: 'Delete Cohort 1.5'. */
  title: (subject: Subject) => string;
  /** The question, in the words of the specification. */
  question: ReactNode | ((subject: Subject) => ReactNode);
  confirmLabel?: string;
  busyLabel?: string;
  /** True where the server would refuse; the question says why. */
  isRefused?: (subject: Subject) => boolean;
  /** danger for what takes something away. */
  variant?: ButtonVariant;
}

/** Asks before a confirmed action, a deletion unless it is named otherwise; the careful answer has the focus. */
export function QuestionDialog<Subject>({
  action,
  title,
  question,
  isRefused,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting…',
  variant = 'danger',
}: Props<Subject>) {
  const { asked, busy } = useStore(action.$action);
  return (
    <ConfirmDialog
      open={asked !== null}
      title={asked === null ? '' : title(asked)}
      confirmLabel={confirmLabel}
      busyLabel={busyLabel}
      variant={variant}
      busy={busy}
      disabled={asked !== null && isRefused?.(asked)}
      onConfirm={() => void action.confirm()}
      onCancel={action.cancel}
    >
      {asked !== null && typeof question === 'function' ? question(asked) : (question as ReactNode)}
    </ConfirmDialog>
  );
}
