import { CONTENT_PAGE_SIZE } from '#contract/constants.ts';
import * as calls from '#contract/resources.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import {
  findLeagueOfSection,
  guardBody,
  guardMove,
  guardPath,
  LEAGUE_FINDERS,
} from '../../platform/access/league-scope.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function resourceRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guardSection = guardPath(db, LEAGUE_FINDERS.sections);
  const guardResource = guardPath(db, LEAGUE_FINDERS.resources);

  router.serve(calls.listResources, async ({ actor, query }) => {
    const page = readPage(query, CONTENT_PAGE_SIZE);
    const { resources, total } = await service.listResources(db, actor, page, query);
    return { resources, pagination: toPagination(page, total) };
  });
  router.serve(calls.getResource, ({ actor, params }) => service.getResource(db, actor, params.id));
  router.serve(calls.listSectionResources, ({ actor, params }) =>
    service.listSectionResources(db, actor, params.id),
  );
  router.serve(
    calls.createResource,
    ({ body, params, ...by }) => service.createResource(db, by, params.id, body),
    guardSection,
  );
  router.serve(
    calls.updateResource,
    ({ body, params, ...by }) => service.updateResource(db, by, params.id, body),
    guardMove(guardResource, guardBody(db, 'sectionId', findLeagueOfSection)),
  );
  router.serve(
    calls.deleteResource,
    ({ params, ...by }) => service.deleteResource(db, by, params.id),
    guardResource,
  );
  router.serve(
    calls.reorderResources,
    ({ body, params, ...by }) => service.reorderResources(db, by, params.id, body),
    guardSection,
  );
}
