import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { belongsTo, createdAt, moment, updatedAt } from './columns.ts';
import { cohorts, leagues } from './curriculum.ts';

/** News of one person; news of a league are read by audience. `facts` is JSON text, its shape decided by the kind. */
export const notifications = pgTable(
  'notifications',
  {
    id: text('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    kind: text('kind').notNull(),
    facts: text('facts').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('notifications_user_id_idx').on(table.userId, table.createdAt.desc().nullsFirst()),
    index('notifications_created_at_idx').on(table.createdAt),
    check(
      'notifications_kind_known',
      sql`${table.kind} in ('SUBMISSION_REVIEWED','ACCOUNT_APPROVED','BADGE_EARNED','CERTIFICATE_ISSUED','NEW_DEVICE','STREAK_ENDS','EVENT','SESSION')`,
    ),
  ],
);

/** How far a person has read. An account without a row has read nothing and gets a daily mail. */
export const newsReaders = pgTable(
  'news_readers',
  {
    userId: belongsTo('user_id', () => users.id).primaryKey(),
    readAt: moment('read_at'),
    /** Newest news that a collecting mail contained. */
    mailedAt: moment('mailed_at'),
    mailRhythm: text('mail_rhythm').notNull().default('DAILY'),
    updatedAt: updatedAt(),
  },
  (table) => [check('news_readers_rhythm_known', sql`${table.mailRhythm} in ('DAILY','WEEKLY','NEVER')`)],
);

/** Kinds whose channels a person changed; `api/community/news/kinds.ts` has the defaults. */
export const newsChoices = pgTable(
  'news_choices',
  {
    userId: belongsTo('user_id', () => users.id),
    kind: text('kind').notNull(),
    isShown: boolean('is_shown').notNull(),
    isMailed: boolean('is_mailed').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    check(
      'news_choices_kind_known',
      sql`${table.kind} in ('ANNOUNCEMENT','NEW_RESOURCES','ASSIGNMENT_DUE','SUBMISSION_REVIEWED','BADGE_EARNED','CERTIFICATE_ISSUED',
        'STREAK_ENDS','SUBMISSIONS_TO_REVIEW','ACCOUNT_APPROVED','NEW_DEVICE','EVENT','SESSION')`,
    ),
  ],
);

/** For everyone without a cohort and a league. Read by audience from `publishAt` on. */
export const announcements = pgTable(
  'announcements',
  {
    id: text('id').primaryKey(),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    body: text('body').notNull(),
    cohortId: text('cohort_id').references(() => cohorts.id, { onDelete: 'cascade' }),
    leagueId: text('league_id').references(() => leagues.id, { onDelete: 'cascade' }),
    publishAt: moment('publish_at').notNull().defaultNow(),
    pinnedUntil: moment('pinned_until'),
    isMailed: boolean('is_mailed').notNull().default(false),
    /** Set when all its mails are in the outbox. */
    mailedAt: moment('mailed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('announcements_publish_at_idx').on(table.publishAt.desc().nullsFirst()),
    index('announcements_cohort_id_idx').on(table.cohortId).where(sql`${table.cohortId} is not null`),
    index('announcements_league_id_idx').on(table.leagueId).where(sql`${table.leagueId} is not null`),
    index('announcements_author_id_idx').on(table.authorId).where(sql`${table.authorId} is not null`),
    check('announcements_title_length', sql`length(${table.title}) between 1 and 120`),
    check('announcements_body_length', sql`length(${table.body}) between 1 and 5000`),
    check('announcements_one_audience', sql`num_nonnulls(${table.cohortId}, ${table.leagueId}) <= 1`),
    check('announcements_pinned_later', sql`${table.pinnedUntil} > ${table.publishAt}`),
  ],
);

/** Pinned announcements that a reader closed. */
export const announcementDismissals = pgTable(
  'announcement_dismissals',
  {
    userId: belongsTo('user_id', () => users.id),
    announcementId: belongsTo('announcement_id', () => announcements.id),
    dismissedAt: moment('dismissed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.announcementId] }),
    index('announcement_dismissals_announcement_id_idx').on(table.announcementId),
  ],
);

/** Registration for an event of `content/events/`, whose folder is the id. A registration locks the row. */
export const events = pgTable(
  'events',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    place: text('place').notNull(),
    opensAt: moment('opens_at').notNull(),
    closesAt: moment('closes_at').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    places: integer('places').notNull(),
    audience: text('audience').notNull(),
    leagueId: text('league_id').references(() => leagues.id, { onDelete: 'cascade' }),
    /** SEQUENCE of the calendar entry: raised by each change that goes out by mail. */
    sequence: integer('sequence').notNull().default(0),
    cancelledAt: moment('cancelled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('events_starts_at_idx').on(table.startsAt),
    index('events_league_id_idx').on(table.leagueId).where(sql`${table.leagueId} is not null`),
    check('events_title_length', sql`length(${table.title}) between 1 and 120`),
    check('events_place_length', sql`length(${table.place}) between 1 and 120`),
    check('events_opens_first', sql`${table.opensAt} < ${table.closesAt}`),
    check('events_starts_first', sql`${table.startsAt} < ${table.endsAt}`),
    check('events_closes_before_end', sql`${table.closesAt} <= ${table.endsAt}`),
    check('events_places_range', sql`${table.places} between 1 and 10000`),
    check('events_audience_known', sql`${table.audience} in ('EVERYONE','MEMBERS','LEAGUE')`),
    check('events_league_of_audience', sql`(${table.audience} = 'LEAGUE') = (${table.leagueId} is not null)`),
    check('events_sequence_range', sql`${table.sequence} >= 0`),
  ],
);

/** Of an account, or of a guest by name and address. */
export const eventRegistrations = pgTable(
  'event_registrations',
  {
    id: text('id').primaryKey(),
    eventId: belongsTo('event_id', () => events.id),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    guestName: text('guest_name'),
    guestEmail: text('guest_email'),
    state: text('state').notNull(),
    /** Order of arrival. A registration that was cancelled gets a new one when it comes back. */
    arrival: bigint('arrival', { mode: 'number' }).notNull(),
    doorCode: text('door_code').notNull(),
    checkedInAt: moment('checked_in_at'),
    checkedInById: text('checked_in_by_id').references(() => users.id, { onDelete: 'set null' }),
    /** `events.sequence` that the person last heard of by mail. */
    mailedSequence: integer('mailed_sequence').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('event_registrations_user_unique').on(table.eventId, table.userId),
    uniqueIndex('event_registrations_guest_unique').on(table.eventId, table.guestEmail),
    uniqueIndex('event_registrations_door_code_unique').on(table.eventId, table.doorCode),
    uniqueIndex('event_registrations_arrival_unique').on(table.eventId, table.arrival),
    index('event_registrations_state_idx').on(table.eventId, table.state, table.arrival),
    index('event_registrations_user_id_idx').on(table.userId).where(sql`${table.userId} is not null`),
    index('event_registrations_checked_in_by_id_idx')
      .on(table.checkedInById)
      .where(sql`${table.checkedInById} is not null`),
    check('event_registrations_state_known', sql`${table.state} in ('CONFIRMED','WAITING','CANCELLED')`),
    check(
      'event_registrations_person',
      sql`num_nonnulls(${table.userId}, ${table.guestEmail}) = 1
        and (${table.guestEmail} is null) = (${table.guestName} is null)`,
    ),
    check('event_registrations_guest_name_length', sql`length(${table.guestName}) between 1 and 120`),
    check('event_registrations_guest_email_length', sql`length(${table.guestEmail}) <= 254`),
    check('event_registrations_door_code_length', sql`length(${table.doorCode}) = 6`),
    check(
      'event_registrations_checked_in',
      sql`${table.checkedInAt} is null or ${table.state} = 'CONFIRMED'`,
    ),
  ],
);

/** Luminaries whom a Chief named as mentors; staff need no row. */
export const mentors = pgTable(
  'mentors',
  {
    userId: belongsTo('user_id', () => users.id).primaryKey(),
    namedById: text('named_by_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('mentors_named_by_id_idx').on(table.namedById).where(sql`${table.namedById} is not null`),
  ],
);

/** A time that a mentor offers. It stays for its session when the account of the mentor is gone. */
export const mentorSlots = pgTable(
  'mentor_slots',
  {
    id: text('id').primaryKey(),
    mentorId: text('mentor_id').references(() => users.id, { onDelete: 'set null' }),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    topics: text('topics').notNull(),
    /** A room, or the link of a call. */
    place: text('place').notNull(),
    /** Hours before the start until which a learner may book, move or cancel. */
    noticeHours: integer('notice_hours').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('mentor_slots_mentor_id_idx').on(table.mentorId, table.startsAt),
    index('mentor_slots_starts_at_idx').on(table.startsAt),
    check('mentor_slots_starts_first', sql`${table.startsAt} < ${table.endsAt}`),
    check('mentor_slots_topics_length', sql`length(${table.topics}) between 1 and 120`),
    check('mentor_slots_place_length', sql`length(${table.place}) between 1 and 500`),
    check('mentor_slots_notice_range', sql`${table.noticeHours} between 0 and 168`),
  ],
);

/** The booking of a slot. A cancelled one is deleted, so that the slot is free again. */
export const mentorSessions = pgTable(
  'mentor_sessions',
  {
    id: text('id').primaryKey(),
    slotId: belongsTo('slot_id', () => mentorSlots.id),
    learnerId: text('learner_id').references(() => users.id, { onDelete: 'set null' }),
    question: text('question'),
    /** SEQUENCE of the calendar entry: raised by each move. */
    sequence: integer('sequence').notNull().default(0),
    remindedAt: moment('reminded_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('mentor_sessions_slot_unique').on(table.slotId),
    index('mentor_sessions_learner_id_idx').on(table.learnerId),
    check('mentor_sessions_question_length', sql`length(${table.question}) between 1 and 500`),
    check('mentor_sessions_sequence_range', sql`${table.sequence} >= 0`),
  ],
);

/** Private to its author. */
export const mentorNotes = pgTable(
  'mentor_notes',
  {
    sessionId: belongsTo('session_id', () => mentorSessions.id),
    authorId: belongsTo('author_id', () => users.id),
    text: text('text').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.authorId] }),
    index('mentor_notes_author_id_idx').on(table.authorId),
    check('mentor_notes_text_length', sql`length(${table.text}) between 1 and 5000`),
  ],
);
