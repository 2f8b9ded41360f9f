import type { Elysia } from 'elysia';
import type { Actor } from '../auth/actor.ts';
import * as calls from '../contract/activity.ts';
import type { Frame } from '../endpoint.ts';
import { readYear, toHeatmap, toStats, toYears } from './days.ts';
import { readActivity } from './service.ts';

/** Contract 1.20: the activity calendar, whole or in parts. */
export function activityRoutes(frame: Frame): Elysia {
  const { db, config } = frame.deps;
  const app = frame.feature('activity');
  const read = (actor: Actor, userId: string | undefined) =>
    readActivity(db, config.TIME_ZONE, actor, userId);

  frame.serve(app, calls.getActivityDashboard, async ({ actor, query }) => {
    const { days, today } = await read(actor, query.userId);
    return {
      heatmap: toHeatmap(days, readYear(query.year, today)),
      stats: toStats(days, today),
      availableYears: toYears(days, today),
    };
  });
  frame.serve(app, calls.getActivityHeatmap, async ({ actor, query }) => {
    const { days, today } = await read(actor, query.userId);
    return toHeatmap(days, readYear(query.year, today));
  });
  frame.serve(app, calls.getActivityStats, async ({ actor, query }) => {
    const { days, today } = await read(actor, query.userId);
    return toStats(days, today);
  });
  frame.serve(app, calls.getActivityYears, async ({ actor, query }) => {
    const { days, today } = await read(actor, query.userId);
    return toYears(days, today);
  });
  return app;
}
