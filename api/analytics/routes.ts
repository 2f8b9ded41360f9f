import type { Elysia } from 'elysia';
import type { Actor } from '../auth/actor.ts';
import * as calls from '../contract/analytics.ts';
import type { Frame, Guard } from '../endpoint.ts';
import { readCounts } from './counts.ts';
import { readCohortAnalytics, readPlatformAnalytics, readUserAnalytics } from './service.ts';
import { requireAnalytics, requireVisible } from './visible.ts';

/** Contract section 2: figures about learning, narrowed to what the caller may see. */
export function analyticsRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('analytics');
  const analystsOnly: Guard = async ({ actor }) => {
    await requireAnalytics(db, actor);
  };
  const see = (actor: Actor, userId: string) =>
    requireVisible(db, actor, userId, {
      refused: calls.ANALYTICS_ERRORS.OTHERS_ANALYTICS,
      missing: calls.ANALYTICS_ERRORS.ANALYTICS_USER_NOT_FOUND,
    });

  frame.serve(
    app,
    calls.getPlatformAnalytics,
    async ({ actor }) => readPlatformAnalytics(db, await requireAnalytics(db, actor)),
    analystsOnly,
  );
  frame.serve(
    app,
    calls.getCohortAnalytics,
    async ({ actor, params, query }) =>
      readCohortAnalytics(db, await requireAnalytics(db, actor), params.cohortId ?? '', query),
    analystsOnly,
  );
  frame.serve(app, calls.getUserAnalytics, async ({ actor, params }) => {
    const userId = params.userId ?? '';
    return readUserAnalytics(db, await see(actor, userId), userId);
  });
  frame.serve(app, calls.getCounts, async ({ actor, query }) => {
    const userId = query.userId || actor.id;
    return readCounts(db, await see(actor, userId), userId, query);
  });
  return app;
}
