import {
  createSpecialization,
  deleteSpecialization,
  listSpecializations,
  updateSpecialization,
} from '#contract/specializations.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createWholeList } from './whole-list.ts';

/** Newest first. The server refuses a removal if someone completed the specialization. */
export const specializationList = createWholeList({
  kind: 'specializations',
  load: async () => (await callApi(listSpecializations)).specializations,
  create: createSpecialization,
  update: updateSpecialization,
  remove: deleteSpecialization,
});
