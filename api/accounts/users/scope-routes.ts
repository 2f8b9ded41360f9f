import type { Elysia } from 'elysia';
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

export function scopeRoutes(router: ApiRouter): Elysia {
  const { db } = router.deps;
  const app = router.feature('scopes');
  router.serve(app, calls.assignLeagues, ({ body, ...by }) => assignPathfinderLeagues(db, by, body));
  router.serve(app, calls.listPathfinderLeagues, ({ params }) =>
    getPathfinderLeagues(db, params.pathfinderId),
  );
  router.serve(app, calls.removePathfinderLeague, async ({ params, ...by }) => {
    await removeScope(db, by, params.pathfinderId, params.leagueId);
    return new Reply({ message: 'League assignment removed' });
  });
  router.serve(app, calls.updateLeaguePermissions, ({ body, params, ...by }) =>
    updatePermissions(db, by, {
      pathfinderId: params.pathfinderId,
      leagueId: params.leagueId,
      permissions: body.permissions,
    }),
  );
  router.serve(app, calls.listPathfinders, () => getPathfinders(db));
  return app;
}
