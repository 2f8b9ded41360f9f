import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AccountHeading } from '../shared/AccountHeading.tsx';
import { AccountWaiting } from '../shared/AccountWaiting.tsx';
import { useGate } from '../shared/auth-hooks.ts';
import { FormFailure } from '../shared/FormFailure.tsx';
import { $session } from '../shared/session.ts';
import { useForm } from '../shared/use-form.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { AcademicStep } from './AcademicStep.tsx';
import { createProfileWizard } from './profile-wizard.ts';
import { SocialStep } from './SocialStep.tsx';
import { WizardProgress } from './WizardProgress.tsx';

/** /migration (MIGR-01 to MIGR-45). */
export function ProfileWizard() {
  const gate = useGate('migration');
  return gate.kind === 'show' ? <OpenedWizard /> : <AccountWaiting title="Loading Profile" />;
}

function OpenedWizard() {
  const [wizard] = useState(() => createProfileWizard());
  const { user } = useStore($session);
  const step = useStore(wizard.$step);
  const { ref, ...state } = useForm(wizard.form);
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    ref.current?.querySelector<HTMLElement>('input, select')?.focus();
    scrollTo({ top: 0 });
  }, [step, ref]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 1) wizard.next();
    else void wizard.form.submit();
  };
  return (
    <div className="grid gap-8">
      <AccountHeading title="Complete Your Profile">
        You are signed in as{' '}
        <strong>
          <EmailText email={user?.email ?? ''} />
        </strong>
        .
        <a
          className="link mt-1 block w-fit text-base"
          href="/auth/signin"
          onClick={(event) => {
            event.preventDefault();
            void wizard.startOver();
          }}
        >
          Wrong email? Sign out and try again
        </a>
      </AccountHeading>
      <WizardProgress step={step} />
      <form ref={ref} method="post" noValidate onSubmit={submit} className="grid gap-6">
        <FormFailure>{state.failure}</FormFailure>
        {step === 1 ? (
          <AcademicStep wizard={wizard} state={state} />
        ) : (
          <SocialStep wizard={wizard} state={state} />
        )}
      </form>
    </div>
  );
}
