import { sql } from 'drizzle-orm';
import { bigserial, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { badges } from './awards.ts';
import { assignments } from './curriculum.ts';
import { moment } from './moments.ts';

/**
 * How many different learners did something from one day to another, both over; derived from progress_events by a
 * background job, and counted down when an account is deleted. `leagueId` is '' for everything together.
 */
export const activityCounts = pgTable(
  'activity_counts',
  {
    /** The time zone whose days these are. */
    timeZone: text('time_zone').notNull(),
    leagueId: text('league_id').notNull(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    learners: integer('learners').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.timeZone, table.leagueId, table.firstDay, table.lastDay] }),
    check('activity_counts_range', sql`${table.learners} >= 0 and ${table.firstDay} <= ${table.lastDay}`),
  ],
);

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

/**
 * How many people hold a badge: the sum of its rows, which triggers of user_badges keep (docs/decisions/0047). Several
 * rows a badge, so that nobody who is given one waits for another.
 */
export const badgeHolderCounts = pgTable(
  'badge_holder_counts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    badgeId: text('badge_id')
      .notNull()
      .references(() => badges.id, { onDelete: 'cascade' }),
    amount: integer('amount').notNull(),
  },
  (table) => [index('badge_holder_counts_badge_id_idx').on(table.badgeId)],
);

/** How many submissions an assignment has, as `badgeHolderCounts` has it of badges; kept by triggers of submissions. */
export const submissionCounts = pgTable(
  'submission_counts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    assignmentId: text('assignment_id')
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    amount: integer('amount').notNull(),
  },
  (table) => [index('submission_counts_assignment_id_idx').on(table.assignmentId)],
);
