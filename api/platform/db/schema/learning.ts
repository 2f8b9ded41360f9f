import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { belongsTo, createdAt, moment, updatedAt } from './columns.ts';
import { assignments, cohorts, leagues, resources, sections } from './curriculum.ts';

export const enrollments = pgTable(
  'enrollments',
  {
    id: text('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    cohortId: belongsTo('cohort_id', () => cohorts.id),
    leagueId: belongsTo('league_id', () => leagues.id),
    enrolledAt: moment('enrolled_at').notNull().defaultNow(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('enrollments_user_cohort_league_key').on(table.userId, table.cohortId, table.leagueId),
    index('enrollments_user_league_idx').on(table.userId, table.leagueId),
    index('enrollments_enrolled_idx').on(table.enrolledAt.desc().nullsFirst()),
    index('enrollments_league_id_idx').on(
      table.leagueId,
      table.enrolledAt.desc().nullsFirst(),
      // Covers the filter by cohort within a league.
      table.cohortId,
    ),
    index('enrollments_cohort_id_idx').on(table.cohortId, table.enrolledAt.desc().nullsFirst()),
  ],
);

/** Append-only source of every counter. Curriculum ids have no foreign keys because history outlives the curriculum. */
export const progressEvents = pgTable(
  'progress_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    /** Null for events about a whole section. */
    resourceId: text('resource_id'),
    sectionId: text('section_id').notNull(),
    leagueId: text('league_id').notNull(),
    kind: text('kind').notNull(),
    personalNote: text('personal_note'),
    timeSpentSeconds: integer('time_spent_seconds'),
    /** State after a RESTORED event; note and time are in the columns above. */
    restoredCompletedAt: moment('restored_completed_at'),
    restoredMarkedAt: moment('restored_marked_at'),
    undoesId: bigint('undoes_id', { mode: 'number' }).references((): AnyPgColumn => progressEvents.id),
    idempotencyKey: text('idempotency_key'),
    occurredAt: moment('occurred_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('progress_events_undoes_key').on(table.undoesId).where(sql`${table.undoesId} is not null`),
    uniqueIndex('progress_events_idempotency_key').on(table.userId, table.idempotencyKey),
    index('progress_events_user_resource_idx').on(table.userId, table.resourceId, table.id),
    index('progress_events_user_occurred_idx').on(table.userId, table.occurredAt),
    index('progress_events_occurred_idx').on(table.occurredAt, table.userId, table.leagueId),
    index('progress_events_league_occurred_idx').on(table.leagueId, table.occurredAt, table.userId),
    check(
      'progress_events_kind_known',
      sql`${table.kind} in ('COMPLETED','MARKED_FOR_REVISION','NOTED','RESET','UNMARKED','RESTORED',
        'SECTION_NOTED','SECTION_MARKED','SECTION_UNMARKED')`,
    ),
    check(
      'progress_events_about_resource_or_section',
      sql`(${table.resourceId} is null) = (${table.kind} in ('SECTION_NOTED','SECTION_MARKED','SECTION_UNMARKED'))`,
    ),
    check(
      'progress_events_restored_by_undo',
      sql`num_nonnulls(${table.restoredCompletedAt}, ${table.restoredMarkedAt}) = 0 or ${table.undoesId} is not null`,
    ),
  ],
);

export const resourceProgress = pgTable(
  'resource_progress',
  {
    id: text('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    resourceId: belongsTo('resource_id', () => resources.id),
    completedAt: moment('completed_at'),
    markedForRevisionAt: moment('marked_for_revision_at'),
    personalNote: text('personal_note'),
    timeSpentSeconds: integer('time_spent_seconds'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('resource_progress_user_resource_key').on(table.userId, table.resourceId),
    index('resource_progress_resource_id_idx').on(table.resourceId),
    index('resource_progress_user_completed_idx')
      .on(table.userId, table.completedAt.desc().nullsFirst())
      .where(sql`${table.completedAt} is not null`),
    index('resource_progress_user_revision_idx')
      .on(table.userId, table.updatedAt.desc().nullsFirst())
      .where(sql`${table.markedForRevisionAt} is not null`),
    check('resource_progress_note_length', sql`length(${table.personalNote}) between 1 and 1000`),
    check('resource_progress_time_range', sql`${table.timeSpentSeconds} between 0 and 86400`),
  ],
);

/** FSRS state for the mark of `markedAt`. A card of an older mark keeps its memory for the next answer. */
export const revisionCards = pgTable(
  'revision_cards',
  {
    userId: belongsTo('user_id', () => users.id),
    resourceId: belongsTo('resource_id', () => resources.id),
    markedAt: moment('marked_at').notNull(),
    dueAt: moment('due_at').notNull(),
    stability: doublePrecision('stability').notNull().default(0),
    difficulty: doublePrecision('difficulty').notNull().default(0),
    state: integer('state').notNull().default(0),
    repetitions: integer('repetitions').notNull().default(0),
    lapses: integer('lapses').notNull().default(0),
    scheduledDays: integer('scheduled_days').notNull().default(0),
    reviewedAt: moment('reviewed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.resourceId] }),
    index('revision_cards_resource_id_idx').on(table.resourceId),
    check('revision_cards_state_known', sql`${table.state} between 0 and 3`),
  ],
);

/** `cardBefore` is the earlier card as JSON text, for undo. */
export const revisionReviews = pgTable(
  'revision_reviews',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    resourceId: belongsTo('resource_id', () => resources.id),
    rating: text('rating').notNull(),
    cardBefore: text('card_before'),
    reviewedAt: moment('reviewed_at').notNull().defaultNow(),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    index('revision_reviews_user_resource_idx').on(table.userId, table.resourceId, table.id),
    index('revision_reviews_resource_id_idx').on(table.resourceId),
    check('revision_reviews_rating_known', sql`${table.rating} in ('REMEMBERED','KEEP')`),
  ],
);

/** Resuming deletes the row and moves every due date by the length of the pause. */
export const revisionPauses = pgTable('revision_pauses', {
  userId: belongsTo('user_id', () => users.id).primaryKey(),
  pausedAt: moment('paused_at').notNull().defaultNow(),
});

export const sectionProgress = pgTable(
  'section_progress',
  {
    userId: belongsTo('user_id', () => users.id),
    sectionId: belongsTo('section_id', () => sections.id),
    completedResources: integer('completed_resources').notNull().default(0),
    completedAt: moment('completed_at'),
    markedForRevisionAt: moment('marked_for_revision_at'),
    personalNote: text('personal_note'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.sectionId] }),
    index('section_progress_section_id_idx').on(table.sectionId),
    check('section_progress_count_range', sql`${table.completedResources} >= 0`),
    check('section_progress_note_length', sql`length(${table.personalNote}) between 1 and 1000`),
  ],
);

export const leagueProgress = pgTable(
  'league_progress',
  {
    userId: belongsTo('user_id', () => users.id),
    leagueId: belongsTo('league_id', () => leagues.id),
    completedResources: integer('completed_resources').notNull().default(0),
    completedSections: integer('completed_sections').notNull().default(0),
    completedWeeks: integer('completed_weeks').notNull().default(0),
    lastCompletedAt: moment('last_completed_at'),
    lastCompletedResourceId: text('last_completed_resource_id'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.leagueId] }),
    index('league_progress_ranking_idx').on(
      table.leagueId,
      table.completedResources.desc().nullsLast(),
      table.lastCompletedAt.desc().nullsLast(),
      table.userId,
    ),
    check(
      'league_progress_counts_range',
      sql`${table.completedResources} >= 0 and ${table.completedSections} >= 0 and ${table.completedWeeks} >= 0`,
    ),
  ],
);

/** Derived. `isRanked` mirrors ACTIVE PIONEER and LUMINARY accounts, for the ranking index. */
export const learnerStats = pgTable(
  'learner_stats',
  {
    userId: belongsTo('user_id', () => users.id).primaryKey(),
    completedResources: integer('completed_resources').notNull().default(0),
    badgesEarned: integer('badges_earned').notNull().default(0),
    lastCompletedAt: moment('last_completed_at'),
    lastCompletedResourceId: text('last_completed_resource_id'),
    isRanked: boolean('is_ranked').notNull().default(false),
  },
  (table) => [
    index('learner_stats_ranking_idx')
      .on(table.completedResources.desc().nullsLast(), table.lastCompletedAt.desc().nullsLast(), table.userId)
      .where(sql`${table.isRanked}`),
    // The few who are not ranked are taken out of the ranks of a week.
    index('learner_stats_unranked_idx').on(table.userId).where(sql`not ${table.isRanked}`),
    check('learner_stats_counts_range', sql`${table.completedResources} >= 0 and ${table.badgesEarned} >= 0`),
  ],
);

/** Derived: resources completed since the Monday `weekStart`, in the product's time zone. */
export const weekProgress = pgTable(
  'week_progress',
  {
    userId: belongsTo('user_id', () => users.id),
    weekStart: date('week_start').notNull(),
    completedResources: integer('completed_resources').notNull(),
    lastCompletedAt: moment('last_completed_at'),
    lastCompletedResourceId: text('last_completed_resource_id'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.weekStart] }),
    index('week_progress_ranking_idx').on(
      table.weekStart,
      table.completedResources.desc().nullsLast(),
      table.lastCompletedAt.desc().nullsLast(),
      table.userId,
    ),
    check('week_progress_count_range', sql`${table.completedResources} >= 0`),
  ],
);

/** Days on which a streak rests, both ends included. */
export const studyBreaks = pgTable(
  'study_breaks',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('study_breaks_starts_on_idx').on(table.startsOn),
    check('study_breaks_name_length', sql`length(${table.name}) between 1 and 80`),
    check('study_breaks_in_order', sql`${table.startsOn} <= ${table.endsOn}`),
  ],
);

export const submissions = pgTable(
  'submissions',
  {
    id: text('id').primaryKey(),
    assignmentId: belongsTo('assignment_id', () => assignments.id),
    userId: belongsTo('user_id', () => users.id),
    status: text('status').notNull().default('SUBMITTED'),
    attempts: integer('attempts').notNull().default(1),
    content: text('content'),
    fileUrl: text('file_url'),
    githubUrl: text('github_url'),
    liveUrl: text('live_url'),
    submittedAt: moment('submitted_at').notNull().defaultNow(),
    feedback: text('feedback'),
    reviewedById: text('reviewed_by_id').references(() => users.id, { onDelete: 'set null' }),
    reviewedAt: moment('reviewed_at'),
    /** `api/assignments/submission-row.ts` decides whether a claim still counts. */
    claimedById: text('claimed_by_id').references(() => users.id, { onDelete: 'set null' }),
    claimedUntil: moment('claimed_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('submissions_assignment_user_key').on(table.assignmentId, table.userId),
    index('submissions_user_id_idx').on(table.userId),
    // Covers the waiting list, so that thousands are counted from the index alone.
    index('submissions_waiting_idx')
      .on(
        table.submittedAt,
        table.id,
        table.assignmentId,
        table.status,
        table.userId,
        table.claimedById,
        table.claimedUntil,
      )
      .where(sql`${table.status} in ('SUBMITTED','UNDER_REVIEW')`),
    index('submissions_submitted_idx').on(table.submittedAt, table.id),
    // `userId` serves the search by name, `status` the sort order.
    index('submissions_queue_idx').on(
      sql`(${table.status} not in ('SUBMITTED','UNDER_REVIEW'))`,
      table.submittedAt,
      table.id,
      table.userId,
      table.status,
    ),
    index('submissions_reviewed_by_id_idx')
      .on(table.reviewedById)
      .where(sql`${table.reviewedById} is not null`),
    index('submissions_claimed_by_id_idx').on(table.claimedById).where(sql`${table.claimedById} is not null`),
    check('submissions_claim_ends', sql`${table.claimedById} is null or ${table.claimedUntil} is not null`),
    check(
      'submissions_status_known',
      sql`${table.status} in ('SUBMITTED','UNDER_REVIEW','APPROVED','NEEDS_REVISION')`,
    ),
    check(
      'submissions_one_answer',
      sql`num_nonnulls(${table.content}, ${table.fileUrl}, ${table.githubUrl}, ${table.liveUrl}) = 1`,
    ),
  ],
);

export const submissionAttempts = pgTable(
  'submission_attempts',
  {
    id: text('id').primaryKey(),
    submissionId: belongsTo('submission_id', () => submissions.id),
    number: integer('number').notNull(),
    status: text('status').notNull().default('SUBMITTED'),
    content: text('content'),
    fileUrl: text('file_url'),
    githubUrl: text('github_url'),
    liveUrl: text('live_url'),
    submittedAt: moment('submitted_at').notNull().defaultNow(),
    feedback: text('feedback'),
    reviewedById: text('reviewed_by_id').references(() => users.id, { onDelete: 'set null' }),
    reviewedAt: moment('reviewed_at'),
  },
  (table) => [
    uniqueIndex('submission_attempts_number_key').on(table.submissionId, table.number),
    index('submission_attempts_reviewed_by_id_idx')
      .on(table.reviewedById)
      .where(sql`${table.reviewedById} is not null`),
    check('submission_attempts_number_positive', sql`${table.number} >= 1`),
    check(
      'submission_attempts_status_known',
      sql`${table.status} in ('SUBMITTED','UNDER_REVIEW','APPROVED','NEEDS_REVISION')`,
    ),
    check(
      'submission_attempts_one_answer',
      sql`num_nonnulls(${table.content}, ${table.fileUrl}, ${table.githubUrl}, ${table.liveUrl}) = 1`,
    ),
  ],
);
