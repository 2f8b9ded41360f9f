import type { Elysia } from 'elysia';
import { createCohort, deleteCohort, getCohort, listCohorts, updateCohort } from '../contract/cohorts.ts';
import { getPublicStructure } from '../contract/public-structure.ts';
import { readPage, toPagination } from '../contract/shared.ts';
import { type Frame, Reply } from '../endpoint.ts';
import { readPublicStructure } from './public-structure.ts';
import * as service from './service.ts';

/** Cohorts (contract 1.8) and the public programme structure (contract 1.5). */
export function cohortRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('cohorts');

  frame.servePublic(app, getPublicStructure, async () => {
    const { programmes, meta } = await readPublicStructure(db);
    return new Reply({ message: 'Programme structure loaded', data: programmes, meta });
  });

  frame.serve(app, listCohorts, async ({ query }) => {
    const page = readPage(query, null);
    const isActive = query.isActive === 'true' ? true : query.isActive === 'false' ? false : null;
    const { cohorts, total } = await service.listCohorts(db, page, isActive);
    return { cohorts, pagination: toPagination(page, total) };
  });
  frame.serve(app, getCohort, ({ params }) => service.getCohort(db, params.id ?? ''));

  frame.serve(app, createCohort, async ({ actor, body, caller }) => {
    const data = await service.createCohort(db, actor, body, caller);
    return new Reply({ data, message: 'Cohort created successfully' });
  });
  frame.serve(app, updateCohort, async ({ actor, params, body, caller }) => {
    const data = await service.updateCohort(db, actor, params.id ?? '', body, caller);
    return new Reply({ data, message: 'Cohort updated successfully' });
  });
  frame.serve(app, deleteCohort, async ({ actor, params, caller }) => {
    await service.deleteCohort(db, actor, params.id ?? '', caller);
    return new Reply({ message: 'Cohort deleted successfully' });
  });
  return app;
}
