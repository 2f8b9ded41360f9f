import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { RegistrationCard } from './RegistrationCard.tsx';
import { createLinkedRegistration } from './registration.ts';

export function RegistrationLink() {
  const [screen] = useState(() => createLinkedRegistration(() => location.hash.slice(1)));
  const state = useStore(screen.$state);
  useEffect(() => {
    const load = () => void screen.load();
    load();
    // Pasting the full link changes only the fragment, so the page does not reload.
    addEventListener('hashchange', load);
    return () => removeEventListener('hashchange', load);
  }, [screen]);
  if (state.step === 'invalid') {
    return (
      <div role="status" className="grid gap-8">
        <AccountHeading title="This link does not work">
          It may be cut off, or the registration was deleted after the event. Open the link from the email
          again.
        </AccountHeading>
        <ButtonLink href="/events" size="large" wide>
          See all events
        </ButtonLink>
      </div>
    );
  }
  if (state.step !== 'shown' || !state.event) {
    return (
      <div className="grid justify-items-start gap-6">
        <AccountHeading title="Your registration" />
        {state.step === 'failed' ? (
          <>
            <FormFailure>{state.failure}</FormFailure>
            <RetryButton onRetry={() => void screen.load()} />
          </>
        ) : (
          <Spinner label="One moment…" />
        )}
      </div>
    );
  }
  const { event, registration, name } = state;
  return (
    <div className="grid gap-8">
      <AccountHeading title={event.title}>
        {registration?.state === 'CANCELLED' ? null : `Registered as ${name}.`}
      </AccountHeading>
      <div className="grid gap-5 rounded-lg border-2 border-keyline bg-surface p-5 md:p-6">
        <RegistrationCard screen={screen} state={state} as="h2" />
      </div>
      <ButtonLink variant="secondary" href={`/events/${event.eventId}`} wide>
        About the event
      </ButtonLink>
    </div>
  );
}
