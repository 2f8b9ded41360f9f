import type { Elysia } from 'elysia';
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

export function specializationRoutes(router: ApiRouter): Elysia {
  const { db } = router.deps;
  const app = router.feature('specializations');

  router.serve(app, listSpecializations, async ({ query }) => {
    const page = readPage(query, null);
    const { specializations, total } = await service.listSpecializations(db, page, query.cohortId);
    return { specializations, pagination: toPagination(page, total) };
  });
  router.serve(app, getSpecialization, ({ params }) => service.getSpecialization(db, params.id));

  router.serve(app, createSpecialization, async ({ actor, body, requestInfo }) => {
    const data = await service.createSpecialization(db, actor, body, requestInfo);
    return new Reply({ data, message: 'Specialization created successfully' });
  });
  router.serve(app, updateSpecialization, async ({ actor, params, body, requestInfo }) => {
    const data = await service.updateSpecialization(db, actor, params.id, body, requestInfo);
    return new Reply({ data, message: 'Specialization updated successfully' });
  });
  router.serve(app, deleteSpecialization, async ({ actor, params, requestInfo }) => {
    await service.deleteSpecialization(db, actor, params.id, requestInfo);
    return new Reply({ message: 'Specialization deleted successfully' });
  });
  return app;
}
