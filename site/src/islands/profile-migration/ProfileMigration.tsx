import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { AccountWaiting } from '../shared/account/AccountWaiting.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { useAuth, useGate } from '../shared/session/auth-hooks.ts';
import { EmailInSentence } from '../ui/EmailText.tsx';
import { AcademicStep } from './AcademicStep.tsx';
import { MigrationProgress } from './MigrationProgress.tsx';
import { createProfileMigration } from './profile-migration.ts';
import { SocialStep } from './SocialStep.tsx';

export function ProfileMigration() {
  const gate = useGate('migration');
  return gate.kind === 'show' ? <OpenedMigration /> : <AccountWaiting title="Loading Profile" />;
}

/** Step 2 has its own history entry, so that Back leads to step 1. */
const isSecondEntry = () => history.state?.isSecondStep === true;

function OpenedMigration() {
  const [migration] = useState(() => createProfileMigration());
  const { user } = useAuth();
  const step = useStore(migration.$step);
  const { formProps, ...state } = useForm(migration.form);
  const { ref } = formProps;
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    ref.current?.querySelector<HTMLElement>('input, select')?.focus();
    scrollTo({ top: 0 });
  }, [step, ref]);
  useEffect(() => {
    const isSecond = isSecondEntry();
    if (step === 2 && !isSecond) history.pushState({ ...history.state, isSecondStep: true }, '');
    if (step === 1 && isSecond) history.back();
  }, [step]);
  useEffect(() => {
    const follow = () => (isSecondEntry() ? migration.next() : migration.previous());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [migration]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 1) migration.next();
    else void migration.form.submit();
  };
  return (
    <div className="grid gap-8">
      <AccountHeading title="Complete Your Profile">
        You are signed in as <EmailInSentence email={user?.email ?? ''} end="." />
        <a
          className="link link-alone -mt-1.5 block w-fit text-base"
          href="/auth/signin"
          onClick={(event) => {
            event.preventDefault();
            void migration.startOver();
          }}
        >
          Wrong email? Sign out and try again
        </a>
      </AccountHeading>
      <MigrationProgress step={step} />
      <form {...formProps} onSubmit={submit} className="grid gap-6">
        <FormFailure>{state.failure}</FormFailure>
        {step === 1 ? (
          <AcademicStep migration={migration} state={state} />
        ) : (
          <SocialStep migration={migration} state={state} />
        )}
      </form>
    </div>
  );
}
