import { inArray, sql } from 'drizzle-orm';
import * as calls from '#contract/activity.ts';
import { type ActiveDay, readYear, toHeatmap, toStats, toYears } from '../../learning/activity-year.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { progressEvents } from '../../platform/db/schema/learning.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { requireVisible } from '../analytics/visible.ts';

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

interface Activity {
  days: ActiveDay[];
  today: string;
}

/**
 * Counts completions, marks and notes, each resource once per day and kind. Staff below GRAND see only leagues with
 * View Analytics. Throws OTHERS_ACTIVITY or ACTIVITY_USER_NOT_FOUND.
 */
async function readActivity(
  db: Database,
  timeZone: string,
  actor: Actor,
  askedId: string | undefined,
): Promise<Activity> {
  const userId = askedId || actor.id;
  const leagueIds = await requireVisible(db, actor, userId, {
    refused: calls.ACTIVITY_ERRORS.OTHERS_ACTIVITY,
    missing: calls.ACTIVITY_ERRORS.ACTIVITY_USER_NOT_FOUND,
  });
  const rows = await queryRows<{ day: string; count: number | string }>(
    db,
    sql`
      select day, count(*) as count from (
        select distinct to_char(occurred_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, resource_id, kind
        from progress_events
        where user_id = ${userId} and kind in ('COMPLETED', 'MARKED_FOR_REVISION', 'NOTED')
          ${leagueIds === null ? sql`` : sql`and ${inArray(progressEvents.leagueId, leagueIds)}`}
      ) deeds
      group by day order by day`,
  );
  const [clock] = await queryRows<{ today: string }>(
    db,
    sql`select to_char(now() at time zone ${timeZone}, 'YYYY-MM-DD') as today`,
  );
  return {
    days: rows.map(({ day, count }) => ({ day, count: Number(count) })),
    today: clock?.today ?? new Date().toISOString().slice(0, 10),
  };
}
