import { describe, expect, test } from 'bun:test';
import {
  getActivityDashboard,
  getActivityHeatmap,
  getActivityStats,
  getActivityYears,
} from '#contract/activity.ts';
import { progressEvents } from '../../platform/db/schema/learning.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague, addLearner, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';

const api = await openTestApp({ TIME_ZONE: 'Asia/Kolkata' });
const finance = await addLeague(api.db, { weeks: 0 });
const quantum = await addLeague(api.db, { weeks: 0 });
const learner = await addLearner(api.db, finance);
await addEvents(finance, [
  ['r1', 'COMPLETED', '2025-03-01T18:29:59Z'],
  ['r1', 'RESET', '2025-03-01T18:29:59Z'],
  ['r2', 'COMPLETED', '2025-03-01T18:30:00Z'],
  ['r2', 'COMPLETED', '2025-03-01T19:30:00Z'],
  ['r2', 'NOTED', '2025-03-02T10:00:00Z'],
  ['r3', 'RESET', '2025-03-05T10:00:00Z'],
]);
await addEvents(quantum, [['r4', 'MARKED_FOR_REVISION', '2024-12-31T18:30:00Z']]);

async function addEvents(league: TestLeague, events: [string, string, string][]): Promise<void> {
  await api.db.insert(progressEvents).values(
    events.map(([resourceId, kind, at]) => ({
      userId: learner.id,
      resourceId,
      sectionId: 's',
      leagueId: league.id,
      kind,
      occurredAt: new Date(at),
    })),
  );
}

const heatmap2025 = {
  '2025-01-01': { active: true, count: 1 },
  '2025-03-01': { active: true, count: 1 },
  '2025-03-02': { active: true, count: 2 },
};
const thisYear = Number(
  new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata', year: 'numeric' }).format(new Date()),
);

describe('the activity calendar', () => {
  test('api.md 1.20 days begin at midnight in the product time zone; a deed counts once a day, un-ticking none', async () => {
    const { status, body } = await api.call(getActivityDashboard, {
      token: learner.token,
      query: { year: 2025 },
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      heatmap: heatmap2025,
      stats: { currentStreak: 0, longestStreak: 2, totalActiveDays: 3 },
      availableYears: [thisYear, 2025],
    });
  });

  test('api.md 1.20 the parts are the same data; a bad year is the current one', async () => {
    const get = async (call: typeof getActivityHeatmap | typeof getActivityStats | typeof getActivityYears) =>
      (await api.call(call, { token: learner.token, query: { year: '2025' } })).body.data;
    expect(await get(getActivityHeatmap)).toEqual(heatmap2025);
    expect(await get(getActivityStats)).toMatchObject({ totalActiveDays: 3 });
    expect(await get(getActivityYears)).toEqual([thisYear, 2025]);
    for (const year of ['', 'x', '0', '-1', '1e3', '99999', '2026; drop', '\0']) {
      const { status, body } = await api.call(getActivityHeatmap, { token: learner.token, query: { year } });
      expect([year, status, body.data]).toEqual([year, 200, {}]);
    }
  });

  test('api.md 1.20 what was done today starts a streak', async () => {
    const person = await addPerson(api.db);
    await api.db.insert(progressEvents).values({
      userId: person.id,
      resourceId: 'r',
      sectionId: 's',
      leagueId: finance.id,
      kind: 'COMPLETED',
    });
    const { body } = await api.call(getActivityDashboard, { token: person.token });
    expect(body.data.stats).toEqual({ currentStreak: 1, longestStreak: 1, totalActiveDays: 1 });
    expect(Object.keys(body.data.heatmap)).toHaveLength(1);
  });
});

describe("another account's activity", () => {
  const ask = (person: Person, userId = learner.id) =>
    api.call(getActivityDashboard, { token: person.token, query: { year: 2025, userId } });

  test('api.md 1.20 is for ACTIVE staff', async () => {
    for (const person of [
      await addPerson(api.db),
      await addPerson(api.db, { role: 'LUMINARY' }),
      await addPerson(api.db, { role: 'ADMIN' }),
      await addPerson(api.db, { role: 'GRAND_PATHFINDER', status: 'PENDING' }),
      await addPerson(api.db, { role: 'PATHFINDER' }),
    ]) {
      const { status, body } = await ask(person);
      expect([status, body.error]).toEqual([403, "Insufficient permissions to view other users' activity"]);
    }
    expect((await api.call(getActivityDashboard)).status).toBe(401);
    expect((await ask(learner)).status).toBe(200);
  });

  test('api.md 1.20 GRAND sees all of it; others what was done in their leagues', async () => {
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    expect((await ask(grand)).body.data.heatmap).toEqual(heatmap2025);
    const unknown = await ask(grand, createId());
    expect([unknown.status, unknown.body.error]).toEqual([404, 'User not found']);

    const pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, pathfinder.id, finance.id);
    await addScope(api.db, pathfinder.id, quantum.id);
    const { '2025-01-01': _, ...inFinance } = heatmap2025;
    expect((await ask(pathfinder)).body.data.heatmap).toEqual(inFinance);

    const elsewhere = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, elsewhere.id, quantum.id);
    expect((await ask(elsewhere)).status).toBe(403);
    const limited = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, limited.id, finance.id, { canViewAnalytics: false });
    expect((await ask(limited)).status).toBe(403);
  });
});
