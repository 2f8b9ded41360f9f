import * as calls from '#contract/cohorts.ts';
import { getPublicStructure } from '#contract/public-structure.ts';
import { readPage } from '#contract/shared.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function cohortRoutes(router: ApiRouter): void {
  const { db } = router.deps;

  router.servePublic(getPublicStructure, async () => {
    const { programmes, meta } = await service.readPublicStructure(db);
    return new Reply({ data: programmes, meta });
  });

  router.serve(calls.listCohorts, ({ query }) => {
    const isActive = query.isActive === 'true' ? true : query.isActive === 'false' ? false : null;
    return service.listCohorts(db, readPage(query, null), isActive);
  });
  router.serve(calls.getCohort, ({ params }) => service.getCohort(db, params.id));

  router.serve(calls.createCohort, ({ body, ...by }) => service.createCohort(db, by, body));
  router.serve(calls.updateCohort, ({ body, params, ...by }) =>
    service.updateCohort(db, by, params.id, body),
  );
  router.serve(calls.deleteCohort, ({ params, ...by }) => service.deleteCohort(db, by, params.id));
}
