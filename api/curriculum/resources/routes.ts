import { CONTENT_PAGE_SIZE } from '#contract/constants.ts';
import * as calls from '#contract/resources.ts';
import { readPage } from '#contract/shared.ts';
import {
  findLeagueOfSection,
  guardBody,
  guardMove,
  guardPath,
  LEAGUE_FINDERS,
} from '../../platform/access/league-scope.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { createPlace, reorderPlaces, updatePlace } from '../places.ts';
import * as service from './service.ts';

export function resourceRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guardSection = guardPath(db, LEAGUE_FINDERS.sections);
  const guardResource = guardPath(db, LEAGUE_FINDERS.resources);

  router.serve(calls.listResources, ({ actor, query }) =>
    service.listResources(db, actor, readPage(query, CONTENT_PAGE_SIZE), query),
  );
  router.serve(calls.getResource, ({ actor, params }) => service.getResource(db, actor, params.id));
  router.serve(calls.listSectionResources, ({ actor, params }) =>
    service.listSectionResources(db, actor, params.id),
  );
  router.serve(
    calls.createResource,
    ({ body, params, ...by }) =>
      createPlace(db, by, 'resources', { ...body, sectionId: params.id }, service.readResource),
    guardSection,
  );
  router.serve(
    calls.updateResource,
    ({ body, params, ...by }) => updatePlace(db, by, 'resources', params.id, body, service.readResource),
    guardMove(guardResource, guardBody(db, 'sectionId', findLeagueOfSection)),
  );
  router.serve(
    calls.deleteResource,
    ({ params, ...by }) => service.deleteResource(router.deps, by, params.id),
    guardResource,
  );
  router.serve(
    calls.reorderResources,
    ({ body: { resourceOrders: items, seen }, params, ...by }) =>
      reorderPlaces(db, by, 'resources', params.id, { items, seen }, service.listInSection),
    guardSection,
  );
}
