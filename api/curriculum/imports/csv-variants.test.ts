import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { IMPORT_CALLS, IMPORT_REASONS, importUsers } from '#contract/imports.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { addCohort, addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const api = await openTestApp();
const token = (await addPerson(api.db, { role: 'GRAND_PATHFINDER' })).token;
const cohort = await addCohort(api.db);
for (const name of ['Finance', 'Quantum', 'Art, Craft'])
  await addLeague(api.db, { name, cohortId: cohort.id });

const readCase = (name: string) => Bun.file(new URL(`./cases/${name}.csv`, import.meta.url)).text();
const send = async (csv: string, more: object = {}) =>
  (await api.call(importUsers, { token, body: { csv, ...more } })).body;
const check = async (csv: string, more: object = {}) => (await send(csv, more)).data.plan;
/** Imports a whole file as it is shown; answers the plan. */
async function bring(csv: string, more: object = {}) {
  const plan = await check(csv, more);
  const { fingerprint } = plan;
  const done = await send(csv, { ...more, dryRun: false, fingerprint, leaveOutRefused: true });
  expect(done.success).toBe(true);
  return { plan, result: done.data.result };
}
const find = async (email: string) => (await api.db.select().from(users).where(eq(users.email, email)))[0];

test('answers of a form: remarks in heads, several leagues by comma', async () => {
  const { plan, result } = await bring(await readCase('responses'));
  expect(plan.notes).toEqual([
    'Read as Phone number: "Phone number (WhatsApp preferred)"',
    'Not read: Timestamp',
  ]);
  expect(result).toMatchObject({ created: 2, enrolled: 4, leftOut: 0 });
  expect(await find('form-2@example.org')).toMatchObject({ name: 'Rao, Omar', phoneNumber: '98765 43211' });
});

test('a comma parts leagues only where every part is one', async () => {
  const { rows } = await check(
    'Email,Name,Status,Leagues\na@form.test,Asha,ACTIVE,"Art, Craft"\nb@form.test,Beena,ACTIVE,"Finance, Chess"',
  );
  expect(rows[0].changes).toContainEqual({ field: 'Leagues', from: null, to: 'Art, Craft' });
  expect(rows[1].reasons).toEqual(['League not found: Finance, Chess']);
});

test('two address columns that agree count as one; others are refused by their heads', async () => {
  const csv = await readCase('two-addresses');
  const plan = await check(csv);
  expect(plan.counts).toMatchObject({ create: 2, refused: 0 });
  expect(plan.notes).toContain('"Email Address" and "Email" say the same in every row and count as one');
  const other = await send(csv.replace('FORM-4@', 'other@'));
  expect(other.error).toBe('Two columns of the file are both for E-mail: "Email Address" and "Email"');
});

test('first and last name are put together', async () => {
  const plan = await check(await readCase('first-last'));
  expect(plan.rows.map(({ place }: { place: string }) => place)).toEqual(['Nila Kaur', 'Madonna']);
  expect(plan.notes).toEqual(['Name is put together from "First Name" and "Last Name"']);
});

test('a year of study is no graduation year', async () => {
  const csv = await readCase('year-of-study');
  const { plan } = await bring(csv);
  expect([plan.counts.create, plan.notes]).toEqual([4, ['Not read: Year']]);
  expect((await find('form-10@example.org'))?.graduationYear).toBeNull();
  const graduation = await check('Name,Mail,Year\nAsha,year@form.test,2027\nBeena,none@form.test,');
  expect(graduation.rows[0].changes).toContainEqual({ field: 'Graduation year', from: null, to: '2027' });
});

test('a title above the heads is passed over and named', async () => {
  const plan = await check(await readCase('title-above'));
  expect(plan.rows).toMatchObject([
    { line: 4, outcome: 'create', label: 'form-11@example.org', place: 'Nila Kaur' },
  ]);
  expect(plan.notes).toEqual([
    'Not read: line 1, "Lake College - Coding Club members 2026-27"',
    'Not read: S.No',
  ]);
});

test('cells that a spreadsheet has spoiled are refused by column or restored, and never stored', async () => {
  const { plan } = await bring(await readCase('damaged-cells'));
  const reason = (text: string, column: string, value: string) =>
    text.replace('{column}', column).replace('{value}', value);
  expect(plan.rows.map(({ reasons }: { reasons: string[] }) => reasons)).toEqual([
    [reason(IMPORT_REASONS.shortened, 'Student ID', '2.21045E+11')],
    [
      reason(IMPORT_REASONS.formulaError, 'Institute', '#N/A'),
      reason(IMPORT_REASONS.formulaError, 'Department', '#REF!'),
      reason(IMPORT_REASONS.formulaError, 'Student ID', '#N/A'),
    ],
    [],
    [],
    [],
    [reason(IMPORT_REASONS.shortened, 'Phone number', '9.87654E+09')],
    [],
  ]);
  const stored = await Promise.all([4, 5, 6, 8].map((line) => find(`cell-${line}@example.org`)));
  expect(stored.map((person) => person?.studentId)).toEqual(['00123', '00123', null, 'E12E4']);
  expect(stored[2]).toMatchObject({ institute: null, department: null, olid: null });
  expect(stored[3]?.olid).toMatch(/\w/);
});

test('a spoiled title of a resource is refused too', async () => {
  const csv = 'League,Module,Topic,Order,Title,Type,URL\nFinance,1,1,9,#NAME?,BLOG,https://example.org';
  const { body } = await api.call(IMPORT_CALLS.resources, { token, body: { csv } });
  expect(body.data.plan.rows[0].reasons[0]).toStartWith('Title: the cell holds the formula error #NAME?');
});

test('a college sheet is approved and enrolled by one tick, and a bad phone number is the only fault of its row', async () => {
  const csv = [
    'Name,Email ID,Phone,Leagues',
    ...Array.from(
      { length: 50 },
      (_, index) => `Pupil Kaur,college-${index}@form.test,98765432${10 + index},Finance`,
    ),
    'Bad Phone,bad@form.test,12,Finance',
  ].join('\n');
  const before = await check(csv);
  expect([before.counts.refused, before.rows[0].reasons, before.rows[50].reasons]).toEqual([
    51,
    [IMPORT_REASONS.newInactive],
    ['Please enter a valid phone number'],
  ]);
  const { result } = await bring(csv, { approveNew: true });
  expect(result).toMatchObject({ created: 50, enrolled: 50, leftOut: 1 });
  expect((await find('college-0@form.test'))?.status).toBe('ACTIVE');
});
