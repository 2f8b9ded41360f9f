import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { BADGE_PICTURE_MAX_BYTES } from '#contract/badges.ts';
import { readCertificateCode } from '#contract/certificate-code.ts';
import { CERTIFICATE_REASON_MIN_LENGTH } from '#contract/certificates.ts';
import {
  BREAK_NAME_MAX_LENGTH,
  DAILY_GOALS,
  DESCRIPTION_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  GRADUATION_YEAR_MIN,
  NAME_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  OTP_ATTEMPTS_MAX,
  REASON_MAX_LENGTH,
  RESOURCE_MINUTES_MAX,
  RESOURCE_TITLE_MAX_LENGTH,
  SECTION_NAME_MAX_LENGTH,
  TIME_SPENT_MAX_SECONDS,
} from '#contract/constants.ts';
import { CREDENTIAL_KINDS, STATUS_LIST_SIZE } from '#contract/credentials.ts';
import {
  DOOR_CODE_LENGTH,
  EVENT_AUDIENCES,
  EVENT_PLACES_MAX,
  REGISTRATION_STATES,
} from '#contract/events.ts';
import {
  NOTICE_HOURS_MAX,
  PLACE_MAX_LENGTH,
  QUESTION_MAX_LENGTH,
  SESSION_NOTE_MAX_LENGTH,
} from '#contract/mentoring.ts';
import { MAIL_RHYTHMS, NEWS_KINDS } from '#contract/news.ts';
import { ABOUT_MAX_LENGTH } from '#contract/public-profile.ts';
import { RESOURCE_TYPES } from '#contract/resources.ts';
import { reviewResource } from '#contract/revision.ts';
import { ROLES, STATUSES } from '#contract/roles.ts';
import { SUBMISSION_STATUSES } from '#contract/submissions.ts';
import { openTestApp } from '../../../test/open-app.ts';
import { queryRows } from '../client.ts';

// The constraints of the database, as it states them itself, hold the limits of the contract.

/** The two ends of each range. */
const RANGES: Record<string, readonly number[]> = {
  announcements_title_length: [1, NAME_MAX_LENGTH],
  events_title_length: [1, NAME_MAX_LENGTH],
  events_place_length: [1, NAME_MAX_LENGTH],
  events_places_range: [1, EVENT_PLACES_MAX],
  event_registrations_guest_name_length: [1, NAME_MAX_LENGTH],
  event_registrations_guest_email_length: [EMAIL_MAX_LENGTH],
  event_registrations_door_code_length: [DOOR_CODE_LENGTH],
  mentor_notes_text_length: [1, SESSION_NOTE_MAX_LENGTH],
  mentor_sessions_question_length: [1, QUESTION_MAX_LENGTH],
  mentor_slots_topics_length: [1, NAME_MAX_LENGTH],
  mentor_slots_place_length: [1, PLACE_MAX_LENGTH],
  mentor_slots_notice_range: [0, NOTICE_HOURS_MAX],
  credentials_status_index_range: [0, STATUS_LIST_SIZE - 1],
  public_profiles_about_length: [1, ABOUT_MAX_LENGTH],
  announcements_body_length: [1, DESCRIPTION_MAX_LENGTH],
  users_name_present: [1, NAME_MAX_LENGTH],
  passkeys_name_present: [1, NAME_MAX_LENGTH],
  // Wider than the rule, whose end moves with the year.
  users_graduation_year_range: [GRADUATION_YEAR_MIN, 2200],
  one_time_codes_attempts_range: [0, OTP_ATTEMPTS_MAX],
  sections_name_length: [1, SECTION_NAME_MAX_LENGTH],
  resources_minutes_range: [1, RESOURCE_MINUTES_MAX],
  resources_title_length: [1, RESOURCE_TITLE_MAX_LENGTH],
  resource_progress_note_length: [1, NOTE_MAX_LENGTH],
  section_progress_note_length: [1, NOTE_MAX_LENGTH],
  resource_progress_time_range: [0, TIME_SPENT_MAX_SECONDS],
  badge_pictures_size: [1, BADGE_PICTURE_MAX_BYTES],
  certificates_renaming_reason_length: [CERTIFICATE_REASON_MIN_LENGTH, REASON_MAX_LENGTH],
  certificates_reason_length: [CERTIFICATE_REASON_MIN_LENGTH, REASON_MAX_LENGTH],
  study_breaks_name_length: [1, BREAK_NAME_MAX_LENGTH],
  users_daily_goal_known: DAILY_GOALS,
  // The states of FSRS, which no call names.
  revision_cards_state_known: [0, 3],
};

const CHOICES: Record<string, readonly string[]> = {
  users_role_known: ROLES,
  users_status_known: STATUSES,
  resources_type_known: RESOURCE_TYPES,
  submissions_status_known: SUBMISSION_STATUSES,
  submission_attempts_status_known: SUBMISSION_STATUSES,
  news_choices_kind_known: NEWS_KINDS,
  news_readers_rhythm_known: MAIL_RHYTHMS,
  notifications_kind_known: [
    ...['SUBMISSION_REVIEWED', 'ACCOUNT_APPROVED', 'BADGE_EARNED', 'CERTIFICATE_ISSUED', 'NEW_DEVICE'],
    ...['STREAK_ENDS', 'EVENT', 'SESSION'],
  ],
  credentials_kind_known: CREDENTIAL_KINDS,
  events_audience_known: EVENT_AUDIENCES,
  event_registrations_state_known: REGISTRATION_STATES,
};

const api = await openTestApp();
const rows = await queryRows<{ name: string; definition: string }>(
  api.db,
  sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`,
);
const checks = new Map(rows.map(({ name, definition }) => [name, definition]));

/** Numbers that stand by themselves, in their order. */
const numbersIn = (definition: string) =>
  [...definition.replace(/'[^']*'/g, '').matchAll(/\b\d+\b/g)].map(([number]) => Number(number));
const wordsIn = (definition = '') => [...definition.matchAll(/'([A-Za-z_]+)'/g)].map(([, word]) => word);

test.each(Object.entries(RANGES))('%s', (name, range) => {
  expect(numbersIn(checks.get(name) ?? '')).toEqual([...range]);
});

test('every range that ends is one of these', () => {
  const ranges = [...checks].filter(([, definition]) => numbersIn(definition).some((number) => number > 1));
  expect(ranges.map(([name]) => name).toSorted()).toEqual(Object.keys(RANGES).toSorted());
});

test.each(Object.entries(CHOICES))('%s', (name, choices) => {
  expect(wordsIn(checks.get(name)).toSorted()).toEqual(choices.toSorted());
});

test('revision_reviews_rating_known', () => {
  const ratings = wordsIn(checks.get('revision_reviews_rating_known'));
  expect(ratings).toHaveLength(2);
  for (const rating of ratings) expect(reviewResource.body?.safeParse({ rating }).success).toBe(true);
});

test('certificates_code_form takes the codes that can be read', () => {
  const pattern = new RegExp(/'(\^[^']+\$)'/.exec(checks.get('certificates_code_form') ?? '')?.[1] ?? '!');
  for (let sign = 0x21; sign < 0x7f; sign++) {
    const code = String.fromCharCode(sign).repeat(12);
    expect([code, pattern.test(code)]).toEqual([code, readCertificateCode(code) === code]);
  }
  expect(pattern.test('7K3MQ9TX2BN')).toBe(false);
});

test('an order and the places of a cohort are integers, which end at INTEGER_MAX', async () => {
  const columns = await queryRows<{ type: string }>(
    api.db,
    sql`select distinct data_type as type from information_schema.columns
      where table_schema = 'public' and column_name in ('order', 'max_enrollments')`,
  );
  expect(columns).toEqual([{ type: 'integer' }]);
});
