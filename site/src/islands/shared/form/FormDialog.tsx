import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDiscardQuestion } from '#site/islands/shared/form/discard-question.tsx';
import { FormFailure } from '#site/islands/shared/form/FormFailure.tsx';
import type { Form } from '#site/islands/shared/form/form.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import type { ButtonVariant } from '#site/islands/ui/button-variants.ts';
import { ConfirmDialog, Dialog, type DialogSize } from '#site/islands/ui/Dialog.tsx';
import { isChanged } from './dialog-form.ts';

interface Props<Values extends object> {
  title: string;
  description?: ReactNode;
  form: Form<Values>;
  submitLabel: string;
  submitVariant?: ButtonVariant;
  busyLabel?: string;
  closeLabel?: string;
  canSubmit?: boolean;
  size?: DialogSize;
  /** A second action; asks before typed text is lost. */
  secondAction?: { label: string; keys?: string; onTake: () => void };
  /** A likely mistake to confirm before sending. */
  confirmation?: {
    isNeeded: (values: Values) => boolean;
    title: string;
    question: string;
    confirmLabel: string;
  };
  /** Changes in these fields do not count as typed text. */
  autoFilledFields?: readonly (keyof Values)[];
  onClose: () => void;
  children: ReactNode;
}

/** Focuses the first fault, sends once, and asks before typed text is lost. */
export function FormDialog<Values extends object>({
  title,
  description,
  form,
  submitLabel,
  submitVariant,
  busyLabel = 'Saving…',
  closeLabel = 'Cancel',
  canSubmit = true,
  size = 'medium',
  secondAction,
  confirmation,
  autoFilledFields = [],
  onClose,
  children,
}: Props<Values>) {
  const id = useId();
  const { failure, busy, refusals } = useStore(form.$form);
  const element = useRef<HTMLFormElement>(null);
  const submit = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (refusals === 0) return;
    const fault = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A select is disabled while the form is sent and loses the focus.
    if (!fault && document.activeElement !== document.body) return;
    (fault ?? submit.current)?.focus();
  }, [refusals]);

  const { leaveBy, question } = useDiscardQuestion(() =>
    isChanged(form.initial, form.$form.get().values, autoFilledFields),
  );
  const leave = (by: () => void) =>
    leaveBy(() => {
      form.discard();
      by();
    });
  const close = () => leave(onClose);
  const [isAsked, setAsked] = useState(false);
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      description={description}
      size={size}
      busy={busy}
      actions={
        <>
          <Button variant="secondary" onClick={close} disabled={busy}>
            {closeLabel}
          </Button>
          {secondAction ? (
            <Button
              variant="secondary"
              aria-keyshortcuts={secondAction.keys}
              onClick={() => leave(secondAction.onTake)}
              disabled={busy}
            >
              {secondAction.label}
            </Button>
          ) : null}
          <Button
            ref={submit}
            type="submit"
            form={id}
            variant={submitVariant}
            busy={busy}
            busyLabel={busyLabel}
            disabled={!canSubmit}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={id}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!canSubmit) return;
          if (confirmation?.isNeeded(form.$form.get().values)) setAsked(true);
          else void form.submit();
        }}
      >
        <FormFailure>{failure}</FormFailure>
        {children}
      </form>
      {question}
      {confirmation ? (
        <ConfirmDialog
          open={isAsked}
          title={confirmation.title}
          confirmLabel={confirmation.confirmLabel}
          variant={submitVariant ?? 'primary'}
          onConfirm={() => {
            setAsked(false);
            void form.submit();
          }}
          onCancel={() => setAsked(false)}
        >
          {confirmation.question}
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
}
