import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { getLeaderboard, getMyRank, type LeaderboardRow } from '#contract/leaderboard.ts';
import { queryRows } from '../db/client.ts';
import { specializationLeagues, specializations } from '../db/schema/curriculum.ts';
import { createId } from '../secrets.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, signInPerson } from '../test/people.ts';
import { addStandings } from '../test/standings.ts';
import { createLeaderboard } from './service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

/** The ranking as the contract words it, over everybody, the slow way. */
function rankSlowly(learners: { id: string; count: number; at: number | null }[], totalResources: number) {
  const percentage = (count: number) =>
    totalResources === 0 ? 0 : Math.round((100 * count) / totalResources);
  return [...learners]
    .sort(
      (one, other) =>
        percentage(other.count) - percentage(one.count) ||
        (other.at ?? Number.NEGATIVE_INFINITY) - (one.at ?? Number.NEGATIVE_INFINITY) ||
        (one.id < other.id ? -1 : 1),
    )
    .map((learner, index) => ({ ...learner, rank: index + 1, percentage: percentage(learner.count) }));
}

describe('the ranking', () => {
  test('LEADER-12 CALL-38 equals a slow ranking of everybody, and every rank is exact', async () => {
    const viewer = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 3, 8, 60, 99, 100, 101, 150, 199, 200, 201, 250, 1000),
        fc.array(fc.record({ count: fc.nat(1000), minute: fc.nat(12) }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        async (totalResources, standings, limit) => {
          await api.db.execute(sql`delete from learner_stats`);
          await api.db.execute(sql`delete from leagues`);
          const league = await addLeague(api.db, { weeks: 0 });
          await api.db.execute(
            sql`update leagues set resources_count = ${totalResources} where id = ${league.id}`,
          );
          // Counts close together, so that many share a percentage and many the very same place.
          const learners = await addStandings(
            api.db,
            standings.map(({ count, minute }) => ({ count: count % (totalResources + 1), minute })),
          );
          const expected = rankSlowly(learners, totalResources);

          const reply = await api.call(getLeaderboard, { token: viewer.token, query: { limit } });
          expect(
            reply.body.data.leaderboard.map(({ user, stats }: LeaderboardRow) => [
              user.id,
              stats.completionPercentage,
            ]),
          ).toEqual(expected.slice(0, limit).map(({ id, percentage }) => [id, percentage]));

          const picked = expected[limit % Math.max(expected.length, 1)];
          if (!picked) return;
          const { token } = await signInPerson(api.db, picked.id);
          const own = (await api.call(getMyRank, { token })).body.data;
          expect([own.rank, own.user.id]).toEqual([picked.rank, picked.id]);
          const ids = (rows: LeaderboardRow[]) => rows.map(({ rank, user }) => [rank, user.id]);
          const slow = (from: number, to: number) =>
            expected.slice(Math.max(0, from), to).map(({ rank, id }) => [rank, id]);
          expect(ids(own.nearbyUsers.above)).toEqual(slow(picked.rank - 4, picked.rank - 1));
          expect(ids(own.nearbyUsers.below)).toEqual(slow(picked.rank, picked.rank + 3));
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  test('CALL-38 a filtered ranking is the same whether its learners are gathered or met on the way down', async () => {
    await api.db.execute(sql`delete from learner_stats`);
    const [one, two] = [await addLeague(api.db), await addLeague(api.db)];
    const specializationId = createId();
    await api.db
      .insert(specializations)
      .values({ id: specializationId, cohortId: one.cohortId, name: 'Both' });
    for (const [index, { id: leagueId }] of [one, two].entries()) {
      await api.db
        .insert(specializationLeagues)
        .values({ id: createId(), specializationId, leagueId, order: index + 1 });
    }
    const learners = await addStandings(
      api.db,
      Array.from({ length: 60 }, (_, index) => ({ count: (index * 7) % 17, minute: index % 5 })),
    );
    for (const [index, { id }] of learners.entries()) {
      if (index % 2 === 0) await enroll(api.db, id, one);
      if (index % 3 === 0) await enroll(api.db, id, two);
    }
    await api.db.execute(sql`update leagues set resources_count = 100`);
    const [{ resources }] = (await queryRows(
      api.db,
      sql`select sum(resources_count)::int as resources from leagues`,
    )) as [{ resources: number }];
    const gathered = createLeaderboard(api.db);
    const walked = createLeaderboard(api.db, { gatheredMax: 0 });
    for (const [query, belongs] of [
      [{ league: one.id }, (index: number) => index % 2 === 0],
      [{ specialization: specializationId }, (index: number) => index % 2 === 0 || index % 3 === 0],
      [{ league: two.id, specialization: specializationId }, (index: number) => index % 3 === 0],
      [{}, () => true],
    ] as const) {
      const expected = rankSlowly(
        learners.filter((_, index) => belongs(index)),
        resources,
      );
      for (const board of [gathered, walked]) {
        const { leaderboard } = await board.getFilteredLeaderboard({ ...query, limit: '15' });
        expect(leaderboard.map(({ user }) => user.id)).toEqual(expected.slice(0, 15).map(({ id }) => id));
      }
    }
  });
});
