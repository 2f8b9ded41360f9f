import { type ReactNode, useState } from 'react';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { focusLater } from '../ui/focus-nearby.ts';
import type { RegistrationScreen, RegistrationState } from './registration.ts';
import { mayCancel, toFacts, toNotice } from './registration-texts.ts';

interface Props {
  screen: RegistrationScreen;
  state: Extract<RegistrationState, { step: 'shown' }>;
  as?: 'h2' | 'h3';
  /** Below the facts, without a registration. */
  children?: ReactNode;
}

const NOTICE_ID = 'registration-notice';

/** After a change that removed the focused button. */
export const focusNotice = () => focusLater(() => document.getElementById(NOTICE_ID));

/** The state of an event and of the own registration, which can be cancelled here. */
export function RegistrationCard({ screen, state, as: Heading = 'h3', children }: Props) {
  const { event, registration, busy, failure } = state;
  const [isAsking, setIsAsking] = useState(false);
  const { title, text } = toNotice(event, registration);
  const own = registration?.state === 'CANCELLED' ? null : registration;
  const canCancel = event && own && mayCancel(event, own);
  const isWaiting = own?.state === 'WAITING';
  const cancel = async () => {
    const isCancelled = await screen.cancel();
    setIsAsking(false);
    if (isCancelled) focusNotice();
  };
  return (
    <>
      <div role="status" className="grid gap-1">
        <Heading id={NOTICE_ID} tabIndex={-1} className="text-xl font-extrabold tabular-nums">
          {title}
        </Heading>
        <p>{text}</p>
        {own?.doorCode && event?.state !== 'OVER' && event?.state !== 'CANCELLED' ? (
          <DoorCode code={own.doorCode} />
        ) : null}
      </div>
      {event ? (
        <dl className="text-sm">
          {toFacts(event, own !== null).map(([term, fact]) => (
            <div key={term} className="flex flex-wrap gap-x-4 border-t border-line py-2">
              <dt className="w-20 text-muted">{term}</dt>
              <dd className="min-w-0 flex-[1_1_9rem] font-semibold text-strong">{fact}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <FormFailure>{failure}</FormFailure>
      {canCancel ? (
        <div className="mt-auto">
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            {isWaiting ? 'Leave the waiting list' : 'Give my place back'}
          </Button>
        </div>
      ) : null}
      {own ? null : children}
      <ConfirmDialog
        open={isAsking}
        title={isWaiting ? 'Leave the waiting list?' : 'Give your place back?'}
        confirmLabel={isWaiting ? 'Leave the list' : 'Give it back'}
        cancelLabel="Keep it"
        busy={busy === 'cancel'}
        busyLabel="One moment…"
        onConfirm={() => void cancel()}
        onCancel={() => setIsAsking(false)}
      >
        {isWaiting
          ? 'If you register again, you start at the end of the list.'
          : 'It goes to the first person on the waiting list. If you register again, you may have to wait.'}
      </ConfirmDialog>
    </>
  );
}

function DoorCode({ code }: { code: string }) {
  return (
    <p className="mt-2 rounded-md border-2 border-dashed border-ink bg-brand px-2 py-3 text-center font-display text-[min(3.052rem,10vw)] leading-tight font-extrabold tracking-[0.12em] whitespace-nowrap text-on-brand tabular-nums">
      <span className="sr-only">{`Door code: ${[...code].join(' ')}`}</span>
      <span aria-hidden="true">{code}</span>
    </p>
  );
}
