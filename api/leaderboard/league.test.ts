import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { queryRows } from '../platform/db/client.ts';
import { openTestApp } from '../test/open-app.ts';
import { createLeaderboard } from './board.ts';

const MEMBERS = 1500;
const LEAGUE = 'large-league';

const LEARNER = { seesHidden: false };
const api = await openTestApp({}, async (db) => {
  await db.execute(sql`insert into cohorts (id, name) values ('large-cohort', 'Large')`);
  await db.execute(sql`insert into leagues (id, cohort_id, name, resources_count)
    values (${LEAGUE}, 'large-cohort', 'Large league', 48)`);
  const members = sql`generate_series(1, ${MEMBERS}::int) n`;
  await db.execute(sql`insert into users (id, email, password_hash, name, status)
    select 'm-' || n, n || '@m.test', 'none', case when n % 2 = 0 then 'Ravi ' else 'Asha ' end || n, 'ACTIVE'
    from ${members}`);
  const done = sql`case when n % 4 = 0 then 0 else n * 7 % 40 end`;
  const at = sql`case when n % 4 > 0 then timestamptz '2026-01-01' + n % 50 * interval '1 minute' end`;
  // Who is not ranked and who has left the league are passed over.
  await db.execute(sql`insert into learner_stats (user_id, completed_resources, last_completed_at, is_ranked)
    select 'm-' || n, ${done}, ${at}, n % 11 > 0 from ${members}`);
  await db.execute(sql`insert into enrollments (id, user_id, cohort_id, league_id)
    select 'm-' || n, 'm-' || n, 'large-cohort', ${LEAGUE} from ${members} where n % 13 > 0`);
  await db.execute(sql`insert into league_progress (user_id, league_id, completed_resources, last_completed_at)
    select 'm-' || n, ${LEAGUE}, ${done}, ${at} from ${members}`);
  await db.execute(sql`analyze users, learner_stats, enrollments, league_progress`);
});
const board = createLeaderboard(api.db, { timeZone: 'UTC' });
const rows = await queryRows<{ user_id: string }>(
  api.db,
  sql`select lp.user_id from league_progress lp join learner_stats ls on ls.user_id = lp.user_id and ls.is_ranked
    join enrollments e on e.user_id = lp.user_id
    order by lp.completed_resources desc, lp.last_completed_at desc nulls last, lp.user_id`,
);
/** The places as they are counted the slow way. */
const ranked = rows.map(({ user_id }) => user_id);

const read = async (query: Record<string, string>) => {
  const { leaderboard } = await board.readPage({ ...LEARNER, limit: '20', ...query });
  return leaderboard.map(({ rank, user }) => [rank, user.id]);
};
const placesOf = (page: number) =>
  ranked.slice((page - 1) * 20, page * 20).map((id, index) => [(page - 1) * 20 + index + 1, id]);

test('LEADER-07 pages of a league pass over members who are not ranked and learners who have left', async () => {
  for (const page of [1, 6, 37, 50, Math.ceil(ranked.length / 20)]) {
    expect(await read({ league: LEAGUE, page: String(page) })).toEqual(placesOf(page));
  }
  expect(await read({ league: LEAGUE, page: '400' })).toEqual([]);
  expect((await board.readPage({ ...LEARNER, league: LEAGUE })).pagination.total).toBe(ranked.length);
});

test('LEADER-13 a learner far down a league gets their place in it from every page', async () => {
  const place = 830;
  const id = ranked[place - 1] ?? '';
  const listing = await board.readPage({ ...LEARNER, league: LEAGUE, page: '2', limit: '20' });
  const own = await board.findOwn({ id, name: '', role: 'PIONEER' }, { league: LEAGUE }, listing);
  expect([own.rank, own.place]).toEqual([place, 'league']);
});

test('LEADER-12 a frequent name is listed page by page with the ranks among everybody', async () => {
  const { leaderboard, pagination } = await board.readPage({
    ...LEARNER,
    search: 'rav',
    limit: '20',
    page: '3',
  });
  expect(leaderboard.every(({ user }) => user.name.startsWith('Ravi'))).toBe(true);
  expect([leaderboard.length, new Set(leaderboard.map(({ rank }) => rank)).size]).toEqual([20, 20]);
  const [found] = await queryRows<{ ranked: number }>(
    api.db,
    sql`select count(*)::int as ranked from learner_stats s join users u on u.id = s.user_id
      where s.is_ranked and u.name like 'Ravi%'`,
  );
  expect(pagination.total).toBe(found?.ranked ?? 0);
});
