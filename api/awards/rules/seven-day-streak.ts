import { sql } from 'drizzle-orm';
import { queryRows } from '../../platform/db/client.ts';
import { badgeRule } from '../rule.ts';

/** Counts days with a completed resource that is still ticked. */
export const sevenDayStreak = badgeRule({
  key: 'seven-day-streak',
  when: 'day',
  badge: { name: 'Seven-day streak', description: 'Completed a resource on seven days in a row.' },
  isEarned: async (tx, { userId, timeZone }) => {
    // Consecutive days have the same difference between date and row number.
    const runs = await queryRows(
      tx,
      sql`select run from (
          select day - (row_number() over (order by day))::int as run from (
            select distinct (completed_at at time zone ${timeZone})::date as day from resource_progress
            where user_id = ${userId} and completed_at > now() - interval '10 days') active
        ) numbered group by run having count(*) >= 7`,
    );
    return runs.length > 0;
  },
});
