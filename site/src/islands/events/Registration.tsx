import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useFragment } from '../shared/http/use-fragment.ts';
import { storeReturnPath } from '../shared/session/return-path.ts';
import { $session } from '../shared/session/session.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { focusLater } from '../ui/focus-nearby.ts';
import { RetryButton } from '../ui/RetryButton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { GuestForm } from './GuestForm.tsx';
import { createRegistration, type RegistrationScreen, type RegistrationState } from './registration.ts';
import { isAhead, toFacts, toNotice } from './registration-texts.ts';

/** For an event on its page, or without one for the link of a mail. The page reserves the height. */
export function Registration({ eventId }: { eventId?: string }) {
  const [screen] = useState(() => createRegistration(eventId));
  const state = useStore(screen.$state);
  useFragment(screen.load);
  if (state.step === 'shown') return <Shown screen={screen} state={state} isLink={!eventId} />;
  if (state.step === 'failed' && state.isUnknownLink) {
    return (
      <Alert
        tone="danger"
        title="No registration behind this link"
        action={
          <ButtonLink variant="secondary" href="/events">
            All events
          </ButtonLink>
        }
      >
        Open the link in your mail again, and check that no part of it is missing.
      </Alert>
    );
  }
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
    <div className="noscript:hidden">
      <Spinner label="Loading registration…" />
    </div>
  );
}

const NOTICE_ID = 'registration-notice';

/** After a change that removed the focused button. */
const focusNotice = () => focusLater(() => document.getElementById(NOTICE_ID));

interface ShownProps {
  screen: RegistrationScreen;
  state: Extract<RegistrationState, { step: 'shown' }>;
}

function Shown({ screen, state, isLink }: ShownProps & { isLink: boolean }) {
  const { user } = useStore($session);
  const { event, failure, token, name } = state;
  // A sign-out in another tab takes the registration off this page, too.
  const registration = user || token ? state.registration : null;
  const own = registration?.state === 'CANCELLED' ? null : registration;
  const { title, text } = toNotice(event, registration);
  const Heading = isLink ? 'h2' : 'h3';
  return (
    <>
      <div role="status" className="grid gap-1">
        <Heading id={NOTICE_ID} tabIndex={-1} className="text-xl font-extrabold tabular-nums">
          {title}
        </Heading>
        <p>{text}</p>
        {own?.doorCode && isAhead(event) ? (
          <p className="mt-2 rounded-md border-2 border-dashed border-ink bg-brand px-2 py-3 text-center font-display text-[min(3.052rem,10vw)] leading-tight font-extrabold tracking-[0.12em] whitespace-nowrap text-on-brand tabular-nums">
            <span className="sr-only">{`Door code: ${[...own.doorCode].join(' ')}`}</span>
            <span aria-hidden="true">{own.doorCode}</span>
          </p>
        ) : null}
      </div>
      {event && isLink ? (
        <p>
          Registered as {name} for{' '}
          <a className="link" href={`/events/${event.eventId}`}>
            {event.title}
          </a>
          .
        </p>
      ) : null}
      {event ? (
        <dl className="text-sm">
          {toFacts(event).map(([term, fact]) => (
            <div key={term} className="flex flex-wrap gap-x-4 border-t border-line py-2">
              <dt className="w-20 text-muted">{term}</dt>
              <dd className="min-w-0 flex-[1_1_9rem] font-semibold text-strong">{fact}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <FormFailure>{failure}</FormFailure>
      <GiveBack screen={screen} state={{ ...state, registration: own }} />
      {own || isLink ? null : <Actions screen={screen} state={state} />}
    </>
  );
}

function GiveBack({ screen, state: { event, registration: own, busy } }: ShownProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isWaiting = own?.state === 'WAITING';
  const cancel = async () => {
    const isCancelled = await screen.cancel();
    setIsAsking(false);
    if (isCancelled) focusNotice();
  };
  return (
    <>
      {own && isAhead(event) && !own.checkedInAt ? (
        <div className="mt-auto">
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            {isWaiting ? 'Leave the waiting list' : 'Give my place back'}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={isWaiting ? 'Leave the waiting list?' : 'Give your place back?'}
        confirmLabel={isWaiting ? 'Leave the list' : 'Give it back'}
        cancelLabel="Keep it"
        busy={busy}
        busyLabel="One moment…"
        onConfirm={() => void cancel()}
        onCancel={() => setIsAsking(false)}
      >
        If you register again, you start at the end of the waiting list.
      </ConfirmDialog>
    </>
  );
}

function Actions({ screen, state: { event, busy } }: ShownProps) {
  const { user } = useStore($session);
  const [isGuest, setIsGuest] = useState(false);
  if (event?.state !== 'OPEN') return null;
  const { eventId, audience, placesLeft } = event;
  if (isGuest) {
    return (
      <GuestForm
        eventId={eventId}
        onBack={() => setIsGuest(false)}
        onDone={(shown) => {
          screen.show(shown);
          focusNotice();
        }}
      />
    );
  }
  return (
    <div className="mt-auto grid gap-3">
      {user ? (
        <Button
          size="large"
          busy={busy}
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
