import { expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { listAnnouncements } from '#contract/announcements.ts';
import { getProfile, login } from '#contract/auth.ts';
import { checkCertificate } from '#contract/certificate-check.ts';
import { type CredentialRow, issueCredential, listOwnCredentials } from '#contract/credentials.ts';
import { getEvent } from '#contract/events.ts';
import { listHistory } from '#contract/history.ts';
import { getDashboard } from '#contract/learning.ts';
import { type BookedSlot, getMentoring, type Mentor, type MentorSlot } from '#contract/mentoring.ts';
import { listNews, type NewsItem } from '#contract/news.ts';
import { getPublicProfile } from '#contract/public-profile.ts';
import { getRevision } from '#contract/revision.ts';
import { DEMO_PASSWORD } from '../accounts/auth/published-passwords.ts';
import { findMissingAwards } from '../awards/due.ts';
import { recordWeekRanks } from '../leaderboard/week-ranks.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { recordAudit } from '../platform/audit/record.ts';
import { sealWaiting } from '../platform/audit/seal.ts';
import { verifyAuditLog } from '../platform/audit/verify.ts';
import { type Database, inTransaction, queryRows } from '../platform/db/client.ts';
import { parseEnv } from '../platform/process/env.ts';
import { createSecretKey } from '../platform/process/secrets.ts';
import { demoData } from '../test/demo.ts';
import { makeApp, TEST_SECRET } from '../test/make-app.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { seedDemo, seedDemoOnce } from './seed.ts';

const development = parseEnv({});
const production = parseEnv({ NODE_ENV: 'production' });
const secret = createSecretKey(TEST_SECRET);

const api = await openTestApp({}, demoData);

const signIn = (email: string) => api.call(login, { body: { email, password: DEMO_PASSWORD } });

test('every demo account signs in with the one password, but for the suspended one', async () => {
  for (const account of DEMO_ACCOUNTS) {
    const reply = await signIn(account.email);
    expect([account.email, reply.status]).toEqual([
      account.email,
      account.status === 'SUSPENDED' ? 401 : 200,
    ]);
    if (reply.status !== 200) continue;
    expect(reply.body.data.user).toMatchObject({
      role: account.role,
      status: account.status,
      emailVerified: account.isVerified,
      migratedToV2: account.isMigrated ? true : null,
    });
    expect(
      reply.body.data.user.pathfinderScopes.map((scope: { league: { name: string } }) => scope.league.name),
    ).toEqual([...account.scopes].sort());
  }
});

test('one event has free places, the other a waiting list', async () => {
  const standing = async (eventId: string) =>
    (await api.call(getEvent, { params: { eventId } })).body.data.event;
  expect(await standing('hackathon-2')).toMatchObject({ state: 'OPEN', placesLeft: 22, waiting: 0 });
  expect(await standing('build-night-1')).toMatchObject({ state: 'OPEN', placesLeft: 0, waiting: 5 });
});

test('the luminary downloads a credential of each kind of award', async () => {
  const { accessToken: token } = (await signIn('luminary@demo.openleague.test')).body.data;
  const { credentials } = (await api.call(listOwnCredentials, { token })).body.data;
  expect(new Set(credentials.map(({ kind }: CredentialRow) => kind)).size).toBeGreaterThan(1);
  for (const { kind, id } of credentials) {
    const body = { kind, id, hasProjects: true };
    expect((await api.call(issueCredential, { token, body })).status).toBe(200);
  }
});

test('the luminary has a public page with leagues, badges, certificates, a project and links', async () => {
  const { body } = await api.call(getPublicProfile, { params: { address: 'aditi-menon' } });
  expect(body.data).toMatchObject({ name: 'Aditi Menon', about: expect.any(String) });
  const { leagues, badges, certificates, projects, links } = body.data;
  expect([leagues, badges, certificates, projects].map((list) => list.length > 0)).toEqual(
    Array(4).fill(true),
  );
  expect(Object.values(links).filter(Boolean).length).toBeGreaterThan(0);
});

test('the luminary is 60 % through three leagues, finished two, and the fresh account has none', async () => {
  const luminary = (await signIn('luminary@demo.openleague.test')).body.data.user;
  expect(luminary.enrollments.map((entry: { league: { name: string } }) => entry.league.name).sort()).toEqual(
    ['Finance', 'Finance League (1.0)', 'ML', 'ML League (1.0)', 'Quantum'],
  );
  const rows = await queryRows<{ share: string }>(
    api.db,
    sql`select round(100.0 * p.completed_resources / l.resources_count) as share
        from league_progress p join leagues l on l.id = p.league_id where p.user_id = ${luminary.id} and l.expires_at is null`,
  );
  for (const { share } of rows) expect(Math.abs(Number(share) - 60)).toBeLessThanOrEqual(4);
  const fresh = (await signIn('fresh@demo.openleague.test')).body.data;
  const profile = await api.call(getProfile, { token: fresh.accessToken });
  expect(profile.body.data.enrollments).toEqual([]);
});

test('the leaderboard is worth looking at, and every counter is true to the events', async () => {
  const [ranked] = await queryRows<{ n: string }>(
    api.db,
    sql`select count(*) as n from learner_stats where is_ranked and completed_resources > 0`,
  );
  expect(Number(ranked?.n)).toBeGreaterThanOrEqual(40);
  const counters = await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE));
  expect(counters.length).toBeGreaterThan(5);
  expect(counters.filter(({ drift }) => drift !== 0)).toEqual([]);
});

test('the log holds, every award that is due is there, and certificates are genuine to everybody', async () => {
  await sealWaiting(api.db);
  const log = await inTransaction(api.db, (tx) => verifyAuditLog(tx));
  expect(log).toMatchObject({ problems: [], waiting: 0 });
  const kinds = await queryRows<{ action: string }>(
    api.db,
    sql`select distinct action from audit_log where action not like 'LOGIN%' order by 1`,
  );
  expect(kinds.map(({ action }) => action)).toEqual([
    'ANNOUNCEMENT_CREATED',
    'ASSIGNMENT_SUBMITTED',
    'BADGE_CREATED',
    'BADGE_EARNED',
    'BADGE_MANUALLY_AWARDED',
    'CERTIFICATE_ISSUED',
    'CERTIFICATE_RENAMED',
    'CERTIFICATE_REVOKED',
    'EVENT_OPENED',
    'MENTOR_NAMED',
    'PATHFINDER_SCOPE_ASSIGNED',
    'PUBLIC_PAGE_SAVED',
    'RESOURCE_COMPLETED',
    'SECTION_COMPLETED',
    'SPECIALIZATION_COMPLETED',
    'SUBMISSION_CLAIMED',
    'SUBMISSION_REVIEWED',
    'USER_APPROVED',
    'USER_ROLE_CHANGED',
    'USER_STATUS_CHANGED',
  ]);
  const awards = await inTransaction(api.db, findMissingAwards);
  expect(awards.map(({ drift }) => drift)).toEqual([0, 0]);
  const papers = await queryRows<{ code: string; revoked: boolean }>(
    api.db,
    sql`select code, revoked_at is not null as revoked from certificates`,
  );
  expect(papers.filter(({ revoked }) => revoked)).toHaveLength(1);
  expect(papers.length).toBeGreaterThan(15);
  const checks = await Promise.all(
    papers.map(({ code }) => api.call(checkCertificate, { params: { code } })),
  );
  expect(checks.map(({ body }) => body.data.state)).toEqual(
    papers.map(({ revoked }) => (revoked ? 'withdrawn' : 'genuine')),
  );
});

test('every screen has something to show: the luminary in the middle of a term', async () => {
  const { accessToken: token, user } = (await signIn('luminary@demo.openleague.test')).body.data;
  const { activity } = (await api.call(getDashboard, { token })).body.data;
  expect(activity).toMatchObject({ currentStreak: 9, streak: { days: 9, restsToday: null } });
  expect(activity.breaks).toMatchObject([{ name: 'Exam weeks' }]);
  const revision = (await api.call(getRevision, { token })).body.data.sums;
  expect(revision.due).toBeGreaterThan(0);
  expect(revision.marked).toBeGreaterThan(revision.due);
  const undone = (await api.call(listHistory, { token, query: { kind: 'UNDONE' } })).body.data.entries;
  expect(undone).toHaveLength(3);
  const undoneIds = undone.map(({ undoes }: { undoes: string }) => undoes);
  const entries = (await api.call(listHistory, { token, query: { limit: '100' } })).body.data.entries;
  expect(
    entries
      .filter(({ id }: { id: string }) => undoneIds.includes(id))
      .map(({ undo }: { undo: string }) => undo),
  ).toEqual(['undone', 'undone', 'undone']);
  const held = await queryRows(
    api.db,
    sql`select kind, title from certificates where user_id = ${user.id} order by title`,
  );
  expect(held).toEqual([
    { kind: 'LEAGUE', title: 'Finance League (1.0)' },
    { kind: 'LEAGUE', title: 'ML League (1.0)' },
    { kind: 'SPECIALIZATION', title: 'Summer Foundations' },
  ]);
});

test('a mentor has free times, and a learner one session to come and one past with a note', async () => {
  const { accessToken: token } = (await signIn('pioneer@demo.openleague.test')).body.data;
  const { mentors, sessions } = (await api.call(getMentoring, { token })).body.data;
  expect(mentors.map(({ name, slots }: Mentor) => [name, slots.length]).sort()).toEqual([['Aditi Menon', 2]]);
  expect(sessions.map(({ session }: BookedSlot) => session)).toMatchObject([
    { question: 'Can we look at my first model?', note: null },
    { note: 'Name the steps first, then make each one a function.' },
  ]);
  expect(sessions.map(({ startsAt }: BookedSlot) => Date.parse(startsAt) > Date.now())).toEqual([
    true,
    false,
  ]);
  const mentor = (await signIn('luminary@demo.openleague.test')).body.data.accessToken;
  const { slots } = (await api.call(getMentoring, { token: mentor })).body.data;
  expect(slots.map(({ session }: MentorSlot) => session?.note)).toEqual([
    null,
    null,
    undefined,
    undefined,
    'Begin with the names of his variables next time.',
  ]);
});

test('staff announced: one pinned for everyone, one to a league', async () => {
  const { accessToken: grand } = (await signIn('grand@demo.openleague.test')).body.data;
  const { announcements } = (await api.call(listAnnouncements, { token: grand })).body.data;
  expect(announcements).toMatchObject([
    { title: 'Demo day is on Saturday', cohort: null, league: null },
    { title: 'Bring your confusion matrix on Thursday', league: { name: 'ML' } },
  ]);
  for (const name of ['luminary', 'fresh']) {
    const { accessToken: token } = (await signIn(`${name}@demo.openleague.test`)).body.data;
    const { pinned } = (await api.call(getDashboard, { token })).body.data;
    expect(pinned).toMatchObject([{ title: 'Demo day is on Saturday', author: 'Ishaan Grewal' }]);
  }
});

test('the luminary has read all news but the latest, which lie in the past like what they tell', async () => {
  const { accessToken: token } = (await signIn('luminary@demo.openleague.test')).body.data;
  const { items, unread } = (await api.call(listNews, { token })).body.data;
  const isUnread = (text: string) => items.find((item: NewsItem) => item.text === text)?.isUnread;
  expect(isUnread('Demo day is on Saturday')).toBe(true);
  expect(isUnread('Bring your confusion matrix on Thursday')).toBe(false);
  expect(unread).toBe(items.filter((item: NewsItem) => item.isUnread).length);
  const [late] = await queryRows<{ count: string }>(
    api.db,
    sql`select count(*) from notifications where created_at > now() - interval '30 minutes' and kind <> 'NEW_DEVICE'`,
  );
  expect(Number(late?.count)).toBe(0);
});

test('every step that was undone is as it was before it: tick, note, reset', async () => {
  const steps = await queryRows<{ undone: string; isRestored: boolean }>(
    api.db,
    sql`select e.kind as undone,
        (p.completed_at, p.time_spent_seconds, p.personal_note) is not distinct from
          (done.occurred_at, done.time_spent_seconds, noted.personal_note) as "isRestored"
      from progress_events back join progress_events e on e.id = back.undoes_id
      left join resource_progress p on p.user_id = e.user_id and p.resource_id = e.resource_id
      left join lateral (select * from progress_events b where b.user_id = e.user_id
        and b.resource_id = e.resource_id and b.kind = 'COMPLETED' and b.occurred_at < e.occurred_at
        order by b.occurred_at desc limit 1) done on true
      left join lateral (select * from progress_events b where b.user_id = e.user_id
        and b.resource_id = e.resource_id and b.kind = 'NOTED' and b.occurred_at < e.occurred_at
        order by b.occurred_at desc limit 1) noted on true
      order by 1`,
  );
  expect(new Set(steps.map(({ undone }) => undone))).toEqual(new Set(['COMPLETED', 'NOTED', 'RESET']));
  expect(steps.filter(({ isRestored }) => !isRestored)).toEqual([]);
});

test('a badge of no league was awarded by hand, with an emblem that its address shows', async () => {
  const free = await queryRows<{ id: string; imageUrl: string; holders: number }>(
    api.db,
    sql`select b.id, b.image_url as "imageUrl", count(ub.id)::int as holders
      from badges b left join user_badges ub on ub.badge_id = b.id where b.league_id is null and b.key is null group by b.id`,
  );
  expect(free.map(({ holders }) => holders)).toEqual([2]);
  const { pathname } = new URL(free[0]?.imageUrl ?? '');
  const picture = await api.request(pathname);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

test('learners with seven days in a row have the badge of the streak', async () => {
  const holders = await queryRows<{ email: string }>(
    api.db,
    sql`select u.email from badges b join user_badges ub on ub.badge_id = b.id join users u on u.id = ub.user_id
      where b.key = 'seven-day-streak'`,
  );
  expect(holders.map(({ email }) => email)).toContain(
    DEMO_ACCOUNTS.find(({ streak = 0 }) => streak >= 9)?.email ?? '',
  );
});

test('staff have something to decide: submissions in every state, approvals, a corrected name, a claim, mail in trouble', async () => {
  const rows = (query: SQL) => queryRows<{ name: string; n: number }>(api.db, query);
  const states = await rows(
    sql`select status as name, count(*)::int as n from submissions group by 1 order by 1`,
  );
  expect(states.map(({ name }) => name)).toEqual(['APPROVED', 'NEEDS_REVISION', 'SUBMITTED', 'UNDER_REVIEW']);
  const [waiting] =
    await rows(sql`select 'days' as name, max(extract(day from now() - submitted_at))::int as n
    from submissions where status = 'SUBMITTED'`);
  expect(waiting?.n).toBeGreaterThanOrEqual(4);
  const counts = await rows(sql`
    select 'claims' as name, count(*)::int as n from submissions where claimed_until > now()
    union all select 'applicants', count(*)::int from users where status = 'PENDING'
    union all select 'corrected', count(*)::int from certificates where renamed_at is not null
    union all select 'bounced', count(*)::int from outbox_messages where failed_at is not null`);
  expect(Object.fromEntries(counts.map(({ name, n }) => [name, n]))).toMatchObject({
    claims: 1,
    corrected: 1,
    bounced: 4,
  });
  expect(counts.find(({ name }) => name === 'applicants')?.n).toBeGreaterThan(6);
  const [ranked] = await rows(sql`select 'ranked' as name, count(*)::int as n from rank_snapshots`);
  expect(ranked?.n).toBeGreaterThan(55);
});

test('it is loaded once, into a database without accounts, and never in production', async () => {
  expect(await seedDemoOnce(api.db, development, secret)).toBe(false);
  const before = await countRows(api.db);
  expect(await seedDemo(api.owner, development, secret)).toBe(false);
  expect(await countRows(api.db)).toEqual(before);
  const other = await makeApp();
  await expect(seedDemo(other.owner, production, secret)).rejects.toThrow('NODE_ENV=production');
  expect(await seedDemoOnce(other.db, production, secret)).toBe(false);
  await addPerson(other.db);
  await expect(seedDemo(other.owner, development, secret)).rejects.toThrow(
    /already holds accounts.*DATABASE_URL/,
  );
  await other.close();
});

test('a failure leaves nothing half done and says what to do; a database that was used then gets the same as a new one, behind the seals of its log', async () => {
  const used = await makeApp();
  await recordWeekRanks(used.db, development.TIME_ZONE);
  await recordAudit(used.db, { actorId: null, action: 'DEMO_REMOVED' });
  await sealWaiting(used.db);
  await used.owner.execute(sql`alter table rank_snapshots add constraint none check (rank > 10)`);
  const before = await countRows(used.db);
  await expect(seedDemo(used.owner, development, secret)).rejects.toThrow(
    /not loaded \(.*none.*\); the database is as it was.*DATABASE_URL/,
  );
  expect(await countRows(used.db)).toEqual(before);
  await used.owner.execute(sql`alter table rank_snapshots drop constraint none`);
  expect(await seedDemoOnce(used.owner, development, secret)).toBe(true);
  const unused = await makeApp({}, demoData);
  const [one, other] = await Promise.all([unused, used].map(({ db }) => countRows(db)));
  await unused.close();
  const noted = (name: string, n: number) => ({ name, n: name === 'audit_log' ? n - 1 : n });
  expect(other?.map(({ name, n }) => noted(name, n))).toEqual(one as NonNullable<typeof one>);
  await sealWaiting(used.db);
  expect((await inTransaction(used.db, (tx) => verifyAuditLog(tx))).problems).toEqual([]);
  expect(await recordWeekRanks(used.db, development.TIME_ZONE)).toBe(false);
  await used.close();
});

test('what the story tells by the functions of the product lies in the past, behind the guards that were there', async () => {
  const past = await queryRows<{ name: string; days: number; ahead: number }>(
    api.db,
    sql.raw(
      [
        ['audit_log', 'created_at'],
        ['user_badges', 'earned_at'],
        ['certificates', 'issued_at'],
        ['submission_attempts', 'submitted_at'],
        ['users', 'approved_at'],
      ]
        .map(
          ([table, column]) => `select '${table}' as name, count(distinct ${column}::date)::int as days,
            count(*) filter (where ${column} > now())::int as ahead from ${table}`,
        )
        .join(' union all '),
    ),
  );
  for (const { name, days, ahead } of past) expect([name, days > 9, ahead]).toEqual([name, true, 0]);
  const [order] = await queryRows<{ isInOrder: boolean }>(
    api.db,
    sql`select bool_and(later.created_at >= a.created_at) as "isInOrder"
      from audit_log a join audit_log later on later.id = a.id + 1`,
  );
  expect(order?.isInOrder).toBe(true);
  for (const table of ['audit_log', 'progress_events']) {
    const change = api.owner.execute(sql.raw(`update ${table} set id = id`));
    await expect(Promise.resolve(change)).rejects.toThrow();
  }
  expect(await queryRows(api.db, sql`select id from sessions where id = user_id`)).toEqual([]);
});

/** How many rows each table holds that the demo data writes to. */
function countRows(db: Database) {
  const tables = [
    ...['users', 'cohorts', 'leagues', 'resources', 'assignments', 'enrollments', 'progress_events'],
    ...['learner_stats', 'league_progress', 'rank_weeks', 'rank_snapshots'],
    ...['submissions', 'submission_attempts', 'user_badges', 'certificates', 'audit_log'],
    ...['revision_cards', 'revision_reviews', 'outbox_messages'],
  ];
  return queryRows<{ name: string; n: number }>(
    db,
    sql.raw(
      tables
        .map((table) => `select '${table}' as name, count(*)::int as n from ${table}`)
        .join(' union all '),
    ),
  );
}
