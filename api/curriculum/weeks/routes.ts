import { readPage, toPagination } from '#contract/shared.ts';
import * as calls from '#contract/weeks.ts';
import {
  findLeague,
  guardBody,
  guardMove,
  guardPath,
  LEAGUE_FINDERS,
} from '../../platform/access/league-scope.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function weekRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guardWeek = guardPath(db, LEAGUE_FINDERS.weeks);
  const guardParent = guardBody(db, 'leagueId', findLeague);

  router.serve(calls.getWeek, ({ params }) => service.getWeek(db, params.id));
  router.serve(calls.listLeagueWeeks, ({ params }) => service.listLeagueWeeks(db, params.leagueId));
  router.serve(calls.listWeekSections, async ({ params }) => {
    const { id, name, order, leagueId, sections } = await service.getWeek(db, params.id);
    return { week: { id, name, order, leagueId }, sections };
  });

  router.serve(calls.listWeeks, async ({ actor, query }) => {
    const page = readPage(query, null);
    const { weeks, total } = await service.listWeeks(db, actor, page, query.leagueId);
    return { weeks, pagination: toPagination(page, total) };
  });
  router.serve(calls.createWeek, ({ body, ...by }) => service.createWeek(db, by, body), guardParent);
  router.serve(
    calls.updateWeek,
    ({ body, params, ...by }) => service.updateWeek(db, by, params.id, body),
    guardMove(guardWeek, guardParent),
  );
  router.serve(calls.deleteWeek, ({ params, ...by }) => service.deleteWeek(db, by, params.id), guardWeek);
  router.serve(
    calls.deleteWeekWithContent,
    ({ params, ...by }) => service.deleteWeekWithContent(db, by, params.id),
    guardWeek,
  );
  router.serve(
    calls.reorderWeeks,
    ({ body, params, ...by }) => service.reorderWeeks(db, by, params.id, body),
    guardPath(db, LEAGUE_FINDERS.leagues),
  );
}
