import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { login, signup } from '#contract/auth.ts';
import { getLeagueProgress } from '#contract/learning.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { resetResource } from '#contract/resource-progress.ts';
import { earlierCost } from '../accounts/auth/earlier-passwords.ts';
import { findMissingAwards } from '../awards/due.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { sealAuditLog, sealWaiting } from '../platform/audit/seal.ts';
import { inTransaction, queryRows } from '../platform/db/client.ts';
import { EARLIER_MOMENT, EARLIER_PASSWORD } from '../test/earlier-community.ts';
import { type EarlierDatabase, meetEarlierCommunity } from '../test/earlier-database.ts';
import { toEarlierRows } from '../test/earlier-product.ts';
import type { TestApp } from '../test/make-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../test/people.ts';
import { endEarlierPasswords, HASH_TOO_SLOW } from './accounts.ts';
import { type MoveReport, moveIn } from './move-in.ts';

// A small community of the earlier product is moved into a product with people in it.

const ADMIN = process.env.TEST_DATABASE_URL;

let api: TestApp;
let earlier: EarlierDatabase;
let person: Person;
let first: MoveReport;

/** Progress lines of the first run. */
const said: string[] = [];
const run = (isDryRun = false) =>
  moveIn(
    { source: earlier.database.db, target: api.db },
    { isDryRun, say: (line) => said.push(line), timeZone: api.config.TIME_ZONE },
  );
const rows = <Row>(query: string) => queryRows<Row>(api.db, sql.raw(query));
/** Everything that a run may change, as text. */
async function readAll(): Promise<string> {
  const tables = [
    ...['users', 'cohorts', 'leagues', 'weeks', 'sections', 'resources', 'enrollments', 'resource_progress'],
    ...['section_progress', 'league_progress', 'learner_stats', 'progress_events', 'badges', 'user_badges'],
    ...[
      'specializations',
      'specialization_leagues',
      'user_specializations',
      'pathfinder_scopes',
      'assignments',
    ],
    ...['submissions', 'submission_attempts', 'certificates', 'olid_sequences', 'sessions'],
  ];
  const read: unknown[] = [];
  for (const table of tables) read.push(await rows(`select * from ${table} t order by t::text`));
  return JSON.stringify(read);
}
const signIn = (email: string, password: string) => api.call(login, { body: { email, password } });

beforeAll(async () => {
  ({ api, earlier, person } = await meetEarlierCommunity());
  const before = await readAll();
  const dry = await run(true);
  expect(await readAll()).toBe(before);
  said.length = 0;
  first = await run();
  expect(dry.findings).toEqual(first.findings);
}, 300_000);
afterAll(async () => {
  await api.close();
  await earlier.drop();
});

describe('what comes', () => {
  test('accounts that became one are named, both of them', () => {
    const [meera, here] = first.findings.joined.toSorted((one, other) => (one.id < other.id ? 1 : -1));
    expect([meera, here]).toEqual([
      {
        ...{ id: 'meera2', email: 'Meera@example.test', name: 'M' },
        ...{ intoId: 'meera', intoEmail: 'meera@example.test', intoName: 'Meera' },
        reason: expect.stringContaining('another account of this address'),
      },
      {
        ...{ id: 'here', email: 'HERE@example.test', name: 'Other' },
        ...{ intoId: person.id, intoEmail: 'here@example.test', intoName: 'Here' },
        reason: expect.stringContaining('an account that was here'),
      },
    ]);
  });

  test('a run says how far it is while it writes', () => {
    expect(said.join('\n')).toMatch(/writing users: (\d+) of \1\n/);
    for (const table of ['leagues', 'section_resources', 'badges']) {
      expect(
        said.filter((line) => line.includes(`writing ${table}: `)),
        table,
      ).not.toEqual([]);
    }
  });

  test('P52 accounts come with role and state, without a session, each with an entry in the log', async () => {
    const found = await rows<{ id: string; role: string; status: string }>(
      `select id, role, status from users where id in ('grand','path','weird','zara') order by id`,
    );
    expect(found).toEqual([
      { id: 'grand', role: 'GRAND_PATHFINDER', status: 'ACTIVE' },
      { id: 'path', role: 'PATHFINDER', status: 'ACTIVE' },
      { id: 'zara', role: 'CHIEF_PATHFINDER', status: 'PENDING' },
    ]);
    expect(first.staff.map(({ email, role, isJoined }) => [email, role, isJoined])).toContainEqual([
      'here@example.test',
      'GRAND_PATHFINDER',
      true,
    ]);
    expect(await rows(`select * from sessions where user_id <> '${person.id}'`)).toEqual([]);
    const entries = await rows<{ action: string; evidence: string }>(
      `select action, evidence from audit_log where target_user_id = 'grand'`,
    );
    expect(entries).toEqual([
      { action: 'USER_MOVED_IN', evidence: '{"role":"GRAND_PATHFINDER","status":"ACTIVE"}' },
    ]);
    expect(await rows(`select 1 as one from audit_log where action = 'COMMUNITY_MOVED_IN'`)).toHaveLength(1);
    expect(await rows(`select approved_by_id as by from users where id = 'path'`)).toEqual([{ by: 'zara' }]);
  });

  test('P1 the old password signs in once by bcrypt and from then on by ours', async () => {
    const hash = async () =>
      (await rows<{ hash: string }>(`select password_hash as hash from users where id = 'meera'`))[0]?.hash;
    expect(await hash()).toStartWith('$2a$');
    const reply = await signIn('meera@example.test', EARLIER_PASSWORD);
    expect([reply.status, reply.body.data.user.id]).toEqual([200, 'meera']);
    expect(await hash()).toStartWith('$argon2id$');
    expect((await signIn('meera@example.test', EARLIER_PASSWORD)).status).toBe(200);
    // Hashes that cannot be compared open nothing and break nothing.
    for (const email of ['hash@example.test', 'dear@example.test']) {
      expect((await signIn(email, EARLIER_PASSWORD)).status).toBe(401);
    }
    const tooDear = first.findings.changes.filter(({ reason }) => reason === HASH_TOO_SLOW);
    expect(tooDear.map(({ id }) => id)).toEqual(['dear']);
    // Who was here keeps the password of here.
    expect((await signIn('here@example.test', EARLIER_PASSWORD)).status).toBe(401);
    expect((await signIn('here@example.test', TEST_PASSWORD)).status).toBe(200);
  });

  test('no tick is lost: time, note and mark come as they were, in UTC', async () => {
    const reply = await signIn('asha@example.test', EARLIER_PASSWORD);
    const league = await api.call(getLeagueProgress, {
      token: reply.body.data.accessToken,
      params: { leagueId: 'l1' },
    });
    expect(league.status).toBe(200);
    const records = await rows<Record<string, unknown>>(
      `select user_id, resource_id, to_char(completed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as at,
        marked_for_revision_at is not null as marked, personal_note as note, time_spent_seconds as seconds
        from resource_progress where user_id in ('asha','meera','zara') order by 1, 2`,
    );
    const none = { at: null, marked: false, note: null, seconds: null };
    expect(records).toEqual([
      { ...none, user_id: 'asha', resource_id: 'r1', at: '2024-07-01 12:00:00.123', seconds: 86_400 },
      {
        ...none,
        user_id: 'asha',
        resource_id: 'r2',
        at: '2025-03-01 10:00:00.000',
        note: ' read it\n twice',
      },
      { ...none, user_id: 'asha', resource_id: 'r3', marked: true },
      // Two accounts that differed by case: the first tick of each resource counts.
      { ...none, user_id: 'meera', resource_id: 'r1', at: '2024-07-02 12:00:00.000' },
      { ...none, user_id: 'meera', resource_id: 'r2', at: '2025-03-01 10:00:00.000' },
      { ...none, user_id: 'zara', resource_id: 'r3', note: 'words alone' },
    ]);
    expect(
      await rows(
        `select completed_resources as n from learner_stats where user_id in ('asha','${person.id}') order by 1 desc`,
      ),
    ).toEqual([{ n: 2 }, { n: 1 }]);
    expect(
      await rows(`select personal_note as note, marked_for_revision_at is not null as marked, completed_resources as n,
        completed_at is not null as done from section_progress where user_id = 'asha' and section_id = 's1'`),
    ).toEqual([{ note: 'a topic', marked: true, n: 2, done: true }]);
  });

  test('ops -- verify finds no drift', async () => {
    const drifts = await inTransaction(api.owner, async (tx) => [
      ...(await findDrift(tx, api.config.TIME_ZONE)),
      ...(await findMissingAwards(tx)),
    ]);
    expect(drifts.filter(({ drift }) => drift > 0)).toEqual([]);
  });

  test('badges and specializations come as awarded, and what was earned is a list', async () => {
    expect(await rows(`select user_id, badge_id from user_badges`)).toEqual([
      { user_id: 'meera', badge_id: 'b2' },
    ]);
    expect(await rows(`select id, league_id as league from badges order by id`)).toEqual([
      { id: 'b1', league: null },
      { id: 'b2', league: 'l1' },
      { id: 'b3', league: 'l2' },
    ]);
    expect(await rows(`select user_id from user_specializations`)).toEqual([{ user_id: 'asha' }]);
    expect(first.earned).toEqual([]);
    expect(
      await rows(`select pathfinder_id as id, can_create_content as may from pathfinder_scopes`),
    ).toEqual([{ id: 'path', may: true }]);
  });

  test('OL IDs given out later begin behind those that came', async () => {
    const olids = await rows<{ id: string; olid: string }>(
      `select id, olid from users where id in ('grand','asha','noolid','taken') order by id`,
    );
    const year = String(new Date().getUTCFullYear()).slice(-3);
    expect(olids.map(({ id, olid }) => [id, olid.slice(0, 5)])).toEqual([
      ['asha', 'OL-od'],
      ['grand', 'OL025'],
      ['noolid', `OL${year}`],
      ['taken', `OL${year}`],
    ]);
    expect(await rows(`select last_number as n from olid_sequences where year = 2025`)).toEqual([{ n: 7 }]);
    const body = {
      name: 'New One',
      email: 'new@example.test',
      password: 'Quiet-lantern-88',
      institute: 'Any',
    };
    expect((await api.call(signup, { body })).status).toBe(201);
  });
});

test('what was not taken is told with its reason, and every row read is counted', () => {
  const { notTaken, tallies } = first.findings;
  const told = notTaken.map(({ table, id, reason }) => [table, id, reason]);
  expect(told).toEqual([
    ['users', 'bad', 'Not an address that mail reaches'],
    ['pathfinder_scopes', 'ps2', 'Its account is no pathfinder: a scope gives nobody a role'],
    ['enrollments', 'e-bad', 'Its row of users was not taken'],
    ['assignment_submissions', 'as6', 'Sent without an answer'],
    ['assignment_submissions', 'as3', 'Written and never sent'],
    ['resource_progress', '', '1 rows of the account bad: the account was not taken'],
  ]);
  for (const [table, { read, came, here, notTaken: lost }] of tallies) {
    expect([table, came + here + lost]).toEqual([table, read]);
  }
  expect(first.leftBehind.map(({ table, rows: left }) => [table, left])).toEqual([['audit_logs', 1]]);
});

test('a second run brings what is new there and changes nothing else', async () => {
  const before = await readAll();
  const second = await run();
  expect(await readAll()).toBe(before);
  for (const [table, { came }] of second.findings.tallies) expect([table, came]).toEqual([table, 0]);

  // What a learner did here since stays, and who deleted their account does not come back.
  const token = (await signIn('asha@example.test', EARLIER_PASSWORD)).body.data.accessToken;
  expect((await api.call(resetResource, { token, params: { resourceId: 'r1' } })).status).toBe(200);
  const gone = (await signIn('taken@example.test', EARLIER_PASSWORD)).body.data.accessToken;
  const body = { password: EARLIER_PASSWORD, confirmation: 'DELETE' };
  expect((await api.call(deleteOwnAccount, { token: gone, body })).status).toBe(200);
  await earlier.database.runScript(
    toEarlierRows({
      resource_progress: [
        {
          id: 'p12',
          userId: 'noolid',
          resourceId: 'r1',
          isCompleted: true,
          completedAt: EARLIER_MOMENT,
          createdAt: EARLIER_MOMENT,
        },
        {
          id: 'p13',
          userId: 'zara',
          resourceId: 'r1',
          isCompleted: true,
          completedAt: EARLIER_MOMENT,
          createdAt: EARLIER_MOMENT,
        },
      ],
    }),
  );
  await earlier.database.runScript(
    `update resource_progress set "isCompleted" = true, "completedAt" = '${EARLIER_MOMENT}' where id = 'p11'`,
  );
  const third = await run();
  expect(third.findings.notTaken.map(({ id, reason }) => [id, reason])).toContainEqual([
    'taken',
    'Moved in by an earlier run, and its account was deleted since',
  ]);
  const ticks = await rows<{ user_id: string; resource_id: string; note: string | null }>(
    `select user_id, resource_id, personal_note as note from resource_progress
      where completed_at is not null and user_id in ('asha','noolid','zara') order by 1, 2`,
  );
  expect(ticks).toEqual([
    { user_id: 'asha', resource_id: 'r2', note: ' read it\n twice' },
    { user_id: 'noolid', resource_id: 'r1', note: null },
    { user_id: 'zara', resource_id: 'r1', note: null },
    { user_id: 'zara', resource_id: 'r3', note: 'words alone' },
  ]);
  const drifts = await inTransaction(api.owner, (tx) => findDrift(tx, api.config.TIME_ZONE));
  expect(drifts.filter(({ drift }) => drift > 0)).toEqual([]);
});

test('who signed up here with the address of somebody else gets nothing until it is verified', async () => {
  const other = await addPerson(api.db, { email: 'ravi@example.test', verified: false });
  await earlier.database.runScript(
    toEarlierRows({
      users: [
        {
          id: 'ravi',
          email: 'Ravi@example.test',
          name: 'Ravi',
          password: 'x',
          status: 'ACTIVE',
          emailVerified: true,
        },
      ],
      resource_progress: [
        { id: 'p14', userId: 'ravi', resourceId: 'r1', personalNote: 'mine', createdAt: EARLIER_MOMENT },
        { id: 'p15', userId: 'ravi', resourceId: 'r2', personalNote: 'too', createdAt: EARLIER_MOMENT },
      ],
    }),
  );
  const refused = ['ravi', 'ravi@example.test', 'email', 'The address here is not verified'];
  const expectAfterRun = async (...expected: unknown[][]) => {
    const { notTaken } = (await run()).findings;
    expect([
      notTaken
        .filter(({ id }) => id === 'ravi')
        .map(({ id, about, field, reason }) => [id, about, field, reason]),
      await rows(
        `select personal_note as note from resource_progress where user_id = '${other.id}' order by note`,
      ),
    ]).toEqual(expected);
  };
  const setVerified = (value: string) =>
    api.db.execute(sql.raw(`update users set email_verified_at = ${value} where id = '${other.id}'`));
  await expectAfterRun([refused], []);
  await setVerified('now()');
  await expectAfterRun([], [{ note: 'mine' }, { note: 'too' }]);
  // Joined by a run that did not ask.
  await setVerified('null');
  await earlier.database.runScript(
    toEarlierRows({
      resource_progress: [
        { id: 'p16', userId: 'ravi', resourceId: 'r3', personalNote: 'late', createdAt: EARLIER_MOMENT },
      ],
    }),
  );
  await expectAfterRun([refused], [{ note: 'mine' }, { note: 'too' }]);
});

test('nobody seals the audit log between what came and the end of the move', async () => {
  if (!ADMIN) return; // One connection: nothing happens meanwhile.
  const at = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 19);
  await earlier.database.runScript(
    toEarlierRows({
      resource_progress: [
        { id: 'p17', userId: 'path', resourceId: 'r1', isCompleted: true, completedAt: at, createdAt: at },
      ],
    }),
  );
  await sealWaiting(api.db);
  await api.db.execute(sql`insert into audit_log (action) values ('BEFORE')`);
  let moving: Promise<unknown> = Promise.resolve();
  let isMoved = false;
  const isWaiting = async () =>
    (
      await rows(`select 1 from pg_locks where relation = 'audit_log'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    ).length > 0;
  await inTransaction(api.owner, async (tx) => {
    // The entry about the move is the last thing that it writes.
    await tx.execute(sql`lock table audit_log in share mode`);
    moving = run().finally(() => {
      isMoved = true;
    });
    while (!isMoved && !(await isWaiting())) await Bun.sleep(2);
    expect(isMoved).toBe(false);
    expect(await sealAuditLog(tx)).toBeNull();
  });
  await moving;
  expect(await sealAuditLog(api.db)).toMatchObject({ entries: 2 });
}, 300_000);

test('another database is refused with what it lacks, and nothing is changed', async () => {
  const before = await readAll();
  await expect(
    moveIn({ source: api.owner, target: api.db }, { isDryRun: false, say: () => {}, timeZone: 'UTC' }),
  ).rejects.toThrow(
    /^This is not a database of the earlier product, or its role may not read it: there is no users\.createdAt/,
  );
  await earlier.database.runScript(`alter table badges rename to badges_before`);
  await expect(run()).rejects.toThrow('there is no badges.id, nor 6 other columns');
  await earlier.database.runScript(`alter table badges_before rename to badges`);
  expect(await readAll()).toBe(before);
});

test('P12 the earlier passwords that are left can be ended', async () => {
  expect(await endEarlierPasswords(api.db)).toBeGreaterThan(0);
  expect(await queryRows(api.db, sql`select ${earlierCost} as cost`)).toEqual([{ cost: null }]);
  expect((await signIn('grand@example.test', EARLIER_PASSWORD)).status).toBe(401);
  expect((await signIn('meera@example.test', EARLIER_PASSWORD)).status).toBe(200);
});
