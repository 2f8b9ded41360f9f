import { leagueList } from '../data/league-list.ts';
import { COHORT_FIELD, DESCRIPTION_FIELD, defineEditor, NAME_FIELD } from '../form/editor-fields.ts';

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
