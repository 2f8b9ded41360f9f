import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { AccountDone } from '../shared/account/AccountDone.tsx';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useFragment } from '../shared/http/use-fragment.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { createUnsubscribe } from './unsubscribe.ts';

export function Unsubscribe() {
  const [screen] = useState(() => createUnsubscribe());
  const state = useStore(screen.$state);
  useFragment(screen.start);
  if (state.step === 'done') {
    return (
      <AccountDone
        title="These mails stop"
        text={
          <>
            You get no more of these mails: <strong className="text-strong">{state.stopped}</strong>. This
            changes mail only, not your news.
          </>
        }
      >
        <ButtonLink href="/dashboard/profile" size="large" wide>
          Choose your mail
        </ButtonLink>
      </AccountDone>
    );
  }
  return (
    <div className="grid gap-8">
      <AccountHeading title="Stop these mails?">
        You stop the kind of mail that this link came with. Mail about your account&apos;s security still
        arrives.
      </AccountHeading>
      <div className="grid gap-5">
        <FormFailure>{state.step === 'asked' ? state.failure : null}</FormFailure>
        <Button
          size="large"
          wide
          disabled={state.step === 'unread'}
          busy={state.step === 'busy'}
          busyLabel="Stopping…"
          onClick={() => void screen.confirm()}
        >
          Stop these mails
        </Button>
      </div>
      <p className="border-t border-line pt-6 text-muted">
        You can also{' '}
        <a className="link" href="/dashboard/profile">
          choose your mail
        </a>{' '}
        in your profile.
      </p>
    </div>
  );
}
