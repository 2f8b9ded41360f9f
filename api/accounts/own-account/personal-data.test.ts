import { expect, test } from 'bun:test';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { deleteOwnAccount, downloadOwnData } from '#contract/own-account.ts';
import { queryRows } from '../../platform/db/client.ts';
import * as accounts from '../../platform/db/schema/accounts.ts';
import * as awards from '../../platform/db/schema/awards.ts';
import * as community from '../../platform/db/schema/community.ts';
import * as curriculum from '../../platform/db/schema/curriculum.ts';
import * as learning from '../../platform/db/schema/learning.ts';
import * as operations from '../../platform/db/schema/operations.ts';
import * as people from '../../platform/db/schema/people.ts';
import * as ranks from '../../platform/db/schema/ranks.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague, enroll } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';
import { markProvenByPasskey } from '../../test/proofs.ts';
import { PERSONAL_DATA } from './personal-data.ts';

/** Columns that say nothing about a person. `*` stands for every column of a table. */
const NOT_PERSONAL: Readonly<Record<string, string>> = {
  cohorts: '*',
  leagues: '*',
  weeks: '*',
  sections: '*',
  resources: '*',
  specializations: '*',
  specialization_leagues: '*',
  curriculum_version: '*',
  study_breaks: '*',
  assignments: '*',
  badges: '*',
  badge_pictures: '*',
  olid_sequences: '*',
  rank_weeks: '*',
  sessions: 'id',
  passkeys: 'id',
  used_challenges: '*',
  demo_accounts: '*',
  pathfinder_scopes: 'id',
  enrollments: 'id',
  progress_events: 'id',
  revision_reviews: 'id',
  resource_progress: 'id',
  submissions: 'id claimed_until',
  submission_attempts: 'id',
  user_badges: 'id',
  user_specializations: 'id',
  certificates: 'id erased_at',
  credentials: 'id',
  credential_keys: '*',
  outbox_messages: 'id attempts next_attempt_at claimed_until last_error dedupe_key',
  audit_log: 'id words_salt words_digest address_salt address_digest',
  audit_seals: '*',
  notifications: 'id',
  events: '*',
  event_registrations: 'id mailed_sequence',
  users: 'calendar_version',
  mentor_slots: 'id',
  mentor_sessions: 'id sequence',
  announcements:
    'id title body cohort_id league_id publish_at pinned_until is_mailed mailed_at created_at updated_at',
};

const TABLES = [accounts, awards, community, curriculum, learning, operations, people, ranks]
  .flatMap((area) => Object.values(area) as unknown[])
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => getTableConfig(table));
const SCHEMA = TABLES.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));

const personal = PERSONAL_DATA.flatMap((field) =>
  field.columns.map((column) => ({ ...field, key: `${field.table}.${column}` })),
);
const isNotPersonal = (key: string) => {
  const [table = '', column = ''] = key.split('.');
  const columns = NOT_PERSONAL[table]?.split(' ') ?? [];
  return columns.includes('*') || columns.includes(column);
};

test('every column of the schema is personal or not, once, and no list names a column that is not there', () => {
  const keys = personal.map(({ key }) => key);
  expect(SCHEMA.filter((key) => keys.includes(key) === isNotPersonal(key))).toEqual([]);
  expect(keys.filter((key) => !SCHEMA.includes(key))).toEqual([]);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  const listed = Object.entries(NOT_PERSONAL).flatMap(([table, columns]) =>
    columns === '*' ? [] : columns.split(' ').map((column) => `${table}.${column}`),
  );
  expect(listed.filter((key) => !SCHEMA.includes(key))).toEqual([]);
});

/** What stands in each personal text column of this one person; unlike anything else. */
const canaryOf = (key: string) => `canary ${key} <b>"&`;
/** Columns whose values have a form of their own, or are ids of rows. */
const FORMS: Record<string, string> = {
  'users.email': 'canary-address@private.test',
  'users.role': 'PATHFINDER',
  'users.status': 'ACTIVE',
  'users.twitter_handle': '@canary users.twitter_handle',
  'known_origins.kind': 'NETWORK',
  'one_time_codes.kind': 'EMAIL_CHANGE',
  'one_time_codes.email': 'canary-address@private.test',
  'progress_events.kind': 'NOTED',
  'revision_reviews.rating': 'KEEP',
  'submissions.status': 'NEEDS_REVISION',
  'submission_attempts.status': 'NEEDS_REVISION',
  'notifications.kind': 'BADGE_EARNED',
  'event_registrations.state': 'CONFIRMED',
  'event_registrations.door_code': 'CANARY',
  'news_readers.mail_rhythm': 'WEEKLY',
  'public_profiles.address': 'canary-page',
  'news_choices.kind': 'ANNOUNCEMENT',
  'certificates.code': 'CANARY123456',
  'certificates.kind': 'LEAGUE',
  'credentials.kind': 'badge',
  'audit_log.evidence': '{"canary":"audit_log.evidence"}',
  'audit_log.metadata': '{"canary":"audit_log.metadata"}',
};

const api = await openTestApp();
const person = await addPerson(api.db, { role: 'PATHFINDER' });
await fillEverything();

/** A row in every table that knows people, with every text column of it filled. */
async function fillEverything() {
  const { db } = api;
  const league = await addLeague(db);
  await enroll(db, person.id, league);
  const section = league.weeks[0]?.sections[0];
  const resource = section?.resources[0];
  const ids = { user: person.id, league: league.id, section: section?.id, resource: resource?.id };
  await db.execute(sql`insert into assignments (id, league_id, title, description)
    values ('task', ${ids.league}, 'Task', 'Do')`);
  await db.execute(sql`insert into badges (id, league_id, name) values ('badge', ${ids.league}, 'Badge')`);
  await db.execute(sql`insert into specializations (id, cohort_id, name)
    values ('special', ${league.cohortId}, 'Special')`);
  await db.execute(sql`insert into known_origins (user_id, kind, origin_hash)
    values (${ids.user}, 'NETWORK', 'x')`);
  await db.execute(sql`insert into former_addresses (user_id, email) values (${ids.user}, 'x')`);
  await db.execute(sql`insert into report_links (token_hash, user_id, email, session_began_at)
    values ('x', ${ids.user}, 'x', now())`);
  await db.execute(sql`insert into one_time_codes (kind, email, new_email, user_id, code_hash, expires_at)
    values ('EMAIL_CHANGE', 'canary-address@private.test', 'x', ${ids.user}, 'x', now() + interval '1 hour')`);
  await db.execute(sql`insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced)
    values ('passkey', ${ids.user}, 'x', 'x', 7, 'x', true)`);
  await db.execute(sql`insert into recovery_codes (user_id, code_hash) values (${ids.user}, 'x')`);
  await db.execute(sql`insert into pathfinder_scopes (id, pathfinder_id, league_id)
    values ('scope', ${ids.user}, ${ids.league})`);
  await db.execute(sql`insert into progress_events
    (user_id, resource_id, section_id, league_id, kind, personal_note, idempotency_key)
    values (${ids.user}, ${ids.resource}, ${ids.section}, ${ids.league}, 'NOTED',
      ${canaryOf('progress_events.personal_note')}, ${canaryOf('progress_events.idempotency_key')})`);
  await db.execute(sql`insert into resource_progress (id, user_id, resource_id)
    values ('progress', ${ids.user}, ${ids.resource})`);
  await db.execute(
    sql`insert into section_progress (user_id, section_id) values (${ids.user}, ${ids.section})`,
  );
  await db.execute(sql`insert into revision_cards (user_id, resource_id, marked_at, due_at)
    values (${ids.user}, ${ids.resource}, now(), now())`);
  await db.execute(sql`insert into revision_reviews (user_id, resource_id, rating, card_before)
    values (${ids.user}, ${ids.resource}, 'KEEP', ${canaryOf('revision_reviews.card_before')})`);
  await db.execute(sql`insert into revision_pauses (user_id) values (${ids.user})`);
  await db.execute(sql`insert into week_progress (user_id, week_start, completed_resources)
    values (${ids.user}, current_date, 3)`);
  await db.execute(sql`insert into rank_weeks (week_start) values (current_date)`);
  await db.execute(
    sql`insert into rank_snapshots (week_start, user_id, rank) values (current_date, ${ids.user}, 7)`,
  );
  await db.execute(sql`insert into submissions (id, assignment_id, user_id, content)
    values ('answer', 'task', ${ids.user}, 'x')`);
  for (const [number, column] of ['content', 'file_url', 'github_url', 'live_url'].entries()) {
    await db.execute(sql`insert into submission_attempts
      (id, submission_id, number, ${sql.identifier(column)}, feedback)
      values (${createId()}, 'answer', ${number + 1}, ${canaryOf(`submission_attempts.${column}`)}, 'x')`);
  }
  await db.execute(sql`insert into user_badges (id, user_id, badge_id, awarded_by_id)
    values ('earned', ${ids.user}, 'badge', ${ids.user})`);
  await db.execute(sql`insert into user_specializations (id, user_id, specialization_id)
    values ('done', ${ids.user}, 'special')`);
  await db.execute(sql`insert into certificates
      (id, kind, user_id, league_id, holder_name, title, issuer, completed_at, renamed_at, renaming_reason,
        revoked_at, revoked_by_id, revocation_reason)
    values ('paper', 'LEAGUE', ${ids.user}, ${ids.league}, 'x', 'x', 'x', now(), now(), 'xxx', now(), ${ids.user}, 'xxx')`);
  await db.execute(sql`insert into answered_requests (user_id, idempotency_key, request_hash)
    values (${ids.user}, 'x', 'x')`);
  await db.execute(sql`insert into notifications (id, user_id, kind, facts)
    values ('news', ${ids.user}, 'BADGE_EARNED', 'x')`);
  await db.execute(sql`insert into news_readers (user_id) values (${ids.user})`);
  await db.execute(sql`insert into news_choices (user_id, kind, is_shown, is_mailed)
    values (${ids.user}, 'ANNOUNCEMENT', true, false)`);
  await db.execute(sql`insert into announcements (id, author_id, title, body)
    values ('announcement', ${ids.user}, 'Talk', 'Come')`);
  await db.execute(sql`insert into announcement_dismissals (user_id, announcement_id)
    values (${ids.user}, 'announcement')`);
  await db.execute(sql`insert into events (id, title, place, opens_at, closes_at, starts_at, ends_at, places, audience)
    values ('night', 'Night', 'Hall', '2026-01-05', '2026-01-06', '2026-01-06', '2026-01-07', 5, 'EVERYONE')`);
  await db.execute(sql`insert into event_registrations
      (id, event_id, user_id, state, arrival, door_code, checked_in_by_id)
    values ('place', 'night', ${ids.user}, 'CONFIRMED', 1, 'CANARY', ${ids.user})`);
  await db.execute(sql`insert into mentors (user_id, named_by_id) values (${ids.user}, ${ids.user})`);
  await db.execute(sql`insert into mentor_slots (id, mentor_id, starts_at, ends_at, topics, place, notice_hours)
    values ('time', ${ids.user}, '2026-01-05', '2026-01-06', 'x', 'x', 12)`);
  await db.execute(
    sql`insert into mentor_sessions (id, slot_id, learner_id) values ('session', 'time', ${ids.user})`,
  );
  await db.execute(
    sql`insert into mentor_notes (session_id, author_id, text) values ('session', ${ids.user}, 'x')`,
  );
  await db.execute(sql`insert into public_profiles (user_id, address) values (${ids.user}, 'canary-page')`);
  await db.execute(sql`insert into public_profile_projects (user_id, submission_id)
    values (${ids.user}, 'answer')`);
  await db.execute(sql`insert into credentials (id, kind, award_id, status_index, salt)
    values ('signed', 'badge', 'earned', 7, 'x')`);
  await db.execute(sql`insert into outbox_messages (id, user_id, kind, to_address)
    values ('message', ${ids.user}, 'x', 'x')`);
  await db.execute(sql`insert into audit_log (actor_id, target_user_id, action, description, metadata, evidence, ip_address)
    values (${ids.user}, ${ids.user}, ${canaryOf('audit_log.action')}, ${canaryOf('audit_log.description')},
      ${FORMS['audit_log.metadata']}, ${FORMS['audit_log.evidence']}, ${canaryOf('audit_log.ip_address')})`);
  for (const table of TABLES) {
    const texts = table.columns
      .filter((column) => column.getSQLType() === 'text' && isFilled(`${table.name}.${column.name}`))
      .map((column) => {
        const key = `${table.name}.${column.name}`;
        return sql`${sql.identifier(column.name)} = ${FORMS[key] ?? canaryOf(key)}`;
      });
    if (texts.length > 0) {
      await db.execute(sql`update ${sql.identifier(table.name)} set ${sql.join(texts, sql`, `)}`);
    }
  }
  await db.execute(sql`update users set password_hash = ${await Bun.password.hash(TEST_PASSWORD)}`);
}

/** Ids and constraints of several columns are filled by hand above, `search_text` by the database. */
function isFilled(key: string): boolean {
  return (
    personal.some((field) => field.key === key) &&
    !/(^|[._])id$|\.guest_|^(access_tokens|progress_events|audit_log|rate_limits)\.|_token_hash$|password_hash$|\.search_text$/.test(
      key,
    ) &&
    !/^submission(s|_attempts)\.(content|file_url|github_url|live_url)$/.test(key)
  );
}

const isText = (key: string) =>
  TABLES.some(({ name, columns }) =>
    columns.some((column) => `${name}.${column.name}` === key && column.getSQLType() === 'text'),
  );
const filled = personal.filter(
  ({ key }) =>
    isText(key) &&
    (isFilled(key) ||
      /^submission_attempts\.(content|file_url|github_url|live_url)$|^progress_events\.(personal_note|idempotency_key)$|^audit_log\.(action|description|metadata|evidence|ip_address)$/.test(
        key,
      )),
);

const download = (format?: string) =>
  api.request(`/api${downloadOwnData.path}${format ? `?format=${format}` : ''}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign] ?? '#x27'};`,
  );

test('the JSON file holds every personal field but the secrets, each in its part', async () => {
  const reply = await download();
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
    200,
    'application/json; charset=utf-8',
    'no-store',
  ]);
  expect(reply.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[a-z0-9-]+-my-data-\d{4}-\d\d-\d\d\.json"$/,
  );
  const data = (await reply.json()) as Record<string, unknown>;
  expect(filled.length).toBeGreaterThan(35);
  for (const { key, download: part } of filled) {
    const value = FORMS[key] ?? canaryOf(key);
    const held = Object.entries(data).filter(
      ([name, content]) => name !== 'fields' && hasValue(content, value),
    );
    if (part === null) expect([key, held.map(([name]) => name)]).toEqual([key, []]);
    else expect([key, held.map(([name]) => name).includes(part)]).toEqual([key, true]);
  }
  const names = new Set(collectNames(data));
  for (const { key, columns, download: part } of personal.filter((field) => field.download !== null)) {
    if (part === 'workForOthers' || part === 'auditEntries') continue;
    const column = key.split('.')[1] ?? '';
    const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect([columns.includes(column), name, names.has(`${part}.${name}`)]).toEqual([true, name, true]);
  }
});

function hasValue(content: unknown, value: string): boolean {
  if (Array.isArray(content)) return content.some((one) => hasValue(one, value));
  if (content && typeof content === 'object')
    return Object.values(content).some((one) => hasValue(one, value));
  return content === value;
}

function collectNames(data: Record<string, unknown>): string[] {
  const walk = (part: string, content: unknown): string[] => {
    if (Array.isArray(content)) return content.flatMap((one) => walk(part, one));
    if (!content || typeof content !== 'object') return [];
    return Object.entries(content).flatMap(([name, one]) => [`${part}.${name}`, ...walk(part, one)]);
  };
  return Object.entries(data).flatMap(([part, content]) => walk(part, content));
}

test('the HTML file shows the same, with every sign escaped, and loads and runs nothing', async () => {
  const reply = await download('html');
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.html"$/);
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await reply.text();
  for (const { key, download: part } of filled) {
    const value = FORMS[key] ?? canaryOf(key);
    if (part !== null) expect([key, page.includes(escaped(value))]).toEqual([key, true]);
  }
  expect(page).not.toContain('<b>');
  expect(page).not.toMatch(/<script|<img|<link|<iframe| on\w+=|src=|https?:|@import|url\(/i);
  expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'`);
});

test('another person’s file holds nothing of it, and without a token there is no file', async () => {
  const stranger = await addPerson(api.db);
  const reply = await api.request(`/api${downloadOwnData.path}`, {
    headers: { authorization: `Bearer ${stranger.token}` },
  });
  expect(await reply.text()).not.toMatch(/canary/);
  expect((await api.request(`/api${downloadOwnData.path}`)).status).toBe(401);
});

test('after deletion no row of any table holds a personal field, bar ids and acts of the audit log', async () => {
  // Of staff the same is erased after a hold (hold.test.ts).
  await api.db.execute(sql`update users set role = 'PIONEER' where id = ${person.id}`);
  await markProvenByPasskey(api.db, person.id);
  const reply = await api.call(deleteOwnAccount, {
    token: person.token,
    body: { password: TEST_PASSWORD, confirmation: 'DELETE' },
  });
  expect(reply.status).toBe(200);
  const left: string[] = [];
  for (const { name, columns } of TABLES) {
    for (const column of columns.filter((one) => one.getSQLType() === 'text')) {
      const key = `${name}.${column.name}`;
      const rows = await queryRows<{ value: string }>(
        api.db,
        sql`select ${sql.identifier(column.name)} as value from ${sql.identifier(name)}
          where ${sql.identifier(column.name)} ilike '%canary%' or ${sql.identifier(column.name)} = ${person.id}`,
      );
      const isLastMessage = key === 'outbox_messages.to_address' && rows.length === 1;
      const isKept = personal.some(
        (field) => field.key === key && ['kept', 'nameless'].includes(field.onDeletion),
      );
      if (rows.length > 0 && !isKept && !isLastMessage) left.push(key);
    }
  }
  expect(left).toEqual([]);
});
