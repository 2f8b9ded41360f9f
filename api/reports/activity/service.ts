import { inArray, sql } from 'drizzle-orm';
import { ACTIVITY_ERRORS } from '#contract/activity.ts';
import type { ActiveDay } from '../../learning/activity-days.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { progressEvents } from '../../platform/db/schema/learning.ts';
import { requireVisible } from '../analytics/visible.ts';

interface Activity {
  /** From the first to the last. */
  days: ActiveDay[];
  /** The date it is now, in the same time zone. */
  today: string;
}

/**
 * The days on which an account did something: completed, marked or noted a resource; the same deed on the same resource
 * counts once a day, un-ticking not at all. Another account's are for ACTIVE staff: GRAND sees all of it, others
 * what was done in leagues where they have View Analytics and the learner is enrolled. Throws OTHERS_ACTIVITY,
 * ACTIVITY_USER_NOT_FOUND.
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
