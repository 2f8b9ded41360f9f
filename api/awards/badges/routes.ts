import type { Elysia } from 'elysia';
import { requireScope } from '../../auth/actor.ts';
import * as calls from '../../contract/badges.ts';
import { findLeague, guardBody, guardPath } from '../../curriculum/scope.ts';
import { type Frame, type Guard, Reply } from '../../endpoint.ts';
import { ApiError } from '../../errors.ts';
import { analyzeBadges, listBadgeRows, listEarnedBadges } from './list.ts';
import * as service from './service.ts';

/** Contract 1.16: badges, and giving them by hand. Badges that learners earn are given by the rules beside this folder. */
export function badgeRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('badges');
  const mayAward: Guard = async ({ actor, params }) => {
    const leagueId = await service.findLeagueOfBadge(db, params.id ?? '');
    if (leagueId === null) throw new ApiError(calls.BADGE_ERRORS.BADGE_NOT_FOUND);
    await requireScope(db, actor, leagueId, 'canManageUsers');
  };

  frame.serve(app, calls.listBadges, ({ actor }) => listBadgeRows(db, actor.id));
  frame.serve(app, calls.listMyBadges, ({ actor }) => listEarnedBadges(db, actor.id));
  frame.serve(app, calls.getBadgeAnalytics, ({ actor }) => analyzeBadges(db, actor));
  frame.serve(
    app,
    calls.createBadge,
    async ({ body, ...by }) => ({ badge: await service.createBadge(db, by, body) }),
    guardBody(db, 'leagueId', findLeague),
  );
  frame.serve(
    app,
    calls.updateBadge,
    async ({ body, params, ...by }) => ({
      badge: await service.updateBadge(db, by, params.id ?? '', body),
    }),
    guardPath(db, service.findLeagueOfBadge, calls.BADGE_ERRORS.BADGE_NOT_FOUND),
  );
  frame.serve(app, calls.deleteBadge, async ({ params, ...by }) => {
    await service.deleteBadge(db, by, params.id ?? '');
    return new Reply({ message: 'Badge deleted' });
  });
  frame.serve(
    app,
    calls.awardBadge,
    async ({ body, params, ...by }) => ({
      userBadge: await service.awardBadge(frame.deps, by, params.id ?? '', body),
    }),
    mayAward,
  );
  frame.serve(
    app,
    calls.revokeBadge,
    async ({ body, params, ...by }) => {
      await service.revokeBadge(db, by, params.id ?? '', body);
      return new Reply({ message: 'Badge revoked' });
    },
    mayAward,
  );
  return app;
}
