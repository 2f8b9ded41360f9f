import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { AccountDone } from '../shared/account/AccountDone.tsx';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { NewPasswordFields } from '../shared/account/NewPasswordFields.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { toTime } from '../shared/format/dates.ts';
import { MailState } from '../shared/mail/MailState.tsx';
import { mayBeInSpam } from '../shared/mail/mail-state.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { CodeInput } from '../ui/CodeInput.tsx';
import { EmailInSentence } from '../ui/EmailText.tsx';
import { createResetPassword, type ResetPasswordScreen, type ResetState } from './reset-password.ts';

export function ResetPassword() {
  const [screen] = useState(() => createResetPassword());
  const { doneMessage, email, link } = useStore(screen.$reset);
  useEffect(() => {
    screen.start(location.search, location.hash);
    return screen.stop;
  }, [screen]);
  if (doneMessage) return <PasswordChanged message={doneMessage} email={email ?? ''} />;
  return link === null || link === 'good' ? <ResetForm screen={screen} /> : <LinkState screen={screen} />;
}

function LinkState({ screen }: { screen: ResetPasswordScreen }) {
  const { link } = useStore(screen.$reset);
  return (
    <div className="grid justify-items-start gap-6" role="status">
      <AccountHeading title="Choose a new password">
        {link === 'checking' ? 'Checking the link…' : null}
        {link === 'ended' ? 'This link was used, was replaced by a newer one, or has expired.' : null}
        {link === 'failed' ? 'The link could not be checked.' : null}
      </AccountHeading>
      {link === 'ended' ? (
        <ButtonLink href="/forgot-password" size="large">
          Request a new link
        </ButtonLink>
      ) : null}
      {link === 'failed' ? (
        <Button size="large" onClick={() => void screen.checkLink()}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

function ResetForm({ screen }: { screen: ResetPasswordScreen }) {
  const { form } = screen;
  const { email, codeUntil, link } = useStore(screen.$reset);
  const isEnded = codeUntil === 'none' || codeUntil === 'ended';
  const mail = useStore(screen.$mail);
  const { values, errors, failure, busy, formProps, bind, isReady } = useForm(form);
  return (
    <div className="grid gap-8">
      <AccountHeading title="Choose a new password">
        {link === 'good' ? (
          <>
            For the account of <EmailInSentence email={email ?? ''} end="." />
          </>
        ) : (
          <WhereCodeIs email={email} codeUntil={codeUntil} leaves={mayBeInSpam(mail)} />
        )}
      </AccountHeading>
      <form {...formProps} className="grid gap-6">
        <FormFailure>{failure}</FormFailure>
        {link === 'good' ? null : (
          <div className="grid gap-3">
            <CodeInput
              label="Code from the email"
              value={values.otp}
              error={errors.otp}
              onChange={(code) => form.change('otp', code)}
            />
            <div role="status" className="empty:absolute">
              <MailState mail={screen} />
            </div>
            <p className="text-sm text-muted">
              {isEnded ? null : (
                <>
                  {codeUntil ? `Expires at ${toTime(codeUntil)}. ` : null}
                  {mayBeInSpam(mail) ? 'Nothing arrived? Check your spam folder or ' : null}
                </>
              )}
              <a className="link" href="/forgot-password">
                Request new code
              </a>
            </p>
          </div>
        )}
        {/* Password managers need the username beside the password. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <NewPasswordFields values={values} errors={errors} bind={bind} />
        <Button
          type="submit"
          size="large"
          wide
          disabled={!isReady}
          busy={busy}
          busyLabel="Changing your password…"
        >
          Reset Password
        </Button>
      </form>
    </div>
  );
}

/** Says the same for known and unknown addresses. */
function WhereCodeIs({
  email,
  codeUntil,
  leaves,
}: Pick<ResetState, 'email' | 'codeUntil'> & {
  /** False if mail is not sent or was refused. */
  leaves: boolean;
}) {
  const address = (end?: string) => <EmailInSentence email={email ?? 'this email'} end={end} />;
  if (codeUntil === 'none') {
    return <>No code is waiting for {address('.')} Request one, then enter it here with your new password.</>;
  }
  if (codeUntil === 'ended') return <>The code for {address()} has expired. Request a new one.</>;
  return (
    <>
      If there is an account for {address(',')} we {leaves ? 'sent' : 'made'} it a{' '}
      <span className="whitespace-nowrap">6-digit code</span>. The link in the same email works without the
      code.
    </>
  );
}

function PasswordChanged({ message, email }: { message: string; email: string }) {
  return (
    <AccountDone title="Password Reset Successfully" text={message}>
      <ButtonLink href={`/signin#${new URLSearchParams({ email })}`} size="large">
        Go to Sign In
      </ButtonLink>
    </AccountDone>
  );
}
