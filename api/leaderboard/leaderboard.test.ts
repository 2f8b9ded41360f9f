import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { getFilteredLeaderboard, getLeaderboard, getMyRank, LeaderboardRow } from '#contract/leaderboard.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { inTransaction } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { learnerStats } from '../platform/db/schema/learning.ts';
import { addBadge } from '../test/awards.ts';
import { addSpecialization } from '../test/certificates.ts';
import { addCohort, addLeague, addLearner, enroll, resourcesOf } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { addStandings, NOT_KEPT } from '../test/standings.ts';
import { setRanked } from './set-ranked.ts';

const api = await openTestApp();

beforeEach(async () => {
  await api.db.execute(sql`delete from learner_stats`);
  await api.db.execute(sql`delete from leagues`);
  await api.db.execute(sql`delete from specializations`);
});

const tick = (person: Person, resource: { id: string } | undefined) =>
  api.call(completeResource, { token: person.token, params: { resourceId: resource?.id ?? '' }, body: {} });

describe('GET /leaderboard', () => {
  test('CALL-38 ENT-52 LEADER-12 rows in the agreed shape, by percentage, then the latest completion', async () => {
    const league = await addLeague(api.db);
    const [first, second, third] = [
      await addPerson(api.db),
      await addPerson(api.db, { role: 'LUMINARY' }),
      await addPerson(api.db),
    ];
    for (const person of [first, second, third]) await enroll(api.db, person.id, league);
    const [one, two] = resourcesOf(league);
    await tick(second, one);
    await tick(first, one);
    await tick(third, one);
    await tick(third, two);

    const reply = await api.call(getLeaderboard, { token: first.token, query: NOT_KEPT });
    expect(reply.status).toBe(200);
    expect(reply.body.success).toBe(true);
    const rows = reply.body.data.leaderboard;
    expect(rows.map((row: LeaderboardRow) => row.user.id)).toEqual([third.id, first.id, second.id]);
    expect(rows[0]).toEqual({
      rank: 1,
      user: { id: third.id, name: third.name, role: 'PIONEER' },
      stats: {
        resourcesCompleted: 2,
        totalResources: 8,
        completionPercentage: 25,
        badgesEarned: 0,
        enrolledCohorts: 1,
      },
      resourcesCompleted: 2,
      totalResources: 8,
      badgesEarned: 0,
      recentActivity: {
        lastCompletedResource: { name: 'Resource 1.1.2', completedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
        lastBadgeEarned: null,
      },
      movement: null,
    });
    expect(LeaderboardRow.safeParse(rows[1]).success).toBe(true);
    expect(reply.body.data).toMatchObject({ totalUsers: 3, lastUpdated: expect.stringMatching(/Z$/) });
    for (const person of [first, second, third]) {
      expect(JSON.stringify(reply.body)).not.toContain(person.email);
    }
  });

  test('ROLE-14 only ACTIVE PIONEER and LUMINARY; staff, ADMIN and inactive accounts never show', async () => {
    const league = await addLeague(api.db);
    const learner = await addPerson(api.db);
    for (const role of ['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER', 'ADMIN'] as const) {
      const person = await addLearner(api.db, league, { role });
      await tick(person, resourcesOf(league)[0]);
    }
    for (const status of ['PENDING', 'SUSPENDED', 'INACTIVE'] as const) await addPerson(api.db, { status });
    const reply = await api.call(getLeaderboard, { token: learner.token, query: NOT_KEPT });
    expect(reply.body.data.leaderboard.map((row: LeaderboardRow) => row.user.id)).toEqual([learner.id]);
    expect(reply.body.data.totalUsers).toBe(1);
  });

  test('ROLE-14 setRanked follows role and status', async () => {
    const person = await addPerson(api.db);
    const isRanked = async () =>
      (await api.db.select().from(learnerStats).where(eq(learnerStats.userId, person.id)))[0]?.isRanked;
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, person.id));
    await setRanked(api.db, person.id);
    expect(await isRanked()).toBe(false);
    await api.db.update(users).set({ status: 'ACTIVE', role: 'LUMINARY' }).where(eq(users.id, person.id));
    await setRanked(api.db, person.id);
    expect(await isRanked()).toBe(true);
    await api.db.delete(learnerStats).where(eq(learnerStats.userId, person.id));
    await setRanked(api.db, person.id);
    expect(await isRanked()).toBe(true);
  });

  test('LEADER-07 LEADER-12 with a league chosen, numbers and order are those of that league', async () => {
    const [league, other] = [await addLeague(api.db), await addLeague(api.db)];
    const [elsewhere, here] = [await addPerson(api.db), await addPerson(api.db)];
    for (const person of [elsewhere, here]) {
      await enroll(api.db, person.id, league);
      await enroll(api.db, person.id, other);
    }
    await addBadge(api.db, other.id, 'Elsewhere', [elsewhere.id]);
    const [first, second] = resourcesOf(league);
    for (const resource of resourcesOf(other).slice(0, 3)) await tick(elsewhere, resource);
    await tick(here, first);
    await tick(here, second);
    await tick(elsewhere, first);
    const ask = async (person: Person, query: Record<string, string>) =>
      (await api.call(getLeaderboard, { token: person.token, query: { own: 'true', ...NOT_KEPT, ...query } }))
        .body.data;
    const all = await ask(here, {});
    expect(all.leaderboard.map((row: LeaderboardRow) => row.user.id)).toEqual([elsewhere.id, here.id]);
    const { leaderboard, own } = await ask(elsewhere, { league: league.id });
    const total = resourcesOf(league).length;
    expect(
      leaderboard.map(({ user, stats, badgesEarned }: LeaderboardRow) => [
        user.id,
        stats.resourcesCompleted,
        stats.totalResources,
        stats.completionPercentage,
        badgesEarned,
      ]),
    ).toEqual([
      [here.id, 2, total, Math.round(200 / total), 0],
      [elsewhere.id, 1, total, Math.round(100 / total), 0],
    ]);
    expect(own).toMatchObject({ rank: 2, resourcesCompleted: 1, totalResources: total, place: 'league' });
    const found = await ask(elsewhere, { league: league.id, search: 'nobody-of-this-name' });
    expect(found.own).toMatchObject({
      rank: 2,
      resourcesCompleted: 1,
      totalResources: total,
      badgesEarned: 0,
    });
    // Taking a tick back leaves what was done last in this league before it.
    await api.call(resetResource, { token: here.token, params: { resourceId: second?.id ?? '' } });
    const { leaderboard: after } = await ask(here, { league: league.id });
    expect(after.map((row: LeaderboardRow) => row.user.id)).toEqual([elsewhere.id, here.id]);
    const drifts = (await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE))).filter(
      ({ counter }) => counter.startsWith('league_progress'),
    );
    expect(drifts.map(({ drift }) => drift)).toEqual([0, 0, 0, 0, 0]);
  });

  test('LEADER-16 nobody and nothing: an empty list, 0 per cent without resources', async () => {
    const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    expect((await api.call(getLeaderboard, { token, query: NOT_KEPT })).body.data).toMatchObject({
      leaderboard: [],
      totalUsers: 0,
    });
    const learner = await addPerson(api.db);
    const [row] = (await api.call(getLeaderboard, { token, query: NOT_KEPT })).body.data.leaderboard;
    expect(row).toMatchObject({
      user: { id: learner.id },
      stats: { completionPercentage: 0, totalResources: 0 },
    });
  });

  test('CALL-38 50 rows unless asked, at most 100; bad limits fall back', async () => {
    const { token } = await addPerson(api.db);
    await addStandings(
      api.db,
      Array.from({ length: 110 }, (_, index) => ({ count: index, minute: index })),
    );
    const size = async (query: Record<string, string>) =>
      (await api.call(getLeaderboard, { token, query: { ...NOT_KEPT, ...query } })).body.data.leaderboard
        .length;
    expect([await size({}), await size({ limit: '3' }), await size({ limit: '100000' })]).toEqual([
      50, 3, 100,
    ]);
    for (const limit of ['', '0', '-1', 'abc', '1.5', '1e9', '[1]', 'a,b', '\0', "' or 1=1--"])
      expect([limit, await size({ limit })]).toEqual([limit, 50]);
  });

  test('LEADER-15 an unforeseen failure has its own words and tells nothing of the inside', async () => {
    const { token } = await addPerson(api.db);
    await api.owner.execute(sql`alter table user_badges rename to hidden_badges`);
    try {
      const reply = await api.call(getLeaderboard, { token, query: NOT_KEPT });
      expect([reply.status, reply.body.error]).toEqual([500, 'Failed to fetch leaderboard']);
      expect(JSON.stringify(reply.body)).not.toMatch(/select|user_badges|42P01/i);
      expect(api.logged()).toContain('database error 42P01');
    } finally {
      await api.owner.execute(sql`alter table hidden_badges rename to user_badges`);
    }
    expect((await api.call(getLeaderboard, { token, query: NOT_KEPT })).status).toBe(200);
  });

  test('ENT-52 the last badge shows', async () => {
    const league = await addLeague(api.db);
    const learner = await addPerson(api.db);
    await addBadge(api.db, league.id, 'Gold', [learner.id]);
    const [row] = (await api.call(getLeaderboard, { token: learner.token, query: NOT_KEPT })).body.data
      .leaderboard;
    expect(row.recentActivity.lastBadgeEarned).toEqual({ name: 'Gold', earnedAt: expect.any(String) });
  });
});

describe('GET /leaderboard/my-rank', () => {
  test('CALL-38 the own row, isCurrentUser and the neighbours', async () => {
    const league = await addLeague(api.db);
    const [ahead, own, behind] = [await addPerson(api.db), await addPerson(api.db), await addPerson(api.db)];
    for (const person of [ahead, own]) await enroll(api.db, person.id, league);
    const [one, two] = resourcesOf(league);
    await tick(ahead, one);
    await tick(ahead, two);
    await tick(own, one);
    const { status, body } = await api.call(getMyRank, { token: own.token });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      rank: 2,
      user: { id: own.id, name: own.name, role: 'PIONEER' },
      stats: { resourcesCompleted: 1, totalResources: 8, completionPercentage: 13 },
      isCurrentUser: true,
      nearbyUsers: {
        above: [{ rank: 1, user: { id: ahead.id } }],
        below: [{ rank: 3, user: { id: behind.id } }],
      },
    });
    expect(JSON.stringify(body)).not.toContain('@');
  });

  test('ROLE-14 staff get their own numbers without a rank', async () => {
    await addPerson(api.db);
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const { body } = await api.call(getMyRank, { token: grand.token });
    expect(body.data).toMatchObject({
      rank: null,
      user: { id: grand.id },
      nearbyUsers: { above: [], below: [] },
    });
    await api.db.delete(learnerStats).where(eq(learnerStats.userId, grand.id));
    expect((await api.call(getMyRank, { token: grand.token })).body.data).toMatchObject({
      rank: null,
      user: { id: grand.id, name: grand.name, role: 'GRAND_PATHFINDER' },
      stats: { resourcesCompleted: 0 },
    });
  });
});

describe('GET /leaderboard/filtered', () => {
  test('CALL-38 among the learners of a league or of a specialization, 10 rows unless asked', async () => {
    const cohort = await addCohort(api.db);
    const [mine, other] = [
      await addLeague(api.db, { cohortId: cohort.id }),
      await addLeague(api.db, { cohortId: cohort.id }),
    ];
    const specializationId = await addSpecialization(api, [other]);
    const [inMine, inOther, inBoth] = [
      await addPerson(api.db),
      await addPerson(api.db),
      await addPerson(api.db),
    ];
    await enroll(api.db, inMine.id, mine);
    await enroll(api.db, inOther.id, other);
    await enroll(api.db, inBoth.id, mine);
    await enroll(api.db, inBoth.id, other);
    await tick(inBoth, resourcesOf(other)[0]);

    const ask = async (query: Record<string, string>) => {
      const { status, body } = await api.call(getFilteredLeaderboard, { token: inMine.token, query });
      expect(status).toBe(200);
      return body.data;
    };
    const ids = ({ leaderboard }: { leaderboard: LeaderboardRow[] }) =>
      leaderboard.map(({ user }) => user.id);
    const byLeague = await ask({ league: mine.id });
    expect(ids(byLeague)).toEqual([inBoth.id, inMine.id]);
    expect(byLeague).toMatchObject({
      filters: { league: mine.id, specialization: null, limit: 10 },
    });
    expect(byLeague.leaderboard[0].stats).toMatchObject({ resourcesCompleted: 1, totalResources: 16 });
    expect(ids(await ask({ specialization: specializationId }))).toEqual([inBoth.id, inOther.id]);
    expect(ids(await ask({ specialization: specializationId, league: mine.id }))).toEqual([inBoth.id]);
    expect(ids(await ask({ limit: '2' }))).toHaveLength(2);
    expect((await ask({ limit: '900' })).filters.limit).toBe(50);
    expect((await ask({ limit: 'x' })).filters.limit).toBe(10);
  });

  test('CALL-38 an unknown league or specialization answers 404', async () => {
    const { token } = await addPerson(api.db);
    for (const [query, error] of [
      [{ league: 'nowhere' }, 'League not found'],
      [{ league: "'; drop table users;--" }, 'League not found'],
      [{ specialization: 'nothing' }, 'Specialization not found'],
    ] as const) {
      const reply = await api.call(getFilteredLeaderboard, { token, query });
      expect([reply.status, reply.body.error]).toEqual([404, error]);
    }
  });
});
