import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { AccountDone } from '../shared/account/AccountDone.tsx';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useFragment } from '../shared/http/use-fragment.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { createNotMe, USED } from './not-me.ts';

export function NotMe() {
  const [screen] = useState(() => createNotMe());
  const { step, failure } = useStore(screen.$state);
  useFragment(screen.start);
  useEffect(() => {
    if (step === 'done' || step === 'spent') history.replaceState(history.state, '', USED);
  }, [step]);
  if (step === 'done') return <SignedOut />;
  if (step === 'spent') return <Spent />;
  if (step === 'incomplete') return <Incomplete />;
  return (
    <div className="grid gap-8">
      <AccountHeading title="Was this not you?">
        Then somebody else can get into your account. This button shuts them out:
      </AccountHeading>
      <ul className="-mt-3 grid list-disc gap-2 pl-5 marker:text-faint">
        <li>Every device is signed out, this one too.</li>
        <li>The password stops working.</li>
        <li>If the account was moved to another email address, it comes back to yours.</li>
        <li>You set a new password with a code that we send you there.</li>
      </ul>
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
        It was you after all?{' '}
        <span className="inline-block">
          Then there is nothing to do.{' '}
          <a className="link link-alone" href="/signin">
            Sign in
          </a>
        </span>
      </p>
    </div>
  );
}

function SignedOut() {
  return (
    <AccountDone
      title="Every device is signed out"
      text="The old password no longer works. Choose a new one that you use nowhere else. Your progress, notes and badges are kept."
    >
      <NewPasswordLink />
    </AccountDone>
  );
}

function NewPasswordLink() {
  return (
    <ButtonLink href="/forgot-password" size="large" wide>
      Set a new password
    </ButtonLink>
  );
}

function Spent() {
  return (
    <div role="status" className="grid gap-8">
      <AccountHeading title="This link is used up">
        It was used already, or it has expired. If somebody else may still know your password, set a new one:
        that signs every device out.
      </AccountHeading>
      <NewPasswordLink />
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
      <NewPasswordLink />
    </div>
  );
}
