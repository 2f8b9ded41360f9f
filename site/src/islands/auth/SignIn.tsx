import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { AccountHeading } from '../shared/AccountHeading.tsx';
import { FormFailure } from '../shared/FormFailure.tsx';
import { useForm } from '../shared/use-form.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { FarewellNote } from './FarewellNote.tsx';
import { createSignIn } from './sign-in.ts';

/** /signin (SIGNIN-01 to SIGNIN-08). */
export function SignIn() {
  const [screen] = useState(() => createSignIn());
  const { form } = screen;
  const { values, errors, failure, busy, ref, isReady } = useForm(form);
  const farewell = useStore(screen.$farewell);
  useEffect(() => void screen.start(), [screen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <div className="grid gap-8">
      <AccountHeading title="Sign In">Pick up where you left off.</AccountHeading>
      <FarewellNote farewell={farewell} />
      <form ref={ref} method="post" noValidate onSubmit={submit} className="grid gap-5">
        <FormFailure>{failure}</FormFailure>
        <Field label="Email" error={errors.email} required>
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={values.email}
            onChange={(event) => form.change('email', event.target.value)}
          />
        </Field>
        <Field label="Password" error={errors.password} required>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={values.password}
            onChange={(event) => form.change('password', event.target.value)}
          />
        </Field>
        <a className="link justify-self-end text-sm" href="/forgot-password">
          Forgot password?
        </a>
        <Button type="submit" size="large" wide disabled={!isReady} busy={busy} busyLabel="Signing in…">
          Sign In
        </Button>
      </form>
      <p className="border-t border-line pt-6 text-muted">
        New here?{' '}
        <a className="link" href="/signup">
          Sign up
        </a>
      </p>
    </div>
  );
}
