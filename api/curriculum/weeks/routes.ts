import type { Elysia } from 'elysia';
import { LEAGUE_ERRORS } from '../../contract/leagues.ts';
import { readPage, toPagination } from '../../contract/shared.ts';
import {
  createWeek,
  deleteWeek,
  getWeek,
  listLeagueWeeks,
  listWeekSections,
  listWeeks,
  reorderWeeks,
  updateWeek,
  WEEK_ERRORS,
} from '../../contract/weeks.ts';
import { type Frame, Reply } from '../../endpoint.ts';
import { findLeague, findLeagueOfWeek, guardBody, guardMove, guardPath } from '../scope.ts';
import * as service from './service.ts';

/** Weeks (contract 1.10). */
export function weekRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('weeks');
  const guardWeek = guardPath(db, findLeagueOfWeek, WEEK_ERRORS.WEEK_NOT_FOUND);

  frame.serve(app, getWeek, ({ params }) => service.getWeek(db, params.id ?? ''));
  frame.serve(app, listLeagueWeeks, ({ params }) => service.listLeagueWeeks(db, params.leagueId ?? ''));
  frame.serve(app, listWeekSections, async ({ params }) => {
    const { id, name, order, leagueId, sections } = await service.getWeek(db, params.id ?? '');
    return { week: { id, name, order, leagueId }, sections };
  });

  frame.serve(app, listWeeks, async ({ actor, query }) => {
    const page = readPage(query, null);
    const { weeks, total } = await service.listWeeks(db, actor, page, query.leagueId);
    return { weeks, pagination: toPagination(page, total) };
  });
  frame.serve(
    app,
    createWeek,
    async ({ actor, body, caller }) => {
      const data = await service.createWeek(db, actor, body, caller);
      return new Reply({ data, message: 'Week created successfully' });
    },
    guardBody(db, 'leagueId', findLeague),
  );
  frame.serve(
    app,
    updateWeek,
    async ({ actor, params, body, caller }) => {
      const data = await service.updateWeek(db, actor, params.id ?? '', body, caller);
      return new Reply({ data, message: 'Week updated successfully' });
    },
    guardMove(guardWeek, guardBody(db, 'leagueId', findLeague)),
  );
  frame.serve(
    app,
    deleteWeek,
    async ({ actor, params, caller }) => {
      const deletedWeek = await service.deleteWeek(db, actor, params.id ?? '', caller);
      return new Reply({ data: { deletedWeek }, message: 'Week deleted successfully' });
    },
    guardWeek,
  );
  frame.serve(
    app,
    reorderWeeks,
    async ({ actor, params, body, caller }) => {
      const data = await service.reorderWeeks(db, actor, params.id ?? '', body, caller);
      return new Reply({ data, message: 'Weeks reordered successfully' });
    },
    guardPath(db, findLeague, LEAGUE_ERRORS.LEAGUE_NOT_FOUND),
  );
  return app;
}
