import {
  createLeague,
  deleteLeague,
  getLeague,
  getLeagueStats,
  listLeagues,
  updateLeague,
} from '#contract/leagues.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { getLeagueDetail } from './detail.ts';
import * as service from './service.ts';

export function leagueRoutes(router: ApiRouter): void {
  const { db } = router.deps;

  router.serve(listLeagues, async ({ query }) => {
    const page = readPage(query, null);
    const { leagues, total } = await service.listLeagues(db, page);
    return { leagues, pagination: toPagination(page, total) };
  });
  router.serve(getLeague, ({ params }) => getLeagueDetail(db, params.id));
  router.serve(getLeagueStats, ({ actor, params }) => service.getLeagueStats(db, actor, params.id));

  router.serve(createLeague, async ({ actor, body, requestInfo }) => {
    const data = await service.createLeague(db, actor, body, requestInfo);
    return new Reply({ data, message: 'League created successfully' });
  });
  router.serve(updateLeague, async ({ actor, params, body, requestInfo }) => {
    const data = await service.updateLeague(db, actor, params.id, body, requestInfo);
    return new Reply({ data, message: 'League updated successfully' });
  });
  router.serve(deleteLeague, async ({ actor, params, requestInfo }) => {
    const deletionStats = await service.deleteLeague(db, actor, params.id, requestInfo);
    return new Reply({ message: 'League deleted successfully', data: { deletionStats }, deletionStats });
  });
}
