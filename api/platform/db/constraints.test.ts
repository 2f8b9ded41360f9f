import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { openTestApp } from '../../test/open-app.ts';
import { expectAlone, NOW, openRowWriter, type Row, refusalOf, tryOut } from '../../test/valid-rows.ts';
import { queryRows } from './client.ts';

// Every promise of the database about its rows is asked for by a write that it alone refuses: the refusal names it, and
// once it is dropped the same write goes through. What the catalogue holds and what stands here are the same set.

const A_1001 = 'a'.repeat(1001);

const GUEST = { user_id: null, guest_name: 'Meera', guest_email: 'meera@example.org' };

/** Rows that each check refuses; a range at both ends, a condition in each of its parts. */
const CHECKS: Record<string, Record<string, Row[]>> = {
  announcements: {
    body_length: [{ body: '' }, { body: 'a'.repeat(5001) }],
    one_audience: [{ cohort_id: 'filled', league_id: 'filled' }],
    pinned_later: [{ publish_at: '2026-10-20', pinned_until: '2026-10-20' }],
    title_length: [{ title: '' }, { title: 'a'.repeat(121) }],
  },
  badge_pictures: {
    digest: [{ digest: '0123456789ABCDEF' }, { digest: '0123' }],
    size: [{ png: '' }, { png: 'A'.repeat(136_540) }],
  },
  certificates: {
    code_form: [{ code: '7K3MQ9TX2BN' }, { code: '7K3MQ9TX2BNU' }],
    kind_known: [{ kind: 'COHORT' }],
    one_subject: [
      { kind: 'SPECIALIZATION', league_id: 'filled' },
      { kind: 'LEAGUE', specialization_id: 'filled' },
    ],
    holder: [{ holder_name: null }, { user_id: null, erased_at: NOW }],
    erased: [{ erased_at: NOW }, { user_id: null, holder_name: null }],
    title_present: [{ title: '' }],
    revocation: [{ revoked_at: NOW }, { revocation_reason: 'Copied' }],
    renaming: [{ renamed_at: NOW }, { renaming_reason: 'Misspelt' }],
    renaming_reason_length: ['no', 'a'.repeat(501)].map((reason) => ({
      renamed_at: NOW,
      renaming_reason: reason,
    })),
    reason_length: ['no', 'a'.repeat(501)].map((reason) => ({ revoked_at: NOW, revocation_reason: reason })),
  },
  cohorts: { name_present: [{ name: '' }], max_enrollments_positive: [{ max_enrollments: 0 }] },
  credentials: {
    kind_known: [{ kind: 'diploma' }],
    status_index_range: [{ status_index: -1 }, { status_index: 2 ** 20 }],
  },
  curriculum_version: { one: [{ id: 2 }] },
  event_registrations: {
    state_known: [{ state: 'LATE' }],
    person: [{ user_id: null }, { ...GUEST, user_id: 'filled' }, { guest_name: 'Meera' }],
    guest_name_length: ['', 'a'.repeat(121)].map((name) => ({ ...GUEST, guest_name: name })),
    guest_email_length: [{ ...GUEST, guest_email: 'a'.repeat(255) }],
    door_code_length: [{ door_code: 'K7W2Q' }, { door_code: 'K7W2QX1' }],
    checked_in: [{ state: 'WAITING', checked_in_at: NOW }],
  },
  events: {
    title_length: [{ title: '' }, { title: 'a'.repeat(121) }],
    place_length: [{ place: '' }, { place: 'a'.repeat(121) }],
    opens_first: [{ opens_at: '2026-01-06' }],
    starts_first: [{ starts_at: '2026-01-07' }],
    closes_before_end: [{ closes_at: '2026-01-08' }],
    places_range: [{ places: 0 }, { places: 10_001 }],
    audience_known: [{ audience: 'FRIENDS' }],
    league_of_audience: [{ audience: 'LEAGUE' }, { league_id: 'filled' }],
    sequence_range: [{ sequence: -1 }],
  },
  known_origins: { kind_known: [{ kind: 'PLACE' }] },
  mentor_notes: { text_length: [{ text: '' }, { text: 'a'.repeat(5001) }] },
  mentor_sessions: {
    question_length: [{ question: '' }, { question: 'a'.repeat(501) }],
    sequence_range: [{ sequence: -1 }],
  },
  mentor_slots: {
    starts_first: [{ ends_at: '2026-01-05' }],
    topics_length: [{ topics: '' }, { topics: 'a'.repeat(121) }],
    place_length: [{ place: '' }, { place: 'a'.repeat(501) }],
    notice_range: [{ notice_hours: -1 }, { notice_hours: 169 }],
  },
  league_progress: {
    counts_range: ['completed_resources', 'completed_sections', 'completed_weeks'].map((count) => ({
      [count]: -1,
    })),
  },
  leagues: {
    name_present: [{ name: '' }],
    counts_range: ['weeks_count', 'sections_count', 'resources_count'].map((count) => ({ [count]: -1 })),
  },
  learner_stats: { counts_range: [{ completed_resources: -1 }, { badges_earned: -1 }] },
  news_choices: { kind_known: [{ kind: 'GOSSIP' }] },
  news_readers: { rhythm_known: [{ mail_rhythm: 'HOURLY' }] },
  notifications: { kind_known: [{ kind: 'ANNOUNCEMENT' }] },
  one_time_codes: {
    kind_known: [{ kind: 'SIGN_IN' }],
    new_email: [{ kind: 'EMAIL_CHANGE' }, { new_email: 'new@example.org' }],
    attempts_range: [{ attempts: -1 }, { attempts: 6 }],
  },
  outbox_messages: { attempts_range: [{ attempts: -1 }] },
  passkeys: { name_present: [{ name: '' }, { name: 'a'.repeat(121) }] },
  progress_events: {
    kind_known: [{ kind: 'SEEN' }],
    about_resource_or_section: [{ resource_id: null }, { kind: 'SECTION_NOTED' }],
    restored_by_undo: [{ restored_completed_at: NOW }, { restored_marked_at: NOW }],
  },
  public_profiles: {
    address_form: ['ab', 'a'.repeat(41), 'Asha', '-asha', 'asha-', 'as_ha', 'ashå'].map((address) => ({
      address,
    })),
    about_length: [{ about: '' }, { about: 'a'.repeat(281) }],
  },
  rank_snapshots: { rank_positive: [{ rank: 0 }] },
  resource_progress: {
    note_length: [{ personal_note: '' }, { personal_note: A_1001 }],
    time_range: [{ time_spent_seconds: -1 }, { time_spent_seconds: 86401 }],
  },
  resources: {
    minutes_range: [{ minutes: 0 }, { minutes: 1441 }],
    order_positive: [{ order: 0 }],
    title_length: [{ title: '' }, { title: 'a'.repeat(201) }],
    type_known: [{ type: 'SONG' }],
    url_http: [{ url: 'javascript:alert(1)' }],
  },
  revision_cards: { state_known: [{ state: -1 }, { state: 4 }] },
  revision_reviews: { rating_known: [{ rating: 'FORGOT' }] },
  study_breaks: {
    in_order: [{ starts_on: '2026-10-20', ends_on: '2026-10-19' }],
    name_length: [{ name: '' }, { name: 'a'.repeat(81) }],
  },
  week_progress: { count_range: [{ completed_resources: -1 }] },
  section_progress: {
    count_range: [{ completed_resources: -1 }],
    note_length: [{ personal_note: '' }, { personal_note: A_1001 }],
  },
  sections: {
    name_length: [{ name: '' }, { name: 'a'.repeat(101) }],
    order_positive: [{ order: 0 }],
  },
  specialization_leagues: { order_positive: [{ order: 0 }] },
  specializations: { name_present: [{ name: '' }] },
  submission_attempts: {
    number_positive: [{ number: 0 }],
    one_answer: [{ content: null }, { live_url: 'https://example.org' }],
    status_known: [{ status: 'LOST' }],
  },
  submissions: {
    claim_ends: [{ claimed_by_id: 'filled' }],
    one_answer: [{ content: null }, { live_url: 'https://example.org' }],
    status_known: [{ status: 'LOST' }],
  },
  users: {
    daily_goal_known: [{ daily_goal: 2 }],
    closed_suspended: [{ closed_at: NOW, status: 'ACTIVE' }],
    email_lower: [{ email: 'Asha@example.org' }],
    graduation_year_range: [{ graduation_year: 1999 }, { graduation_year: 2201 }],
    name_present: [{ name: '' }, { name: 'a'.repeat(121) }],
    role_known: [{ role: 'GUEST' }],
    status_known: [{ status: 'LOST' }],
    twitter_handle_at: [{ twitter_handle: 'asha' }],
  },
  weeks: { name_present: [{ name: '' }], order_positive: [{ order: 0 }] },
};

/** What no two rows may have in common. */
const KEYS: Record<string, Record<string, string>> = {
  assignments: { league_id_key: 'league_id' },
  badges: { league_id_key: 'league_id', key_key: 'key' },
  certificates: {
    code_key: 'code',
    user_league_key: 'user_id league_id',
    user_specialization_key: 'user_id specialization_id kind',
  },
  cohorts: { name_key: 'name' },
  credentials: { award_key: 'kind award_id', status_index_key: 'status_index' },
  enrollments: { user_cohort_league_key: 'user_id cohort_id league_id' },
  event_registrations: {
    user_unique: 'event_id user_id',
    guest_unique: 'event_id guest_email',
    door_code_unique: 'event_id door_code',
    arrival_unique: 'event_id arrival',
  },
  leagues: { name_key: 'name' },
  mentor_sessions: { slot_unique: 'slot_id' },
  outbox_messages: { dedupe_key: 'dedupe_key' },
  public_profiles: { address_key: 'address' },
  passkeys: { credential_id_key: 'credential_id' },
  pathfinder_scopes: { pathfinder_league_key: 'pathfinder_id league_id' },
  progress_events: { undoes_key: 'undoes_id', idempotency_key: 'user_id idempotency_key' },
  resource_progress: { user_resource_key: 'user_id resource_id' },
  resources: { section_order_key: 'section_id order' },
  sections: { week_order_key: 'week_id order' },
  sessions: { refresh_token_hash_key: 'refresh_token_hash' },
  specialization_leagues: { pair_key: 'specialization_id league_id' },
  specializations: { cohort_name_key: 'cohort_id name' },
  submission_attempts: { number_key: 'submission_id number' },
  submissions: { assignment_user_key: 'assignment_id user_id' },
  user_badges: { user_badge_key: 'user_id badge_id' },
  user_specializations: { pair_key: 'user_id specialization_id' },
  users: { email_key: 'email', olid_key: 'olid' },
  weeks: { league_order_key: 'league_id order' },
};

/** Where each column points to, and what becomes of the row when that goes. */
const FOREIGN_KEYS: Record<string, Record<string, string>> = {
  access_tokens: { session_id: 'sessions cascade' },
  announcement_dismissals: { user_id: 'users cascade', announcement_id: 'announcements cascade' },
  announcements: {
    author_id: 'users set null',
    cohort_id: 'cohorts cascade',
    league_id: 'leagues cascade',
  },
  answered_requests: { user_id: 'users cascade' },
  assignments: { league_id: 'leagues cascade' },
  badge_pictures: { badge_id: 'badges cascade' },
  badges: { league_id: 'leagues cascade' },
  certificates: {
    user_id: 'users set null',
    league_id: 'leagues set null',
    specialization_id: 'specializations set null',
    revoked_by_id: 'users set null',
  },
  demo_accounts: { user_id: 'users cascade' },
  enrollments: { user_id: 'users cascade', cohort_id: 'cohorts cascade', league_id: 'leagues cascade' },
  event_registrations: {
    event_id: 'events cascade',
    user_id: 'users cascade',
    checked_in_by_id: 'users set null',
  },
  events: { league_id: 'leagues cascade' },
  known_origins: { user_id: 'users cascade' },
  former_addresses: { user_id: 'users cascade' },
  league_progress: { user_id: 'users cascade', league_id: 'leagues cascade' },
  leagues: { cohort_id: 'cohorts restrict' },
  learner_stats: { user_id: 'users cascade' },
  mentor_notes: { session_id: 'mentor_sessions cascade', author_id: 'users cascade' },
  mentor_sessions: { slot_id: 'mentor_slots cascade', learner_id: 'users set null' },
  mentor_slots: { mentor_id: 'users set null' },
  mentors: { user_id: 'users cascade', named_by_id: 'users set null' },
  news_choices: { user_id: 'users cascade' },
  news_readers: { user_id: 'users cascade' },
  notifications: { user_id: 'users cascade' },
  one_time_codes: { user_id: 'users cascade' },
  outbox_messages: { user_id: 'users cascade' },
  passkeys: { user_id: 'users cascade' },
  pathfinder_scopes: {
    pathfinder_id: 'users cascade',
    league_id: 'leagues cascade',
    assigned_by_id: 'users set null',
  },
  progress_events: { user_id: 'users cascade', undoes_id: 'progress_events no action' },
  public_profile_projects: { user_id: 'users cascade', submission_id: 'submissions cascade' },
  public_profiles: { user_id: 'users cascade' },
  rank_snapshots: { user_id: 'users cascade' },
  recovery_codes: { user_id: 'users cascade' },
  report_links: { user_id: 'users cascade' },
  resource_progress: { user_id: 'users cascade', resource_id: 'resources cascade' },
  resources: { section_id: 'sections cascade' },
  revision_cards: { user_id: 'users cascade', resource_id: 'resources cascade' },
  revision_pauses: { user_id: 'users cascade' },
  revision_reviews: { user_id: 'users cascade', resource_id: 'resources cascade' },
  section_progress: { user_id: 'users cascade', section_id: 'sections cascade' },
  sections: { week_id: 'weeks cascade' },
  sessions: { user_id: 'users cascade' },
  specialization_leagues: { specialization_id: 'specializations cascade', league_id: 'leagues cascade' },
  specializations: { cohort_id: 'cohorts cascade' },
  submission_attempts: { submission_id: 'submissions cascade', reviewed_by_id: 'users set null' },
  submissions: {
    assignment_id: 'assignments cascade',
    user_id: 'users cascade',
    reviewed_by_id: 'users set null',
    claimed_by_id: 'users set null',
  },
  user_badges: { user_id: 'users cascade', badge_id: 'badges cascade', awarded_by_id: 'users set null' },
  user_specializations: { user_id: 'users cascade', specialization_id: 'specializations cascade' },
  week_progress: { user_id: 'users cascade' },
  users: { current_cohort_id: 'cohorts set null', approved_by_id: 'users set null' },
  weeks: { league_id: 'leagues cascade' },
};

/** What the row of a foreign or unique key needs beside it. */
const BESIDE: Record<string, Row> = {
  'event_registrations event_id guest_email': GUEST,
  'events league_id': { audience: 'LEAGUE' },
  'certificates specialization_id': { kind: 'SPECIALIZATION' },
  'certificates user_id specialization_id kind': { kind: 'SPECIALIZATION' },
  'credentials kind award_id': { kind: 'badge' },
  'submissions claimed_by_id': { claimed_until: NOW },
};

/** What the triggers of history refuse. */
const TRIGGERS: Record<string, Record<string, string[]>> = {
  audit_log: {
    append_only: ['update audit_log set action = action', 'delete from audit_log'],
    never_emptied: ['truncate audit_log'],
  },
  audit_seals: {
    append_only: ['update audit_seals set digest = digest', 'delete from audit_seals'],
    never_emptied: ['truncate audit_seals'],
  },
  progress_events: {
    append_only: ['update progress_events set kind = kind', 'delete from progress_events'],
    never_emptied: ['truncate progress_events'],
  },
};

/** Triggers that change a row before it is written: who holds a certificate, and the number of a seal. */
const CHANGING = ['certificates_erase_holder', 'audit_seals_numbered'];

const api = await openTestApp();
const write = await openRowWriter(api);

const flat = <T>(all: Record<string, Record<string, T>>): [name: string, table: string, T][] =>
  Object.entries(all).flatMap(([table, named]) =>
    Object.entries(named).map(([name, what]): [string, string, T] => [`${table}_${name}`, table, what]),
  );
const pickFrom = (row: Row, names: string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

test.each(flat(CHECKS))('%s', (name, table, rows) =>
  tryOut(api, async (tx) => {
    for (const row of rows) await expectAlone(tx, table, name, () => write(tx, table, row));
  }),
);

test.each(flat(KEYS))('%s', (name, table, key) =>
  tryOut(api, async (tx) => {
    const names = key.split(' ');
    const filled: Row = Object.fromEntries(names.map((column) => [column, 'filled']));
    if (name === 'certificates_code_key') filled.code = '7K3MQ9TX2BNA';
    const beside = BESIDE[`${table} ${key}`];
    const first = await write(tx, table, { ...filled, ...beside });
    await expectAlone(tx, table, name, () => write(tx, table, { ...beside, ...pickFrom(first, names) }));
  }),
);

const LINKS = Object.entries(FOREIGN_KEYS).flatMap(([table, links]) =>
  Object.entries(links).map(
    ([column, target]): [name: string, table: string, column: string, target: string] => [
      `${table}_${column}_${target.split(' ')[0]}_id_fk`,
      table,
      column,
      target,
    ],
  ),
);

test.each(LINKS)('%s', (name, table, column) =>
  tryOut(api, async (tx) => {
    const nobody = { ...BESIDE[`${table} ${column}`], [column]: -1 };
    await expectAlone(tx, table, name, () => write(tx, table, nobody));
  }),
);

test.each(flat(TRIGGERS))('%s', (name, table, statements) =>
  tryOut(api, async (tx) => {
    // A seal names entries that are there.
    if (table === 'audit_seals') await write(tx, 'audit_log');
    await write(tx, table);
    for (const statement of statements) {
      const attempt = () => tx.execute(sql.raw(statement));
      expect(String(((await refusalOf(tx, attempt)) as Error | null)?.cause)).toContain(
        `${table} is append-only`,
      );
      const error = await refusalOf(tx, async () => {
        await tx.execute(sql.raw(`drop trigger ${name} on ${table}`));
        await attempt();
      });
      expect(error).toBeNull();
    }
  }),
);

test('every table has a primary key, which no two rows share', () =>
  tryOut(api, async (tx) => {
    const keys = await queryRows<{ table: string; name: string | null; key: string | null }>(
      tx,
      sql`select c.relname as "table", k.conname as name, (select string_agg(attname, ' ') from pg_attribute
          where attrelid = c.oid and attnum = any (k.conkey)) as key
        from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    );
    expect(keys.filter(({ key }) => !key)).toEqual([]);
    await tx.execute(sql`drop trigger audit_seals_numbered on audit_seals`);
    for (const { table, name, key } of keys) {
      const first = await write(tx, table);
      await expectAlone(tx, table, name ?? '', () =>
        write(tx, table, pickFrom(first, key?.split(' ') ?? [])),
      );
    }
  }));

test('what the database promises and what is asked for here are the same', async () => {
  const found = await queryRows<{ name: string }>(
    api.owner,
    sql`select conname::text as name from pg_constraint
        where connamespace = 'public'::regnamespace and contype not in ('f', 'p', 'u', 'n')
      union all select concat_ws(' ', conname, conrelid::regclass, attname, confrelid::regclass, case confdeltype
          when 'a' then 'no action' when 'r' then 'restrict' when 'c' then 'cascade' when 'n' then 'set null' end)
        from pg_constraint left join pg_attribute on attrelid = conrelid and array[attnum] = conkey
        where connamespace = 'public'::regnamespace and contype = 'f'
      union all select relname from pg_index join pg_class c on c.oid = indexrelid
        where relnamespace = 'public'::regnamespace and indisunique and not indisprimary
      union all select tgname from pg_trigger where not tgisinternal and tgtype & 2 = 2`,
  );
  const asked = [
    ...[...flat(CHECKS), ...flat(KEYS), ...flat(TRIGGERS)].map(([name]) => name),
    ...LINKS.map((link) => link.join(' ')),
    ...CHANGING,
  ];
  expect(asked.toSorted()).toEqual(found.map(({ name }) => name).toSorted());
});
