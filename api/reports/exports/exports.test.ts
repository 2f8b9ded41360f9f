import { expect, test } from 'bun:test';
import { desc, eq } from 'drizzle-orm';
import { exportUsers } from '#contract/admin-users.ts';
import { exportAssignments } from '#contract/assignments.ts';
import { exportAuditLogs } from '#contract/audit-log.ts';
import { type Call, pathOf } from '#contract/call.ts';
import { exportCertificates } from '#contract/certificates.ts';
import { exportCohorts } from '#contract/cohorts.ts';
import { exportLeagueFiles } from '#contract/league-files.ts';
import { exportLeagues } from '#contract/leagues.ts';
import { exportMailDomains } from '#contract/mail.ts';
import { exportCompletion } from '#contract/reports.ts';
import { exportResources } from '#contract/resources.ts';
import { exportSubmissions } from '#contract/review-queue.ts';
import { exportSections } from '#contract/sections.ts';
import { exportSpecializations } from '#contract/specializations.ts';
import { exportWeeks } from '#contract/weeks.ts';
import { auditLog, rateLimits } from '../../platform/db/schema/operations.ts';
import { addLeague, enroll } from '../../test/leagues.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';
import { fetchExport, readExport } from '../../test/read-csv.ts';

/** Every export, and what its file is called. */
const EXPORTS: [Call<undefined, unknown>, string][] = [
  [exportUsers, 'users'],
  [exportCohorts, 'cohorts'],
  [exportLeagues, 'leagues'],
  [exportSpecializations, 'specializations'],
  [exportWeeks, 'modules'],
  [exportSections, 'topics'],
  [exportResources, 'resources'],
  [exportAssignments, 'assignments'],
  [exportSubmissions, 'submissions'],
  [exportCertificates, 'certificates'],
  [exportMailDomains, 'mail-domains'],
  [exportCompletion, 'completion'],
];

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Grand One' });
const own = await addLeague(api.db, { name: 'Finance' });
const other = await addLeague(api.db, { name: 'Quantum' });
await enroll(api.db, (await addPerson(api.db, { name: 'Asha Verma' })).id, own);

const lastAudit = async () => {
  const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry ? { ...entry, metadata: JSON.parse(entry.metadata ?? 'null') } : null;
};

test('an export is named after its list and the day, and kept by no cache', async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: api.config.TIME_ZONE }).format();
  for (const [call, name] of EXPORTS) {
    const { status, headers } = await fetchExport(api, call, grand.token);
    expect([name, status]).toEqual([name, 200]);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}-${day}.csv"`);
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('the day in the name of an export is that of the product', async () => {
  const namesIn = async (TIME_ZONE: string) => {
    const app = await makeApp({ TIME_ZONE });
    try {
      const { token } = await addPerson(app.db, { role: 'GRAND_PATHFINDER' });
      const files = [
        await fetchExport(app, exportCohorts, token),
        await fetchExport(app, exportAuditLogs, token),
      ];
      return files.map(({ headers }) => headers.get('content-disposition'));
    } finally {
      await app.close();
    }
  };
  // 25 hours apart: there is no moment at which both have the same day.
  const names = [await namesIn('Pacific/Kiritimati'), await namesIn('Pacific/Pago_Pago')].flat();
  for (const name of names) expect(name).toMatch(/"(?:cohorts|audit-log)-\d{4}-\d{2}-\d{2}\.csv"$/);
  expect(new Set(names).size).toBe(4);
});

test('ROLE-11 ROLE-12 an export holds the own leagues alone', async () => {
  const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, chief.id, own.id);
  const unscoped = await addPerson(api.db, { role: 'PATHFINDER' });
  for (const call of [exportWeeks, exportSections, exportResources, exportCompletion]) {
    const leagues = (rows: Record<string, string>[]) => [...new Set(rows.map((row) => row.League))];
    expect(leagues(await readExport(api, call, grand.token))).toEqual(['Finance', 'Quantum']);
    expect(leagues(await readExport(api, call, chief.token))).toEqual(['Finance']);
    if (call === exportCompletion) continue;
    expect(await readExport(api, call, unscoped.token)).toEqual([]);
    expect(await readExport(api, call, chief.token, { leagueId: other.id })).toEqual([]);
  }
  expect((await fetchExport(api, exportCompletion, unscoped.token)).status).toBe(403);
  expect((await fetchExport(api, exportCompletion, chief.token, { leagueId: other.id })).status).toBe(403);
});

test('P44 who took accounts away is recorded with filters and number of rows, not what was searched for; a refusal is not', async () => {
  const words = { search: 'asha', status: 'ACTIVE', sort: 'name' };
  const rows = await readExport(api, exportUsers, grand.token, words);
  expect(rows.length).toBeGreaterThan(0);
  expect(await lastAudit()).toMatchObject({
    actorId: grand.id,
    action: 'USER_LIST_EXPORTED',
    ipAddress: '127.0.0.1',
    metadata: { rows: rows.length, status: 'ACTIVE', sort: 'name', searched: true },
  });
  expect(JSON.stringify(await lastAudit())).not.toContain('asha');
  await readExport(api, exportCertificates, grand.token, { state: 'genuine' });
  expect(await lastAudit()).toMatchObject({
    action: 'CERTIFICATE_LIST_EXPORTED',
    metadata: { rows: 0, state: 'genuine' },
  });
  await readExport(api, exportSubmissions, grand.token, { leagueId: own.id });
  expect(await lastAudit()).toMatchObject({
    action: 'SUBMISSION_LIST_EXPORTED',
    metadata: { rows: 0, leagueId: own.id },
  });
  const before = await api.db.$count(auditLog);
  const head = await api.request(`/api${exportUsers.path}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${grand.token}` },
  });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const call of [exportCohorts, exportWeeks, exportResources, exportMailDomains]) {
    await readExport(api, call, grand.token);
  }
  expect((await fetchExport(api, exportUsers, grand.token, { sort: 'email' })).status).toBe(400);
  expect((await fetchExport(api, exportCertificates, grand.token, { state: 'odd' })).status).toBe(400);
  expect(await api.db.$count(auditLog)).toBe(before);
});

test('completion: the leagues, or one of them step by step', async () => {
  const [finance] = await readExport(api, exportCompletion, grand.token);
  expect(finance).toMatchObject({ League: 'Finance', Enrolled: '1', Finished: '0', 'League ID': own.id });
  const steps = await readExport(api, exportCompletion, grand.token, { leagueId: own.id });
  expect(steps.map((row) => [row.Module, row.Topic])).toEqual([
    ['Week 1', ''],
    ['Week 1', 'Section 1.1'],
    ['Week 1', 'Section 1.2'],
    ['Week 2', ''],
    ['Week 2', 'Section 2.1'],
    ['Week 2', 'Section 2.2'],
  ]);
  const unknown = await fetchExport(api, exportCompletion, grand.token, { leagueId: 'nowhere' });
  expect(unknown.status).toBe(404);
});

test('P21 an account may not take files without end', async () => {
  const person = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const curriculum = { path: pathOf(exportLeagueFiles, { id: own.id }) } as const;
  for (const call of [exportCohorts, exportAuditLogs, curriculum]) {
    expect((await fetchExport(api, call, person.token)).status).toBe(200);
  }
  const key = `export:${person.id}`;
  const [limit] = await api.db.select().from(rateLimits).where(eq(rateLimits.key, key));
  expect(limit?.count).toBe(3);
  await api.db.update(rateLimits).set({ count: 1_000_000 }).where(eq(rateLimits.key, key));
  for (const call of [exportUsers, exportAuditLogs, curriculum]) {
    const refused = await fetchExport(api, call, person.token);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  }
  expect((await fetchExport(api, exportLeagues, grand.token)).status).toBe(200);
});
