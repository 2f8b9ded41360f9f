import { describe, expect, test } from 'bun:test';
import { IMPORT_COLUMNS, IMPORT_KINDS, type ImportKind, toColumnKey } from '#contract/import-columns.ts';
import { importUsers } from '#contract/imports.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { readCsvFile } from './csv-file.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });

const send = (csv: string) => api.call(importUsers, { token: grand.token, body: { csv } });

describe('the line that names the columns', () => {
  test.each([
    'E-mail',
    'E-Mail',
    'E\u2011mail',
    'e mail',
    'E_MAIL',
    'Email',
    'emails',
    'Mail',
    'Mail ID',
    'Email ID',
    'E-Mail Id.',
    'email address',
    'EmailAddress',
    'E-mail address:',
    'Student e-mail',
    '  E-mail  ',
    '\u00A0E-mail\u200B*',
    '\uFEFFE-mail',
    '\uFEFF"E-mail"',
    '\uFEFF\uFEFF"E-mail"',
  ])('%j is the address', async (head) => {
    const { status, body } = await send(`${head}\tName\nhead@import.test\tAsha`);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.data.plan.notes).toEqual([]);
    expect(body.data.plan.rows[0]).toMatchObject({ outcome: 'create', label: 'head@import.test' });
  });

  test.each([
    ['Email', 'Mail ID'],
    ['E-mail', 'E-mail'],
    ['Email address', 'Student e-mail'],
  ])('%s and %s are two columns for the address, which is told', async (one, other) => {
    const { status, body } = await send(`${one},${other},Name\na@import.test,b@import.test,Asha`);
    expect([status, body.error]).toEqual([
      400,
      `Two columns of the file are both for E-mail: "${one}" and "${other}"`,
    ]);
  });

  test.each(['E-mail verified', 'Email sent', 'Address', 'Parent email'])(
    '%s is no address',
    async (head) => {
      const missing = await send(`${head},Name\na@import.test,Asha`);
      expect([missing.status, missing.body.error]).toEqual([400, 'The file has no column for E-mail']);
      const { body } = await send(`E-mail,${head},Name\na@import.test,b@import.test,Asha`);
      expect(body.data.plan.notes).toEqual([`Not read: ${head}`]);
    },
  );

  test.each<[ImportKind, string, string, readonly string[]]>([
    ['users', 'Mail', 'name', ['NAME', 'Full Name', 'FullName', 'Name of the student', 'student_name']],
    ['users', 'Mail', 'leagues', ['League', 'LEAGUES', 'League(s)']],
    ['users', 'Mail,Name', 'status', ['STATUS', 'Account status']],
    ['users', 'Mail,Name', 'institute', ['Institution', 'College Name', 'University', 'Institute name']],
    ['users', 'Mail,Name', 'department', ['Dept.', 'Branch', 'DEPARTMENT', 'Department name']],
    ['users', 'Mail,Name', 'graduationYear', ['graduationYear', 'Year of graduation', 'Passing Year']],
    ['users', 'Mail,Name', 'studentId', ['StudentID', 'Roll No.', 'ROLL NUMBER', 'Student no']],
    ['users', 'Mail,Name', 'phoneNumber', ['Phone No.', 'phone_number', 'MobileNumber', 'Contact number']],
    ['users', 'Mail,Name', 'portfolioUrl', ['Portfolio link', 'Website', 'portfolioUrl']],
    ['users', 'Mail,Name', 'githubUsername', ['Git Hub', 'GitHub ID', 'github_username']],
    ['users', 'Mail,Name', 'linkedinUrl', ['Linked-In', 'LinkedIn profile', 'linkedinUrl']],
    ['users', 'Mail,Name', 'twitterHandle', ['X', 'Twitter (X)', 'X handle', 'Twitter username']],
    ['users', 'Mail,Name', 'discordUsername', ['Discord handle', 'discordUsername']],
    ['users', 'Mail,Name', 'kaggleUsername', ['Kaggle ID', 'kaggle-username']],
    ['weeks', 'ID', 'leagueId', ['league_id', 'LeagueID', 'League-Id']],
    ['weeks', 'ID', 'order', ['Order No.', 'Position', 'Module order', 'weekOrder']],
    ['sections', 'ID', 'week', ['ModuleName', 'Week']],
    ['sections', 'ID', 'weekOrder', ['weekOrder', 'Module no.', 'Week number']],
    ['sections', 'ID', 'order', ['Topic order', 'No.']],
    ['resources', 'ID', 'section', ['TopicName', 'Section']],
    ['resources', 'ID', 'sectionOrder', ['Topic no.', 'section_order']],
    ['resources', 'ID', 'url', ['Link', 'Resource link', 'Web-Address', 'Resource URL']],
    ['resources', 'ID', 'type', ['Resource-Type', 'Kind']],
    ['resources', 'ID', 'title', ['ResourceTitle', 'Name', 'Title of the resource']],
  ])('of %s beside %s is found as %s: %j', (kind, beside, field, heads) => {
    for (const head of heads) {
      const { fields, notes } = readCsvFile(kind, `${beside},${head}\n,1`);
      expect([head, fields.has(field), notes]).toEqual([head, true, []]);
    }
  });

  test.each([...IMPORT_KINDS])('no spelling of a column of %s is one of another', (kind) => {
    const spellings = IMPORT_COLUMNS[kind].flatMap(({ field, header, also = [] }) =>
      [...new Set([field, header, ...also].map(toColumnKey))].map((key) => [key, field] as const),
    );
    const seen = new Map<string, string>();
    for (const [key, field] of spellings) {
      expect([key, seen.get(key)]).toEqual([key, undefined]);
      seen.set(key, field);
    }
  });
});
