import { readPage } from '#contract/shared.ts';
import * as calls from '#contract/weeks.ts';
import {
  findLeague,
  guardBody,
  guardMove,
  guardPath,
  LEAGUE_FINDERS,
} from '../../platform/access/league-scope.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { createPlace, reorderPlaces, updatePlace } from '../places.ts';
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

  router.serve(calls.listWeeks, ({ actor, query }) =>
    service.listWeeks(db, actor, readPage(query, null), query.leagueId),
  );
  router.serve(
    calls.createWeek,
    ({ body, ...by }) => createPlace(db, by, 'weeks', body, service.readWeek),
    guardParent,
  );
  router.serve(
    calls.updateWeek,
    ({ body, params, ...by }) => updatePlace(db, by, 'weeks', params.id, body, service.readWeek),
    guardMove(guardWeek, guardParent),
  );
  router.serve(calls.deleteWeek, ({ params, ...by }) => service.deleteWeek(db, by, params.id), guardWeek);
  router.serve(
    calls.deleteWeekWithContent,
    ({ params, ...by }) => service.deleteWeekWithContent(router.deps, by, params.id),
    guardWeek,
  );
  router.serve(
    calls.reorderWeeks,
    ({ body: { weekOrders: items, seen }, params, ...by }) =>
      reorderPlaces(db, by, 'weeks', params.id, { items, seen }, service.listInLeague),
    guardPath(db, LEAGUE_FINDERS.leagues),
  );
}
