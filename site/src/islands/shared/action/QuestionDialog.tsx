import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ButtonVariant } from '#site/islands/ui/button-variants.ts';
import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import type { ConfirmedAction } from './confirmed-action.ts';

interface Props<Subject> {
  action: ConfirmedAction<Subject>;
  title: (subject: Subject) => string;
  question: ReactNode | ((subject: Subject) => ReactNode);
  confirmLabel?: string;
  busyLabel?: string;
  cancelLabel?: string;
  /** Replaces the question: why the server would refuse and what to do. */
  refusal?: (subject: Subject) => ReactNode;
  variant?: ButtonVariant;
}

export function QuestionDialog<Subject>({
  action,
  title,
  question,
  refusal,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting…',
  cancelLabel,
  variant = 'danger',
}: Props<Subject>) {
  const { subject, busy } = useStore(action.$action);
  const refused = subject === null ? null : refusal?.(subject);
  return (
    <ConfirmDialog
      open={subject !== null}
      title={subject === null ? '' : title(subject)}
      confirmLabel={confirmLabel}
      busyLabel={busyLabel}
      cancelLabel={cancelLabel}
      variant={variant}
      busy={busy}
      disabled={Boolean(refused)}
      onConfirm={() => void action.confirm()}
      onCancel={action.cancel}
    >
      {refused ||
        (subject !== null && typeof question === 'function' ? question(subject) : (question as ReactNode))}
    </ConfirmDialog>
  );
}
