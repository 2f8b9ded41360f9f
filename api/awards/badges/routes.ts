import type { Elysia } from 'elysia';
import * as calls from '#contract/badges.ts';
import { requireScope } from '../../access/actor.ts';
import type { Guard } from '../../access/guard.ts';
import { findLeague, guardBody, guardPath } from '../../access/league-scope.ts';
import { ApiError } from '../../errors/api-error.ts';
import { Reply } from '../../http/reply.ts';
import type { ApiRouter } from '../../http/router.ts';
import { analyzeBadges, listBadgeRows, listEarnedBadges } from './list.ts';
import * as service from './service.ts';

/**
 * Badges, and giving them by hand (docs/api.md 1.16). Badges that learners earn are given by the rules beside this
 * folder.
 */
export function badgeRoutes(router: ApiRouter): Elysia {
  const { db } = router.deps;
  const app = router.feature('badges');
  const mayAward: Guard<{ id: string }> = async ({ actor, params }) => {
    const leagueId = await service.findLeagueOfBadge(db, params.id);
    if (leagueId === null) throw new ApiError(calls.BADGE_ERRORS.BADGE_NOT_FOUND);
    await requireScope(db, actor, leagueId, 'canManageUsers');
  };

  router.serve(app, calls.listBadges, ({ actor }) => listBadgeRows(db, actor.id));
  router.serve(app, calls.listMyBadges, ({ actor }) => listEarnedBadges(db, actor.id));
  router.serve(app, calls.getBadgeAnalytics, ({ actor }) => analyzeBadges(db, actor));
  router.serve(
    app,
    calls.createBadge,
    async ({ body, ...by }) => ({ badge: await service.createBadge(db, by, body) }),
    guardBody(db, 'leagueId', findLeague),
  );
  router.serve(
    app,
    calls.updateBadge,
    async ({ body, params, ...by }) => ({
      badge: await service.updateBadge(db, by, params.id, body),
    }),
    guardPath(db, service.findLeagueOfBadge, calls.BADGE_ERRORS.BADGE_NOT_FOUND),
  );
  router.serve(app, calls.deleteBadge, async ({ params, ...by }) => {
    await service.deleteBadge(db, by, params.id);
    return new Reply({ message: 'Badge deleted' });
  });
  router.serve(
    app,
    calls.awardBadge,
    async ({ body, params, ...by }) => ({
      userBadge: await service.awardBadge(router.deps, by, params.id, body),
    }),
    mayAward,
  );
  router.serve(
    app,
    calls.revokeBadge,
    async ({ body, params, ...by }) => {
      await service.revokeBadge(db, by, params.id, body);
      return new Reply({ message: 'Badge revoked' });
    },
    mayAward,
  );
  return app;
}
