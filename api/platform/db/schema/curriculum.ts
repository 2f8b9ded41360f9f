import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ResourceType } from '#contract/resources.ts';
import { belongsTo, createdAt, moment, updatedAt } from './columns.ts';

/** NFC, because an accented letter can be one or two code points. */
export const oneForm = (name: AnyPgColumn | string) => sql`normalize(${name}, NFC)`;

export const cohorts = pgTable(
  'cohorts',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description'),
    isActive: boolean('is_active').notNull().default(true),
    autoApprove: boolean('auto_approve').notNull().default(false),
    maxEnrollments: integer('max_enrollments'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('cohorts_name_key').on(oneForm(table.name)),
    check('cohorts_name_present', sql`length(${table.name}) > 0`),
    check('cohorts_max_enrollments_positive', sql`${table.maxEnrollments} > 0`),
  ],
);

/** The counts are derived; `npm run ops -- verify` checks them. */
export const leagues = pgTable(
  'leagues',
  {
    id: text('id').primaryKey(),
    cohortId: text('cohort_id')
      .notNull()
      .references(() => cohorts.id, { onDelete: 'restrict' }),
    name: text('name').notNull(),
    description: text('description'),
    expiresAt: moment('expires_at'),
    weeksCount: integer('weeks_count').notNull().default(0),
    sectionsCount: integer('sections_count').notNull().default(0),
    resourcesCount: integer('resources_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('leagues_name_key').on(oneForm(table.name)),
    index('leagues_cohort_id_idx').on(table.cohortId),
    check('leagues_name_present', sql`length(${table.name}) > 0`),
    check(
      'leagues_counts_range',
      sql`${table.weeksCount} >= 0 and ${table.sectionsCount} >= 0 and ${table.resourcesCount} >= 0`,
    ),
  ],
);

/** Screens say Module. */
export const weeks = pgTable(
  'weeks',
  {
    id: text('id').primaryKey(),
    leagueId: belongsTo('league_id', () => leagues.id),
    name: text('name').notNull(),
    description: text('description'),
    order: integer('order').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('weeks_league_order_key').on(table.leagueId, table.order),
    check('weeks_order_positive', sql`${table.order} >= 1`),
    check('weeks_name_present', sql`length(${table.name}) > 0`),
  ],
);

/** Screens say Topic. */
export const sections = pgTable(
  'sections',
  {
    id: text('id').primaryKey(),
    weekId: belongsTo('week_id', () => weeks.id),
    name: text('name').notNull(),
    description: text('description'),
    order: integer('order').notNull(),
    resourcesCount: integer('resources_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('sections_week_order_key').on(table.weekId, table.order),
    check('sections_order_positive', sql`${table.order} >= 1`),
    check('sections_name_length', sql`length(${table.name}) between 1 and 100`),
  ],
);

export const resources = pgTable(
  'resources',
  {
    id: text('id').primaryKey(),
    sectionId: belongsTo('section_id', () => sections.id),
    title: text('title').notNull(),
    url: text('url').notNull(),
    type: text('type').$type<ResourceType>().notNull(),
    minutes: integer('minutes'),
    order: integer('order').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('resources_section_order_key').on(table.sectionId, table.order),
    index('resources_created_at_idx').on(table.createdAt),
    check('resources_minutes_range', sql`${table.minutes} between 1 and 1440`),
    check('resources_order_positive', sql`${table.order} >= 1`),
    check('resources_title_length', sql`length(${table.title}) between 1 and 200`),
    check('resources_type_known', sql`${table.type} in ('VIDEO','ARTICLE','EXTERNAL_LINK','BLOG')`),
    check('resources_url_http', sql`${table.url} ~* '^https?://'`),
  ],
);

export const specializations = pgTable(
  'specializations',
  {
    id: text('id').primaryKey(),
    cohortId: belongsTo('cohort_id', () => cohorts.id),
    name: text('name').notNull(),
    description: text('description'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('specializations_cohort_name_key').on(table.cohortId, oneForm(table.name)),
    check('specializations_name_present', sql`length(${table.name}) > 0`),
  ],
);

export const specializationLeagues = pgTable(
  'specialization_leagues',
  {
    id: text('id').primaryKey(),
    specializationId: belongsTo('specialization_id', () => specializations.id),
    leagueId: belongsTo('league_id', () => leagues.id),
    order: integer('order').notNull(),
  },
  (table) => [
    uniqueIndex('specialization_leagues_pair_key').on(table.specializationId, table.leagueId),
    index('specialization_leagues_league_id_idx').on(table.leagueId),
    check('specialization_leagues_order_positive', sql`${table.order} >= 1`),
  ],
);

export const assignments = pgTable(
  'assignments',
  {
    id: text('id').primaryKey(),
    leagueId: belongsTo('league_id', () => leagues.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    dueAt: moment('due_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('assignments_league_id_key').on(table.leagueId)],
);

/** One row, raised by every curriculum write (`raiseCurriculumVersion`). A missing row means 0. */
export const curriculumVersion = pgTable(
  'curriculum_version',
  {
    id: integer('id').primaryKey().default(1),
    number: bigint('number', { mode: 'number' }).notNull(),
  },
  (table) => [check('curriculum_version_one', sql`${table.id} = 1`)],
);
