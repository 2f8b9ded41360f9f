import type { Specialization } from '#contract/specializations.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { specializationList } from '../data/specialization-list.ts';
import {
  COHORT_FIELD,
  DESCRIPTION_FIELD,
  type EditorFields,
  findFaults,
  NAME_FIELD,
  toSent,
  toTyped,
  type ValuesOf,
} from '../form/editor-fields.ts';
import { createEditorForm } from '../form/staff-form.ts';
import { type ChosenLeague, toChoices, toChosen } from './chosen-leagues.ts';

export const NO_LEAGUE = 'Please select at least one league for this specialization.';

export const SPECIALIZATION_FIELDS = {
  name: NAME_FIELD,
  cohortId: COHORT_FIELD,
  description: { ...DESCRIPTION_FIELD, rows: 2 },
} as const satisfies EditorFields;

export interface SpecializationValues extends ValuesOf<typeof SPECIALIZATION_FIELDS> {
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
      ...toTyped(SPECIALIZATION_FIELDS, specialization),
      leagues: toChosen(specialization?.leagues ?? []),
    },
    validate: (values: SpecializationValues) => findFaults(SPECIALIZATION_FIELDS, values),
    action: specialization ? 'update specialization' : 'create specialization',
    done: specialization ? 'Specialization saved' : 'Specialization created',
    fieldFailures: {
      SPECIALIZATION_NAME_TAKEN: { name: 'Choose a name that no other specialization of the cohort has' },
      COHORT_NOT_FOUND: { cohortId: 'Choose another cohort' },
    },
    toBody: (values) => ({ ...toSent(SPECIALIZATION_FIELDS, values), leagues: toChoices(values.leagues) }),
    create: specializationList.create,
    update: async (id, changes) => {
      // Leagues are replaced as a whole, so only they need the version that the user saw.
      const seen = changes.leagues ? { expectedUpdatedAt } : {};
      try {
        await specializationList.update(id, { ...changes, ...seen });
      } catch (error) {
        const current = readCurrent(error);
        if (current) {
          expectedUpdatedAt = current.updatedAt;
          specializationList.place(current);
          form.change('leagues', toChosen(current.leagues));
        }
        throw error;
      }
    },
    onSaved,
  });
  return form;
}

function readCurrent(error: unknown): Specialization | null {
  if (!(error instanceof ApiFailure) || error.code !== 'SPECIALIZATION_CHANGED') return null;
  return (error.reply?.specialization as Specialization | undefined) ?? null;
}
