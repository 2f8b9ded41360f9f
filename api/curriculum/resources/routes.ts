import type { Elysia } from 'elysia';
import { CONTENT_PAGE_SIZE } from '../../contract/constants.ts';
import {
  createResource,
  deleteResource,
  getResource,
  listResources,
  listSectionResources,
  RESOURCE_ERRORS,
  reorderResources,
  updateResource,
} from '../../contract/resources.ts';
import { SECTION_ERRORS } from '../../contract/sections.ts';
import { readPage, toPagination } from '../../contract/shared.ts';
import { type Frame, Reply } from '../../endpoint.ts';
import { findLeagueOfResource, findLeagueOfSection, guardBody, guardMove, guardPath } from '../scope.ts';
import * as service from './service.ts';

/** Resources and their order within a section (contract 1.12). */
export function resourceRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('resources');
  const guardSection = guardPath(db, findLeagueOfSection, SECTION_ERRORS.SECTION_NOT_FOUND);
  const guardResource = guardPath(db, findLeagueOfResource, RESOURCE_ERRORS.RESOURCE_NOT_FOUND);

  frame.serve(app, listResources, async ({ actor, query }) => {
    const page = readPage(query, CONTENT_PAGE_SIZE);
    const { resources, total } = await service.listResources(db, actor, page, query);
    return { resources, pagination: toPagination(page, total) };
  });
  frame.serve(app, getResource, ({ actor, params }) => service.getResource(db, actor, params.id ?? ''));
  frame.serve(app, listSectionResources, ({ actor, params }) =>
    service.listSectionResources(db, actor, params.id ?? ''),
  );

  frame.serve(
    app,
    createResource,
    async ({ actor, params, body, caller }) => {
      const data = await service.createResource(db, actor, params.id ?? '', body, caller);
      return new Reply({ data, message: 'Resource created successfully' });
    },
    guardSection,
  );
  frame.serve(
    app,
    updateResource,
    async ({ actor, params, body, caller }) => {
      const data = await service.updateResource(db, actor, params.id ?? '', body, caller);
      return new Reply({ data, message: 'Resource updated successfully' });
    },
    guardMove(guardResource, guardBody(db, 'sectionId', findLeagueOfSection)),
  );
  frame.serve(
    app,
    deleteResource,
    async ({ actor, params, caller }) => {
      await service.deleteResource(db, actor, params.id ?? '', caller);
      return new Reply({ message: 'Resource deleted successfully' });
    },
    guardResource,
  );
  frame.serve(
    app,
    reorderResources,
    async ({ actor, params, body, caller }) => {
      const data = await service.reorderResources(db, actor, params.id ?? '', body, caller);
      return new Reply({ data, message: 'Resources reordered successfully' });
    },
    guardSection,
  );
  return app;
}
