import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { mayHaveUnsentText } from '../shared/offline/draft.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { EmailInput } from '../ui/TextInput.tsx';
import { createSignIn } from './sign-in.ts';

// Few visits need these parts.
const SignOutReasonNote = lazyPart(
  async () => (await import('../shared/account/SignOutReasonNote.tsx')).SignOutReasonNote,
);
const UnsentTextNote = lazyPart(async () => (await import('./UnsentTextNote.tsx')).UnsentTextNote);

interface Props {
  mailbox: string;
  children?: ReactNode;
}

export function SignIn({ mailbox, children }: Props) {
  const [screen] = useState(() => createSignIn());
  const { form } = screen;
  const { errors, failure, busy, formProps, bind, isReady } = useForm(form);
  const signOutReason = useStore(screen.$signOutReason);
  const [hasLeft, setHasLeft] = useState(false);
  useEffect(() => {
    void screen.start(location);
    setHasLeft(mayHaveUnsentText());
  }, [screen]);
  const isShutOut = Boolean(failure) && signOutReason === 'suspended';
  return (
    <>
      <div className="grid gap-8">
        <AccountHeading title="Sign In">Pick up where you left off.</AccountHeading>
        {signOutReason && !isShutOut ? (
          <Suspense fallback={null}>
            <SignOutReasonNote reason={signOutReason} mailbox={mailbox} />
          </Suspense>
        ) : null}
        <form {...formProps} className="grid gap-5">
          <FormFailure>{failure}</FormFailure>
          {isShutOut ? (
            <p className="text-sm text-muted">
              Nothing in it is lost. To ask why, or to have it reopened, write to{' '}
              <a className="link" href={`mailto:${mailbox}`}>
                {mailbox}
              </a>
            </p>
          ) : null}
          <Field label="Email" error={errors.email} required>
            <EmailInput {...bind('email')} autoComplete="username webauthn" />
          </Field>
          <Field label="Password" error={errors.password} required>
            <PasswordInput {...bind('password')} autoComplete="current-password" />
          </Field>
          <a className="link link-alone justify-self-end text-sm" href="/forgot-password">
            Forgot password?
          </a>
          <Button type="submit" size="large" wide disabled={!isReady} busy={busy} busyLabel="Signing in…">
            Sign In
          </Button>
        </form>
        {children}
        <p className="border-t border-line pt-6 text-muted">
          New here?{' '}
          <a className="link link-alone" href="/signup">
            Sign up
          </a>
        </p>
      </div>
      {hasLeft ? (
        <Suspense fallback={null}>
          <UnsentTextNote />
        </Suspense>
      ) : null}
    </>
  );
}
