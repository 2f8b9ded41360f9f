import { CONTENT_PAGE_SIZE } from '#contract/constants.ts';
import * as calls from '#contract/sections.ts';
import { readPage } from '#contract/shared.ts';
import {
  findLeagueOfWeek,
  guardBody,
  guardMove,
  guardPath,
  LEAGUE_FINDERS,
} from '../../platform/access/league-scope.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { createPlace, reorderPlaces, updatePlace } from '../places.ts';
import * as service from './service.ts';

export function sectionRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guardSection = guardPath(db, LEAGUE_FINDERS.sections);
  const guardParent = guardBody(db, 'weekId', findLeagueOfWeek);

  router.serve(calls.listSections, ({ actor, query }) =>
    service.listSections(db, actor, readPage(query, CONTENT_PAGE_SIZE), query),
  );
  router.serve(calls.getSection, ({ actor, params }) => service.getSection(db, actor, params.id));
  router.serve(
    calls.createSection,
    ({ body, ...by }) => createPlace(db, by, 'sections', body, service.readSection),
    guardParent,
  );
  router.serve(
    calls.updateSection,
    ({ body, params, ...by }) => updatePlace(db, by, 'sections', params.id, body, service.readSection),
    guardMove(guardSection, guardParent),
  );
  router.serve(
    calls.deleteSection,
    async ({ params, ...by }) => new Reply(await service.deleteSection(router.deps, by, params.id)),
    guardSection,
  );
  router.serve(
    calls.reorderSections,
    ({ body: { sectionOrders: items, seen }, params, ...by }) =>
      reorderPlaces(db, by, 'sections', params.id, { items, seen }, service.listInWeek),
    guardPath(db, LEAGUE_FINDERS.weeks),
  );
}
