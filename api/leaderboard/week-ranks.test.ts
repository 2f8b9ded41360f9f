import { beforeEach, describe, expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import {
  getFilteredLeaderboard,
  getLeaderboard,
  getMyRank,
  type LeaderboardQuery,
  type LeaderboardRow,
} from '#contract/leaderboard.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { queryRows } from '../platform/db/client.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, signInPerson, TEST_PASSWORD } from '../test/people.ts';
import { addStandings, NOT_KEPT } from '../test/standings.ts';
import { setRanked } from './set-ranked.ts';
import { recordWeekRanks } from './week-ranks.ts';

const ZONE = 'Asia/Kolkata';
/** This week's Monday 00:00 in India, which is Sunday 18:30 in UTC. */
const MONDAY = sql`(date_trunc('week', now() at time zone ${ZONE}) at time zone ${ZONE})`;
const LAST_WEEK = sql`(${MONDAY} - interval '1 millisecond')`;

const api = await openTestApp({ TIME_ZONE: ZONE });
const viewer = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const league = await addLeague(api.db, { weeks: 0 });
await api.db.execute(sql`update leagues set resources_count = 100 where id = ${league.id}`);
beforeEach(async () => {
  for (const table of ['learner_stats', 'rank_snapshots', 'rank_weeks']) {
    await api.db.execute(sql.raw(`delete from ${table}`));
  }
});

const keep = (at?: SQL) => recordWeekRanks(api.db, ZONE, at);
const list = async (query: Partial<LeaderboardQuery> = {}, token = viewer.token) =>
  (await api.call(getLeaderboard, { token, query: { ...NOT_KEPT, ...(query as Record<string, string>) } }))
    .body.data;
/** Ids from the top with their movement. */
const moves = async (query?: Partial<LeaderboardQuery>) =>
  (await list(query)).leaderboard.map(({ user, movement }: LeaderboardRow) => [user.id, movement]);
const complete = (id: string | undefined, count: number) =>
  api.db.execute(sql`update learner_stats set completed_resources = ${count}, last_completed_at = now()
    where user_id = ${id}`);
const kept = () =>
  queryRows<{ week: string; id: string; rank: number }>(
    api.db,
    sql`select week_start::text as week, user_id as id, rank from rank_snapshots order by week_start, rank`,
  );

describe('movement since the week began', () => {
  test('LEADER-12 counts places from Monday 00:00 in the time zone of the product, and anew each week', async () => {
    const [first, second, third] = await addStandings(api.db, [
      { count: 30, minute: 3 },
      { count: 20, minute: 2 },
      { count: 10, minute: 1 },
    ]);
    expect(await moves()).toEqual([first, second, third].map((one) => [one?.id, null]));
    expect(await keep(LAST_WEEK)).toBe(true);
    expect(await moves()).toEqual([first, second, third].map((one) => [one?.id, 0]));

    await complete(third?.id, 50);
    const climbed = [
      [third?.id, 2],
      [first?.id, -1],
      [second?.id, -1],
    ];
    expect(await moves()).toEqual(climbed);
    // The very last moment of the week before: nothing new to keep.
    expect(await keep(LAST_WEEK)).toBe(false);
    expect(await moves()).toEqual(climbed);

    expect(await keep(MONDAY)).toBe(true);
    expect(await moves()).toEqual([third, first, second].map((one) => [one?.id, 0]));
    const [monday] = await queryRows<{ day: string }>(
      api.db,
      sql`select (${MONDAY} at time zone ${ZONE})::date::text as day`,
    );
    expect((await kept()).map(({ week }) => week)).toEqual([
      monday?.day,
      monday?.day,
      monday?.day,
    ] as string[]);
    expect(new Date(monday?.day ?? '').getUTCDay()).toBe(1);
    expect(await keep()).toBe(false);
  });

  test('LEADER-12 equal percentages and moments keep their order; places are those of the board', async () => {
    await addStandings(
      api.db,
      Array.from({ length: 90 }, (_, index) => ({ count: index % 4, minute: index % 3 })),
    );
    expect(await keep()).toBe(true);
    const { leaderboard } = await list({ limit: '100' });
    expect(leaderboard).toHaveLength(90);
    expect(new Set(leaderboard.map((row: LeaderboardRow) => row.movement))).toEqual(new Set([0]));
    expect((await kept()).map(({ id, rank }) => [id, rank])).toEqual(
      leaderboard.map(({ user, rank }: LeaderboardRow) => [user.id, rank]),
    );
  });

  test('any number of processes keep the places once', async () => {
    const learners = await addStandings(api.db, [
      { count: 3, minute: 1 },
      { count: 2, minute: 1 },
    ]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => keep()));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await kept()).toHaveLength(2);
    await complete(learners[1]?.id, 9);
    expect(await keep()).toBe(false);
    expect((await kept()).map(({ id }) => id)).toEqual(learners.map(({ id }) => id));
  });

  test('newcomers, and places nobody renewed for two weeks, have no movement', async () => {
    await addStandings(api.db, [{ count: 3, minute: 1 }]);
    await keep(sql`(${MONDAY} - interval '14 days')`);
    expect((await moves())[0]?.[1]).toBeNull();
    await keep();
    const [newcomer] = await addStandings(api.db, [{ count: 9, minute: 1 }]);
    expect((await moves())[0]).toEqual([newcomer?.id, null]);
    expect((await moves())[1]?.[1]).toBe(-1);
  });

  test('LEADER-13 the own row, the neighbours, found names and later pages carry it, ranks in a league do not', async () => {
    const league = await addLeague(api.db);
    const learners = await addStandings(
      api.db,
      Array.from({ length: 8 }, (_, index) => ({ count: 20 - index, minute: 1 })),
    );
    const own = await addPerson(api.db, { name: 'Asha Rao' });
    await setRanked(api.db, own.id);
    await enroll(api.db, own.id, league);
    await keep();
    await complete(own.id, 99);

    const { leaderboard, own: ownRow } = await list({ own: 'true', limit: '3' }, own.token);
    expect([leaderboard[0].movement, ownRow.movement, ownRow.rank]).toEqual([8, 8, 1]);
    const mine = (await api.call(getMyRank, { token: own.token })).body.data;
    expect([mine.movement, mine.nearbyUsers.below[0].movement]).toEqual([8, -1]);
    expect(await moves({ page: '2', limit: '4' })).toEqual(learners.slice(3, 7).map(({ id }) => [id, -1]));
    expect(await moves({ search: 'asha' })).toEqual([[own.id, 8]]);

    const inLeague = await list({ league: league.id, own: 'true' }, own.token);
    expect(inLeague.leaderboard[0].rank).toBe(1);
    for (const row of [inLeague.leaderboard[0], inLeague.own]) expect(row).not.toHaveProperty('movement');
    const filtered = await api.call(getFilteredLeaderboard, {
      token: own.token,
      query: { league: league.id },
    });
    expect(filtered.body.data.leaderboard[0]).not.toHaveProperty('movement');

    // Suspended since: a place of Monday, none now.
    await api.db.execute(sql`update learner_stats set is_ranked = false where user_id = ${own.id}`);
    expect((await api.call(getMyRank, { token: own.token })).body.data).toMatchObject({
      rank: null,
      movement: null,
    });
  });

  test('a deleted account leaves no place behind', async () => {
    const [other] = await addStandings(api.db, [{ count: 1, minute: 1 }]);
    const person = await addPerson(api.db);
    await setRanked(api.db, person.id);
    const { token } = await signInPerson(api.db, person.id);
    await keep();
    expect(await kept()).toHaveLength(2);
    const reply = await api.call(deleteOwnAccount, {
      token,
      body: { password: TEST_PASSWORD, confirmation: 'DELETE' },
    });
    expect(reply.status).toBe(200);
    expect((await kept()).map(({ id }) => id)).toEqual([other?.id ?? '']);
  });
});
