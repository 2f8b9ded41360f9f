import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { getProfile } from '#contract/auth.ts';
import { getDashboard, getLeagueProgress } from '#contract/learning.ts';
import { createOwnDashboardReader } from '../learning/dashboard.ts';
import { endOfDay } from '../learning/revision-schedule.ts';
import { createId } from '../process/secrets.ts';
import { addLeague, enroll, type TestLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { explainStatement, readStatements } from '../test/statements.ts';
import { type Database, inTransaction, queryRows } from './client.ts';
import { learnerVersion, toEpochMs } from './learner-version.ts';

let api: TestApp;
let league: TestLeague;
let person: Person;
let other: Person;
beforeAll(async () => {
  api = await makeApp();
  league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 2 });
  [person, other] = [await addPerson(api.db), await addPerson(api.db)];
});
afterAll(() => api.close());

async function read({ id }: Person, db: Database = api.db): Promise<string> {
  const [row] = await queryRows<{ version: string }>(
    db,
    sql`select ${learnerVersion(sql`${id}`)} as version`,
  );
  return row?.version ?? '';
}

const countRows = async ({ id }: Person) =>
  (await queryRows(api.db, sql`select 1 from learner_changes where user_id = ${id}`)).length;

/** Rows of every table, in an order that its foreign keys allow; by the triggers' tables. */
function toChanges(): Record<string, ReturnType<typeof sql>> {
  const [week] = league.weeks;
  const [section] = week?.sections ?? [];
  const [resource] = section?.resources ?? [];
  const { id } = person;
  return {
    users: sql`update users set name = 'Renamed' where id = ${id}`,
    enrollments: sql`insert into enrollments (id, user_id, cohort_id, league_id)
      values (${createId()}, ${id}, ${league.cohortId}, ${league.id})`,
    progress_events: sql`insert into progress_events (user_id, resource_id, section_id, league_id, kind)
      values (${id}, ${resource?.id}, ${section?.id}, ${league.id}, 'COMPLETED')`,
    resource_progress: sql`insert into resource_progress (id, user_id, resource_id, completed_at)
      values (${createId()}, ${id}, ${resource?.id}, now())`,
    section_progress: sql`insert into section_progress (user_id, section_id) values (${id}, ${section?.id})`,
    league_progress: sql`insert into league_progress (user_id, league_id) values (${id}, ${league.id})`,
    revision_cards: sql`insert into revision_cards (user_id, resource_id, marked_at, due_at)
      values (${id}, ${resource?.id}, now(), now())`,
    revision_pauses: sql`insert into revision_pauses (user_id) values (${id})`,
    submissions: sql`insert into submissions (id, assignment_id, user_id, content)
      values ('submission', 'assignment', ${id}, 'Done')`,
    submission_attempts: sql`insert into submission_attempts (id, submission_id, number, content)
      values (${createId()}, 'submission', 1, 'Done')`,
    user_badges: sql`insert into user_badges (id, user_id, badge_id) values (${createId()}, ${id}, 'badge')`,
    user_specializations: sql`insert into user_specializations (id, user_id, specialization_id)
      values (${createId()}, ${id}, 'specialization')`,
    pathfinder_scopes: sql`insert into pathfinder_scopes (id, pathfinder_id, league_id)
      values (${createId()}, ${id}, ${league.id})`,
    certificates: sql`insert into certificates (id, kind, user_id, league_id, holder_name, title, issuer, completed_at)
      values (${createId()}, 'LEAGUE', ${id}, ${league.id}, 'Ada', 'Title', 'Us', now())`,
  };
}

const ENDS = [
  sql`update resource_progress set personal_note = 'Seen' where user_id = `,
  sql`update submissions set status = 'APPROVED' where user_id = `,
  sql`delete from submission_attempts where submission_id = 'submission' and '' <> `,
  sql`delete from submissions where user_id = `,
  sql`delete from revision_pauses where user_id = `,
  sql`delete from user_badges where user_id = `,
  sql`update pathfinder_scopes set can_manage_users = not can_manage_users where pathfinder_id = `,
  sql`delete from pathfinder_scopes where pathfinder_id = `,
  sql`update users set phone_number = '1' where id = `,
  sql`delete from enrollments where user_id = `,
];

test('CALL-30 ENT-38 whatever an own page shows has triggers that change its version, and of nobody else', async () => {
  const { db } = api;
  await db.execute(sql`insert into assignments (id, league_id, title, description)
    values ('assignment', ${league.id}, 'Build', 'It')`);
  await db.execute(sql`insert into badges (id, league_id, name) values ('badge', ${league.id}, 'Badge')`);
  await db.execute(sql`insert into specializations (id, cohort_id, name)
    values ('specialization', ${league.cohortId}, 'All')`);
  const changes = toChanges();
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select distinct tgrelid::regclass::text as name from pg_trigger where tgenabled = 'O' and tgfoid in (
      'note_learner_change'::regproc, 'note_account_change'::regproc, 'note_attempt_change'::regproc,
      'note_scope_change'::regproc) order by 1`,
  );
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(changes).toSorted());

  const ofOther = await read(other);
  const seen = [await read(person)];
  for (const change of [...Object.values(changes), ...ENDS.map((end) => sql`${end} ${person.id}`)]) {
    await db.execute(change);
    seen.push(await read(person));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(await read(other)).toBe(ofOther);
  // One row, however often; a write that changes nothing of an account moves nothing.
  expect(await countRows(person)).toBe(1);
  await db.execute(sql`update users set phone_number = '1' where id = ${person.id}`);
  expect(await read(person)).toBe(seen.at(-1) ?? '');
});

test('CALL-28 CALL-30 the own pages read no table whose changes they would not hear of', async () => {
  const reader = await addPerson(api.db);
  await enroll(api.db, reader.id, league);
  const { token } = reader;
  const read = await Promise.all(
    [
      await readStatements(api.db, () => api.call(getProfile, { token })),
      await readStatements(api.db, () => api.call(getDashboard, { token })),
      await readStatements(api.db, () =>
        api.call(getLeagueProgress, { token, params: { leagueId: league.id } }),
      ),
    ].flatMap(([, ...statements]) => statements.map((statement) => explainStatement(api.db, statement))),
  );
  const noted = await queryRows<{ name: string }>(
    api.db,
    sql`select distinct tgrelid::regclass::text as name from pg_trigger where tgenabled = 'O' and tgfoid in (
      'note_learner_change'::regproc, 'note_account_change'::regproc, 'note_attempt_change'::regproc,
      'note_scope_change'::regproc, 'note_curriculum_change'::regproc)`,
  );
  const known = ['learner_changes', 'curriculum_changes', ...noted.map(({ name }) => name)];
  const tables = new Set(read.flat().flatMap((step) => step['Relation Name'] ?? []));
  expect(read.map((steps) => steps.length > 1)).toEqual([true, true, true, true]);
  expect([...tables]).toContain('progress_events');
  expect([...tables].filter((name) => !known.includes(name))).toEqual([]);
});

test('CALL-05 a new name of who approved an account, or gave a scope, changes the version of what names them', async () => {
  const { db } = api;
  const staff = await addPerson(db, { role: 'GRAND_PATHFINDER' });
  const rename = () => db.execute(sql`update users set name = name || '!' where id = ${staff.id}`);
  const expectMoved = async (isMoved: boolean) => {
    const before = await read(other);
    await rename();
    expect((await read(other)) !== before).toBe(isMoved);
  };
  await expectMoved(false);
  await db.execute(sql`update users set approved_by_id = ${staff.id} where id = ${other.id}`);
  await expectMoved(true);
  await db.execute(sql`update users set approved_by_id = null where id = ${other.id}`);
  await db.execute(sql`insert into pathfinder_scopes (id, pathfinder_id, league_id, assigned_by_id)
    values (${createId()}, ${other.id}, ${league.id}, ${staff.id})`);
  await expectMoved(true);
  const named = await read(other);
  await db.execute(sql`delete from users where id = ${staff.id}`);
  expect(await read(other)).not.toBe(named);
});

test('CALL-30 ENT-38 what is rolled back has no version, with its savepoint or its transaction', async () => {
  const rename = (tx: Database) =>
    tx.execute(sql`update users set name = name || '!' where id = ${other.id}`);
  const before = await read(other);
  await inTransaction(api.db, async (tx) => {
    await rename(tx);
    throw new Error('changed our mind');
  }).catch(() => {});
  expect(await read(other)).toBe(before);
  await inTransaction(api.db, async (tx) => {
    const undone = tx.transaction(async (inner) => {
      await rename(inner as unknown as Database);
      throw new Error('this part');
    });
    await undone.catch(() => {});
    await rename(tx);
  });
  expect(await read(other)).not.toBe(before);
});

test('CALL-30 an account that goes leaves no row, and a cascade from the curriculum counts by its version', async () => {
  const gone = await addPerson(api.db);
  const passing = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  await enroll(api.db, gone.id, passing);
  const before = await read(gone);
  await api.db.execute(sql`delete from leagues where id = ${passing.id}`);
  expect(await read(gone)).not.toBe(before);
  await enroll(api.db, gone.id, league);
  await api.db.execute(sql`delete from users where id = ${gone.id}`);
  expect(await countRows(gone)).toBe(0);
});

test('CALL-30 F17 who writes about more than a hundred learners moves the version of all of them at once', async () => {
  const many = await Promise.all(Array.from({ length: 105 }, () => addPerson(api.db)));
  const seen = async () => Promise.all(many.map((learner) => read(learner)));
  const before = await seen();
  await api.db.execute(sql`insert into revision_pauses (user_id) select id from users
    where id in ${many.map(({ id }) => id)}`);
  const after = await seen();
  expect(after.filter((version, n) => version === before[n])).toEqual([]);
  const noted = await Promise.all(many.map(countRows));
  expect(noted.filter((rows) => rows === 1).length).toBe(100);
  // The next transaction counts anew.
  const [first] = many as [Person];
  await api.db.execute(sql`delete from revision_pauses where user_id = ${first.id}`);
  expect(await read(first)).not.toBe(after[0] ?? '');
});

test.if(Boolean(process.env.TEST_DATABASE_URL))(
  'F17 CALL-30 two who change the same learner at once do not wait for each other here, and both count',
  async () => {
    const enrolled = await addLeague(api.db);
    const before = await read(other);
    let between = '';
    await inTransaction(api.db, async (tx) => {
      await tx.execute(sql`insert into revision_pauses (user_id) values (${other.id})`);
      await inTransaction(api.db, (second) => enroll(second, other.id, enrolled));
      between = await read(other);
    });
    expect(new Set([before, between, await read(other)]).size).toBe(3);
    expect(await countRows(other)).toBe(2);
  },
);

test('CALL-30 an own dashboard is read with its version, and holds until the clock alone would change it', async () => {
  const reader = await addPerson(api.db);
  const timed = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  await enroll(api.db, reader.id, timed);
  // Where it is noon, so that the day does not end meanwhile.
  const hours = 12 - new Date().getUTCHours();
  const timeZone = `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`;
  const find = createOwnDashboardReader(api.db, timeZone);
  const expectUntil = async (moment: ReturnType<typeof sql>) => {
    const [row] = await queryRows<{ ms: number }>(
      api.db,
      sql`select ${toEpochMs(moment)} as ms from leagues l left join assignments a on a.league_id = l.id
        where l.id = ${timed.id}`,
    );
    const { version, untilMs } = await find(reader.id);
    expect({ version, untilMs }).toEqual({ version: await read(reader), untilMs: Number(row?.ms) });
  };
  await expectUntil(endOfDay(timeZone));
  await api.db.execute(sql`insert into assignments (id, league_id, title, description, due_at)
    values (${createId()}, ${timed.id}, 'Build', 'It', now() + interval '3 hours')`);
  await expectUntil(sql`a.due_at`);
  await api.db.execute(sql`update assignments set due_at = now() + interval '7 days 2 hours'
    where league_id = ${timed.id}`);
  await expectUntil(sql`a.due_at - interval '7 days'`);
  await api.db.execute(sql`update leagues set expires_at = now() + interval '1 hour' where id = ${timed.id}`);
  await expectUntil(sql`l.expires_at`);
  expect((await find('nobody')).value).toBeNull();
});
