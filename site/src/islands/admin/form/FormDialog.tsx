import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDiscardQuestion } from '#site/islands/shared/form/discard-question.tsx';
import { FormFailure } from '#site/islands/shared/form/FormFailure.tsx';
import type { Form } from '#site/islands/shared/form/form.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import type { ButtonVariant } from '#site/islands/ui/button-variants.ts';
import { ConfirmDialog, Dialog, type DialogSize } from '#site/islands/ui/Dialog.tsx';
import { isChanged } from './staff-form.ts';

interface Props<Values extends object> {
  title: string;
  description?: ReactNode;
  form: Form<Values>;
  /** 'Create Module', 'Save Changes'. */
  submitLabel: string;
  /** danger for what takes something away. */
  submitVariant?: ButtonVariant;
  busyLabel?: string;
  /** False disables the submit button until something is chosen (ASPEC-05). */
  canSubmit?: boolean;
  size?: DialogSize;
  /** Another way out, before the main button; it also asks before typed words are lost. */
  otherWay?: { label: string; keys?: string; onTake: () => void };
  /** A possible slip, asked about before sending. */
  doubt?: {
    isThere: (values: Values) => boolean;
    title: string;
    question: string;
    confirmLabel: string;
  };
  /** Fields that the form fills by itself; changes there need no question. */
  filledByItself?: readonly (keyof Values)[];
  onClose: () => void;
  /** The fields; TextField, TextareaField, SelectField tie themselves to the form. */
  children: ReactNode;
}

/**
 * The form dialog of the staff area (ADMIN-25): leads to the first fault, sends once, and asks before typed words are
 * lost.
 */
export function FormDialog<Values extends object>({
  title,
  description,
  form,
  submitLabel,
  submitVariant,
  busyLabel = 'Saving…',
  canSubmit = true,
  size = 'medium',
  otherWay,
  doubt,
  filledByItself = [],
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
    // A choice is disabled while it is sent and loses the focus.
    if (!fault && document.activeElement !== document.body) return;
    (fault ?? submit.current)?.focus();
  }, [refusals]);

  const { leaveBy, question } = useDiscardQuestion(() =>
    isChanged(form.initial, form.$form.get().values, filledByItself),
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
            Cancel
          </Button>
          {otherWay ? (
            <Button
              variant="secondary"
              aria-keyshortcuts={otherWay.keys}
              onClick={() => leave(otherWay.onTake)}
              disabled={busy}
            >
              {otherWay.label}
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
          if (doubt?.isThere(form.$form.get().values)) setAsked(true);
          else void form.submit();
        }}
      >
        <FormFailure>{failure}</FormFailure>
        {children}
      </form>
      {question}
      {doubt ? (
        <ConfirmDialog
          open={isAsked}
          title={doubt.title}
          confirmLabel={doubt.confirmLabel}
          variant="primary"
          onConfirm={() => {
            setAsked(false);
            void form.submit();
          }}
          onCancel={() => setAsked(false)}
        >
          {doubt.question}
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
}
