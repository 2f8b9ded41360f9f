import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { AccountDone } from '../shared/account/AccountDone.tsx';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { AccountWaiting } from '../shared/account/AccountWaiting.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { toCountdown } from '../shared/format/countdown.ts';
import { MailState } from '../shared/mail/MailState.tsx';
import { mayBeInSpam } from '../shared/mail/mail-state.ts';
import { useAuth, useGate } from '../shared/session/auth-hooks.ts';
import { Button } from '../ui/Button.tsx';
import { CodeInput } from '../ui/CodeInput.tsx';
import { EmailInSentence } from '../ui/EmailText.tsx';
import { createEmailVerification, type EmailVerificationScreen } from './email-verification.ts';

export function EmailVerification() {
  const gate = useGate('email-verification');
  return gate.kind === 'show' ? <OpenedEmailVerification /> : <AccountWaiting title="Verify your email" />;
}

function OpenedEmailVerification() {
  const [screen] = useState(() => createEmailVerification());
  const { isVerified } = useStore(screen.$verification);
  useEffect(() => {
    void screen.start();
    return screen.stop;
  }, [screen]);
  return isVerified ? <Verified /> : <VerificationForm screen={screen} />;
}

function VerificationForm({ screen }: { screen: EmailVerificationScreen }) {
  const { form } = screen;
  const { user } = useAuth();
  const { failure: sendFailure, notice, isSending, resends } = useStore(screen.$verification);
  const mailText = useStore(screen.mail.$mail);
  // The mail status then says more than the notice.
  const isOver =
    mailText?.state === 'failed' ||
    (resends === 0 && (mailText?.state === 'sent' || mailText?.link !== undefined));
  const word = isSending ? 'Sending a code…' : isOver ? null : notice;
  const { values, errors, failure, busy, formProps } = useForm(form);
  return (
    <div className="grid gap-8">
      <AccountHeading title="Verify your email">
        {sendFailure === null ? 'We sent a 6-digit code to ' : 'Enter the 6-digit code for '}
        <EmailInSentence email={user?.email ?? ''} end="." />
      </AccountHeading>
      <form {...formProps} className="grid gap-6">
        <FormFailure>{failure ?? sendFailure}</FormFailure>
        <div role="status" className="grid gap-1 empty:absolute">
          {word ? <p className="text-muted">{word}</p> : null}
          <MailState mail={screen.mail} />
        </div>
        <CodeInput
          // Clears the boxes after a resend.
          key={resends}
          label="Verification code"
          value={values.otp}
          error={errors.otp}
          autoFocus
          onChange={(code) => form.change('otp', code)}
        />
        <Button type="submit" size="large" wide busy={busy} busyLabel="Verifying…">
          Verify Email
        </Button>
      </form>
      <ResendRow screen={screen} />
      <p className="text-muted">
        Wrong email?{' '}
        <a className="link link-alone" href="/logout">
          Sign out and start again
        </a>
      </p>
    </div>
  );
}

function ResendRow({ screen }: { screen: EmailVerificationScreen }) {
  const { secondsLeft, isSending, failure } = useStore(screen.$verification);
  const mail = useStore(screen.mail.$mail);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-6">
      {failure === null && mayBeInSpam(mail) ? (
        <p className="text-sm text-muted">No email yet? Check your spam folder first.</p>
      ) : null}
      <Button
        variant="secondary"
        disabled={secondsLeft > 0}
        busy={isSending}
        busyLabel="Sending…"
        onClick={() => void screen.resend()}
        className="tabular-nums"
      >
        {secondsLeft > 0 ? `Resend code in ${toCountdown(secondsLeft)}` : 'Resend code'}
      </Button>
    </div>
  );
}

function Verified() {
  return (
    <AccountDone title="Email Verified" text="Thank you. Your dashboard opens in a moment.">
      <a className="link link-alone" href="/dashboard">
        Go to Dashboard
      </a>
    </AccountDone>
  );
}
