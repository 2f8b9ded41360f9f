import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { League } from '#contract/leagues.ts';
import { cleanProse } from '#contract/text.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { addLeague, changeLeague } from '../data/league-list.ts';
import { fromLocalInput, toLocalInput } from '../form/local-time.ts';
import { createEditorForm, findLengthFault, findTextFault } from '../form/staff-form.ts';

export interface LeagueValues {
  name: string;
  cohortId: string;
  description: string;
  /** Local time of a `datetime-local` input; '' for no end. */
  expiresAt: string;
}

export function createLeagueForm(league: League | null, onSaved: () => void): Form<LeagueValues> {
  return createEditorForm({
    draftId: league?.id ?? null,
    initial: {
      name: league?.name ?? '',
      cohortId: league?.cohortId ?? '',
      description: league?.description ?? '',
      expiresAt: toLocalInput(league?.expiresAt ?? null),
    },
    validate: validateLeague,
    action: league ? 'update league' : 'create league',
    done: league ? 'League saved' : 'League created',
    fieldFailures: {
      LEAGUE_NAME_TAKEN: { name: 'Choose a name that no other league has' },
      COHORT_NOT_FOUND: { cohortId: 'Choose another cohort' },
    },
    toBody,
    create: addLeague,
    update: changeLeague,
    onSaved,
  });
}

function validateLeague({ name, cohortId, description }: LeagueValues): FieldErrors<LeagueValues> {
  return {
    name: findTextFault('Name', name, NAME_MAX_LENGTH),
    cohortId: cohortId ? undefined : 'Cohort is required',
    description: findLengthFault('Description', description, DESCRIPTION_MAX_LENGTH),
  };
}

function toBody({ name, cohortId, description, expiresAt }: LeagueValues) {
  return {
    name: name.trim(),
    cohortId,
    description: cleanProse(description) || null,
    expiresAt: fromLocalInput(expiresAt),
  };
}
