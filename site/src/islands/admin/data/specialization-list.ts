import type { DataOf } from '#contract/call.ts';
import {
  type CreateSpecializationBody,
  createSpecialization,
  deleteSpecialization,
  listSpecializations,
  type Specialization,
  type UpdateSpecializationBody,
  updateSpecialization,
} from '#contract/specializations.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

type SpecializationList = DataOf<typeof listSpecializations>['specializations'];

/** Every specialization, the newest first. */
export const specializationList = createStaffQuery<SpecializationList>('specializations', 'all', async () => {
  const { specializations } = await callApi(listSpecializations);
  return specializations;
});

/** Adds a specialization and puts it in front of the list (ADMIN-27). */
export async function addSpecialization(
  body: CreateSpecializationBody,
  idempotencyKey: string,
): Promise<void> {
  putSpecialization(await callApi(createSpecialization, { body, idempotencyKey }));
  invalidate('specializations');
}

/** Saves the given fields and updates the list (ADMIN-27). Throws ApiFailure. */
export async function changeSpecialization(id: string, body: UpdateSpecializationBody): Promise<void> {
  putSpecialization(await callApi(updateSpecialization, { params: { id }, body }));
  invalidate('specializations');
}

/** Puts a specialization into the list, in its place or in front. */
export function putSpecialization(saved: Specialization): void {
  specializationList.change((rows) =>
    rows.some(({ id }) => id === saved.id)
      ? rows.map((row) => (row.id === saved.id ? saved : row))
      : [saved, ...rows],
  );
}

/** Removes a specialization nobody has completed. */
export async function removeSpecialization({ id }: Pick<Specialization, 'id'>): Promise<void> {
  await callApi(deleteSpecialization, { params: { id } });
  specializationList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('specializations');
}
