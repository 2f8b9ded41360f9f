import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { leagues, specializations } from './curriculum.ts';
import { createdAt, moment, updatedAt } from './moments.ts';

/** What can be earned: one badge a league. */
export const badges = pgTable(
  'badges',
  {
    id: text('id').primaryKey(),
    leagueId: text('league_id')
      .notNull()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description'),
    imageUrl: text('image_url'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('badges_league_id_key').on(table.leagueId)],
);

export const userBadges = pgTable(
  'user_badges',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    badgeId: text('badge_id')
      .notNull()
      .references(() => badges.id, { onDelete: 'cascade' }),
    earnedAt: moment('earned_at').notNull().defaultNow(),
    awardedById: text('awarded_by_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('user_badges_user_badge_key').on(table.userId, table.badgeId),
    index('user_badges_badge_id_idx').on(table.badgeId),
    index('user_badges_awarded_by_id_idx').on(table.awardedById).where(sql`${table.awardedById} is not null`),
  ],
);

export const userSpecializations = pgTable(
  'user_specializations',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    specializationId: text('specialization_id')
      .notNull()
      .references(() => specializations.id, { onDelete: 'cascade' }),
    completedAt: moment('completed_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('user_specializations_pair_key').on(table.userId, table.specializationId),
    index('user_specializations_specialization_id_idx').on(table.specializationId),
  ],
);
