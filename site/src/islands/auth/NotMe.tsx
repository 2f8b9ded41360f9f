import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { createNotMe, USED } from './not-me.ts';

/** /not-me: signs every device out after a press of the button, and leads to a new password. */
export function NotMe() {
  const [screen] = useState(() => createNotMe());
  const { step, failure } = useStore(screen.$state);
  useEffect(() => {
    const read = () => void screen.start(location.hash);
    read();
    // The whole link, pasted where half of it was open, loads nothing anew.
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [screen]);
  useEffect(() => {
    if (step === 'done' || step === 'spent') history.replaceState(history.state, '', USED);
  }, [step]);
  if (step === 'done') return <SignedOut />;
  if (step === 'spent') return <Spent />;
  if (step === 'incomplete') return <Incomplete />;
  return (
    <div className="grid gap-8">
      <AccountHeading title="Was this not you?">
        Then somebody else can get into your account. We sign out every device, this one too, and the password
        stops working. If the account was moved to another e-mail address, it comes back to yours. You set a
        new password with a code that we send you there.
      </AccountHeading>
      <div className="grid gap-5">
        <FormFailure>{failure ? <p>{failure}</p> : null}</FormFailure>
        <Button
          variant="danger"
          size="large"
          wide
          disabled={step === 'unread'}
          busy={step === 'busy'}
          busyLabel="Signing out…"
          onClick={() => void screen.confirm()}
        >
          Sign out every device
        </Button>
      </div>
      <p className="border-t border-line pt-6 text-muted">
        It was you after all? Then there is nothing to do.{' '}
        <a className="link link-alone" href="/signin">
          Sign in
        </a>
      </p>
    </div>
  );
}

function SignedOut() {
  return (
    <div role="status" className="grid gap-8">
      <AccountHeading title="Every device is signed out">
        The old password works no more. Choose a new one that you use nowhere else. Your progress, notes and
        badges are kept.
      </AccountHeading>
      <ButtonLink href="/forgot-password" size="large" wide>
        Set a new password
      </ButtonLink>
    </div>
  );
}

function Spent() {
  return (
    <div role="status" className="grid gap-8">
      <AccountHeading title="This link is used up">
        It was used already, or it has expired. If somebody else may still know your password, set a new one:
        that signs every device out.
      </AccountHeading>
      <ButtonLink href="/forgot-password" size="large" wide>
        Set a new password
      </ButtonLink>
    </div>
  );
}

function Incomplete() {
  return (
    <div className="grid gap-8">
      <AccountHeading title="This link is not complete">
        Open it from the message again. If that does not help, set a new password: that signs every device
        out, too.
      </AccountHeading>
      <ButtonLink href="/forgot-password" size="large" wide>
        Set a new password
      </ButtonLink>
    </div>
  );
}
