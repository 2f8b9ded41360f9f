import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import type { EventOffer } from '#contract/events.ts';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { lazyPart } from '../shared/lazy-part.ts';
import { storeReturnPath } from '../shared/session/return-path.ts';
import { $session } from '../shared/session/session.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { Loading, Skeleton } from '../ui/Skeleton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { focusNotice, RegistrationCard } from './RegistrationCard.tsx';
import { createEventRegistration, type RegistrationScreen, type RegistrationState } from './registration.ts';

const GuestForm = lazyPart(
  async () => (await import('./GuestForm.tsx')).GuestForm,
  () => <FormFailure>The form did not load. Check your connection and reload the page.</FormFailure>,
);

/** Registration on the page of an event. Its height is reserved, so that nothing below it moves. */
export function Registration({ eventId }: { eventId: string }) {
  const [screen] = useState(() => createEventRegistration(eventId));
  const state = useStore(screen.$state);
  useEffect(() => void screen.load(), [screen]);
  if (state.step === 'shown') return <Shown screen={screen} state={state} />;
  if (state.step === 'failed') {
    return (
      <Alert
        tone="danger"
        title="Registration did not load"
        action={<RetryButton onRetry={() => void screen.load()} />}
      >
        {state.failure}
      </Alert>
    );
  }
  return (
    <Loading label="Loading registration…" className="grid gap-4 noscript:hidden">
      <Skeleton className="h-8 w-3/5" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-11 w-full" />
    </Loading>
  );
}

interface ShownProps {
  screen: RegistrationScreen;
  state: Extract<RegistrationState, { step: 'shown' }>;
}

function Shown({ screen, state }: ShownProps) {
  const { user } = useStore($session);
  // A sign-out in another tab takes the registration off this page, too.
  const registration = user || state.token ? state.registration : null;
  return (
    <>
      <RegistrationCard screen={screen} state={{ ...state, registration }}>
        <Actions screen={screen} state={state} />
      </RegistrationCard>
      {state.token && registration?.state !== 'CANCELLED' ? (
        <p className="text-sm text-muted">
          We emailed you, with a{' '}
          <a className="link" href={`/events/registration#${state.token}`}>
            link to this registration
          </a>
          .
        </p>
      ) : null}
    </>
  );
}

function Actions({ screen, state: { event, busy, isRefused } }: ShownProps) {
  const { user } = useStore($session);
  const [isGuest, setIsGuest] = useState(false);
  if (event?.state !== 'OPEN') return null;
  const { eventId, audience, placesLeft } = event;
  if (isRefused || (user && audience === 'MEMBERS' && user.status !== 'ACTIVE')) {
    return <NotInAudience event={event} />;
  }
  if (isGuest) {
    return (
      <Suspense fallback={<Spinner label="Loading the form…" />}>
        <GuestForm
          eventId={eventId}
          onBack={() => setIsGuest(false)}
          onDone={(shown) => {
            screen.show(shown);
            focusNotice();
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className="mt-auto grid gap-3">
      {user ? (
        <Button
          size="large"
          busy={busy === 'register'}
          busyLabel="One moment…"
          onClick={() => void screen.register().then((isDone) => isDone && focusNotice())}
        >
          {placesLeft > 0 ? 'Register' : 'Join the waiting list'}
        </Button>
      ) : (
        <ButtonLink size="large" href="/signin" onClick={() => storeReturnPath(location.pathname)}>
          {placesLeft > 0 ? 'Sign in to register' : 'Sign in to join the waiting list'}
        </ButtonLink>
      )}
      {!user && audience === 'EVERYONE' ? (
        <Button variant="secondary" onClick={() => setIsGuest(true)}>
          Register as a guest
        </Button>
      ) : null}
    </div>
  );
}

function NotInAudience({ event: { league } }: { event: EventOffer }) {
  if (!league) {
    return (
      <Alert tone="info" title="This event is for members">
        Your account is waiting for approval. You can register as soon as you have it.
      </Alert>
    );
  }
  return (
    <Alert
      tone="info"
      title={`This event is for learners of ${league.name}`}
      action={
        <ButtonLink variant="secondary" href={`/dashboard/league/${league.id}`}>
          See the league
        </ButtonLink>
      }
    >
      Enroll in the league, then register here.
    </Alert>
  );
}
