import * as calls from '#contract/scopes.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import {
  assignPathfinderLeagues,
  getPathfinderLeagues,
  getPathfinders,
  removeScope,
  updatePermissions,
} from './scopes.ts';

export function scopeRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  router.serve(calls.assignLeagues, ({ body, ...by }) => assignPathfinderLeagues(db, by, body));
  router.serve(calls.listPathfinderLeagues, ({ params }) => getPathfinderLeagues(db, params.pathfinderId));
  router.serve(calls.removePathfinderLeague, async ({ params, ...by }) => {
    await removeScope(db, by, params.pathfinderId, params.leagueId);
    return new Reply({ message: 'League assignment removed' });
  });
  router.serve(calls.updateLeaguePermissions, ({ body, params, ...by }) =>
    updatePermissions(db, by, {
      pathfinderId: params.pathfinderId,
      leagueId: params.leagueId,
      permissions: body.permissions,
    }),
  );
  router.serve(calls.listPathfinders, () => getPathfinders(db));
}
