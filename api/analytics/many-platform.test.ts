import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getPlatformAnalytics } from '#contract/analytics.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addManyEnrollments, MANY_LEAGUES, MANY_LEARNERS } from '../test/many-enrollments.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';
import { mostRowsRead } from '../test/rows-read.ts';

/** A count ends at 10,001. */
const READ_MAX = 10_500;

let api: TestApp;
let grand: Person;
/** Sees fewer enrollments than are counted one by one. */
let ofTwo: Person;
/** Sees more. */
let ofEleven: Person;
beforeAll(async () => {
  api = await makeApp({}, addManyEnrollments);
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  ofTwo = await addPerson(api.db, { role: 'PATHFINDER' });
  ofEleven = await addPerson(api.db, { role: 'PATHFINDER' });
  for (let league = 2; league <= MANY_LEAGUES; league++) {
    if (league <= 3) await addScope(api.db, ofTwo.id, `many-${league}`);
    await addScope(api.db, ofEleven.id, `many-${league}`);
  }
}, 120_000);
afterAll(() => api.close());

const read = async ({ token }: Person) => {
  const { status, body } = await api.call(getPlatformAnalytics, { token });
  expect(status).toBe(200);
  return body.data;
};

describe('figures of a platform with more enrollments than are counted', () => {
  test('of everything: estimates say that they are', async () => {
    const { learning, users, estimated } = await read(grand);
    expect(estimated).toEqual(['learning.totalEnrollments', 'learning.overallCompletionRate']);
    expect(Math.abs(learning.totalEnrollments / (MANY_LEAGUES * MANY_LEARNERS) - 1)).toBeLessThan(0.1);
    expect(learning.overallCompletionRate).toBe(50);
    expect(users).toMatchObject({ total: MANY_LEARNERS + 3, pending: MANY_LEARNERS / 10 });
  });

  test('of two leagues: exact', async () => {
    const { learning, users, estimated } = await read(ofTwo);
    expect(estimated).toBeUndefined();
    expect(learning).toMatchObject({ totalEnrollments: 2 * MANY_LEARNERS, overallCompletionRate: 50 });
    expect(users).toEqual({
      total: MANY_LEARNERS,
      active: 0.9 * MANY_LEARNERS,
      pending: 0.1 * MANY_LEARNERS,
      suspended: 0,
    });
  });

  test('of many leagues: a sample tells of people too, who are in several of them', async () => {
    const { learning, users, estimated } = await read(ofEleven);
    expect(estimated).toContain('users.total');
    expect(learning.overallCompletionRate).toBe(50);
    expect(Math.abs(users.total / MANY_LEARNERS - 1)).toBeLessThan(0.1);
    expect(Math.abs(users.pending / (0.1 * MANY_LEARNERS) - 1)).toBeLessThan(0.3);
  });

  test('no statement reads them all', async () => {
    expect(await mostRowsRead(api.db, 'enrollments', () => read(grand))).toBeLessThanOrEqual(READ_MAX);
    for (const person of [grand, ofTwo, ofEleven]) {
      expect(await mostRowsRead(api.db, 'league_progress', () => read(person))).toBeLessThanOrEqual(READ_MAX);
    }
  });
});
