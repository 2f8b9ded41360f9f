import { beforeEach, describe, expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import {
  followLeaderboard,
  getFilteredLeaderboard,
  getLeaderboard,
  getMyRank,
  type LeaderboardRow,
} from '#contract/leaderboard.ts';
import { saveLearningChoices } from '#contract/learning.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { addStandings, NOT_KEPT } from '../test/standings.ts';
import { explainStatement, readStatements } from '../test/statements.ts';
import { createRanking } from './rank.ts';
import { setRanked } from './set-ranked.ts';
import { mondayIn } from './week-ranks.ts';

const api = await openTestApp();
const ZONE = api.config.TIME_ZONE;
const MONDAY = mondayIn(ZONE, sql`now()`);
const LAST_MONDAY = sql`${MONDAY} - 7`;
const viewer = await addPerson(api.db);

beforeEach(async () => {
  for (const table of ['week_progress', 'learner_stats'])
    await api.db.execute(sql.raw(`delete from ${table}`));
});

/** Learners with counts of a week; the places of the whole board are the other way round. */
async function addWeek(week: SQL, standings: { count: number; minute: number }[]) {
  const learners = await addStandings(
    api.db,
    standings.map(({ count, minute }) => ({ count: 100 - count, minute })),
  );
  const rows = learners.map(({ id }, index) => {
    const { count, minute } = standings[index] ?? { count: 0, minute: 0 };
    return { id, count, at: count === 0 ? null : Date.UTC(2026, 0, 1, 0, minute) };
  });
  for (const { id, count, at } of rows) {
    await api.db.execute(sql`insert into week_progress (user_id, week_start, completed_resources, last_completed_at)
      values (${id}, ${week}, ${count}, ${at === null ? null : new Date(at).toISOString()}::timestamptz)`);
  }
  return rows;
}

const rankSlowly = (rows: Awaited<ReturnType<typeof addWeek>>) =>
  rows
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (b.at ?? 0) - (a.at ?? 0) || (a.id < b.id ? -1 : 1))
    .map(({ id, count }, index) => [index + 1, id, count]);

const list = async (
  query: Record<string, string | number> = {},
  { token }: Pick<Person, 'token'> = viewer,
) => {
  const { status, body } = await api.call(getLeaderboard, {
    token,
    query: { period: 'week', ...NOT_KEPT, ...query },
  });
  expect(status).toBe(200);
  return body.data;
};
const placesOf = (rows: LeaderboardRow[]) =>
  rows.map(({ rank, user, resourcesCompleted }) => [rank, user.id, resourcesCompleted]);

describe('GET /leaderboard?period=week', () => {
  test('LEADER-11 LEADER-12 pages, names and own places agree with a slow ranking of the week', async () => {
    const rows = await addWeek(
      MONDAY,
      Array.from({ length: 70 }, (_, index) => ({ count: (index * 7) % 9, minute: index % 4 })),
    );
    await addWeek(LAST_MONDAY, [{ count: 90, minute: 1 }]);
    // Suspended since their ticks: ahead of others, and ranked nowhere.
    const suspended = rows.filter(({ count, at }) => count === 8 && at !== null).slice(0, 3);
    for (const { id } of suspended) {
      await api.db.execute(sql`update learner_stats set is_ranked = false where user_id = ${id}`);
    }
    const expected = rankSlowly(rows.filter((row) => !suspended.includes(row)));
    expect(expected.length).toBeLessThan(rows.length);
    for (const page of [1, 2, 4]) {
      const { leaderboard, pagination, totalUsers, place, isCut } = await list({ page, limit: 20 });
      expect(placesOf(leaderboard)).toEqual(expected.slice((page - 1) * 20, page * 20));
      expect([totalUsers, pagination.total, place, isCut]).toEqual([
        expected.length,
        expected.length,
        'everybody',
        false,
      ]);
    }
    const [, named = ''] = expected[30] ?? [];
    await api.db.execute(sql`update users set name = 'Zoya Rao' where id = ${named}`);
    const found = await list({ search: 'zoya' });
    expect([placesOf(found.leaderboard), found.pagination.total]).toEqual([[expected[30]], 1]);
    const { find, thisWeek } = createRanking(api.db, { timeZone: ZONE });
    for (const at of [0, 17, expected.length - 1]) {
      const [rank = 0, id = '', count = 0] = expected[at] ?? [];
      expect(await find(thisWeek, String(id))).toMatchObject({ rank, resourcesCompleted: count });
    }
    expect(found.leaderboard[0]).not.toHaveProperty('movement');
    expect(suspended).toHaveLength(3);
    expect((await find(thisWeek, suspended[0]?.id ?? ''))?.rank).toBeNull();
  });

  test('LEADER-13 the own row is that of the week, unranked before the first tick; a league does not narrow it', async () => {
    const league = await addLeague(api.db);
    const learner = await addPerson(api.db);
    await enroll(api.db, learner.id, league);
    await addWeek(MONDAY, [{ count: 2, minute: 1 }]);
    const own = async () => {
      const data = await list({ own: 'true', league: league.id }, learner);
      expect(data.place).toBe('everybody');
      return [data.own.rank, data.own.resourcesCompleted, data.own.isInLeague, data.leaderboard.length];
    };
    const resourceIds = league.weeks.flatMap(({ sections }) =>
      sections.flatMap(({ resources }) => resources),
    );
    expect(await own()).toEqual([null, 0, null, 1]);
    for (const [index, { id: resourceId }] of resourceIds.slice(0, 3).entries()) {
      await api.call(completeResource, { token: learner.token, params: { resourceId }, body: {} });
      expect(await own()).toEqual([index === 0 ? 2 : 1, index + 1, null, 2]);
    }
    const params = { resourceId: resourceIds[0]?.id ?? '' };
    await api.call(resetResource, { token: learner.token, params });
    expect(await own()).toEqual([1, 2, null, 2]);
  });

  test('LEADER-11 the first three of last week are named on Monday alone, the suspended left out', async () => {
    const [first, second, third, fourth, fifth] = await addWeek(
      LAST_MONDAY,
      [9, 8, 7, 6, 5].map((count) => ({ count, minute: 1 })),
    );
    await api.db.execute(sql`update learner_stats set is_ranked = false where user_id = ${second?.id}`);
    const { listFirstOfLastWeek } = createRanking(api.db, { timeZone: ZONE });
    const monday = sql`(${MONDAY}::timestamp at time zone ${ZONE})`;
    const named = [
      [1, first?.id ?? '', 9],
      [2, third?.id ?? '', 7],
      [3, fourth?.id ?? '', 6],
    ];
    expect(placesOf(await listFirstOfLastWeek(monday))).toEqual(named);
    expect(placesOf(await listFirstOfLastWeek(sql`(${monday} + interval '23 hours 59 minutes')`))).toEqual(
      named,
    );
    for (const days of [-1, 1, 3]) {
      expect(await listFirstOfLastWeek(sql`(${monday} + ${days}::int * interval '1 day')`)).toEqual([]);
    }
    expect(fifth).toBeDefined();
    const isMonday = new Intl.DateTimeFormat('en', { timeZone: ZONE, weekday: 'short' }).format() === 'Mon';
    const { lastWeek } = await list();
    expect(lastWeek?.map(({ rank, user }: LeaderboardRow) => [rank, user.id])).toEqual(
      isMonday ? named.map(([rank, id]) => [rank, id]) : undefined,
    );
    expect((await api.call(getLeaderboard, { token: viewer.token })).body.data).not.toHaveProperty(
      'lastWeek',
    );
    const wrong = await api.call(getLeaderboard, { token: viewer.token, query: { period: 'month' } });
    expect(wrong.status).toBe(400);
  });

  test('LEADER-12 a page and a place are read from the index of the week', async () => {
    const learners = await addStandings(
      api.db,
      Array.from({ length: 2000 }, () => ({ count: 1, minute: 1 })),
    );
    await api.db.execute(sql`insert into week_progress (user_id, week_start, completed_resources, last_completed_at)
      select user_id, ${MONDAY}, 1 + (row_number() over ()) % 40, now() from learner_stats`);
    await api.db.execute(sql`analyze week_progress`);
    await api.db.execute(sql`analyze learner_stats`);
    const ranking = createRanking(api.db, { timeZone: ZONE });
    const [page] = await readStatements(api.db, () =>
      ranking.list({ week: MONDAY }, { limit: 50, offset: 0 }),
    );
    const steps = page ? await explainStatement(api.db, page) : [];
    const read = steps.filter((step) => step['Relation Name'] === 'week_progress');
    expect(read.map((step) => step['Index Name'])).toEqual([
      'week_progress_ranking_idx',
      'week_progress_user_id_week_start_pk',
    ]);
    expect(read.every((step) => step['Actual Rows'] < 100)).toBe(true);
    const find = () => ranking.find({ week: MONDAY }, learners[7]?.id ?? '');
    const [own] = await readStatements(api.db, find);
    const used = (own ? await explainStatement(api.db, own) : []).map((step) => step['Index Name']);
    expect(used).toContain('learner_stats_unranked_idx');
    expect((await find())?.rank).toBeGreaterThan(0);
  });
});

describe('a learner who hides from boards', () => {
  test('P27 is named in no answer that another learner gets, keeps the place, and is seen by staff', async () => {
    const league = await addLeague(api.db);
    const [hidden, other] = [await addPerson(api.db, { name: 'Quiet Quokka' }), await addPerson(api.db)];
    const staff = await addPerson(api.db, { role: 'PATHFINDER' });
    for (const { id } of [hidden, other]) {
      await setRanked(api.db, id);
      await enroll(api.db, id, league);
    }
    const [first] = await addWeek(MONDAY, [{ count: 9, minute: 1 }]);
    for (const [{ id }, count] of [
      [hidden, 8],
      [other, 7],
    ] as const) {
      await api.db.execute(
        sql`update learner_stats set completed_resources = ${100 + count} where user_id = ${id}`,
      );
      for (const week of [MONDAY, LAST_MONDAY]) {
        await api.db.execute(sql`insert into week_progress (user_id, week_start, completed_resources, last_completed_at)
          values (${id}, ${week}, ${count}, now())`);
      }
    }
    const { status } = await api.call(saveLearningChoices, {
      token: hidden.token,
      body: { isHiddenFromBoards: true },
    });
    expect(status).toBe(200);

    const asked = [
      [getLeaderboard, {}],
      [getLeaderboard, { own: 'true' }],
      [getLeaderboard, { league: league.id }],
      [getLeaderboard, { league: league.id, own: 'true' }],
      [getLeaderboard, { search: 'quiet' }],
      [getLeaderboard, { search: 'quiet', league: league.id, own: 'true' }],
      [getLeaderboard, { period: 'week' }],
      [getLeaderboard, { period: 'week', own: 'true' }],
      [getLeaderboard, { period: 'week', search: 'quo' }],
      [getLeaderboard, { limit: '1', page: '1' }],
      [getMyRank, {}],
      [getFilteredLeaderboard, {}],
      [getFilteredLeaderboard, { league: league.id }],
    ] as const;
    // Staff first, so that what they see is kept for a second; then in the other order.
    for (const order of [
      [staff, other],
      [other, staff],
    ]) {
      for (const [call, query] of asked) {
        for (const { token, id } of order) {
          const { body } = await api.call(call, { token, query });
          const text = JSON.stringify(body);
          const isNamed = text.includes('Quokka') || text.includes(hidden.id);
          if (id === other.id) expect([call.path, query, isNamed]).toEqual([call.path, query, false]);
          else if (call !== getMyRank && !('limit' in query)) expect([query, isNamed]).toEqual([query, true]);
        }
      }
    }
    const stream = await api.request(`/api${followLeaderboard.path}`, {
      headers: { authorization: `Bearer ${other.token}` },
    });
    const reader = stream.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).not.toContain(hidden.id);
    await reader?.cancel();

    // The place stays taken: ranks 1, 3 of the week, and the totals count it.
    const week = await list({}, other);
    expect(placesOf(week.leaderboard)).toEqual([
      [1, first?.id ?? '', 9],
      [3, other.id, 7],
    ]);
    expect([week.totalUsers, week.pagination.total]).toEqual([3, 3]);
    expect((await list({ search: 'quiet' }, other)).pagination.total).toBe(0);

    const own = await list({ own: 'true' }, hidden);
    expect([own.own.rank, own.leaderboard.map(({ rank }: LeaderboardRow) => rank)]).toEqual([2, [1, 2, 3]]);
    const mine = (await api.call(getMyRank, { token: hidden.token })).body.data;
    expect([mine.rank, mine.user.name]).toEqual([1, 'Quiet Quokka']);

    const { listFirstOfLastWeek } = createRanking(api.db, { timeZone: ZONE });
    const lastWeek = await listFirstOfLastWeek(sql`(${MONDAY}::timestamp at time zone ${ZONE})`);
    expect(lastWeek.map(({ rank, isHidden }) => [rank, isHidden])).toEqual([
      [1, true],
      [2, false],
    ]);

    await api.call(saveLearningChoices, { token: hidden.token, body: { isHiddenFromBoards: false } });
    expect((await list({}, other)).leaderboard).toHaveLength(3);
  });

  test('LEADER-11 open boards hear of the choice', async () => {
    const learner = await addPerson(api.db);
    const version = async () => (await list({ own: 'true' }, learner)).version;
    const before = await version();
    await api.call(saveLearningChoices, { token: learner.token, body: { dailyGoal: 3 } });
    expect(await version()).toBe(before);
    await api.call(saveLearningChoices, { token: learner.token, body: { isHiddenFromBoards: true } });
    expect(await version()).not.toBe(before);
  });
});
