import { atom, type ReadableAtom } from 'nanostores';
import { updateProfile } from '#contract/auth.ts';
import { MIGRATION_WAIT_MS } from '#contract/constants.ts';
import type { MIGRATION_ERRORS } from '#contract/profile-migration.ts';
import { migrateToV2 } from '#contract/profile-migration.ts';
import {
  type MigrationValues,
  toDepartment,
  toPhoneDigits,
  validateAcademic,
  validateProfileMigration,
} from '#contract/profile-rules.ts';
import { toWebAddress } from '#contract/text.ts';
import { type Clock, systemClock, waitFor } from '../shared/clock/clock.ts';
import { createForm, type Form } from '../shared/form/form.ts';
import { callApi } from '../shared/http/api.ts';
import { type DraftKey, readDraft, removeDraft, storeDraft } from '../shared/offline/draft.ts';
import { causeOf, fetchEmailVerified, withErrorText } from '../shared/session/account-flow.ts';
import { browserNavigation, DASHBOARD_PATH, type Navigation } from '../shared/session/return-path.ts';
import { $session, reloadUser } from '../shared/session/session.ts';
import { signOut } from '../shared/session/sign-out.ts';

export type MigrationStep = 1 | 2;

export interface MigrationFlow {
  form: Form<MigrationValues>;
  $step: ReadableAtom<MigrationStep>;
  next(): void;
  previous(): void;
  startOver(): Promise<void>;
}

const ALREADY_MIGRATED: keyof typeof MIGRATION_ERRORS = 'ALREADY_MIGRATED';
const MIGRATION_FAILED = 'Migration failed. Please try again.';
/** Redirects to /signin (docs/product.md OPEN-01). */
const SIGN_IN_ALIAS = '/auth/signin';
const ACADEMIC_FIELDS = [
  'institute',
  'department',
  'otherDepartment',
  'graduationYear',
  'studentId',
  'phoneNumber',
] as const;
const SOCIAL_FIELDS = [
  'twitterHandle',
  'linkedinUrl',
  'githubUsername',
  'discordUsername',
  'portfolioUrl',
] as const;

// Renaming these would lose saved drafts.
const DRAFT = 'profile-wizard';
const STEP_DRAFT = 'profile-wizard-step';
const EMPTY: MigrationValues = {
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

export function createProfileMigration(
  navigation: Navigation = browserNavigation,
  clock: Clock = systemClock,
): MigrationFlow {
  const draftKey = (name: string): DraftKey => ({ name, owner: $session.get().user?.id ?? '' });

  const form = createForm<MigrationValues>({
    initial: EMPTY,
    draft: { key: () => draftKey(DRAFT), fields: [...ACADEMIC_FIELDS, ...SOCIAL_FIELDS] },
    validate: (typed) => validateProfileMigration(withAddresses(typed)),
    submit: async (typed) => {
      const values = withAddresses(typed);
      await migrate(values);
      removeDraft(draftKey(STEP_DRAFT));
      await saveSocialHandles(values);
      await reloadUser();
      await waitFor(clock, MIGRATION_WAIT_MS);
      // Unlike the gate, a failed check leads to the verification (docs/product.md OPEN-08).
      const isVerified = await fetchEmailVerified().catch(() => false);
      navigation.replace(isVerified ? DASHBOARD_PATH : '/email-verification');
      return 'leaving';
    },
    describe: toMigrationFailure,
  });

  form.restore();
  const isDone = Object.keys(validateAcademic(form.$form.get().values)).length === 0;
  const $step = atom<MigrationStep>(isDone && readDraft(draftKey(STEP_DRAFT))?.step === '2' ? 2 : 1);
  const goTo = (step: MigrationStep) => {
    $step.set(step);
    storeDraft(draftKey(STEP_DRAFT), { step: String(step) });
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

function withAddresses(values: MigrationValues): MigrationValues {
  return {
    ...values,
    linkedinUrl: toWebAddress(values.linkedinUrl),
    portfolioUrl: toWebAddress(values.portfolioUrl),
  };
}

async function migrate(values: MigrationValues): Promise<void> {
  const body = {
    institute: values.institute.trim(),
    department: toDepartment(values),
    graduationYear: Number(values.graduationYear),
    phoneNumber: values.phoneNumber,
    studentId: values.studentId.trim(),
    ...givenOf(values, ['discordUsername', 'portfolioUrl']),
  };
  try {
    await withErrorText('Migration failed', () => callApi(migrateToV2, { body }));
  } catch (error) {
    // The answer to an earlier request was lost, and the profile is complete.
    if (causeOf(error)?.code !== ALREADY_MIGRATED) throw error;
  }
}

/** A failure does not stop the migration. */
async function saveSocialHandles(values: MigrationValues): Promise<void> {
  const body = givenOf(values, SOCIAL_FIELDS);
  if (Object.keys(body).length === 0) return;
  try {
    await callApi(updateProfile, { body });
  } catch (error) {
    console.warn('Failed to update social handles', error);
  }
}

function givenOf<Name extends keyof MigrationValues>(
  values: MigrationValues,
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
