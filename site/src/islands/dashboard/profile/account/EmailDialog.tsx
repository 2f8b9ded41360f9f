import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { toCountdown } from '#site/islands/auth/email-verification.ts';
import { FormFailure } from '#site/islands/shared/FormFailure.tsx';
import { MailState } from '#site/islands/shared/MailState.tsx';
import { useForm } from '#site/islands/shared/use-form.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { CodeInput } from '#site/islands/ui/CodeInput.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { createEmailChange, type EmailChange } from './change-email.ts';

interface Props {
  email: string;
  onClose: () => void;
  onDone: (email: string) => void;
}

/** Changes the address in two steps; closed half way, it goes on with the code the next time. */
export function EmailDialog({ email, onClose, onDone }: Props) {
  const [change] = useState(() => createEmailChange({ onDone }));
  const { newEmail } = useStore(change.$change);
  useEffect(() => {
    void change.start();
    return change.stop;
  }, [change]);
  return newEmail ? (
    <CodeStep key="code" change={change} newEmail={newEmail} onClose={onClose} />
  ) : (
    <AddressStep key="address" change={change} email={email} onClose={onClose} />
  );
}

function AddressStep({
  change,
  email,
  onClose,
}: {
  change: EmailChange;
  email: string;
  onClose: () => void;
}) {
  const id = useId();
  const form = change.addressForm;
  const { values, errors, failure, busy, ref } = useForm(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Dialog
      open
      size="small"
      title="Change e-mail"
      description={
        <>
          You sign in with <strong className="[overflow-wrap:anywhere]">{email}</strong> until the new address
          has shown that it is yours.
        </>
      }
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={busy} busyLabel="Sending the code…">
            Send code
          </Button>
        </>
      }
    >
      <form id={id} ref={ref} method="post" noValidate onSubmit={submit} className="grid gap-5">
        <FormFailure>{failure}</FormFailure>
        <Field label="New e-mail" hint="We send a 6-digit code there." error={errors.newEmail} required>
          <TextInput
            name="newEmail"
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={values.newEmail}
            onChange={(event) => form.change('newEmail', event.target.value)}
          />
        </Field>
        <Field label="Current password" error={errors.currentPassword} required>
          <PasswordInput
            name="currentPassword"
            autoComplete="current-password"
            value={values.currentPassword}
            onChange={(event) => form.change('currentPassword', event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

function CodeStep({
  change,
  newEmail,
  onClose,
}: {
  change: EmailChange;
  newEmail: string;
  onClose: () => void;
}) {
  const id = useId();
  const form = change.codeForm;
  const { values, errors, failure, busy, ref } = useForm(form);
  const mailState = useStore(change.mail.$mail)?.state;
  // Then the state says it all, and says it better.
  const isOver = mailState === 'left' || mailState === 'lost';
  const { attemptsRemaining, secondsLeft, isSending, notice } = useStore(change.$change);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Dialog
      open
      size="small"
      title="Enter the code"
      description={
        <>
          It goes to <strong className="[overflow-wrap:anywhere]">{newEmail}</strong> and holds for ten
          minutes.
        </>
      }
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button variant="secondary" onClick={change.startOver} disabled={busy}>
            Other address
          </Button>
          <Button type="submit" form={id} busy={busy} busyLabel="Changing…">
            Change e-mail
          </Button>
        </>
      }
    >
      <form id={id} ref={ref} method="post" noValidate onSubmit={submit} className="grid gap-5">
        <FormFailure>
          {failure ? (
            <>
              <p>{failure}</p>
              {attemptsRemaining === null ? null : <p>{attemptsRemaining} attempts remaining</p>}
            </>
          ) : null}
        </FormFailure>
        <div role="status" className="grid gap-1">
          <p className="text-sm text-muted empty:hidden">
            {isSending ? 'Sending a code…' : isOver ? null : notice}
          </p>
          <MailState mail={change.mail} />
        </div>
        <CodeInput
          label="Code from the email"
          value={values.otp}
          error={errors.otp}
          onChange={(code) => form.change('otp', code)}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">Nothing arrived? Look in the spam folder.</p>
          <Button
            variant="secondary"
            size="small"
            disabled={secondsLeft > 0}
            busy={isSending}
            busyLabel="Sending…"
            className="tabular-nums"
            onClick={() => void change.resend()}
          >
            {secondsLeft > 0 ? `Resend code in ${toCountdown(secondsLeft)}` : 'Resend code'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
