import { createCohort, deleteCohort, listCohorts, updateCohort } from '#contract/cohorts.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createWholeList } from './whole-list.ts';

/** Active cohorts first. */
export const cohortList = createWholeList({
  kind: 'cohorts',
  load: async () => (await callApi(listCohorts)).cohorts,
  create: createCohort,
  update: updateCohort,
  remove: deleteCohort,
});
