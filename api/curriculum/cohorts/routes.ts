import { createCohort, deleteCohort, getCohort, listCohorts, updateCohort } from '#contract/cohorts.ts';
import { getPublicStructure } from '#contract/public-structure.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';
import { readPublicStructure } from './service.ts';

export function cohortRoutes(router: ApiRouter): void {
  const { db } = router.deps;

  router.servePublic(getPublicStructure, async () => {
    const { programmes, meta } = await readPublicStructure(db);
    return new Reply({ message: 'Programme structure loaded', data: programmes, meta });
  });

  router.serve(listCohorts, async ({ query }) => {
    const page = readPage(query, null);
    const isActive = query.isActive === 'true' ? true : query.isActive === 'false' ? false : null;
    const { cohorts, total } = await service.listCohorts(db, page, isActive);
    return { cohorts, pagination: toPagination(page, total) };
  });
  router.serve(getCohort, ({ params }) => service.getCohort(db, params.id));

  router.serve(createCohort, async ({ actor, body, requestInfo }) => {
    const data = await service.createCohort(db, actor, body, requestInfo);
    return new Reply({ data, message: 'Cohort created successfully' });
  });
  router.serve(updateCohort, async ({ actor, params, body, requestInfo }) => {
    const data = await service.updateCohort(db, actor, params.id, body, requestInfo);
    return new Reply({ data, message: 'Cohort updated successfully' });
  });
  router.serve(deleteCohort, async ({ actor, params, requestInfo }) => {
    await service.deleteCohort(db, actor, params.id, requestInfo);
    return new Reply({ message: 'Cohort deleted successfully' });
  });
}
