import type { Elysia } from 'elysia';
import {
  createLeague,
  deleteLeague,
  getLeague,
  getLeagueStats,
  listLeagues,
  updateLeague,
} from '../../contract/leagues.ts';
import { readPage, toPagination } from '../../contract/shared.ts';
import { type Frame, Reply } from '../../endpoint.ts';
import { getLeagueDetail } from './detail.ts';
import * as service from './service.ts';

/** Leagues (contract 1.9) and their counts (contract section 2). */
export function leagueRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('leagues');

  frame.serve(app, listLeagues, async ({ query }) => {
    const page = readPage(query, null);
    const { leagues, total } = await service.listLeagues(db, page);
    return { leagues, pagination: toPagination(page, total) };
  });
  frame.serve(app, getLeague, ({ actor, params }) => getLeagueDetail(db, actor, params.id ?? ''));
  frame.serve(app, getLeagueStats, ({ actor, params }) => service.getLeagueStats(db, actor, params.id ?? ''));

  frame.serve(app, createLeague, async ({ actor, body, caller }) => {
    const data = await service.createLeague(db, actor, body, caller);
    return new Reply({ data, message: 'League created successfully' });
  });
  frame.serve(app, updateLeague, async ({ actor, params, body, caller }) => {
    const data = await service.updateLeague(db, actor, params.id ?? '', body, caller);
    return new Reply({ data, message: 'League updated successfully' });
  });
  frame.serve(app, deleteLeague, async ({ actor, params, caller }) => {
    const deletionStats = await service.deleteLeague(db, actor, params.id ?? '', caller);
    return new Reply({ message: 'League deleted successfully', data: { deletionStats }, deletionStats });
  });
  return app;
}
