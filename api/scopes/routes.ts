import type { Elysia } from 'elysia';
import * as calls from '../contract/scopes.ts';
import { type Frame, Reply } from '../endpoint.ts';
import {
  assignPathfinderLeagues,
  getPathfinderLeagues,
  getPathfinders,
  removeScope,
  updatePermissions,
} from './service.ts';

/** Contract 1.19: which leagues a pathfinder may manage, and what that allows there. */
export function scopeRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('scopes');
  frame.serve(app, calls.assignLeagues, ({ body, ...by }) => assignPathfinderLeagues(db, by, body));
  frame.serve(app, calls.listPathfinderLeagues, ({ params }) =>
    getPathfinderLeagues(db, params.pathfinderId ?? ''),
  );
  frame.serve(app, calls.removePathfinderLeague, async ({ params, ...by }) => {
    await removeScope(db, by, params.pathfinderId ?? '', params.leagueId ?? '');
    return new Reply({ message: 'League assignment removed' });
  });
  frame.serve(app, calls.updateLeaguePermissions, ({ body, params, ...by }) =>
    updatePermissions(db, by, {
      pathfinderId: params.pathfinderId ?? '',
      leagueId: params.leagueId ?? '',
      permissions: body.permissions,
    }),
  );
  frame.serve(app, calls.listPathfinders, () => getPathfinders(db));
  return app;
}
