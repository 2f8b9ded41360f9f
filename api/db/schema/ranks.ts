import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './moments.ts';

/** The weeks (their Monday) whose first ranks were kept; one row a week decides which process keeps them. */
export const rankWeeks = pgTable('rank_weeks', {
  weekStart: date('week_start').primaryKey(),
  takenAt: moment('taken_at').notNull().defaultNow(),
});

/**
 * Every ranked learner's place when a week began. No foreign key: a million checks would lock a million accounts;
 * the deletion of an account removes its rows.
 */
export const rankSnapshots = pgTable(
  'rank_snapshots',
  {
    weekStart: date('week_start').notNull(),
    userId: text('user_id').notNull(),
    rank: integer('rank').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.weekStart, table.userId] }),
    check('rank_snapshots_rank_positive', sql`${table.rank} >= 1`),
  ],
);
