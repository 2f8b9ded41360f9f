import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { getLeaderboard, getMyRank, type LeaderboardRow } from '#contract/leaderboard.ts';
import { queryRows } from '../platform/db/client.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, signInPerson } from '../test/people.ts';
import { addStandings, NOT_KEPT } from '../test/standings.ts';
import { explainStatement, readStatements } from '../test/statements.ts';
import { createLeaderboard } from './board.ts';
import type { Order } from './order.ts';
import { createRanking } from './rank.ts';

const LEARNER = { seesHidden: false };
const api = await openTestApp();

/** The ranking as the contract words it, over everybody, the slow way. */
function rankSlowly(learners: { id: string; count: number; at: number | null }[], totalResources: number) {
  const percentage = (count: number) =>
    totalResources === 0 ? 0 : Math.round((100 * count) / totalResources);
  return [...learners]
    .sort(
      (one, other) =>
        other.count - one.count ||
        (other.at ?? Number.NEGATIVE_INFINITY) - (one.at ?? Number.NEGATIVE_INFINITY) ||
        (one.id < other.id ? -1 : 1),
    )
    .map((learner, index) => ({ ...learner, rank: index + 1, percentage: percentage(learner.count) }));
}

const RANKING_INDEX = 'learner_stats_ranking_idx';

/** Whether the first page reads no more of an index than it shows. */
async function reads(index: string, { list }: ReturnType<typeof createRanking>): Promise<boolean> {
  const [statement] = await readStatements(api.db, () => list({}, { limit: 50, offset: 0 }));
  const steps = statement ? await explainStatement(api.db, statement) : [];
  return steps.some((step) => step['Index Name'] === index && step['Actual Rows'] <= 100);
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

          const reply = await api.call(getLeaderboard, {
            token: viewer.token,
            query: { limit, ...NOT_KEPT },
          });
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
  }, 300_000);

  test('LEADER-12 the first learners are the first entries of the index: nobody is sorted', async () => {
    await api.db.execute(sql`delete from learner_stats`);
    // In parts that a busy machine writes within the limit of a statement.
    for (let part = 0; part < 6; part++) {
      await addStandings(
        api.db,
        Array.from({ length: 500 }, (_, index) => ({ count: index % 40, minute: index % 7 })),
      );
    }
    // Without it the plan depends on whether the database has looked at the rows of the tests before.
    await api.owner.execute(sql`vacuum analyze learner_stats, users`);
    expect(await reads(RANKING_INDEX, createRanking(api.db, { timeZone: 'UTC' }))).toBe(true);
  });

  test('LEADER-13 the last of a few thousand has the exact rank and neighbours, in two statements', async () => {
    const [last] = await queryRows<{ id: string }>(
      api.db,
      sql`select user_id as id from learner_stats where is_ranked
        order by completed_resources, last_completed_at nulls first, user_id desc limit 1`,
    );
    await addStandings(api.db, [{ count: 50, minute: 1 }]);
    const board = createLeaderboard(api.db, { timeZone: 'UTC' });
    const ask = () => board.getMyRank({ id: last?.id ?? '', name: '', role: 'PIONEER' }, LEARNER);
    expect(await readStatements(api.db, ask)).toHaveLength(2);
    const { rank, nearbyUsers } = await ask();
    expect([rank, nearbyUsers.above.map((row) => row.rank), nearbyUsers.below]).toEqual([
      3001,
      [2998, 2999, 3000],
      [],
    ]);
  });

  test('LEADER-13 the own place is counted in ranges of the index', async () => {
    const [best] = await queryRows<{ id: string }>(
      api.db,
      sql`select user_id as id from learner_stats where is_ranked
        order by completed_resources desc, last_completed_at desc nulls last, user_id limit 1`,
    );
    const { find } = createRanking(api.db, { timeZone: 'UTC' });
    const [statement] = await readStatements(api.db, () => find({}, best?.id ?? ''));
    const steps = statement ? await explainStatement(api.db, statement) : [];
    const standings = steps.filter((step) => step['Relation Name'] === 'learner_stats');
    expect(standings.length).toBeGreaterThan(1);
    const rows = standings.map(
      (step) => step['Actual Loops'] * (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)),
    );
    expect(Math.max(...rows)).toBeLessThan(1000);
  });

  test('LEADER-12 another order is one list of keys and one index', async () => {
    await api.db.execute(sql`delete from learner_stats`);
    const learners = await addStandings(
      api.db,
      Array.from({ length: 400 }, (_, index) => ({ count: (index * 7) % 23, minute: index % 11 })),
    );
    const latestFirst: Order = [
      { key: 'lastCompletedAt', direction: 'desc' },
      { key: 'completedResources', direction: 'asc' },
      { key: 'userId', direction: 'desc' },
    ];
    const expected = [...learners].sort(
      (one, other) =>
        (other.at ?? Number.NEGATIVE_INFINITY) - (one.at ?? Number.NEGATIVE_INFINITY) ||
        one.count - other.count ||
        (one.id > other.id ? -1 : 1),
    );
    const ranking = createRanking(api.db, { timeZone: 'UTC', order: latestFirst });
    const placesOf = (rows: { rank: number; user: { id: string } }[]) =>
      rows.map(({ rank, user }) => [rank, user.id]);
    expect(placesOf(await ranking.list({}, { limit: 400, offset: 0 }))).toEqual(
      expected.map(({ id }, index) => [index + 1, id]),
    );
    for (const [index, { id }] of expected.entries()) {
      if (index % 29 === 0) expect((await ranking.find({}, id))?.rank).toBe(index + 1);
    }
    await api.owner.execute(sql`create index other_order on learner_stats
      (last_completed_at desc nulls last, completed_resources, user_id desc nulls last) where is_ranked`);
    await api.db.execute(sql`analyze learner_stats`);
    expect([await reads('other_order', ranking), await reads(RANKING_INDEX, ranking)]).toEqual([true, false]);
    await api.owner.execute(sql`drop index other_order`);
  });

  test('LEADER-12 LEADER-13 pages, names, leagues and own places agree with the slow ranking', async () => {
    await api.db.execute(sql`delete from learner_stats`);
    await api.db.execute(sql`delete from leagues`);
    const league = await addLeague(api.db, { weeks: 0 });
    await api.db.execute(sql`update leagues set resources_count = 230`);
    const learners = await addStandings(
      api.db,
      // Many with the same count, many with the very same moment, a third without a tick.
      Array.from({ length: 180 }, (_, index) => ({
        count: index % 3 === 0 ? 0 : (index * 7) % 23,
        minute: index % 5,
      })),
    );
    const names = ['Asha Rao', 'ASHA-Devi Kaur', 'Ravi Asharaf', "D'Souza Ravi", 'ਹਰਪ੍ਰੀਤ ਕੌਰ'];
    for (const [index, name] of names.entries()) {
      await api.db.execute(sql`update users set name = ${name} where id = ${learners[index * 11]?.id ?? ''}`);
    }
    for (const [index, { id }] of learners.entries()) if (index % 2 === 0) await enroll(api.db, id, league);
    const expected = rankSlowly(learners, 230);
    // In the league they stand otherwise than among everybody: who did much elsewhere did little here.
    const members = learners
      .filter((_, index) => index % 2 === 0)
      .map(({ id, count, at }) => ({ id, count: count === 0 ? 0 : 23 - count, at }));
    for (const { id, count, at } of members) {
      await api.db.execute(sql`update league_progress set completed_resources = ${count},
        last_completed_at = ${at === null ? null : new Date(at).toISOString()} where user_id = ${id}`);
    }
    const inLeague = rankSlowly(members, 230);
    const placesOf = (rows: LeaderboardRow[]) => rows.map(({ rank, user }) => [rank, user.id]);
    const slow = (rows: typeof expected) => rows.map(({ rank, id }) => [rank, id]);

    const board = createLeaderboard(api.db, { timeZone: 'UTC' });
    for (const page of [1, 2, 9, 10]) {
      const { leaderboard, pagination } = await board.readPage({
        ...LEARNER,
        limit: '20',
        page: String(page),
      });
      expect(placesOf(leaderboard)).toEqual(slow(expected.slice((page - 1) * 20, page * 20)));
      expect(pagination).toMatchObject({ page, total: 180, totalPages: 9 });
    }
    for (const page of [1, 3, 1, 3, 4]) {
      const { leaderboard, place } = await board.readPage({
        ...LEARNER,
        limit: '20',
        page: String(page),
        league: league.id,
      });
      expect(leaderboard.map(({ stats }) => stats.resourcesCompleted)).toEqual(
        inLeague.slice((page - 1) * 20, page * 20).map(({ count }) => count),
      );
      expect([place, placesOf(leaderboard)]).toEqual([
        'league',
        slow(inLeague.slice((page - 1) * 20, page * 20)),
      ]);
    }
    for (const { rank, id } of inLeague.filter((row) => row.rank % 13 === 0)) {
      const listing = await board.readPage({ ...LEARNER, limit: '2', page: '7', league: league.id });
      const own = await board.findOwn({ id, name: '', role: 'PIONEER' }, { league: league.id }, listing);
      expect([own.rank, own.place, own.isInLeague]).toEqual([rank, 'league', true]);
    }
    const search = async (text: string) => {
      const { leaderboard } = await board.readPage({ ...LEARNER, search: text });
      const ids = new Set(leaderboard.map(({ user }) => user.id));
      expect(placesOf(leaderboard)).toEqual(slow(expected.filter(({ id }) => ids.has(id))));
      return leaderboard.map(({ user }) => user.name).sort();
    };
    expect(await search('ash')).toEqual(['ASHA-Devi Kaur', 'Asha Rao', 'Ravi Asharaf']);
    expect(await search(' rao  ASHA ')).toEqual(['Asha Rao']);
    expect(await search('ਹਰ')).toEqual(['ਹਰਪ੍ਰੀਤ ਕੌਰ']);
    expect(await search("d'sou")).toEqual(["D'Souza Ravi"]);
    expect(await search('sha')).toEqual([]);
    for (const signs of ['%', '_', '\\', '%_%', '🙂', '(((', "';--"]) {
      expect([signs, await search(signs)]).toEqual([signs, []]);
      expect((await board.readPage({ ...LEARNER, search: signs, league: league.id })).leaderboard).toEqual(
        [],
      );
    }
    for (const hostile of ["x' | 'a", 'a:*&!b', '\\', '%', '_', "';--", '\0', '(((']) {
      expect(Array.isArray(await search(hostile))).toBe(true);
    }
    const { leaderboard, place } = await board.readPage({
      ...LEARNER,
      search: 'learner',
      league: league.id,
      limit: '100',
    });
    const named = await board.readPage({ ...LEARNER, search: 'ash', league: league.id });
    expect(named.leaderboard.map(({ user }) => user.name).sort()).toEqual(['Asha Rao', 'Ravi Asharaf']);
    expect(leaderboard.length).toBeGreaterThan(0);
    for (const { user } of leaderboard) expect(members.map(({ id }) => id)).toContain(user.id);
    const all = place === 'league' ? inLeague : expected;
    for (const { rank, user } of leaderboard) expect(all.find(({ id }) => id === user.id)?.rank).toBe(rank);
    for (const picked of [expected[0], expected[57], expected[120], expected[179]]) {
      const own = await board.getMyRank({ id: picked?.id ?? '', name: '', role: 'PIONEER' }, LEARNER);
      expect([own.rank, own.user.id]).toEqual([picked?.rank ?? 0, picked?.id ?? '']);
    }
    expect(board.readPage({ ...LEARNER, league: 'nowhere' })).rejects.toMatchObject({ status: 404 });
  }, 300_000);

  test('LEADER-13 the own row comes along, with its place in the league where it has one', async () => {
    await api.db.execute(sql`delete from learner_stats`);
    await api.db.execute(sql`delete from leagues`);
    const league = await addLeague(api.db);
    await addStandings(
      api.db,
      Array.from({ length: 7 }, (_, index) => ({ count: 3 + index, minute: index })),
    );
    const own = await addPerson(api.db);
    const ask = async (query: Record<string, string>) =>
      (await api.call(getLeaderboard, { token: own.token, query: { own: 'true', ...NOT_KEPT, ...query } }))
        .body.data;
    const top = await ask({ limit: '3' });
    expect(top.leaderboard).toHaveLength(3);
    expect(top.own).toMatchObject({ rank: 8, user: { id: own.id }, place: 'everybody', isInLeague: null });
    expect(top.version).toMatch(/^\d+-\d+$/);
    expect((await ask({ league: league.id })).own).toMatchObject({
      rank: 8,
      place: 'everybody',
      isInLeague: false,
    });
    await enroll(api.db, own.id, league);
    expect((await ask({ league: league.id })).own).toMatchObject({
      rank: 1,
      place: 'league',
      isInLeague: true,
    });
    expect((await ask({ league: league.id, search: 'zzz' })).own).toMatchObject({ rank: 1, place: 'league' });
    const staff = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const { body } = await api.call(getLeaderboard, { token: staff.token, query: { own: 'true' } });
    expect(body.data.own).toMatchObject({ rank: null, user: { id: staff.id } });
    expect((await api.call(getLeaderboard, { token: own.token })).body.data.own).toBeUndefined();
  });
});
