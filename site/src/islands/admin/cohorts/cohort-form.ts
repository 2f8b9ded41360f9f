import type { Cohort } from '#contract/cohorts.ts';
import { lengthOf } from '#contract/text.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '../shared/limits.ts';
import { createStaffForm } from '../shared/staff-form.ts';
import { saveCohort } from './cohort-list.ts';

export interface CohortValues {
  name: string;
  description: string;
  isActive: boolean;
  autoApprove: boolean;
  /** As typed; '' for no limit. */
  maxEnrollments: string;
}

/** The create and edit form of a cohort (ACOHORT-02, ACOHORT-03). */
export function createCohortForm(cohort: Cohort | null, onSaved: () => void): Form<CohortValues> {
  return createStaffForm<CohortValues>({
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
    refusals: { COHORT_NAME_TAKEN: { name: 'Choose a name that no other cohort has' } },
    save: async (values) => {
      await saveCohort(toBody(values), cohort?.id ?? null);
    },
    onSaved,
  });
}

/** Faults of the form, in the reader's words. */
export function validateCohort({
  name,
  description,
  maxEnrollments,
}: CohortValues): FieldErrors<CohortValues> {
  const errors: FieldErrors<CohortValues> = {};
  if (!name.trim()) errors.name = 'Name is required';
  else if (lengthOf(name.trim()) > NAME_MAX) errors.name = `Name must be ${NAME_MAX} characters or less`;
  if (lengthOf(description.trim()) > DESCRIPTION_MAX) {
    errors.description = `Description must be ${DESCRIPTION_MAX} characters or less`;
  }
  if (maxEnrollments !== '' && !/^[1-9]\d{0,8}$/.test(maxEnrollments)) {
    errors.maxEnrollments = 'Give a whole number from 1, or leave it empty';
  }
  return errors;
}

function toBody({ name, description, isActive, autoApprove, maxEnrollments }: CohortValues) {
  return {
    name: name.trim(),
    description: description.trim() || null,
    isActive,
    autoApprove,
    maxEnrollments: maxEnrollments === '' ? null : Number(maxEnrollments),
  };
}
