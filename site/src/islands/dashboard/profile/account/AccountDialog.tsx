import { type ReactNode, useId } from 'react';
import { FormFailure } from '#site/islands/shared/form/FormFailure.tsx';
import type { BoundForm } from '#site/islands/shared/form/use-form.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import type { ButtonVariant } from '#site/islands/ui/button-variants.ts';
import { Dialog, type DialogSize } from '#site/islands/ui/Dialog.tsx';

interface Props {
  title: string;
  description?: ReactNode;
  size?: DialogSize;
  /** alertdialog for an irreversible action; it focuses the cancel button. */
  role?: 'alertdialog';
  form: Pick<BoundForm<object>, 'formProps' | 'busy'>;
  failure: ReactNode;
  cancelLabel?: string;
  onCancel?: () => void;
  submitLabel: string;
  busyLabel: string;
  submitVariant?: ButtonVariant;
  before?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function AccountDialog({
  form: { formProps, busy },
  failure,
  cancelLabel = 'Cancel',
  submitLabel,
  busyLabel,
  submitVariant,
  before,
  onClose,
  onCancel = onClose,
  children,
  ...dialog
}: Props) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      open
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button
            variant="secondary"
            onClick={onCancel}
            disabled={busy}
            data-first-focus={dialog.role ? true : undefined}
          >
            {cancelLabel}
          </Button>
          <Button type="submit" form={id} variant={submitVariant} busy={busy} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {before}
      <form id={id} {...formProps} className={`grid gap-5 ${before ? 'mt-6' : ''}`}>
        <FormFailure>{failure}</FormFailure>
        {children}
      </form>
    </Dialog>
  );
}
