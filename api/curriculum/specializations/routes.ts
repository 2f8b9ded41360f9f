import { readPage } from '#contract/shared.ts';
import * as calls from '#contract/specializations.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function specializationRoutes(router: ApiRouter): void {
  const { db } = router.deps;

  router.serve(calls.listSpecializations, ({ query }) =>
    service.listSpecializations(db, readPage(query, null), query.cohortId),
  );
  router.serve(calls.getSpecialization, ({ params }) => service.getSpecialization(db, params.id));
  router.serve(calls.createSpecialization, ({ body, ...by }) => service.createSpecialization(db, by, body));
  router.serve(calls.updateSpecialization, ({ body, params, ...by }) =>
    service.updateSpecialization(db, by, params.id, body),
  );
  router.serve(calls.deleteSpecialization, ({ params, ...by }) =>
    service.deleteSpecialization(db, by, params.id),
  );
}
