import type { DataOf } from '#contract/call.ts';
import {
  type Cohort,
  createCohort,
  deleteCohort,
  listCohorts,
  type UpdateCohortBody,
  updateCohort,
} from '#contract/cohorts.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

type CohortList = DataOf<typeof listCohorts>['cohorts'];

/** Every cohort, the active ones first. */
export const cohortList = createStaffQuery<CohortList>('cohorts', 'all', async () => {
  const { cohorts } = await callApi(listCohorts);
  return cohorts;
});

/** Adds a cohort, or changes the one given, and puts the answer into the list (ADMIN-27). */
export async function saveCohort(
  body: UpdateCohortBody & { name: string },
  id: string | null,
): Promise<Cohort> {
  const saved = id
    ? await callApi(updateCohort, { params: { id }, body })
    : await callApi(createCohort, { body });
  cohortList.change((rows) => (id ? rows.map((row) => (row.id === id ? saved : row)) : [saved, ...rows]));
  invalidate('cohorts');
  return saved;
}

/** Removes a cohort for good. */
export async function removeCohort({ id }: Pick<Cohort, 'id'>): Promise<void> {
  await callApi(deleteCohort, { params: { id } });
  cohortList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('cohorts');
}
