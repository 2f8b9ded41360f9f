import { inArray, sql } from 'drizzle-orm';
import { ACTIVITY_ERRORS } from '#contract/activity.ts';
import type { ActiveDay } from '../../learning/activity-year.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { progressEvents } from '../../platform/db/schema/learning.ts';
import { requireVisible } from '../analytics/visible.ts';

interface Activity {
  days: ActiveDay[];
  today: string;
}

/**
 * Counts completions, marks and notes, each resource once per day and kind. Staff below GRAND see only leagues with
 * View Analytics. Throws OTHERS_ACTIVITY or ACTIVITY_USER_NOT_FOUND.
 */
export async function readActivity(
  db: Database,
  timeZone: string,
  actor: Actor,
  askedId: string | undefined,
): Promise<Activity> {
  const userId = askedId || actor.id;
  const leagueIds = await requireVisible(db, actor, userId, {
    refused: ACTIVITY_ERRORS.OTHERS_ACTIVITY,
    missing: ACTIVITY_ERRORS.ACTIVITY_USER_NOT_FOUND,
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
