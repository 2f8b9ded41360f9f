import type { League } from '#contract/leagues.ts';
import { lengthOf } from '#contract/text.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '../shared/limits.ts';
import { fromLocalInput, toLocalInput } from '../shared/local-time.ts';
import { createStaffForm } from '../shared/staff-form.ts';
import { saveLeague } from './league-list.ts';

export interface LeagueValues {
  name: string;
  cohortId: string;
  description: string;
  /** As the date box holds it, in the reader's time zone; '' for no end. */
  expiresAt: string;
}

/** The create and edit form of a league (ALEAGUE-02). */
export function createLeagueForm(league: League | null, onSaved: () => void): Form<LeagueValues> {
  return createStaffForm<LeagueValues>({
    initial: {
      name: league?.name ?? '',
      cohortId: league?.cohortId ?? '',
      description: league?.description ?? '',
      expiresAt: toLocalInput(league?.expiresAt ?? null),
    },
    validate: validateLeague,
    action: league ? 'update league' : 'create league',
    done: league ? 'League saved' : 'League created',
    refusals: {
      LEAGUE_NAME_TAKEN: { name: 'Choose a name that no other league has' },
      COHORT_NOT_FOUND: { cohortId: 'Choose another cohort' },
    },
    save: async (values) => {
      await saveLeague(toBody(values), league?.id ?? null);
    },
    onSaved,
  });
}

/** Faults of the form, in the reader's words. */
function validateLeague({ name, cohortId, description }: LeagueValues): FieldErrors<LeagueValues> {
  const errors: FieldErrors<LeagueValues> = {};
  if (!name.trim()) errors.name = 'Name is required';
  else if (lengthOf(name.trim()) > NAME_MAX) errors.name = `Name must be ${NAME_MAX} characters or less`;
  if (!cohortId) errors.cohortId = 'Cohort is required';
  if (lengthOf(description.trim()) > DESCRIPTION_MAX) {
    errors.description = `Description must be ${DESCRIPTION_MAX} characters or less`;
  }
  return errors;
}

function toBody({ name, cohortId, description, expiresAt }: LeagueValues) {
  return {
    name: name.trim(),
    cohortId,
    description: description.trim() || null,
    expiresAt: fromLocalInput(expiresAt),
  };
}
