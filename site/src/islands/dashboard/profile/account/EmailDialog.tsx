import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { toCountdown } from '#site/islands/shared/format/countdown.ts';
import { MailState } from '#site/islands/shared/mail/MailState.tsx';
import { mayBeInSpam } from '#site/islands/shared/mail/mail-state.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { CodeInput } from '#site/islands/ui/CodeInput.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { EmailInput } from '#site/islands/ui/TextInput.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { createEmailChange, type EmailChange } from './change-email.ts';

interface Props {
  email: string;
  onClose: () => void;
  onDone: (email: string) => void;
}

/** Two steps; when reopened, it continues at the code. */
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
  const bound = useForm(change.addressForm);
  const { errors, failure, bind } = bound;
  return (
    <AccountDialog
      size="small"
      title="Change email"
      description={
        <>
          You sign in with <strong className="[overflow-wrap:anywhere]">{email}</strong> until you have
          confirmed the new address.
        </>
      }
      form={bound}
      failure={failure}
      submitLabel="Send code"
      busyLabel="Sending the code…"
      onClose={onClose}
    >
      <Field
        label="New email"
        hint="We send a 6-digit code there. You can change your email once in 7 days."
        error={errors.newEmail}
        required
      >
        <EmailInput {...bind('newEmail')} autoComplete="email" />
      </Field>
      <Field label="Current password" error={errors.currentPassword} required>
        <PasswordInput {...bind('currentPassword')} autoComplete="current-password" />
      </Field>
    </AccountDialog>
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
  const form = change.codeForm;
  const bound = useForm(form);
  const { values, errors, failure } = bound;
  const mail = useStore(change.mail.$mail);
  // The mail status below then says more than the notice.
  const isOver = mail?.state === 'sent' || mail?.state === 'failed';
  const { secondsLeft, isSending, notice } = useStore(change.$change);
  return (
    <AccountDialog
      size="small"
      title="Enter the code"
      description={
        <>
          We sent it to <strong className="[overflow-wrap:anywhere]">{newEmail}</strong>. It is valid for ten
          minutes.
        </>
      }
      form={bound}
      failure={failure}
      cancelLabel="Other address"
      onCancel={change.startOver}
      submitLabel="Change email"
      busyLabel="Changing…"
      onClose={onClose}
    >
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
        {mayBeInSpam(mail) ? (
          <p className="text-sm text-muted">Nothing arrived? Check your spam folder.</p>
        ) : null}
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
    </AccountDialog>
  );
}
