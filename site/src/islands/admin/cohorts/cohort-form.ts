import type { Cohort } from '#contract/cohorts.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { cleanProse } from '#contract/text.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { addCohort, changeCohort } from '../data/cohort-list.ts';
import { createEditorForm, findLengthFault, findTextFault } from '../form/staff-form.ts';

export interface CohortValues {
  name: string;
  description: string;
  isActive: boolean;
  autoApprove: boolean;
  /** '' for no limit. */
  maxEnrollments: string;
}

export function createCohortForm(cohort: Cohort | null, onSaved: () => void): Form<CohortValues> {
  return createEditorForm({
    draftId: cohort?.id ?? null,
    initial: {
      name: cohort?.name ?? '',
      description: cohort?.description ?? '',
      isActive: cohort?.isActive ?? true,
      autoApprove: cohort?.autoApprove ?? false,
      maxEnrollments: cohort?.maxEnrollments ? String(cohort.maxEnrollments) : '',
    },
    validate: validateCohort,
    action: cohort ? 'update cohort' : 'create cohort',
    done: cohort ? 'Cohort saved' : 'Cohort created',
    fieldFailures: { COHORT_NAME_TAKEN: { name: 'Choose a name that no other cohort has' } },
    toBody,
    create: addCohort,
    update: changeCohort,
    onSaved,
  });
}

export function validateCohort({
  name,
  description,
  maxEnrollments,
}: CohortValues): FieldErrors<CohortValues> {
  const isLimit = maxEnrollments === '' || /^[1-9]\d{0,8}$/.test(maxEnrollments);
  return {
    name: findTextFault('Name', name, NAME_MAX_LENGTH),
    description: findLengthFault('Description', description, DESCRIPTION_MAX_LENGTH),
    maxEnrollments: isLimit ? undefined : 'Give a whole number from 1, or leave it empty',
  };
}

function toBody({ name, description, isActive, autoApprove, maxEnrollments }: CohortValues) {
  return {
    name: name.trim(),
    description: cleanProse(description) || null,
    isActive,
    autoApprove,
    maxEnrollments: maxEnrollments === '' ? null : Number(maxEnrollments),
  };
}
