import { useState } from 'react';
import { AccountDone } from '../shared/account/AccountDone.tsx';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { useFragment } from '../shared/http/use-fragment.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { createUnsubscribe } from './unsubscribe.ts';

export function Unsubscribe() {
  const [stopped, setStopped] = useState<string | null>(null);
  const [{ form, start }] = useState(() => createUnsubscribe(setStopped));
  const { failure, busy, formProps, isReady } = useForm(form);
  useFragment(start);
  if (stopped !== null) {
    return (
      <AccountDone
        title="These mails stop"
        text={
          <>
            You get no more of these mails: <strong className="text-strong">{stopped}</strong>. This changes
            mail only, not your news.
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
      <form {...formProps} className="grid gap-5">
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" size="large" wide disabled={!isReady} busy={busy} busyLabel="Stopping…">
          Stop these mails
        </Button>
      </form>
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
