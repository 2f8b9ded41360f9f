import * as calls from '#contract/badges.ts';
import type { Permission } from '#contract/roles.ts';
import type { Guard } from '../../platform/access/guard.ts';
import { findLeague, guardBody } from '../../platform/access/league-scope.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { analyzeBadges, listBadgeRows, listEarnedBadges } from './list.ts';
import * as service from './service.ts';
import * as staff from './staff.ts';

export function badgeRoutes(router: ApiRouter): void {
  const { deps } = router;
  const { db } = deps;
  const may =
    (permission: Permission): Guard<{ id: string }> =>
    ({ actor, params }) =>
      service.requireBadgeScope(db, actor, params.id, permission);
  const mayAward = may('canManageUsers');

  router.serve(calls.listBadges, ({ actor }) => listBadgeRows(db, actor.id));
  router.serve(calls.listMyBadges, ({ actor }) => listEarnedBadges(db, actor.id));
  router.serve(calls.getBadgeAnalytics, ({ actor }) => analyzeBadges(db, actor));
  router.serve(
    calls.createBadge,
    async ({ body, ...by }) => ({ badge: await service.createBadge(deps, by, body) }),
    guardBody(db, 'leagueId', findLeague),
  );
  router.serve(
    calls.updateBadge,
    async ({ body, params, ...by }) => ({
      badge: await service.updateBadge(deps, by, params.id, body),
    }),
    may('canCreateContent'),
  );
  router.serve(calls.deleteBadge, ({ params, ...by }) => service.deleteBadge(db, by, params.id));
  router.serve(
    calls.awardBadge,
    async ({ body, params, ...by }) => ({
      userBadge: await service.awardBadge(deps, by, params.id, body),
    }),
    mayAward,
  );
  router.serve(
    calls.revokeBadge,
    ({ body, params, ...by }) => service.revokeBadge(db, by, params.id, body),
    mayAward,
  );
  router.serve(calls.listStaffBadges, ({ actor, query }) => staff.listStaffBadges(db, actor, query));
  router.serve(calls.createFreeBadge, async ({ body, ...by }) => ({
    badge: await service.createFreeBadge(deps, by, body),
  }));
  router.serve(
    calls.listBadgeHolders,
    ({ params, query }) => staff.listBadgeHolders(db, params.id, query),
    mayAward,
  );
  router.serve(
    calls.findBadgeCandidates,
    async ({ actor, params, query }) => ({
      people: await staff.findBadgeCandidates(db, actor, params.id, query.search ?? ''),
    }),
    mayAward,
  );
}
