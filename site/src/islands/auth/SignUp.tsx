import { type FormEvent, useEffect, useState } from 'react';
import { AccountHeading } from '../shared/AccountHeading.tsx';
import { FormFailure } from '../shared/FormFailure.tsx';
import { useForm } from '../shared/use-form.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { createSignUp, mayCreateAccount, PASSWORD_HINT } from './sign-up.ts';

/** /signup (SIGNUP-01 to SIGNUP-08). */
export function SignUp() {
  const [screen] = useState(() => createSignUp());
  const { form } = screen;
  const { values, failure, busy, ref, isReady } = useForm(form);
  useEffect(() => void screen.start(), [screen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <div className="grid gap-8">
      <AccountHeading title="Create your account">
        Three things now, your studies in the next step.
      </AccountHeading>
      <form ref={ref} method="post" noValidate onSubmit={submit} className="grid gap-5">
        <FormFailure>{failure}</FormFailure>
        <Field label="Full name" hint="As it should stand on your certificates." required>
          <TextInput
            name="name"
            autoComplete="name"
            maxLength={120}
            value={values.name}
            onChange={(event) => form.change('name', event.target.value)}
          />
        </Field>
        <Field label="Email" hint="We send a 6-digit code there to check that it is yours." required>
          <TextInput
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={values.email}
            onChange={(event) => form.change('email', event.target.value)}
          />
        </Field>
        <Field label="Password" hint={PASSWORD_HINT} required>
          <PasswordInput
            name="password"
            autoComplete="new-password"
            value={values.password}
            onChange={(event) => form.change('password', event.target.value)}
          />
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
        <a className="link" href="/signin">
          Sign in
        </a>
      </p>
    </div>
  );
}
