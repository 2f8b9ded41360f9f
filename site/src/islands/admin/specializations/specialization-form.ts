import type { Specialization } from '#contract/specializations.ts';
import { lengthOf } from '#contract/text.ts';
import { ApiFailure } from '#site/islands/shared/api.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '../shared/limits.ts';
import { createStaffForm } from '../shared/staff-form.ts';
import { type ChosenLeague, toChoices, toChosen } from './chosen-leagues.ts';
import { putSpecialization, saveSpecialization } from './specialization-list.ts';

export const NO_LEAGUE = 'Please select at least one league for this specialization.';

export interface SpecializationValues {
  name: string;
  cohortId: string;
  description: string;
  /** In order. */
  leagues: readonly ChosenLeague[];
}

/**
 * The create and edit form of a specialization (ASPEC-03 to ASPEC-08). Whoever saves a version that somebody else has
 * changed meanwhile is told so; the form then holds the others' leagues in their new order, and saving again goes
 * through.
 */
export function createSpecializationForm(
  specialization: Specialization | null,
  onSaved: () => void,
): Form<SpecializationValues> {
  let edited = specialization;
  const form = createStaffForm<SpecializationValues>({
    initial: {
      name: specialization?.name ?? '',
      cohortId: specialization?.cohortId ?? '',
      description: specialization?.description ?? '',
      leagues: toChosen(specialization?.leagues ?? []),
    },
    validate: validateSpecialization,
    action: specialization ? 'update specialization' : 'create specialization',
    done: specialization ? 'Specialization saved' : 'Specialization created',
    refusals: {
      SPECIALIZATION_NAME_TAKEN: { name: 'Choose a name that no other specialization of the cohort has' },
      COHORT_NOT_FOUND: { cohortId: 'Choose another cohort' },
    },
    save: async ({ leagues, ...values }) => {
      try {
        await saveSpecialization(
          {
            name: values.name.trim(),
            cohortId: values.cohortId,
            description: values.description.trim() || null,
            leagues: toChoices(leagues),
          },
          edited,
        );
      } catch (error) {
        const current = readCurrent(error);
        if (current) {
          edited = current;
          putSpecialization(current);
          form.change('leagues', toChosen(current.leagues));
        }
        throw error;
      }
    },
    onSaved,
  });
  return form;
}

/** What the specialization has become, as the refusal of an outdated change carries it. */
function readCurrent(error: unknown): Specialization | null {
  if (!(error instanceof ApiFailure) || error.code !== 'SPECIALIZATION_CHANGED') return null;
  return (error.reply?.specialization as Specialization | undefined) ?? null;
}

/** Faults of the form, in the reader's words. */
export function validateSpecialization({
  name,
  cohortId,
  description,
}: SpecializationValues): FieldErrors<SpecializationValues> {
  const errors: FieldErrors<SpecializationValues> = {};
  if (!name.trim()) errors.name = 'Name is required';
  else if (lengthOf(name.trim()) > NAME_MAX) errors.name = `Name must be ${NAME_MAX} characters or less`;
  if (!cohortId) errors.cohortId = 'Cohort is required';
  if (lengthOf(description.trim()) > DESCRIPTION_MAX) {
    errors.description = `Description must be ${DESCRIPTION_MAX} characters or less`;
  }
  return errors;
}
