import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { belongsTo, moment } from './columns.ts';

/** One row per week (its Monday); inserting it decides which process takes the snapshot. */
export const rankWeeks = pgTable('rank_weeks', {
  weekStart: date('week_start').primaryKey(),
  takenAt: moment('taken_at').notNull().defaultNow(),
});

export const rankSnapshots = pgTable(
  'rank_snapshots',
  {
    weekStart: date('week_start').notNull(),
    userId: belongsTo('user_id', () => users.id),
    rank: integer('rank').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.weekStart] }),
    check('rank_snapshots_rank_positive', sql`${table.rank} >= 1`),
  ],
);
