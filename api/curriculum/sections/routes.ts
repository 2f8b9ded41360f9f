import { CONTENT_PAGE_SIZE } from '#contract/constants.ts';
import {
  createSection,
  deleteSection,
  getSection,
  listSections,
  reorderSections,
  SECTION_ERRORS,
  updateSection,
} from '#contract/sections.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import { WEEK_ERRORS } from '#contract/weeks.ts';
import {
  findLeagueOfSection,
  findLeagueOfWeek,
  guardBody,
  guardMove,
  guardPath,
} from '../../platform/access/league-scope.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function sectionRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guardSection = guardPath(db, findLeagueOfSection, SECTION_ERRORS.SECTION_NOT_FOUND);

  router.serve(listSections, async ({ actor, query }) => {
    const page = readPage(query, CONTENT_PAGE_SIZE);
    const { sections, total } = await service.listSections(db, actor, page, query);
    return { sections, pagination: toPagination(page, total) };
  });
  router.serve(getSection, ({ actor, params }) => service.getSection(db, actor, params.id));

  router.serve(
    createSection,
    async ({ actor, body, requestInfo }) => {
      const data = await service.createSection(db, actor, body, requestInfo);
      return new Reply({ data, message: 'Section created successfully' });
    },
    guardBody(db, 'weekId', findLeagueOfWeek),
  );
  router.serve(
    updateSection,
    async ({ actor, params, body, requestInfo }) => {
      const data = await service.updateSection(db, actor, params.id, body, requestInfo);
      return new Reply({ data, message: 'Section updated successfully' });
    },
    guardMove(guardSection, guardBody(db, 'weekId', findLeagueOfWeek)),
  );
  router.serve(
    deleteSection,
    async ({ actor, params, requestInfo }) => {
      const deletion = await service.deleteSection(db, actor, params.id, requestInfo);
      return new Reply({ message: 'Section deleted successfully', ...deletion });
    },
    guardSection,
  );
  router.serve(
    reorderSections,
    async ({ actor, params, body, requestInfo }) => {
      const data = await service.reorderSections(db, actor, params.id, body, requestInfo);
      return new Reply({ data, message: 'Sections reordered successfully' });
    },
    guardPath(db, findLeagueOfWeek, WEEK_ERRORS.WEEK_NOT_FOUND),
  );
}
