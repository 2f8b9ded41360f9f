import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { $session } from '../shared/session/session.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { EmailInSentence } from '../ui/EmailText.tsx';
import { createLogout } from './logout.ts';

export function Logout() {
  const [screen] = useState(() => createLogout());
  const { secondsLeft, isLeaving, isAsking, unsent } = useStore(screen.$logout);
  // `useAuth` throws before the session starts, as at build time.
  const { user } = useStore($session);
  // A click before hydration would be lost.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    setIsReady(true);
    screen.start();
    return screen.stop;
  }, [screen]);
  return (
    <div className="grid gap-8">
      <AccountHeading title="Ready to leave?">
        {user ? (
          <>
            You are signed in as <EmailInSentence email={user.email} end="." />{' '}
          </>
        ) : null}
        {isAsking ? null : 'Your progress is saved.'}
      </AccountHeading>
      {isAsking ? (
        <Alert
          tone="warning"
          title={
            unsent === 1 ? '1 change is on this device only' : `${unsent} changes are on this device only`
          }
        >
          It is lost if you log out now. Stay signed in to let it sync when you are back online.
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button
          variant={isAsking ? 'danger' : 'primary'}
          size="large"
          disabled={!isReady}
          busy={isLeaving}
          onClick={() => void screen.confirm()}
        >
          {isAsking ? `Log out and lose ${unsent === 1 ? 'it' : 'them'}` : 'Yes, log me out'}
        </Button>
        <ButtonLink href="/dashboard" size="large" variant="secondary">
          {isAsking ? 'Stay signed in' : 'Cancel'}
        </ButtonLink>
      </div>
      <p className="text-sm text-muted tabular-nums">
        {isLeaving
          ? 'Taking you to the home page…'
          : isAsking
            ? null
            : `In ${secondsLeft} s we take you to the home page; you stay signed in.`}
      </p>
    </div>
  );
}
