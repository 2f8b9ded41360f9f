import * as calls from '#contract/activity.ts';
import { readYear, toHeatmap, toStats, toYears } from '../../learning/activity-year.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { readActivity } from './service.ts';

export function activityRoutes(router: ApiRouter): void {
  const { db, config } = router.deps;
  const read = (actor: Actor, userId: string | undefined) =>
    readActivity(db, config.TIME_ZONE, actor, userId);

  router.serve(calls.getActivityDashboard, async ({ actor, query }) => {
    const { days, today } = await read(actor, query.userId);
    return {
      heatmap: toHeatmap(days, readYear(query.year, today)),
      stats: toStats(days, today),
      availableYears: toYears(days, today),
    };
  });
  router.serve(calls.getActivityHeatmap, async ({ actor, query }) => {
    const { days, today } = await read(actor, query.userId);
    return toHeatmap(days, readYear(query.year, today));
  });
  router.serve(calls.getActivityStats, async ({ actor, query }) => {
    const { days, today } = await read(actor, query.userId);
    return toStats(days, today);
  });
  router.serve(calls.getActivityYears, async ({ actor, query }) => {
    const { days, today } = await read(actor, query.userId);
    return toYears(days, today);
  });
}
