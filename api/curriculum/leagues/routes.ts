import * as calls from '#contract/leagues.ts';
import { readPage } from '#contract/shared.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { copyLeague } from './copy.ts';
import * as service from './service.ts';

export function leagueRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  router.serve(calls.listLeagues, ({ query }) => service.listLeagues(db, readPage(query, null)));
  router.serve(calls.getLeague, ({ params }) => service.getLeagueDetail(db, params.id));
  router.serve(calls.getLeagueStats, ({ actor, params }) => service.getLeagueStats(db, actor, params.id));
  router.serve(calls.createLeague, ({ body, ...by }) => service.createLeague(db, by, body));
  router.serve(calls.updateLeague, ({ body, params, ...by }) =>
    service.updateLeague(db, by, params.id, body),
  );
  router.serve(calls.copyLeague, ({ body, params, ...by }) => copyLeague(router.deps, by, params.id, body));
  router.serve(calls.deleteLeague, async ({ params, ...by }) => {
    const deletionStats = await service.deleteLeague(router.deps, by, params.id);
    return new Reply({ data: { deletionStats }, deletionStats });
  });
}
