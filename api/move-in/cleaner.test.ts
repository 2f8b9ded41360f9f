import { afterAll, beforeAll, expect, test } from 'bun:test';
import { LONG_NAME } from '../test/earlier-community.ts';
import { type EarlierDatabase, meetEarlierCommunity } from '../test/earlier-database.ts';
import type { TestApp } from '../test/make-app.ts';
import { readUrl } from './cleaner.ts';
import { type MoveReport, moveIn } from './move-in.ts';

let api: TestApp;
let earlier: EarlierDatabase;
let report: MoveReport;

beforeAll(async () => {
  ({ api, earlier } = await meetEarlierCommunity());
  const ends = { source: earlier.database.db, target: api.db };
  report = await moveIn(ends, { isDryRun: true, say: () => {}, timeZone: 'UTC' });
}, 300_000);
afterAll(async () => {
  await api.close();
  await earlier.drop();
});

const lineOf = (
  findings: { id: string; field: string; before: string; after: string }[],
  id: string,
  field: string,
) => findings.find((finding) => finding.id === id && finding.field === field);

test('what was changes is told row by row, with what stood there', () => {
  const { changes } = report.findings;
  const told = [
    ['asha', 'email', ' Asha@Example.test', 'asha@example.test'],
    ['asha', 'name', LONG_NAME, LONG_NAME.slice(0, 120)],
    ['asha', 'portfolioUrl', 'javascript:alert(1)', ''],
    ['asha', 'linkedinUrl', 'linkedin.com/in/asha', 'https://linkedin.com/in/asha'],
    ['asha', 'graduationYear', '1900', ''],
    ['asha', 'phoneNumber', '12', ''],
    ['asha', 'githubUsername', 'x'.repeat(61), ''],
    ['asha', 'updatedAt', '2024-05-01T08:00:00.000Z', '2024-06-01T08:00:00.000Z'],
    ['hash', 'password', '', ''],
    ['hash', 'name', ' ', 'hash'],
    ['dear', 'password', '', ''],
    ['co2', 'name', 'Cohort 2024', 'Cohort 2024 (2)'],
    ['co2', 'maxEnrollments', '0', ''],
    ['l1', 'name', 'Web', 'Web (2)'],
    ['l2', 'name', 'Web', 'Web (3)'],
    ['l1', 'cohortId', '', 'co1'],
    ['w1', 'order', '0', '1'],
    ['w2', 'order', '1', '2'],
    ['w3', 'order', '1', '3'],
    ['s2', 'name', 'B'.repeat(120), 'B'.repeat(100)],
    ['r2', 'url', 'example.org/2', 'https://example.org/2'],
    ['r3', 'url', 'ftp://example.org/3', 'https://link.invalid/ftp%3A%2F%2Fexample.org%2F3'],
    ['b1', 'imageUrl', 'data:image/svg+xml,<svg/>', ''],
    ['b1', 'leagueId', 'l1', ''],
    ['sz2', 'name', 'Web', 'Web (2)'],
    ['a1', 'title', ' ', 'Assignment'],
    ['as1', 'content', 'See', 'See\nhttps://github.com/a/b'],
    ['as4', 'liveUrl', 'ftp://example.org', 'ftp://example.org'],
    ['p1', 'timeSpent', '90000', '86400'],
    ['p2', 'completedAt', '', '2025-03-01T10:00:00.000Z'],
    ['p3', 'timeSpent', '60', ''],
    ['p6', 'completedAt', '2999-01-01 00:00:00', '2025-03-01T10:00:00.000Z'],
    ['p8', 'personalNote', 'n'.repeat(1001), 'n'.repeat(1000)],
    ['sp1', 'isCompleted', 'false', 'true'],
    ['sp2', 'isCompleted', 'true', 'false'],
  ];
  for (const [id = '', field = '', before, after] of told) {
    const line = lineOf(changes, id, field);
    expect([id, field, line?.before, line?.after]).toEqual([id, field, before, after]);
  }
  expect(lineOf(changes, 'we ird/id', 'id')?.after).toMatch(/^e[0-9a-f]{31}$/);
  // No hash in a file.
  expect(JSON.stringify(report.findings)).not.toContain('$2a$');
});

test('P28 marks that no address holds raw are encoded', () => {
  expect(readUrl('https://example.org/<b>"c')).toBe('https://example.org/%3Cb%3E%22c');
});
