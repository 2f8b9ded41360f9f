import { useEffect, useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { EmailInput, TextInput } from '../ui/TextInput.tsx';
import { createSignUp, mayCreateAccount, PASSWORD_HINT } from './sign-up.ts';

export function SignUp() {
  const [screen] = useState(() => createSignUp());
  const { form } = screen;
  const { values, errors, failure, busy, formProps, bind, isReady } = useForm(form);
  useEffect(() => void screen.start(), [screen]);
  return (
    <div className="grid gap-8">
      <AccountHeading title="Create your account">Three fields now; your studies come next.</AccountHeading>
      <form {...formProps} className="grid gap-5">
        <FormFailure>{failure}</FormFailure>
        <Field label="Full name" hint="As you want it on your certificates." error={errors.name} required>
          <TextInput {...bind('name')} autoComplete="name" maxLength={NAME_MAX_LENGTH} />
        </Field>
        <Field label="Email" hint="We send a 6-digit code there to confirm it." error={errors.email} required>
          <EmailInput {...bind('email')} autoComplete="email" />
        </Field>
        <Field label="Password" hint={PASSWORD_HINT} error={errors.password} required>
          <PasswordInput {...bind('password')} autoComplete="new-password" />
        </Field>
        <Button
          type="submit"
          size="large"
          wide
          disabled={!isReady || !mayCreateAccount(values)}
          busy={busy}
          busyLabel="Creating your account…"
        >
          Sign Up
        </Button>
        <p className="text-sm text-muted">
          By signing up you accept the{' '}
          <a className="link" href="/terms">
            terms
          </a>{' '}
          and the{' '}
          <a className="link" href="/privacy">
            privacy policy
          </a>
          .
        </p>
      </form>
      <p className="border-t border-line pt-6 text-muted">
        Already have an account?{' '}
        <a className="link link-alone" href="/signin">
          Sign in
        </a>
      </p>
    </div>
  );
}
