import { afterAll, beforeAll, expect, test } from 'bun:test';
import { desc, eq, sql } from 'drizzle-orm';
import { pathOf } from '#contract/call.ts';
import {
  exportLeagueLearners,
  getLeagueLearner,
  LEARNER_FILTERS,
  type LeagueLearner,
  type LearnerDetail,
  listLeagueLearners,
} from '#contract/league-learners.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { userBadges } from '../../platform/db/schema/awards.ts';
import {
  enrollments,
  leagueProgress,
  sectionProgress,
  submissionAttempts,
  submissions,
} from '../../platform/db/schema/learning.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addAssignment, addBadge } from '../../test/awards.ts';
import { addCertificate } from '../../test/certificates.ts';
import { addCohort, addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { readExport } from '../../test/read-csv.ts';
import { mostRowsRead } from '../../test/rows-read.ts';
import { readStatements } from '../../test/statements.ts';

let api: TestApp;
let league: TestLeague;
let grand: Person;
let manager: Person;
let analyst: Person;
let asha: Person;
let dev: Person;
let kiran: Person;
let zoya: Person;

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

beforeAll(async () => {
  api = await makeApp();
  const { db } = api;
  league = await addLeague(db, { name: 'Finance', weeks: 2, sections: 1, resources: 2 });
  grand = await addPerson(db, { role: 'GRAND_PATHFINDER' });
  manager = await addPerson(db, { role: 'PATHFINDER' });
  await addScope(db, manager.id, league.id, { canManageUsers: true });
  analyst = await addPerson(db, { role: 'PATHFINDER' });
  await addScope(db, analyst.id, league.id, { canManageUsers: false });
  [zoya, asha, dev, kiran] = (await Promise.all(
    ['Zoya Khan', 'Asha Verma', '=1+1 Dev', 'Kiran Gill'].map((name) => addPerson(db, { name })),
  )) as [Person, Person, Person, Person];
  for (const person of [zoya, asha, dev, kiran]) await enroll(db, person.id, league);
  // Asha finished, Dev stopped three weeks ago, Kiran began today, Zoya has not begun.
  for (const { sections } of league.weeks) {
    for (const { id } of sections.flatMap(({ resources }) => resources)) await complete(asha, id);
  }
  for (const person of [dev, kiran]) {
    await complete(person, league.weeks[0]?.sections[0]?.resources[0]?.id ?? '');
  }
  await db
    .update(leagueProgress)
    .set({ lastCompletedAt: daysAgo(21) })
    .where(eq(leagueProgress.userId, dev.id));
  const assignmentId = await addAssignment(db, league.id, { title: 'Plan' });
  const submissionId = createId();
  await db
    .insert(submissions)
    .values({ id: submissionId, assignmentId, userId: kiran.id, attempts: 2, content: 'Secret answer' });
  const [first, second] = [daysAgo(3), daysAgo(1)];
  await db.insert(submissionAttempts).values([
    { id: createId(), submissionId, number: 1, status: 'NEEDS_REVISION', content: 'Old', submittedAt: first },
    { id: createId(), submissionId, number: 2, content: 'Secret answer', submittedAt: second },
  ]);
  const badgeId = await addBadge(db, league.id, 'Banker');
  await db.insert(userBadges).values({ id: createId(), badgeId, userId: asha.id });
  await addCertificate(api, dev, league, { revokedAt: new Date(), revocationReason: 'By mistake' });
});
afterAll(() => api.close());

async function complete({ token }: Person, resourceId: string): Promise<void> {
  const body = { personalNote: 'Secret note' };
  const { status } = await api.call(completeResource, { token, params: { resourceId }, body });
  expect(status).toBe(200);
}

const list = (query: Record<string, string> = {}, person = grand, leagueId = league.id) =>
  api.call(listLeagueLearners, { token: person.token, params: { id: leagueId }, query });
const namesOf = async (query: Record<string, string> = {}, person = grand) => {
  const { body } = await list(query, person);
  expect(body.data.pagination.total).toBeGreaterThanOrEqual(body.data.learners.length);
  return body.data.learners.map(({ name }: LeagueLearner) => name);
};

test('a league tells of everybody enrolled with progress, submission and awards, by name', async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.data.counts).toEqual({ total: 4, 'not-started': 1, inactive: 1, finished: 1, waiting: 1 });
  expect(body.data.pagination).toMatchObject({ total: 4, limit: 50, totalPages: 1 });
  const none = { submission: null, badgeEarnedAt: null, certificateIssuedAt: null };
  const moment = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(body.data.learners).toMatchObject([
    {
      id: dev.id,
      completedResources: 1,
      progressPercentage: 25,
      lastActiveAt: moment,
      ...none,
    },
    { id: asha.id, completedResources: 4, progressPercentage: 100, badgeEarnedAt: moment },
    { id: kiran.id, submission: { status: 'SUBMITTED', submittedAt: moment } },
    {
      id: zoya.id,
      completedResources: 0,
      lastActiveAt: null,
      cohort: { id: league.cohortId },
      enrolledAt: moment,
      ...none,
    },
  ]);
  // The certificate came with the tick that completed the league.
  expect(body.data.learners[1].certificateIssuedAt).toEqual(moment);
});

test('filters, search and order leave what they say, page by page', async () => {
  expect(await namesOf({ show: 'not-started' })).toEqual(['Zoya Khan']);
  expect(await namesOf({ show: 'inactive' })).toEqual(['=1+1 Dev']);
  expect(await namesOf({ show: 'finished' })).toEqual(['Asha Verma']);
  expect(await namesOf({ show: 'waiting' })).toEqual(['Kiran Gill']);
  expect(await namesOf({ search: 'GILL kir' })).toEqual(['Kiran Gill']);
  expect(await namesOf({ search: 'gill', show: 'finished' })).toEqual([]);
  expect(await namesOf({ sort: 'name', direction: 'desc' })).toEqual(
    (await namesOf({ sort: 'odd', show: 'odd', page: '-1' })).reverse(),
  );
  for (const sort of ['progress', 'active']) {
    const down = await namesOf({ sort, direction: 'desc' });
    expect([down[0], down[3]]).toEqual([sort === 'progress' ? 'Asha Verma' : 'Kiran Gill', 'Zoya Khan']);
    expect(await namesOf({ sort })).toEqual(down.reverse());
  }
  const pages = await Promise.all(['1', '2', '3'].map((page) => namesOf({ page, limit: '2' })));
  expect(pages.flat()).toEqual(await namesOf());
  const { body } = await list({ search: 'a', page: '2', limit: '1' }, analyst);
  expect(body.data.pagination).toMatchObject({ total: 3, page: 2, hasNextPage: true, hasPreviousPage: true });
});

test('names and progress are for View Analytics, addresses and a search by them for Manage Users', async () => {
  for (const person of [grand, manager]) {
    const { body } = await list({ search: zoya.email }, person);
    expect(body.data.learners).toMatchObject([{ id: zoya.id, email: zoya.email }]);
  }
  await api.db.update(users).set({ phoneNumber: '98765 43210' }).where(eq(users.id, zoya.id));
  const seen = await list({}, analyst);
  expect([seen.status, seen.body.data.learners.length]).toEqual([200, 4]);
  expect(JSON.stringify(seen.body)).not.toMatch(/@example|98765|email/);
  for (const search of [zoya.email, '98765', 'example.test']) {
    expect(await namesOf({ search }, analyst)).toEqual([]);
  }
  expect(await namesOf({ search: 'zoya' }, analyst)).toEqual(['Zoya Khan']);
});

test('who may not see the learners is refused, an unknown league or learner not found', async () => {
  const blind = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, blind.id, league.id, { canViewAnalytics: false, canManageUsers: true });
  const elsewhere = await addLeague(api.db, { weeks: 0 });
  const params = { id: league.id, userId: asha.id };
  for (const { token } of [asha, blind, await addPerson(api.db, { role: 'ADMIN' })]) {
    expect((await api.call(listLeagueLearners, { token, params })).status).toBe(403);
    expect((await api.call(getLeagueLearner, { token, params })).status).toBe(403);
  }
  expect((await list({}, analyst, elsewhere.id)).status).toBe(403);
  expect((await list({}, grand, createId())).body.error).toBe('League not found');
  const absent = await api.call(getLeagueLearner, {
    token: grand.token,
    params: { id: elsewhere.id, userId: asha.id },
  });
  expect([absent.status, absent.body.error]).toEqual([404, 'User is not enrolled in this league']);
});

test('one learner: progress by module and every attempt, neither notes nor answers', async () => {
  const ask = async (person: Person, by = analyst): Promise<LearnerDetail> => {
    const params = { id: league.id, userId: person.id };
    const { status, body } = await api.call(getLeagueLearner, { token: by.token, params });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/Secret|Note/);
    return body.data;
  };
  await api.db.update(sectionProgress).set({ personalNote: 'Secret note' });
  const { learner, modules, attempts } = await ask(kiran);
  expect([learner.name, 'email' in learner, (await ask(kiran, manager)).learner.email]).toEqual([
    'Kiran Gill',
    false,
    kiran.email,
  ]);
  expect(modules).toEqual([
    { id: league.weeks[0]?.id ?? '', name: 'Week 1', totalResources: 2, completedResources: 1 },
    { id: league.weeks[1]?.id ?? '', name: 'Week 2', totalResources: 2, completedResources: 0 },
  ]);
  expect(attempts).toMatchObject([
    { number: 2, status: 'SUBMITTED', reviewedAt: null },
    { number: 1, status: 'NEEDS_REVISION' },
  ]);
  expect((await ask(zoya)).attempts).toEqual([]);
});

test('somebody enrolled through two cohorts is one learner, somebody taken out is none', async () => {
  const twice = await addLeague(api.db, { weeks: 1 });
  const later = await addCohort(api.db);
  for (const { id } of [asha, kiran]) await enroll(api.db, id, twice);
  await enroll(api.db, asha.id, { ...twice, cohortId: later.id });
  for (const cohortId of [later.id, (await addCohort(api.db)).id]) {
    await enroll(api.db, zoya.id, { ...twice, cohortId });
  }
  // Data that was moved in may lack the sums.
  await api.db.delete(leagueProgress).where(sql`user_id = ${zoya.id} and league_id = ${twice.id}`);
  await api.db.delete(enrollments).where(sql`user_id = ${kiran.id} and league_id = ${twice.id}`);
  const { body } = await list({}, grand, twice.id);
  expect([body.data.counts.total, body.data.learners]).toMatchObject([
    2,
    [
      { id: asha.id, cohort: { id: twice.cohortId } },
      { id: zoya.id, cohort: { id: later.id }, completedResources: 0 },
    ],
  ]);
});

test('the file holds the rows of the list in its order, addresses for Manage Users alone, and is recorded', async () => {
  const file = { path: pathOf(exportLeagueLearners, { id: league.id }) };
  for (const show of ['', ...LEARNER_FILTERS]) {
    for (const sort of ['name', 'progress', 'active']) {
      const query = { show, sort, direction: 'desc', search: 'a' };
      const { body } = await list(query, manager);
      const rows = await readExport(api, file, manager.token, query);
      expect(rows.map((row) => row['Learner ID'])).toEqual(
        body.data.learners.map(({ id }: LeagueLearner) => id),
      );
    }
  }
  const [dangerous, finished] = await readExport(api, file, analyst.token);
  expect(dangerous).toMatchObject({ Learner: "'=1+1 Dev", 'E-mail': '', 'Progress in %': '25' });
  expect(finished).toMatchObject({ Learner: 'Asha Verma', 'Resources completed': '4' });
  const [managed] = await readExport(api, file, manager.token, { search: 'dev', show: 'inactive' });
  expect(managed).toMatchObject({ 'E-mail': dev.email });
  const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect([entry?.actorId, entry?.action, JSON.parse(entry?.metadata ?? '')]).toMatchObject([
    manager.id,
    'LEARNER_LIST_EXPORTED',
    { rows: 1, leagueId: league.id, show: 'inactive', searched: true },
  ]);
});

test('a league of hundreds takes the statements of a small one, and reads each account of a page alone', async () => {
  const large = await addLeague(api.db, { weeks: 1 });
  await api.db.execute(sql`
    insert into users (id, email, name, password_hash, status, role)
      select 'many-' || n, 'many-' || n || '@example.test', 'Many ' || n, 'none', 'ACTIVE', 'PIONEER'
      from generate_series(1, 600) n`);
  await api.db.execute(sql`
    insert into enrollments (id, user_id, cohort_id, league_id)
      select 'many-' || n, 'many-' || n, ${large.cohortId}, ${large.id} from generate_series(1, 600) n`);
  await api.db.execute(sql`
    insert into league_progress (user_id, league_id, completed_resources)
      select 'many-' || n, ${large.id}, n % 9 from generate_series(1, 600) n`);
  await api.db.execute(sql`analyze users, enrollments, league_progress`);
  const countOf = async (query: Record<string, string>, id: string) =>
    (await readStatements(api.db, () => list(query, analyst, id))).length;
  await addScope(api.db, analyst.id, large.id);
  const queries: Record<string, string>[] = [{}, { search: 'a' }, { show: 'finished', sort: 'progress' }];
  for (const query of queries) {
    expect(await countOf(query, large.id)).toBe(await countOf(query, league.id));
  }
  const query = { sort: 'progress', direction: 'desc', limit: '50' };
  expect(await mostRowsRead(api.db, 'submissions', () => list(query, grand, large.id))).toBeLessThan(100);
  expect((await list(query, grand, large.id)).body.data.pagination.total).toBe(600);
});
