import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { MailState } from '../shared/mail/MailState.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { EmailInput } from '../ui/TextInput.tsx';
import { createForgotPassword } from './forgot-password.ts';

export function ForgotPassword() {
  const [form] = useState(() => createForgotPassword());
  const codeEntry = useStore(form.$codeEntry);
  const { errors, failure, busy, formProps, bind, isReady } = useForm(form);
  return (
    <div className="grid gap-8">
      <AccountHeading title="Forgot your password?">
        Enter your email and we'll send a link and a <span className="whitespace-nowrap">6-digit code</span>{' '}
        to set a new password.
      </AccountHeading>
      <form {...formProps} className="grid gap-5">
        <FormFailure>{failure}</FormFailure>
        <div role="status" className="grid gap-2 empty:absolute">
          <MailState mail={form} />
          {codeEntry ? (
            <p className="text-sm">
              <a className="link" href={codeEntry}>
                Enter the code you have
              </a>
            </p>
          ) : null}
        </div>
        <Field label="Email" hint="The one you signed up with." error={errors.email} required>
          <EmailInput {...bind('email')} autoComplete="username" />
        </Field>
        <Button type="submit" size="large" wide disabled={!isReady} busy={busy} busyLabel="Sending the code…">
          Send Code
        </Button>
      </form>
      <p className="border-t border-line pt-6 text-muted">
        Remembered it?{' '}
        <a className="link link-alone" href="/signin">
          Sign in
        </a>
      </p>
    </div>
  );
}
