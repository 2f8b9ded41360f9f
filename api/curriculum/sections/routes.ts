import { CONTENT_PAGE_SIZE } from '#contract/constants.ts';
import * as calls from '#contract/sections.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import {
  findLeagueOfWeek,
  guardBody,
  guardMove,
  guardPath,
  LEAGUE_FINDERS,
} from '../../platform/access/league-scope.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function sectionRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guardSection = guardPath(db, LEAGUE_FINDERS.sections);
  const guardParent = guardBody(db, 'weekId', findLeagueOfWeek);

  router.serve(calls.listSections, async ({ actor, query }) => {
    const page = readPage(query, CONTENT_PAGE_SIZE);
    const { sections, total } = await service.listSections(db, actor, page, query);
    return { sections, pagination: toPagination(page, total) };
  });
  router.serve(calls.getSection, ({ actor, params }) => service.getSection(db, actor, params.id));
  router.serve(calls.createSection, ({ body, ...by }) => service.createSection(db, by, body), guardParent);
  router.serve(
    calls.updateSection,
    ({ body, params, ...by }) => service.updateSection(db, by, params.id, body),
    guardMove(guardSection, guardParent),
  );
  router.serve(
    calls.deleteSection,
    async ({ params, ...by }) => new Reply(await service.deleteSection(db, by, params.id)),
    guardSection,
  );
  router.serve(
    calls.reorderSections,
    ({ body, params, ...by }) => service.reorderSections(db, by, params.id, body),
    guardPath(db, LEAGUE_FINDERS.weeks),
  );
}
