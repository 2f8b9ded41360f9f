import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { Specialization } from '#contract/specializations.ts';
import { cleanProse } from '#contract/text.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { addSpecialization, changeSpecialization, putSpecialization } from '../data/specialization-list.ts';
import { createEditorForm, findLengthFault, findTextFault } from '../form/staff-form.ts';
import { type ChosenLeague, toChoices, toChosen } from './chosen-leagues.ts';

export const NO_LEAGUE = 'Please select at least one league for this specialization.';

export interface SpecializationValues {
  name: string;
  cohortId: string;
  description: string;
  leagues: readonly ChosenLeague[];
}

/** After a change by someone else the save fails and the form takes over their leagues; saving again succeeds. */
export function createSpecializationForm(
  specialization: Specialization | null,
  onSaved: () => void,
): Form<SpecializationValues> {
  let expectedUpdatedAt = specialization?.updatedAt;
  const form = createEditorForm({
    draftId: specialization?.id ?? null,
    initial: {
      name: specialization?.name ?? '',
      cohortId: specialization?.cohortId ?? '',
      description: specialization?.description ?? '',
      leagues: toChosen(specialization?.leagues ?? []),
    },
    validate: validateSpecialization,
    action: specialization ? 'update specialization' : 'create specialization',
    done: specialization ? 'Specialization saved' : 'Specialization created',
    fieldFailures: {
      SPECIALIZATION_NAME_TAKEN: { name: 'Choose a name that no other specialization of the cohort has' },
      COHORT_NOT_FOUND: { cohortId: 'Choose another cohort' },
    },
    toBody,
    create: addSpecialization,
    update: async (id, changes) => {
      // Leagues are replaced as a whole, so only they need the version that the user saw.
      const seen = changes.leagues ? { expectedUpdatedAt } : {};
      try {
        await changeSpecialization(id, { ...changes, ...seen });
      } catch (error) {
        const current = readCurrent(error);
        if (current) {
          expectedUpdatedAt = current.updatedAt;
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

function toBody({ name, cohortId, description, leagues }: SpecializationValues) {
  return {
    name: name.trim(),
    cohortId,
    description: cleanProse(description) || null,
    leagues: toChoices(leagues),
  };
}

function readCurrent(error: unknown): Specialization | null {
  if (!(error instanceof ApiFailure) || error.code !== 'SPECIALIZATION_CHANGED') return null;
  return (error.reply?.specialization as Specialization | undefined) ?? null;
}

function validateSpecialization({
  name,
  cohortId,
  description,
}: SpecializationValues): FieldErrors<SpecializationValues> {
  return {
    name: findTextFault('Name', name, NAME_MAX_LENGTH),
    cohortId: cohortId ? undefined : 'Cohort is required',
    description: findLengthFault('Description', description, DESCRIPTION_MAX_LENGTH),
  };
}
