import {
  type CreateCohortBody,
  createCohort,
  deleteCohort,
  listCohorts,
  type UpdateCohortBody,
  updateCohort,
} from '#contract/cohorts.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createWholeList } from './whole-list.ts';

/** Active cohorts first. */
export const {
  query: cohortList,
  add: addCohort,
  change: changeCohort,
  remove: removeCohort,
} = createWholeList({
  kind: 'cohorts',
  load: async () => (await callApi(listCohorts)).cohorts,
  create: (body: CreateCohortBody, idempotencyKey) => callApi(createCohort, { body, idempotencyKey }),
  update: (id, body: UpdateCohortBody) => callApi(updateCohort, { params: { id }, body }),
  remove: (id) => callApi(deleteCohort, { params: { id } }),
});
