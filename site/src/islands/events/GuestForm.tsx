import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { GUEST_DAYS } from '#contract/events.ts';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { toCountdown } from '../shared/format/countdown.ts';
import { Button } from '../ui/Button.tsx';
import { CodeInput } from '../ui/CodeInput.tsx';
import { EmailInSentence } from '../ui/EmailText.tsx';
import { Field } from '../ui/Field.tsx';
import { EmailInput, TextInput } from '../ui/TextInput.tsx';
import { createGuestForm, type GuestScreen } from './guest-form.ts';
import type { ShownRegistration } from './registration.ts';

interface Props {
  eventId: string;
  onBack: () => void;
  onDone: (shown: ShownRegistration) => void;
}

export function GuestForm({ eventId, onBack, onDone }: Props) {
  const [screen] = useState(() => createGuestForm(eventId, onDone));
  const { sentTo } = useStore(screen.$code);
  useEffect(() => screen.stop, [screen]);
  return sentTo === null ? (
    <Details screen={screen} onBack={onBack} />
  ) : (
    <Confirmation screen={screen} sentTo={sentTo} />
  );
}

function Details({ screen, onBack }: { screen: GuestScreen; onBack: () => void }) {
  const { errors, failure, busy, formProps, bind } = useForm(screen.details);
  return (
    <form {...formProps} className="grid gap-4" aria-label="Register as a guest">
      <FormFailure>{failure}</FormFailure>
      <Field label="Name" hint="For the list at the door." error={errors.name} required>
        <TextInput {...bind('name')} autoComplete="name" autoFocus />
      </Field>
      <Field label="Email" hint="We send a code to it, then your confirmation." error={errors.email} required>
        <EmailInput {...bind('email')} autoComplete="email" />
      </Field>
      <p className="text-sm text-muted">
        We use both for this event only, and delete them {GUEST_DAYS} days after it (
        <a className="link" href="/privacy">
          privacy
        </a>
        ).
      </p>
      <div className="flex flex-wrap gap-3 *:grow">
        <Button variant="secondary" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button type="submit" busy={busy} busyLabel="Sending…">
          Send code
        </Button>
      </div>
    </form>
  );
}

function Confirmation({ screen, sentTo }: { screen: GuestScreen; sentTo: string }) {
  const { secondsLeft, isSending, resends, failure: sendFailure } = useStore(screen.$code);
  const { values, errors, failure, busy, formProps } = useForm(screen.confirmation);
  return (
    <form {...formProps} className="grid gap-4" aria-label="Register as a guest">
      <FormFailure>{failure ?? sendFailure}</FormFailure>
      <p role="status">
        {resends > 0 ? 'We sent a new 6-digit code to ' : 'We sent a 6-digit code to '}
        <EmailInSentence email={sentTo} end="." />
      </p>
      <CodeInput
        // Clears the boxes after a resend.
        key={resends}
        label="Code from the email"
        value={values.code}
        error={errors.code}
        autoFocus
        onChange={(code) => screen.confirmation.change('code', code)}
      />
      <Button type="submit" size="large" wide busy={busy} busyLabel="Registering…">
        Register
      </Button>
      <div className="flex flex-wrap gap-3 *:grow">
        <Button variant="ghost" onClick={screen.correct} disabled={busy}>
          Wrong email?
        </Button>
        <Button
          variant="secondary"
          className="tabular-nums"
          disabled={secondsLeft > 0}
          busy={isSending}
          busyLabel="Sending…"
          onClick={() => void screen.resend()}
        >
          {secondsLeft > 0 ? `New code in ${toCountdown(secondsLeft)}` : 'Send a new code'}
        </Button>
      </div>
    </form>
  );
}
