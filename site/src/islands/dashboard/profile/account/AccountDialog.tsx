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
  /** alertdialog for what cannot be undone; the way out has the focus. */
  role?: 'alertdialog';
  form: Pick<BoundForm<object>, 'formProps' | 'busy'>;
  /** What went wrong with the whole form. */
  failure: ReactNode;
  /** The other button; closes unless it does something else. */
  cancelLabel?: string;
  onCancel?: () => void;
  submitLabel: string;
  busyLabel: string;
  submitVariant?: ButtonVariant;
  /** What stands before the form. */
  before?: ReactNode;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form about the own account, in a dialog. */
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
