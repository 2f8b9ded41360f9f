import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { claimSubmission, listReviewQueue, QUEUE_PREVIEW_LENGTH } from '#contract/review-queue.ts';
import { getLeagueSubmissions, listSubmissions, type SubmissionStatus } from '#contract/submissions.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { submissionAttempts, submissions } from '../platform/db/schema/learning.ts';
import { createId } from '../platform/process/secrets.ts';
import { addLeague, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope } from '../test/people.ts';

const ids: Record<string, string> = {};
const tasks: Record<string, string> = {};

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const other = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Odile Other' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
const finance = await addLeague(api.db, { weeks: 0 });
const quantum = await addLeague(api.db, { weeks: 0 });
await addScope(api.db, chief.id, finance.id);
for (const league of [finance, quantum]) {
  tasks[league.id] = createId();
  await api.db.insert(assignments).values({
    id: tasks[league.id] ?? '',
    leagueId: league.id,
    title: `Task of ${league.name}`,
    description: 'Do',
    dueAt: new Date('2026-01-31T00:00:00Z'),
  });
}
await add('old', finance, 'SUBMITTED', 30, 'Jürgen 100%_Sure');
await add('older', quantum, 'SUBMITTED', 40, 'Asha Verma');
await add('oldest', finance, 'APPROVED', 90, 'Ravi Rao');
await add('new', finance, 'SUBMITTED', 5, 'Asha Rao', '🚀'.repeat(QUEUE_PREVIEW_LENGTH + 1));
await add('read', finance, 'UNDER_REVIEW', 60, 'Mei Lin');

async function add(
  name: string,
  league: TestLeague,
  status: SubmissionStatus,
  minutesAgo: number,
  person: string,
  content = 'An answer',
) {
  const learner = await addPerson(api.db, { name: person, email: `${name}@learners.test` });
  const id = createId();
  ids[id] = name;
  ids[name] = id;
  const submittedAt = sql`now() - ${minutesAgo}::int * interval '1 minute'`;
  const values = { status, content, submittedAt };
  await api.db
    .insert(submissions)
    .values({ id, assignmentId: tasks[league.id] ?? '', userId: learner.id, ...values });
  await api.db.insert(submissionAttempts).values({ id: createId(), submissionId: id, number: 1, ...values });
}
const list = (query: Record<string, string | number> = {}, token = grand.token) =>
  api.call(listReviewQueue, { token, query });
const names = async (query: Record<string, string | number> = {}, token = grand.token) =>
  (await list(query, token)).body.data.submissions.map(({ id }: { id: string }) => ids[id]);

test('AASSIGN-11 what waits for a decision comes first, under review included, each part the oldest first, with what a row shows', async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.data.submissions.map(({ id }: { id: string }) => ids[id])).toEqual([
    'read',
    'older',
    'old',
    'new',
    'oldest',
  ]);
  expect(body.data.submissions[1]).toEqual({
    id: ids.older,
    status: 'SUBMITTED',
    attempts: 1,
    submittedAt: expect.stringMatching(/Z$/),
    content: 'An answer',
    githubUrl: null,
    liveUrl: null,
    fileUrl: null,
    feedback: null,
    reviewedAt: null,
    assignment: {
      id: tasks[quantum.id],
      title: `Task of ${quantum.name}`,
      leagueId: quantum.id,
      league: { id: quantum.id, name: quantum.name },
    },
    user: { id: expect.any(String), name: 'Asha Verma', email: 'older@learners.test' },
    reviewedBy: null,
    dueDate: '2026-01-31T00:00:00.000Z',
    claim: null,
  });
  const [long] = body.data.submissions.filter(({ id }: { id: string }) => ids[id] === 'new');
  expect(long.content).toBe(`${'🚀'.repeat(QUEUE_PREVIEW_LENGTH)}…`);
  expect(body.data.counts).toMatchObject({ total: 5, waiting: 4, free: 4 });
  expect(body.data.counts.oldestAt).toBe(body.data.submissions[0].submittedAt);
  expect(await names({ direction: 'desc' })).toEqual(['new', 'old', 'older', 'read', 'oldest']);
});

test('narrowed by state, league, assignment and words; what makes no sense is left out', async () => {
  expect(await names({ status: 'SUBMITTED' })).toEqual(['older', 'old', 'new']);
  expect(await names({ status: 'UNDER_REVIEW' })).toEqual(['read']);
  expect(await names({ status: 'nonsense', holder: 'nonsense', page: 'x' })).toHaveLength(5);
  expect(await names({ leagueId: quantum.id })).toEqual(['older']);
  expect(await names({ assignmentId: tasks[finance.id] ?? '', status: 'SUBMITTED' })).toEqual(['old', 'new']);
  expect(await names({ search: 'asha' })).toEqual(['older', 'new']);
  expect(await names({ search: ' RAO  asha ' })).toEqual(['new']);
  expect(await names({ search: 'oldest@learners' })).toEqual(['oldest']);
  expect(await names({ search: '100%_s' })).toEqual(['old']);
  expect(await names({ search: "%' or true --\0" })).toEqual([]);
  const { counts, pagination } = (await list({ leagueId: finance.id, search: 'asha' })).body.data;
  expect(counts).toMatchObject({ total: 4, waiting: 3, free: 3 });
  expect(pagination.total).toBe(1);
});

test('CALL-73 ENT-56 paged by the database, at most 100 a page', async () => {
  const { submissions: rows, pagination } = (await list({ limit: 2, page: 2 })).body.data;
  expect(rows.map(({ id }: { id: string }) => ids[id])).toEqual(['old', 'new']);
  expect(pagination).toMatchObject({ page: 2, limit: 2, total: 5, totalPages: 3, hasNextPage: true });
  expect((await list()).body.data.pagination.limit).toBe(25);
  expect((await list({ limit: 5000 })).body.data.pagination.limit).toBe(100);
  expect(await names({ page: 9 })).toEqual([]);
});

test('who holds what, as long as the claim runs', async () => {
  await api.call(claimSubmission, { token: grand.token, params: { id: ids.old ?? '' } });
  await api.call(claimSubmission, { token: other.token, params: { id: ids.older ?? '' } });
  expect(await names({ holder: 'me' })).toEqual(['old']);
  expect(await names({ holder: 'others' })).toEqual(['older']);
  expect(await names({ holder: 'nobody' })).toEqual(['read', 'new', 'oldest']);
  const { submissions: rows, counts } = (await list()).body.data;
  expect(counts).toMatchObject({ waiting: 4, free: 3 });
  expect(
    rows.map(({ claim }: { claim: { isMine: boolean; by: object } | null }) => claim?.isMine ?? null),
  ).toEqual([null, false, true, null, null]);
  expect(rows[1].claim).toEqual({
    by: { id: other.id, name: 'Odile Other' },
    until: expect.stringMatching(/Z$/),
    secondsLeft: expect.any(Number),
    isMine: false,
  });
  await api.db
    .update(submissions)
    .set({ claimedUntil: sql`now() - interval '1 second'` })
    .where(eq(submissions.id, ids.old ?? ''));
  await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, other.id));
  expect(await names({ holder: 'nobody' })).toHaveLength(5);
  expect(await names({ holder: 'others' })).toEqual([]);
});

test('ROLE-03 ROLE-11 narrowed to the scope with its figures; nothing without one; refused to learners', async () => {
  expect(await names({}, chief.token)).toEqual(['read', 'old', 'new', 'oldest']);
  expect((await list({}, chief.token)).body.data.counts).toMatchObject({ total: 4, waiting: 3, free: 3 });
  expect(await names({ leagueId: quantum.id }, chief.token)).toEqual([]);
  const reader = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, reader.id, finance.id, { canCreateContent: false });
  expect((await list({}, reader.token)).body.data.counts).toMatchObject({ waiting: 3, free: 0 });
  const without = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  expect((await list({}, without.token)).body.data).toMatchObject({
    submissions: [],
    counts: { total: 0, waiting: 0, free: 0, oldestAt: null },
    pagination: { total: 0 },
  });
  for (const role of ['PIONEER', 'ADMIN', 'PATHFINDER'] as const) {
    expect((await list({}, (await addPerson(api.db, { role })).token)).status).toBe(403);
  }
});

test('CALL-71 CALL-73 ENT-49 the agreed lists are as they were; the one of a league comes in pages when asked', async () => {
  const read = (query?: Record<string, number>) =>
    api.call(getLeagueSubmissions, { token: grand.token, params: { leagueId: finance.id }, query });
  const whole = (await read()).body;
  expect(Object.keys(whole).sort()).toEqual(['data', 'success']);
  expect(whole.data.submissions.map(({ id }: { id: string }) => ids[id])).toEqual([
    'new',
    'old',
    'read',
    'oldest',
  ]);
  const fields = [
    'assignment',
    'attempts',
    'content',
    'feedback',
    'fileUrl',
    'githubUrl',
    'id',
    'liveUrl',
    'reviewedAt',
    'reviewedBy',
    'status',
    'submittedAt',
    'user',
  ];
  expect(Object.keys(whole.data.submissions[0]).sort()).toEqual(fields);
  expect(whole.data.submissions[0].content).toBe('🚀'.repeat(QUEUE_PREVIEW_LENGTH + 1));
  const all = (await api.call(listSubmissions, { token: grand.token })).body;
  expect(Object.keys(all.data[0]).sort()).toEqual(fields);
  const { data, pagination } = (await read({ limit: 3, page: 2 })).body;
  expect(data.submissions).toEqual(whole.data.submissions.slice(3));
  expect({ ...data, submissions: [] }).toEqual({ ...whole.data, submissions: [] });
  expect(pagination).toMatchObject({ page: 2, limit: 3, total: 4, totalPages: 2 });
});
