import { atom, type ReadableAtom } from 'nanostores';
import { updateProfile } from '#contract/auth.ts';
import { MIGRATION_WAIT_MS } from '#contract/constants.ts';
import type { MIGRATION_ERRORS } from '#contract/profile-migration.ts';
import { migrateToV2 } from '#contract/profile-migration.ts';
import { causeOf, fetchEmailVerified, withText } from '../shared/account-flow.ts';
import { callApi } from '../shared/api.ts';
import { type Clock, systemClock, waitFor } from '../shared/clock.ts';
import { type DraftKey, forgetDraft, keepDraft, readDraft } from '../shared/draft.ts';
import { createForm, type Form } from '../shared/form.ts';
import { browserNavigation, type Navigation } from '../shared/navigation.ts';
import { DASHBOARD_PATH } from '../shared/return-path.ts';
import { $session, reloadUser, signOut } from '../shared/session.ts';
import {
  ACADEMIC_FIELDS,
  toDepartment,
  toPhoneDigits,
  validateAcademic,
  validateWizard,
  type WizardValues,
} from './wizard-rules.ts';

export type WizardStep = 1 | 2;

export interface ProfileWizard {
  form: Form<WizardValues>;
  $step: ReadableAtom<WizardStep>;
  /** To step 2 when step 1 is valid, else its faults are shown (MIGR-13). */
  next(): void;
  /** Back to step 1 (MIGR-15). */
  previous(): void;
  /** For a wrong e-mail: signs out and leads to sign-in (MIGR-04). */
  startOver(): Promise<void>;
}

const ALREADY_MIGRATED: keyof typeof MIGRATION_ERRORS = 'ALREADY_MIGRATED';
const MIGRATION_FAILED = 'Migration failed. Please try again.';
/** Where 'Wrong email?' leads; the path redirects to /signin (OPEN-01). */
const SIGN_IN_ALIAS = '/auth/signin';
const SOCIAL_FIELDS = [
  'twitterHandle',
  'linkedinUrl',
  'githubUsername',
  'discordUsername',
  'portfolioUrl',
] as const;

const DRAFT = 'profile-wizard';
const STEP_DRAFT = 'profile-wizard-step';
const EMPTY: WizardValues = {
  institute: '',
  department: '',
  otherDepartment: '',
  graduationYear: '',
  studentId: '',
  phoneNumber: '',
  twitterHandle: '',
  linkedinUrl: '',
  githubUsername: '',
  discordUsername: '',
  portfolioUrl: '',
};

/** 'Complete Your Profile', the two-step form (MIGR-01 to MIGR-45). */
export function createProfileWizard(
  navigation: Navigation = browserNavigation,
  clock: Clock = systemClock,
): ProfileWizard {
  const draftKey = (name: string): DraftKey => ({ name, owner: $session.get().user?.id ?? '' });

  const form = createForm<WizardValues>({
    initial: EMPTY,
    draft: { key: () => draftKey(DRAFT), fields: [...ACADEMIC_FIELDS, ...SOCIAL_FIELDS] },
    validate: validateWizard,
    submit: async (values) => {
      await migrate(values);
      forgetDraft(draftKey(STEP_DRAFT));
      await saveSocialHandles(values);
      await reloadUser();
      await waitFor(clock, MIGRATION_WAIT_MS);
      // Unlike the gate, a failed check leads on to the verification here (MIGR-44, OPEN-08).
      const isVerified = await fetchEmailVerified().catch(() => false);
      navigation.replace(isVerified ? DASHBOARD_PATH : '/email-verification');
      return 'leaving';
    },
    describe: toMigrationFailure,
  });

  form.restore();
  const isDone = Object.keys(validateAcademic(form.$form.get().values)).length === 0;
  const $step = atom<WizardStep>(isDone && readDraft(draftKey(STEP_DRAFT))?.step === '2' ? 2 : 1);
  const goTo = (step: WizardStep) => {
    $step.set(step);
    keepDraft(draftKey(STEP_DRAFT), { step: String(step) });
  };

  return {
    $step,
    form: {
      ...form,
      change: (name, value) =>
        form.change(name, name === 'phoneNumber' ? (toPhoneDigits(value) as typeof value) : value),
      submit: async () => {
        await form.submit();
        if (ACADEMIC_FIELDS.some((field) => form.$form.get().errors[field])) goTo(1);
      },
    },
    next: () => {
      const faults = validateAcademic(form.$form.get().values);
      if (Object.keys(faults).length > 0) form.refuse(faults);
      else goTo(2);
    },
    previous: () => goTo(1),
    startOver: async () => {
      await signOut();
      navigation.replace(SIGN_IN_ALIAS);
    },
  };
}

async function migrate(values: WizardValues): Promise<void> {
  const body = {
    institute: values.institute.trim(),
    department: toDepartment(values),
    graduationYear: Number(values.graduationYear),
    phoneNumber: values.phoneNumber,
    studentId: values.studentId.trim(),
    ...givenOf(values, ['discordUsername', 'portfolioUrl']),
  };
  try {
    await withText('Migration failed', () => callApi(migrateToV2, { body }));
  } catch (error) {
    // The answer to an earlier press was lost on the way: the profile is complete, so go on.
    if (causeOf(error)?.code !== ALREADY_MIGRATED) throw error;
  }
}

/** Sends only what was given; a failure is not worth stopping for (MIGR-39, MIGR-40, ERR-11). */
async function saveSocialHandles(values: WizardValues): Promise<void> {
  const body = givenOf(values, SOCIAL_FIELDS);
  if (Object.keys(body).length === 0) return;
  try {
    await callApi(updateProfile, { body });
  } catch (error) {
    console.warn('Failed to update social handles', error);
  }
}

function givenOf<Name extends keyof WizardValues>(
  values: WizardValues,
  names: readonly Name[],
): { [Key in Name]?: string } {
  const given: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = values[name].trim();
    if (value) given[name] = value;
  }
  return given;
}

function toMigrationFailure(error: unknown): string {
  if (causeOf(error)?.kind === 'network') return MIGRATION_FAILED;
  return error instanceof Error && error.message ? error.message : MIGRATION_FAILED;
}
