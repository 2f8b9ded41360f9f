import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { FormFailure } from '../form/FormFailure.tsx';
import { $session, reloadUser } from '../session/session.ts';
import { AccountHeading } from './AccountHeading.tsx';

interface Props {
  title: string;
}

/** Also rendered at build time, without a session. */
export function AccountWaiting({ title }: Props) {
  const { failure } = useStore($session);
  const [isBusy, setIsBusy] = useState(false);
  const retry = async () => {
    setIsBusy(true);
    await reloadUser();
    setIsBusy(false);
  };
  if (!failure) {
    return (
      <div className="grid gap-6">
        <AccountHeading title={title} />
        <Spinner label="One moment…" />
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <AccountHeading title="We could not reach the server">
        You are still signed in and nothing is lost.
      </AccountHeading>
      <FormFailure>{failure.message}</FormFailure>
      <Button size="large" className="justify-self-start" busy={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  );
}
