import { CONTENT_PAGE_SIZE } from '#contract/constants.ts';
import {
  createResource,
  deleteResource,
  getResource,
  listResources,
  listSectionResources,
  RESOURCE_ERRORS,
  reorderResources,
  updateResource,
} from '#contract/resources.ts';
import { SECTION_ERRORS } from '#contract/sections.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import {
  findLeagueOfResource,
  findLeagueOfSection,
  guardBody,
  guardMove,
  guardPath,
} from '../../platform/access/league-scope.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function resourceRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guardSection = guardPath(db, findLeagueOfSection, SECTION_ERRORS.SECTION_NOT_FOUND);
  const guardResource = guardPath(db, findLeagueOfResource, RESOURCE_ERRORS.RESOURCE_NOT_FOUND);

  router.serve(listResources, async ({ actor, query }) => {
    const page = readPage(query, CONTENT_PAGE_SIZE);
    const { resources, total } = await service.listResources(db, actor, page, query);
    return { resources, pagination: toPagination(page, total) };
  });
  router.serve(getResource, ({ actor, params }) => service.getResource(db, actor, params.id));
  router.serve(listSectionResources, ({ actor, params }) =>
    service.listSectionResources(db, actor, params.id),
  );

  router.serve(
    createResource,
    async ({ actor, params, body, requestInfo }) => {
      const data = await service.createResource(db, actor, params.id, body, requestInfo);
      return new Reply({ data, message: 'Resource created successfully' });
    },
    guardSection,
  );
  router.serve(
    updateResource,
    async ({ actor, params, body, requestInfo }) => {
      const data = await service.updateResource(db, actor, params.id, body, requestInfo);
      return new Reply({ data, message: 'Resource updated successfully' });
    },
    guardMove(guardResource, guardBody(db, 'sectionId', findLeagueOfSection)),
  );
  router.serve(
    deleteResource,
    async ({ actor, params, requestInfo }) => {
      await service.deleteResource(db, actor, params.id, requestInfo);
      return new Reply({ message: 'Resource deleted successfully' });
    },
    guardResource,
  );
  router.serve(
    reorderResources,
    async ({ actor, params, body, requestInfo }) => {
      const data = await service.reorderResources(db, actor, params.id, body, requestInfo);
      return new Reply({ data, message: 'Resources reordered successfully' });
    },
    guardSection,
  );
}
