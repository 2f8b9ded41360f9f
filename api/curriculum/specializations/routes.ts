import { readPage, toPagination } from '#contract/shared.ts';
import {
  createSpecialization,
  deleteSpecialization,
  getSpecialization,
  listSpecializations,
  updateSpecialization,
} from '#contract/specializations.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function specializationRoutes(router: ApiRouter): void {
  const { db } = router.deps;

  router.serve(listSpecializations, async ({ query }) => {
    const page = readPage(query, null);
    const { specializations, total } = await service.listSpecializations(db, page, query.cohortId);
    return { specializations, pagination: toPagination(page, total) };
  });
  router.serve(getSpecialization, ({ params }) => service.getSpecialization(db, params.id));

  router.serve(createSpecialization, async ({ actor, body, requestInfo }) => {
    const data = await service.createSpecialization(db, actor, body, requestInfo);
    return new Reply({ data, message: 'Specialization created successfully' });
  });
  router.serve(updateSpecialization, async ({ actor, params, body, requestInfo }) => {
    const data = await service.updateSpecialization(db, actor, params.id, body, requestInfo);
    return new Reply({ data, message: 'Specialization updated successfully' });
  });
  router.serve(deleteSpecialization, async ({ actor, params, requestInfo }) => {
    await service.deleteSpecialization(db, actor, params.id, requestInfo);
    return new Reply({ message: 'Specialization deleted successfully' });
  });
}
