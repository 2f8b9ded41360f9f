import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type MigrationValues, validateAcademic } from '#contract/profile-rules.ts';
import { check } from '#site/icons/states.ts';
import { AcademicFields } from '../shared/account/AcademicFields.tsx';
import { AccountHeading } from '../shared/account/AccountHeading.tsx';
import { AccountWaiting } from '../shared/account/AccountWaiting.tsx';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import type { FormState } from '../shared/form/form.ts';
import { useForm } from '../shared/form/use-form.ts';
import { useAuth, useGate } from '../shared/session/auth-hooks.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { EmailInSentence } from '../ui/EmailText.tsx';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { createProfileMigration, type MigrationFlow, type MigrationStep } from './profile-migration.ts';

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

interface Props {
  migration: MigrationFlow;
  state: FormState<MigrationValues>;
}

export function AcademicStep({ migration, state: { values, errors } }: Props) {
  const { form } = migration;
  const bind = (name: keyof MigrationValues) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => form.change(name, event.target.value),
    onBlur: () => afterPress(() => form.check(name)),
  });
  const isValid = Object.keys(validateAcademic(values)).length === 0;
  return (
    <div className="grid gap-6">
      <AcademicFields values={values} errors={errors} bind={bind} />
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
        <p className="text-sm text-muted">{isValid ? 'All set.' : 'All fields are required.'}</p>
        <Button type="submit" size="large" disabled={!isValid} className="max-sm:w-full">
          Next Step
        </Button>
      </div>
    </div>
  );
}

const STEPS = ['Academic Details', 'Social & Contact'] as const;

interface MigrationProgressProps {
  step: MigrationStep;
}

function MigrationProgress({ step }: MigrationProgressProps) {
  return (
    <ol
      aria-label="Progress"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3"
    >
      {STEPS.map((name, index) => {
        const number = index + 1;
        const isDone = number < step;
        const isCurrent = number === step;
        return (
          <li key={name} aria-current={isCurrent ? 'step' : undefined} className="grid content-start gap-3">
            <span
              className={`h-2 rounded-full border ${isDone || isCurrent ? 'border-ink bg-brand' : 'border-transparent bg-track'}`}
            />
            <span className="flex items-center gap-2.5">
              <span
                className={`grid size-7 shrink-0 place-items-center rounded-full border font-display text-sm font-bold tabular-nums ${
                  isDone || isCurrent ? 'border-ink bg-brand text-on-brand' : 'border-line-strong text-muted'
                }`}
              >
                {isDone ? <Icon path={check} size={16} /> : number}
              </span>
              <span
                className={`min-w-0 leading-tight ${isCurrent ? 'font-semibold text-strong' : 'text-muted'}`}
              >
                {name}
                {isDone ? <span className="sr-only"> (done)</span> : null}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const FIELDS = [
  { name: 'twitterHandle', label: 'X (Twitter) handle', hint: 'Begins with @.', placeholder: '@yourhandle' },
  {
    name: 'linkedinUrl',
    label: 'LinkedIn URL',
    hint: 'Full link to your profile.',
    placeholder: 'https://linkedin.com/in/you',
    type: 'url',
  },
  { name: 'githubUsername', label: 'GitHub username', hint: 'Where your projects live.' },
  { name: 'discordUsername', label: 'Discord username', hint: 'Your name there.' },
  {
    name: 'portfolioUrl',
    label: 'Portfolio URL',
    hint: 'A page of your own, if you have one.',
    placeholder: 'https://',
    type: 'url',
  },
] as const;

interface SocialStepProps {
  migration: MigrationFlow;
  state: FormState<MigrationValues>;
}

function SocialStep({ migration, state: { values, errors, busy } }: SocialStepProps) {
  const { form } = migration;
  return (
    <div className="grid gap-6">
      <p className="text-muted">
        All of this is optional. Only you and our staff see it; you can change it on your profile at any time.
      </p>
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        {FIELDS.map(({ name, label, hint, ...rest }) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            error={errors[name]}
            className={name === 'portfolioUrl' ? 'sm:col-span-2' : ''}
          >
            <TextInput
              {...rest}
              name={name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={values[name]}
              onChange={(event) => form.change(name, event.target.value)}
              onBlur={() => afterPress(() => form.check(name))}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-6">
        <Button
          variant="secondary"
          size="large"
          disabled={busy}
          onClick={migration.previous}
          className="max-sm:px-3 max-sm:text-base"
        >
          Previous
        </Button>
        <Button
          type="submit"
          size="large"
          busy={busy}
          busyLabel="Completing Profile..."
          className="max-sm:flex-1 max-sm:px-3 max-sm:text-base"
        >
          Complete Profile
        </Button>
      </div>
    </div>
  );
}
