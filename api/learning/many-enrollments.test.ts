import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { listEnrollments } from '#contract/learning.ts';
import { getCohortAnalytics } from '#contract/reports.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addManyEnrollments, MANY_LEAGUES, MANY_LEARNERS } from '../test/many-enrollments.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';
import { mostRowsRead } from '../test/rows-read.ts';
import { explainStatement, readStatements } from '../test/statements.ts';

const TOTAL = MANY_LEAGUES * MANY_LEARNERS;
/** A count ends at 10,001. */
const READ_MAX = 11_000;

let api: TestApp;
let grand: Person;
let staff: Person;
beforeAll(async () => {
  api = await makeApp({}, addManyEnrollments);
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  staff = await addPerson(api.db, { role: 'PATHFINDER' });
  await addScope(api.db, staff.id, 'many-1');
  await addScope(api.db, staff.id, 'many-3');
}, 300_000);
afterAll(() => api.close());

const read = async ({ token }: Person, query: Record<string, string>) => {
  const { status, body } = await api.call(listEnrollments, { token, query });
  expect(status).toBe(200);
  return body.data;
};

const readCohort = async (cohortId: string) => {
  const { status, body } = await api.call(getCohortAnalytics, { token: grand.token, params: { cohortId } });
  expect(status).toBe(200);
  expect(body.data.leagueProgress[0].league.name).toBe(cohortId === 'many-old' ? 'League 1' : 'League 12');
};

describe('a list of more enrollments than are counted', () => {
  const ASKED: [string, () => Promise<unknown>][] = [
    ['all', () => read(grand, {})],
    ['page 200', () => read(grand, { page: '200' })],
    ['a page of 1,000', () => read(grand, { limit: '1000', page: '3' })],
    ['of an old league', () => read(grand, { leagueId: 'many-1' })],
    ['of an old cohort', () => read(grand, { cohortId: 'many-old' })],
    ['of a league and a cohort', () => read(grand, { leagueId: 'many-1', cohortId: 'many-new' })],
    ['of a learner', () => read(grand, { userId: 'many-7' })],
    ['of leagues in scope', () => read(staff, {})],
    ['of a learner in scope', () => read(staff, { userId: 'many-7' })],
  ];
  for (const [what, ask] of ASKED) {
    test(`${what}: no statement reads them all`, async () => {
      expect(await mostRowsRead(api.db, 'enrollments', ask)).toBeLessThanOrEqual(READ_MAX);
    });
  }

  test.each(['many-old', 'many-new'])(
    'the report of cohort %s sorts no more than a page',
    async (cohortId) => {
      const sent = await readStatements(api.db, () => readCohort(cohortId));
      for (const statement of sent.filter(({ text }) => /^\s*select/i.test(text))) {
        const sorts = (await explainStatement(api.db, statement)).filter((step) =>
          step['Node Type'].includes('Sort'),
        );
        for (const { Plans: [input] = [] } of sorts)
          expect(input?.['Actual Rows'] ?? 0).toBeLessThanOrEqual(250);
      }
    },
  );

  test('a total beyond the bound says that it is an estimate; a narrowed list is counted', async () => {
    const { pagination } = await read(grand, {});
    expect([pagination.totalIsEstimate, pagination.hasNextPage]).toEqual([true, true]);
    expect(Math.abs(pagination.total / TOTAL - 1)).toBeLessThan(0.1);
    expect((await read(grand, { leagueId: 'many-1' })).pagination).toMatchObject({
      total: MANY_LEARNERS,
      hasNextPage: true,
    });
    expect((await read(grand, { leagueId: 'many-1' })).pagination.totalIsEstimate).toBeUndefined();
  });

  test('who reads on meets every row once, those of one moment included', async () => {
    for (const [who, query, expected] of [
      [grand, { limit: '1000' }, TOTAL],
      [staff, { limit: '300' }, 2 * MANY_LEARNERS],
    ] as const) {
      const ids: string[] = [];
      const moments: string[] = [];
      for (let page = 1; ; page++) {
        const { enrollments, pagination } = await read(who, { ...query, page: String(page) });
        for (const { id, enrolledAt } of enrollments) {
          ids.push(id);
          moments.push(enrolledAt);
        }
        if (!pagination.hasNextPage) {
          expect([pagination.total, pagination.totalIsEstimate]).toEqual([expected, undefined]);
          break;
        }
      }
      expect(new Set(ids).size).toBe(expected);
      expect(ids).toHaveLength(expected);
      expect(moments).toEqual(moments.toSorted().reverse());
    }
  });
});
