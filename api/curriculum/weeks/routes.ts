import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import {
  createWeek,
  deleteWeek,
  deleteWeekWithContent,
  getWeek,
  listLeagueWeeks,
  listWeekSections,
  listWeeks,
  reorderWeeks,
  updateWeek,
  WEEK_ERRORS,
} from '#contract/weeks.ts';
import {
  findLeague,
  findLeagueOfWeek,
  guardBody,
  guardMove,
  guardPath,
} from '../../platform/access/league-scope.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function weekRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guardWeek = guardPath(db, findLeagueOfWeek, WEEK_ERRORS.WEEK_NOT_FOUND);

  router.serve(getWeek, ({ params }) => service.getWeek(db, params.id));
  router.serve(listLeagueWeeks, ({ params }) => service.listLeagueWeeks(db, params.leagueId));
  router.serve(listWeekSections, async ({ params }) => {
    const { id, name, order, leagueId, sections } = await service.getWeek(db, params.id);
    return { week: { id, name, order, leagueId }, sections };
  });

  router.serve(listWeeks, async ({ actor, query }) => {
    const page = readPage(query, null);
    const { weeks, total } = await service.listWeeks(db, actor, page, query.leagueId);
    return { weeks, pagination: toPagination(page, total) };
  });
  router.serve(
    createWeek,
    async ({ actor, body, requestInfo }) => {
      const data = await service.createWeek(db, actor, body, requestInfo);
      return new Reply({ data, message: 'Week created successfully' });
    },
    guardBody(db, 'leagueId', findLeague),
  );
  router.serve(
    updateWeek,
    async ({ actor, params, body, requestInfo }) => {
      const data = await service.updateWeek(db, actor, params.id, body, requestInfo);
      return new Reply({ data, message: 'Week updated successfully' });
    },
    guardMove(guardWeek, guardBody(db, 'leagueId', findLeague)),
  );
  router.serve(
    deleteWeek,
    async ({ actor, params, requestInfo }) => {
      const deletedWeek = await service.deleteWeek(db, actor, params.id, requestInfo);
      return new Reply({ data: { deletedWeek }, message: 'Week deleted successfully' });
    },
    guardWeek,
  );
  router.serve(
    deleteWeekWithContent,
    async ({ actor, params, requestInfo }) => {
      const data = await service.deleteWeekWithContent(db, actor, params.id, requestInfo);
      return new Reply({ data, message: 'Week deleted successfully' });
    },
    guardWeek,
  );
  router.serve(
    reorderWeeks,
    async ({ actor, params, body, requestInfo }) => {
      const data = await service.reorderWeeks(db, actor, params.id, body, requestInfo);
      return new Reply({ data, message: 'Weeks reordered successfully' });
    },
    guardPath(db, findLeague, LEAGUE_ERRORS.LEAGUE_NOT_FOUND),
  );
}
