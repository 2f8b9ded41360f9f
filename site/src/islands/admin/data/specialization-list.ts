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

/** Newest first. */
export const specializationList = createStaffQuery<SpecializationList>('specializations', 'all', async () => {
  const { specializations } = await callApi(listSpecializations);
  return specializations;
});

export async function addSpecialization(
  body: CreateSpecializationBody,
  idempotencyKey: string,
): Promise<void> {
  putSpecialization(await callApi(createSpecialization, { body, idempotencyKey }));
  invalidate('specializations');
}

export async function changeSpecialization(id: string, body: UpdateSpecializationBody): Promise<void> {
  putSpecialization(await callApi(updateSpecialization, { params: { id }, body }));
  invalidate('specializations');
}

export function putSpecialization(saved: Specialization): void {
  specializationList.change((rows) =>
    rows.some(({ id }) => id === saved.id)
      ? rows.map((row) => (row.id === saved.id ? saved : row))
      : [saved, ...rows],
  );
}

/** The server refuses if someone completed it. */
export async function removeSpecialization({ id }: Pick<Specialization, 'id'>): Promise<void> {
  await callApi(deleteSpecialization, { params: { id } });
  specializationList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('specializations');
}
