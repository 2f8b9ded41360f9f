import {
  type CreateSpecializationBody,
  createSpecialization,
  deleteSpecialization,
  listSpecializations,
  type UpdateSpecializationBody,
  updateSpecialization,
} from '#contract/specializations.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createWholeList } from './whole-list.ts';

/** Newest first. The server refuses a removal if someone completed the specialization. */
export const {
  query: specializationList,
  put: putSpecialization,
  add: addSpecialization,
  change: changeSpecialization,
  remove: removeSpecialization,
} = createWholeList({
  kind: 'specializations',
  load: async () => (await callApi(listSpecializations)).specializations,
  create: (body: CreateSpecializationBody, idempotencyKey) =>
    callApi(createSpecialization, { body, idempotencyKey }),
  update: (id, body: UpdateSpecializationBody) => callApi(updateSpecialization, { params: { id }, body }),
  remove: (id) => callApi(deleteSpecialization, { params: { id } }),
});
