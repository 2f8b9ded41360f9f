import type { DataOf } from '#contract/call.ts';
import {
  type Cohort,
  type CreateCohortBody,
  createCohort,
  deleteCohort,
  listCohorts,
  type UpdateCohortBody,
  updateCohort,
} from '#contract/cohorts.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

type CohortList = DataOf<typeof listCohorts>['cohorts'];

/** Active cohorts first. */
export const cohortList = createStaffQuery<CohortList>('cohorts', 'all', async () => {
  const { cohorts } = await callApi(listCohorts);
  return cohorts;
});

export async function addCohort(body: CreateCohortBody, idempotencyKey: string): Promise<void> {
  const added = await callApi(createCohort, { body, idempotencyKey });
  cohortList.change((rows) => [added, ...rows.filter(({ id }) => id !== added.id)]);
  invalidate('cohorts');
}

export async function changeCohort(id: string, body: UpdateCohortBody): Promise<void> {
  const changed = await callApi(updateCohort, { params: { id }, body });
  cohortList.change((rows) => rows.map((row) => (row.id === id ? changed : row)));
  invalidate('cohorts');
}

export async function removeCohort({ id }: Pick<Cohort, 'id'>): Promise<void> {
  await callApi(deleteCohort, { params: { id } });
  cohortList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('cohorts');
}
