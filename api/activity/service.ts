import { eq, sql } from 'drizzle-orm';
import { type Actor, listScopes } from '../auth/actor.ts';
import { decideAccess } from '../contract/access.ts';
import { ACTIVITY_ERRORS } from '../contract/activity.ts';
import { type Database, queryRows } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors.ts';
import type { ActiveDay } from './days.ts';

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
  const leagueIds = userId === actor.id ? null : await listReadableLeagues(db, actor, userId);
  const rows = await queryRows<{ day: string; count: number | string }>(
    db,
    sql`
      select day, count(*) as count from (
        select distinct to_char(occurred_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, resource_id, kind
        from progress_events
        where user_id = ${userId} and kind <> 'RESET'
          ${leagueIds === null ? sql`` : sql`and league_id in (${sql.join(leagueIds, sql`, `)})`}
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

/** The leagues in which staff may see another account's activity; null for all of them. */
async function listReadableLeagues(db: Database, actor: Actor, userId: string) {
  if (!decideAccess(actor, 'staff').allowed) throw new ApiError(ACTIVITY_ERRORS.OTHERS_ACTIVITY);
  if (actor.role === 'GRAND_PATHFINDER') {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) throw new ApiError(ACTIVITY_ERRORS.ACTIVITY_USER_NOT_FOUND);
    return null;
  }
  const own = (await listScopes(db, actor)).filter((scope) => scope.canViewAnalytics);
  if (own.length === 0) throw new ApiError(ACTIVITY_ERRORS.OTHERS_ACTIVITY);
  const shared = await queryRows<{ league_id: string }>(
    db,
    sql`
      select distinct league_id from enrollments
      where user_id = ${userId} and league_id in (${sql.join(
        own.map((scope) => sql`${scope.leagueId}`),
        sql`, `,
      )})`,
  );
  if (shared.length === 0) throw new ApiError(ACTIVITY_ERRORS.OTHERS_ACTIVITY);
  return shared.map((row) => sql`${row.league_id}`);
}
