import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { GUEST_DAYS } from '#contract/events.ts';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { Button } from '../ui/Button.tsx';
import { CodeInput } from '../ui/CodeInput.tsx';
import { EmailInSentence } from '../ui/EmailText.tsx';
import { Field } from '../ui/Field.tsx';
import { EmailInput, TextInput } from '../ui/TextInput.tsx';
import { createGuestForm } from './guest-form.ts';
import type { ShownRegistration } from './registration.ts';

interface Props {
  eventId: string;
  onBack: () => void;
  onDone: (shown: ShownRegistration) => void;
}

export function GuestForm({ eventId, onBack, onDone }: Props) {
  const [{ form, $sentTo, correct }] = useState(() => createGuestForm(eventId, onDone));
  const sentTo = useStore($sentTo);
  const { values, errors, failure, busy, formProps, bind } = useForm(form);
  return (
    <form {...formProps} className="grid gap-4" aria-label="Register as a guest">
      <FormFailure>{failure}</FormFailure>
      {sentTo === null ? (
        <>
          <Field label="Name" hint="For the list at the door." error={errors.name} required>
            <TextInput {...bind('name')} autoComplete="name" autoFocus />
          </Field>
          <Field
            label="Email"
            hint="We send a code to it, then your confirmation."
            error={errors.email}
            required
          >
            <EmailInput {...bind('email')} autoComplete="email" />
          </Field>
          <p className="text-sm text-muted">
            We use both for this event only, and delete them {GUEST_DAYS} days after it (
            <a className="link" href="/privacy">
              privacy
            </a>
            ).
          </p>
        </>
      ) : (
        <>
          <p role="status">
            We sent a 6-digit code to <EmailInSentence email={sentTo} end="." />
          </p>
          <CodeInput
            label="Code from the email"
            value={values.code}
            error={errors.code}
            autoFocus
            onChange={(code) => form.change('code', code)}
          />
        </>
      )}
      <div className="flex flex-wrap gap-3 *:grow">
        <Button variant="secondary" onClick={sentTo === null ? onBack : correct} disabled={busy}>
          {sentTo === null ? 'Back' : 'No code, or wrong email?'}
        </Button>
        <Button type="submit" busy={busy} busyLabel="One moment…">
          {sentTo === null ? 'Send code' : 'Register'}
        </Button>
      </div>
    </form>
  );
}
