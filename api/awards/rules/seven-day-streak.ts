import { sql } from 'drizzle-orm';
import { queryRows } from '../../platform/db/client.ts';
import { badgeRule } from '../rule.ts';

/** Counts days with a completed resource that is still ticked, or with a revision. */
export const sevenDayStreak = badgeRule({
  key: 'seven-day-streak',
  when: 'day',
  badge: { name: 'Seven-day streak', description: 'Learned or revised on seven days in a row.' },
  isEarned: async (tx, { userId, timeZone }) => {
    // Consecutive days have the same difference between date and row number.
    const runs = await queryRows(
      tx,
      sql`select run from (
          select day - (row_number() over (order by day))::int as run from (
            select (completed_at at time zone ${timeZone})::date as day from resource_progress
            where user_id = ${userId} and completed_at > now() - interval '10 days'
            union select (reviewed_at at time zone ${timeZone})::date from revision_reviews
            where user_id = ${userId} and undone_at is null and reviewed_at > now() - interval '10 days') active
        ) numbered group by run having count(*) >= 7`,
    );
    return runs.length > 0;
  },
});
