import type { DataOf } from '#contract/call.ts';
import { listLeagues } from '#contract/leagues.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery } from '../query/queries.ts';

export interface LeagueOption {
  id: string;
  name: string;
  cohortId: string;
  cohort: string;
}

type League = DataOf<typeof listLeagues>['leagues'][number];

export const leagueOptions = createStaffQuery<LeagueOption[]>('leagues', 'options', async () => {
  const { leagues } = await callApi(listLeagues);
  return leagues.map(toOption);
});

function toOption({ id, name, cohortId, cohort }: League): LeagueOption {
  return { id, name, cohortId, cohort: cohort.name };
}

/** Shown with a label if the leagues cannot be loaded; they cannot be confirmed. */
export const SAMPLE_LEAGUES: readonly LeagueOption[] = ['Finance', 'Quantum', 'ML', 'Soft Skills'].map(
  (name) => ({
    id: `sample-${name.toLowerCase().replace(' ', '-')}`,
    name,
    cohortId: 'sample',
    cohort: 'Sample',
  }),
);
