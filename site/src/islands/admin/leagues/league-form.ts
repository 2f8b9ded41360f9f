import type { League } from '#contract/leagues.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { duplicateLeague, leagueList } from '../data/league-list.ts';
import {
  COHORT_FIELD,
  DESCRIPTION_FIELD,
  defineEditor,
  findFaults,
  NAME_FIELD,
  toSent,
  toTyped,
  type ValuesOf,
} from '../form/editor-fields.ts';
import { createEditorForm } from '../form/staff-form.ts';

export const LEAGUE_EDITOR = defineEditor({
  kind: 'league',
  title: 'League',
  fields: {
    name: NAME_FIELD,
    cohortId: COHORT_FIELD,
    description: DESCRIPTION_FIELD,
    expiresAt: {
      kind: 'moment',
      label: 'Ends',
      hint: 'After this moment no one can enroll or open it. Leave empty for no end.',
    },
  },
  fieldFailures: {
    LEAGUE_NAME_TAKEN: { name: 'Choose a name that no other league has' },
    COHORT_NOT_FOUND: { cohortId: 'Choose another cohort' },
  },
  list: leagueList,
});

/** Asks for the cohort and the end anew. */
export function createCopyForm(
  league: League,
  onCopied: (copy: League) => void,
): Form<ValuesOf<typeof LEAGUE_EDITOR.fields>> {
  const { fields, fieldFailures } = LEAGUE_EDITOR;
  let copied = league;
  return createEditorForm({
    draftId: null,
    initial: toTyped(fields, { name: `${league.name} (copy)`, description: league.description }),
    validate: (values) => findFaults(fields, values),
    fieldFailures,
    toBody: (values) => toSent(fields, values),
    action: `duplicate ${league.name}`,
    done: 'League duplicated',
    create: async (body, key) => {
      copied = await duplicateLeague(league.id, body, key);
    },
    update: leagueList.update,
    onSaved: () => onCopied(copied),
  });
}
