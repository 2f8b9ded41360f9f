import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { AUTH_ERRORS, login, signup } from '#contract/auth.ts';
import { IMPORT_REASONS, importUsers } from '#contract/imports.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { findDrift } from '../../learning/counter-drift.ts';
import { type Database, inTransaction, queryRows } from '../../platform/db/client.ts';
import { formerAddresses, users } from '../../platform/db/schema/accounts.ts';
import { cohorts } from '../../platform/db/schema/curriculum.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { digestEverything } from '../../test/digest.ts';
import { addCohort, addLeague, addLearner, setLeagueExpired } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const cohort = await addCohort(api.db);
const finance = await addLeague(api.db, { name: 'Finance', cohortId: cohort.id });
const over = await addLeague(api.db, { name: 'Over', cohortId: cohort.id });
await setLeagueExpired(api.db, over.id);

type Body = Record<string, unknown>;
const send = (body: Body, token = grand.token, headers = {}) =>
  api.call(importUsers, { token, body, headers });
const check = async (csv: string) => (await send({ csv })).body.data.plan;
/** Checks, then imports what was shown. */
async function bring(csv: string, options: Body = {}) {
  const { fingerprint } = await check(csv);
  return send({ csv, dryRun: false, fingerprint, ...options });
}
const outcomes = (plan: { rows: { outcome: string; reasons: string[] }[] }) =>
  plan.rows.map(({ outcome, reasons }) => [outcome, ...reasons]);
async function find(email: string) {
  const [row] = await api.db.select().from(users).where(eq(users.email, email));
  return row;
}
async function driftOf() {
  const drifts = await inTransaction(api.db, (tx: Database) => findDrift(tx, api.config.TIME_ZONE));
  return drifts.filter(({ drift }) => drift > 0);
}
const leaguesOf = async (email: string) =>
  (
    await queryRows<{ name: string }>(
      api.db,
      sql`select l.name from enrollments e join leagues l on l.id = e.league_id join users u on u.id = e.user_id
        where u.email = ${email} order by 1`,
    )
  ).map(({ name }) => name);

describe('a file of users', () => {
  test('a dry run says row by row what would happen, and writes nothing', async () => {
    await addPerson(api.db, { email: 'known@import.test', name: 'Known' });
    const waiting = await addPerson(api.db, { email: 'waiting@import.test', status: 'PENDING' });
    const before = await digestEverything(api.db);
    const { status, body } = await send({
      csv: [
        'E-mail;NAME;Status;Leagues;Shoe size;Graduation_Year;Phone',
        'new@Import.test;Asha <b>Verma;;;42;2027;+91 98765 43210',
        'active@import.test;Meera;active;Finance;;;',
        'known@import.test;Renamed;SUSPENDED;finance;;;',
        'not an address;N;;;;1990;12',
        'NEW@import.test;Twice;;;;;',
        'late@import.test;Late;ACTIVE;Over;;;',
        'who@import.test;Who;ACTIVE;Chess;;;',
        'idle@import.test;Idle;;Finance;;;',
        'odd@import.test;Odd;GRAND;;;;',
        `${waiting.email};Waiting;;Finance;;;`,
        'grand@import.test;x;y;z;1;2027;;more',
      ].join('\r\n'),
    });
    expect(status).toBe(200);
    const { plan, result } = body.data;
    expect(result).toBeNull();
    expect(plan.counts).toEqual({ create: 2, update: 1, unchanged: 0, refused: 8 });
    expect(plan.notes).toEqual(['Not read: Shoe size']);
    expect(plan.rows[0]).toEqual({
      line: 2,
      outcome: 'create',
      label: 'new@import.test',
      place: 'Asha <b>Verma',
      changes: [
        { field: 'Status', from: null, to: 'PENDING' },
        { field: 'Graduation year', from: null, to: '2027' },
        { field: 'Phone number', from: null, to: '+91 98765 43210' },
      ],
      reasons: [],
    });
    expect(plan.rows[2]).toMatchObject({
      outcome: 'update',
      place: 'Known',
      changes: [{ field: 'Leagues', from: null, to: 'Finance' }],
    });
    expect(outcomes(plan).slice(3)).toEqual([
      [
        'refused',
        'Name must be at least 2 characters long, Invalid email format, Please enter a valid graduation year, Please enter a valid phone number',
      ],
      ['refused', 'Line 2 is about the same person already'],
      ['refused', 'Enrollment for this league is expired. Please check back later.'],
      ['refused', 'League not found: Chess'],
      ['refused', IMPORT_REASONS.newInactive],
      ['refused', 'Status must be ACTIVE or PENDING'],
      ['refused', IMPORT_REASONS.waiting],
      ['refused', 'The row has more cells than there are columns'],
    ]);
    expect(await digestEverything(api.db)).toEqual(before);
  });

  test('P41 P44 an import does what was shown, once, and says so in the audit log', async () => {
    const old = await addPerson(api.db, { email: 'old@import.test', name: 'Old', role: 'LUMINARY' });
    const csv = [
      'Name,E-mail,Leagues,Status,Institute,Department,Graduation Year,Student ID,Phone Number,Twitter,Role',
      'Old Renamed,old@import.test,Finance,PENDING,Elsewhere,,,,,,GRAND_PATHFINDER',
      "Whole Profile,whole@import.test,Finance,ACTIVE,SIT,Biotechnology,2028,BT-1,'+91 98765 43210,'@whole,GRAND_PATHFINDER",
      'Part Profile,part@import.test,,,SIT,,,,,,',
    ].join('\n');
    const { fingerprint } = await check(csv);
    const key = { 'idempotency-key': 'import-once' };
    const body = { csv, dryRun: false, fingerprint, tellPeople: true };
    const first = await send(body, grand.token, key);
    expect(first.status).toBe(200);
    expect(first.body.data).toEqual({
      plan: null,
      result: { created: 2, updated: 1, unchanged: 0, leftOut: 0, enrolled: 2 },
    });
    const whole = await find('whole@import.test');
    expect(whole).toMatchObject({
      name: 'Whole Profile',
      role: 'PIONEER',
      status: 'ACTIVE',
      approvedById: grand.id,
      phoneNumber: '+91 98765 43210',
      twitterHandle: '@whole',
      emailVerifiedAt: null,
      olid: expect.any(String),
      currentCohortId: expect.any(String),
    });
    expect(whole?.migratedToV2At).not.toBeNull();
    expect(await find('part@import.test')).toMatchObject({
      status: 'PENDING',
      institute: 'SIT',
      olid: null,
      migratedToV2At: null,
      approvedAt: null,
    });
    expect(await find(old.email)).toMatchObject({
      name: 'Old',
      role: 'LUMINARY',
      status: 'ACTIVE',
      institute: null,
    });
    expect([await leaguesOf(old.email), await leaguesOf('whole@import.test')]).toEqual([
      ['Finance'],
      ['Finance'],
    ]);
    const entries = await queryRows<{ action: string; n: number; target: string | null }>(
      api.db,
      sql`select action, count(*)::int as n, min(metadata) as target from audit_log
        where request_id = ${first.headers.get('x-request-id')} group by action order by action`,
    );
    expect(entries.map(({ action, n }) => [action, n])).toEqual([
      ['USER_CREATED', 2],
      ['USER_ENROLLED', 2],
      ['USER_IMPORTED', 1],
    ]);
    const mails = await listStoredMessages(api);
    expect(mails.filter(({ kind }) => kind === 'ACCOUNT_CREATED').map(({ to }) => to)).toEqual(
      expect.arrayContaining(['whole@import.test', 'part@import.test']),
    );
    const told = mails.find(({ kind, to }) => kind === 'ACCOUNT_CREATED' && to === 'whole@import.test');
    expect(told?.text).toContain('You are enrolled in Finance.');
    expect(await driftOf()).toEqual([]);

    const before = await digestEverything(api.db);
    expect((await send(body, grand.token, key)).body).toMatchObject({ data: first.body.data });
    expect((await check(csv)).counts).toEqual({ create: 0, update: 0, unchanged: 3, refused: 0 });
    const again = await bring(csv, { tellPeople: true });
    expect(again.body.data.result).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await digestEverything(api.db)).toEqual(before);
  });

  test('P12 SIGNUP-07 RESET-07 nobody can sign in to an imported account until the address is proved', async () => {
    const email = 'proof@import.test';
    expect((await bring(`E-mail,Name\n${email},Proof`)).status).toBe(200);
    const hash = (await find(email))?.passwordHash ?? '';
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const password = 'Kestrel-river-42!';
    const taken = await api.call(signup, { body: { email, name: 'Proof', password } });
    expect([taken.status, taken.body.error]).toEqual([409, 'User with this email already exists']);
    expect((await api.call(login, { body: { email, password } })).status).toBe(401);

    expect((await api.call(sendResetOtp, { body: { email } })).status).toBe(200);
    const [mail] = (await listStoredMessages(api)).filter(
      ({ to, kind }) => to === email && kind === 'PASSWORD_RESET',
    );
    const otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    const reset = await api.call(resetPassword, { body: { email, otp, newPassword: password } });
    expect(reset.status).toBe(200);
    const signedIn = await api.call(login, { body: { email, password } });
    expect(signedIn.body.data.user).toMatchObject({ email, emailVerified: true, status: 'PENDING' });
  });

  test('rows that are refused stop the import, or are left out when that is asked for', async () => {
    const csv = 'E-mail,Name\nfine@import.test,Fine\nbroken,Broken';
    const before = await digestEverything(api.db);
    const refused = await bring(csv);
    expect([refused.status, refused.body.code]).toEqual([409, 'IMPORT_ROWS_REFUSED']);
    expect(refused.body.data.counts).toMatchObject({ create: 1, refused: 1 });
    expect(await digestEverything(api.db)).toEqual(before);
    const done = await bring(csv, { leaveOutRefused: true });
    expect(done.body.data.result).toMatchObject({ created: 1, leftOut: 1 });
    expect(await find('fine@import.test')).toMatchObject({ name: 'Fine' });
  });

  test('P41 whoever changes what the file is about in between is not run over', async () => {
    const csv = 'E-mail,Name\nearly@import.test,Early';
    const { fingerprint } = await check(csv);
    await addPerson(api.db, { email: 'early@import.test', name: 'Came first' });
    const before = await digestEverything(api.db);
    const overtaken = await send({ csv, dryRun: false, fingerprint });
    expect([overtaken.status, overtaken.body.code]).toEqual([409, 'IMPORT_PLAN_CHANGED']);
    expect(overtaken.body.data).toMatchObject({ counts: { create: 0, unchanged: 1 } });
    expect(overtaken.body.data.fingerprint).not.toBe(fingerprint);
    expect(await digestEverything(api.db)).toEqual(before);
    const unchecked = await send({ csv, dryRun: false });
    expect([unchecked.status, unchecked.body.code]).toEqual([400, 'IMPORT_UNCHECKED']);
  });

  test('F17 two imports of the same people at once: one does it, the other is told', async () => {
    const csv = `E-mail,Name\n${Array.from({ length: 600 }, (_, n) => `race-${n}@import.test,Racer ${n}`).join('\n')}`;
    const reversed = `E-mail,Name\n${csv.split('\n').slice(1).toReversed().join('\n')}`;
    const [one, other] = [await check(csv), await check(reversed)];
    // Two people: one alone would wait for the own account.
    const second = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const replies = await Promise.all([
      send({ csv, dryRun: false, fingerprint: one.fingerprint }),
      send({ csv: reversed, dryRun: false, fingerprint: other.fingerprint }, second.token),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'IMPORT_PLAN_CHANGED',
      data: { counts: { unchanged: 600 } },
    });
    const [row] = await queryRows<{ n: number }>(
      api.db,
      sql`select count(*)::int as n from users where email like 'race-%'`,
    );
    expect(row?.n).toBe(600);
  });

  test('a cohort with few places takes as many rows as it has', async () => {
    const [newest] = await queryRows<{ id: string; taken: number }>(
      api.db,
      sql`select c.id, (select count(*)::int from enrollments e where e.cohort_id = c.id) as taken
        from cohorts c where is_active order by created_at desc, id limit 1`,
    );
    const limit = sql`${(newest?.taken ?? 0) + 1}`;
    await api.db
      .update(cohorts)
      .set({ maxEnrollments: limit })
      .where(eq(cohorts.id, newest?.id ?? ''));
    const plan = await check(
      'E-mail,Name,League,Status\nseat-1@import.test,One,Finance,ACTIVE\nseat-2@import.test,Two,Finance,ACTIVE',
    );
    expect(outcomes(plan)).toEqual([['create'], ['refused', 'This cohort has no places left']]);
    await api.db
      .update(cohorts)
      .set({ maxEnrollments: null })
      .where(eq(cohorts.id, newest?.id ?? ''));
  });

  test('a league is the one that is called so to the letter, and none where several could be meant', async () => {
    // Whichever of them comes last in the list, this one is asked for.
    for (const name of ['RHETORIC', 'Rhetoric', 'rhetoric']) await addLeague(api.db, { name });
    const row = (email: string, name: string) => `${email}@twin.test,Twin,${name},ACTIVE\n`;
    const asked = ['RHETORIC', 'Rhetoric', 'rhetoric'].map((name, index) => row(`twin-${index}`, name));
    const { body } = await bring(`E-mail,Name,Leagues,Status\n${asked.join('')}`);
    expect(body.data.result).toMatchObject({ created: 3, enrolled: 3 });
    expect(await Promise.all([0, 1, 2].map((index) => leaguesOf(`twin-${index}@twin.test`)))).toEqual([
      ['RHETORIC'],
      ['Rhetoric'],
      ['rhetoric'],
    ]);
    const plan = await check(`E-mail,Name,Leagues,Status\n${row('twin-3', 'RhetoriC; finance')}`);
    expect(outcomes(plan)).toEqual([
      [
        'refused',
        'Several leagues have that name but for capitals and spaces: write it as the league does: RhetoriC',
      ],
    ]);
  });

  test('P16 an address that its owner may still take back is given to nobody', async () => {
    const person = await addPerson(api.db, { email: 'moved@import.test' });
    await api.db.insert(formerAddresses).values({ userId: person.id, email: person.email });
    await api.db.update(users).set({ email: 'elsewhere@import.test' }).where(eq(users.id, person.id));
    const csv = 'name,email\nSquatter,moved@import.test\nOther,other@import.test';
    expect(outcomes(await check(csv))).toEqual([['refused', AUTH_ERRORS.EMAIL_TAKEN.text], ['create']]);
    await api.db.update(users).set({ email: 'moved@import.test' }).where(eq(users.id, person.id));
    await api.db.delete(formerAddresses);
    expect(outcomes(await check(csv))).toEqual([['unchanged', IMPORT_REASONS.known], ['create']]);
  });

  test('an exported list of users changes nothing when it comes back', async () => {
    const person = await addLearner(api.db, finance, { email: 'listed@import.test', name: '=Listed' });
    const csv = `Name,E-mail,Role,Status,Leagues,ID\r\n'=Listed,${person.email},PIONEER,ACTIVE,Finance,${person.id}\r\n`;
    const plan = await check(csv);
    expect(plan.counts).toEqual({ create: 0, update: 0, unchanged: 1, refused: 0 });
    expect(plan.notes).toEqual(['Not read: Role, ID']);
  });
});
