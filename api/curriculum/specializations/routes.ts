import type { Elysia } from 'elysia';
import { readPage, toPagination } from '../../contract/shared.ts';
import {
  createSpecialization,
  deleteSpecialization,
  getSpecialization,
  listSpecializations,
  updateSpecialization,
} from '../../contract/specializations.ts';
import { type Frame, Reply } from '../../endpoint.ts';
import * as service from './service.ts';

/** Specializations (contract 1.13). */
export function specializationRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('specializations');

  frame.serve(app, listSpecializations, async ({ query }) => {
    const page = readPage(query, null);
    const { specializations, total } = await service.listSpecializations(db, page, query.cohortId);
    return { specializations, pagination: toPagination(page, total) };
  });
  frame.serve(app, getSpecialization, ({ params }) => service.getSpecialization(db, params.id ?? ''));

  frame.serve(app, createSpecialization, async ({ actor, body, caller }) => {
    const data = await service.createSpecialization(db, actor, body, caller);
    return new Reply({ data, message: 'Specialization created successfully' });
  });
  frame.serve(app, updateSpecialization, async ({ actor, params, body, caller }) => {
    const data = await service.updateSpecialization(db, actor, params.id ?? '', body, caller);
    return new Reply({ data, message: 'Specialization updated successfully' });
  });
  frame.serve(app, deleteSpecialization, async ({ actor, params, caller }) => {
    await service.deleteSpecialization(db, actor, params.id ?? '', caller);
    return new Reply({ message: 'Specialization deleted successfully' });
  });
  return app;
}
