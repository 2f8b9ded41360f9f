import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { badges, userBadges } from '../platform/db/schema/awards.ts';
import { addPerson } from '../test/people.ts';
import { anyOf, differences, expectRefusals, expectShape, openDemo } from './wire.ts';

const badgeIds: Record<string, string> = {};
const demo = await openDemo();
for (const name of ['ML', 'Finance', 'Robotics']) {
  const [row] = await demo.db
    .select()
    .from(badges)
    .where(eq(badges.leagueId, demo.idOf(name)));
  badgeIds[name] = row?.id ?? '';
}
/** Has done all of Finance. */
const finisher = demo.as((await addPerson(demo.db)).token);
const leagueId = demo.idOf('Finance');
await finisher.post('progress/enroll', { cohortId: 'default', leagueId });
const { weeks } = (await finisher.get(`progress/leagues/${leagueId}`)).body.data.progress;
for (const week of weeks) {
  for (const { id } of week.sections) await finisher.post(`progress/sections/${id}/complete`, {});
}
const firstWeek = weeks[0].id;
const firstSection = weeks[0].sections[0].id;

const COUNTS = { resourcesCompleted: 'int', totalResources: 'int', badgesEarned: 'int' };
const ROW = {
  user: { id: 'id', name: 'string', role: 'string' },
  stats: { ...COUNTS, completionPercentage: 'percent' },
  ...COUNTS,
  rank: 'int',
};
const NAMED = { id: 'id', name: 'string' };
interface Row {
  user: { id: string; role: string };
  stats: { completionPercentage: number; totalResources: number; resourcesCompleted: number };
  recentActivity: { lastCompletedResource: { name: string; completedAt: string } | null };
}

describe('api.md 1.15 leaderboard', () => {
  test('CALL-38 learners only, ACTIVE only, by the exact share then by the latest completion; 50 unless asked', async () => {
    expect((await demo.people.pending.get('leaderboard')).status).toBe(403);
    const shape = { leaderboard: [ROW], totalUsers: 'int', lastUpdated: 'moment' };
    const data = await expectShape(demo.people.pioneer, 'GET leaderboard', shape);
    const rows: Row[] = data.leaderboard;
    expect(rows.length).toBe(50);
    expect(rows.every((row) => ['PIONEER', 'LUMINARY'].includes(row.user.role))).toBe(true);
    const ids = new Set(rows.map((row) => row.user.id));
    for (const name of ['pending', 'suspended', 'admin', 'grand'] as const)
      expect(ids.has(demo.people[name].id)).toBe(false);
    for (const [index, row] of rows.entries()) {
      expect(row.stats.completionPercentage).toBe(
        Math.round((100 * row.stats.resourcesCompleted) / row.stats.totalResources),
      );
      const next = rows[index + 1];
      if (!next) continue;
      const keys = [row, next].map((one) => one.recentActivity.lastCompletedResource?.completedAt ?? '');
      const [mine, theirs] = [row.stats, next.stats];
      expect(mine.resourcesCompleted).toBeGreaterThanOrEqual(theirs.resourcesCompleted);
      if (mine.resourcesCompleted === theirs.resourcesCompleted) {
        expect([index, (keys[0] ?? '') >= (keys[1] ?? '')]).toEqual([index, true]);
      }
    }
    expect(JSON.stringify(data)).not.toMatch(/@demo|email|phone|handle|@example/i);
  });

  test('CALL-38 limit is honoured up to 100, bad values fall back; own rank and filters answer the same rows', async () => {
    const size = async (query: string) =>
      (await demo.people.pioneer.get(`leaderboard${query}`)).body.data.leaderboard.length;
    expect(await size('?limit=3')).toBe(3);
    const all = await size('?limit=100');
    expect(all).toBeGreaterThan(50);
    expect(await size('?limit=100000')).toBe(all);
    for (const bad of ['', '0', '-1', 'abc', '1.5', '1e9', '[1]', 'a,b', '%00', "'%20or%201=1--"])
      expect([bad, await size(`?limit=${bad}`)]).toEqual([bad, 50]);
    const { pioneer, grand } = demo.people;
    const nearbyUsers = { above: anyOf(ROW), below: anyOf(ROW) };
    const own = { ...ROW, isCurrentUser: 'boolean', nearbyUsers };
    const mine = await expectShape(pioneer, 'GET leaderboard/my-rank', own);
    expect(mine.user.id).toBe(pioneer.id);
    const league = `GET leaderboard/filtered?league=${demo.idOf('ML')}`;
    const shape = { leaderboard: [ROW], filters: { league: 'id', limit: 'int' } };
    const filtered = await expectShape(pioneer, league, shape);
    expect(filtered.leaderboard.length).toBeLessThanOrEqual(10);
    const many = await pioneer.get('leaderboard/filtered?limit=1000');
    expect(many.body.data.leaderboard.length).toBeLessThanOrEqual(50);
    expect((await grand.get('leaderboard/my-rank')).status).toBe(200);
  });
});

describe('api.md 1.16 badges', () => {
  // A badge of no league has the empty text for an id (docs/decisions/0040).
  const league = { id: 'string', name: 'string' };
  const BADGE = { ...NAMED, description: 'string?', imageUrl: 'string?', league };

  test('the list marks the own ones, my-badges holds them, analytics is for chiefs', async () => {
    const listed = { earnedByUser: 'boolean', earnedAt: 'moment?', totalEarners: 'int', createdAt: 'moment' };
    const list = await expectShape(finisher, 'GET badges', {
      badges: [{ ...BADGE, ...listed }],
      total: 'int',
      earnedCount: 'int',
    });
    expect(list).toMatchObject({ total: 13, earnedCount: 1 });
    const own = { badges: [{ ...BADGE, earnedAt: 'moment' }], total: 'int' };
    await expectShape(finisher, 'GET badges/my-badges', own);
    const overview = { totalBadges: 'int', totalAwarded: 'int', uniqueEarners: 'int' };
    await expectShape(demo.people.grand, 'GET badges/analytics', {
      overview: { ...overview, averageBadgesPerUser: 'number' },
      badgePopularity: anyOf({ id: 'id' }),
      recentAwards: anyOf({ id: 'id' }),
    });
    expect((await demo.people.pathfinder.get('badges/analytics')).status).toBe(403);
  });

  test('create, edit, award, revoke and delete with their refusals', async () => {
    const { grand, chief, pioneer, pathfinder } = demo.people;
    // Nobody has its badge.
    const leagueId = demo.idOf('Robotics');
    const gone = await grand.delete(`badges/${badgeIds.Robotics}`);
    expect([gone.status, gone.body.success, typeof gone.body.message]).toEqual([200, true, 'string']);
    const body = { name: 'Rover', leagueId, description: null, imageUrl: '' };
    const made = await expectShape(grand, 'POST badges', { badge: BADGE }, body, 201);
    const badge = badgeIds.ML ?? '';
    const listHolders = async () =>
      (await demo.db.select().from(userBadges).where(eq(userBadges.badgeId, badge))).map((row) => row.userId);
    const holders = await listHolders();
    expect(holders).toHaveLength(3);
    const [one, award, userId] = [`badges/${badge}`, `POST badges/${badge}/award`, pioneer.id];
    const userBadge = { id: 'id', userId: 'id', badgeId: 'id', earnedAt: 'moment' };
    await expectShape(pathfinder, award, { userBadge }, { userId, reason: 'Talk' }, 201);
    expect((await listHolders()).sort()).toEqual([...holders, userId].sort());
    const NO_FIELD = 'At least one field (name, description, imageUrl) must be provided';
    const HELD = 'Cannot delete badge. It has been awarded to 4 user(s). Consider revoking all awards first.';
    const rover = { name: 'x', leagueId };
    await expectRefusals(demo, [
      [grand, 'POST badges', {}, 400, 'Name and leagueId are required'],
      [grand, 'POST badges', { name: 'x' }, 400, 'Name and leagueId are required'],
      [grand, 'POST badges', { ...rover, name: ' ' }, 400, 'Name and leagueId are required'],
      [grand, `DELETE badges/${badgeIds.Robotics}`, undefined, 404, 'Badge not found'],
      [grand, 'POST badges', rover, 400, 'A badge already exists for this league'],
      [grand, 'POST badges', { ...rover, leagueId: 'nowhere' }, 404, 'League not found'],
      [grand, `PUT ${one}`, { leagueId: 'x' }, 400, NO_FIELD],
      [grand, 'PUT badges/nowhere', { name: 'x' }, 404, 'Badge not found'],
      [grand, award, {}, 400, 'userId is required'],
      [grand, award, { userId: 'nobody' }, 404, 'Target user not found'],
      [grand, award, { userId }, 400, 'User already has this badge'],
      [grand, 'POST badges/nowhere/award', { userId }, 404, 'Badge not found'],
      [grand, `DELETE ${one}`, undefined, 400, HELD],
      [chief, `DELETE ${one}`, undefined, 403, 'Grand Pathfinder access required'],
      [pathfinder, 'POST badges', rover, 403, 'Insufficient permissions'],
      [chief, `PUT badges/${made.badge.id}`, { name: 'x' }, 403, 'No access to this league'],
      [pioneer, award, { userId }, 403, 'Insufficient permissions'],
    ]);
    const revoked = await chief.delete(`${one}/revoke`, { userId, reason: 'Mistake' });
    expect([revoked.status, revoked.body.success, typeof revoked.body.message]).toEqual([
      200,
      true,
      'string',
    ]);
    await expectRefusals(demo, [
      [chief, `DELETE ${one}/revoke`, { userId }, 404, 'User does not have this badge'],
    ]);
  });
});

describe('api.md 1.17 share links', () => {
  test('SHARE the platform is the path’s; the address is the dialog’s, filled in', async () => {
    const badge = `badge/${badgeIds.Finance}`;
    const achievement = { type: 'string', title: 'string' };
    const [x, linkedIn] = ['https://twitter.com/intent/tweet?', 'https://www.linkedin.com/'];
    for (const [path, part, start, shape] of [
      [`twitter/section/${firstSection}`, 'text', x, { section: NAMED }],
      [`linkedin/week/${firstWeek}`, 'url', linkedIn, { week: NAMED }],
      [`twitter/${badge}`, 'text', x, { achievement, platform: 'string' }],
      [`linkedin/${badge}?platform=twitter`, 'summary', linkedIn, { platform: 'string' }],
    ] as const) {
      const link = { shareUrl: 'string', shareText: 'string', ...shape };
      const { shareUrl } = await expectShape(finisher, `GET social/${path}`, link);
      expect(shareUrl).toStartWith(start);
      expect(new URL(shareUrl).searchParams.get(part)?.length).toBeGreaterThan(5);
    }
  });

  test('what is not done cannot be shared, in the agreed words', async () => {
    const badge = `badge/${badgeIds.Finance}`;
    const SECTION = 'You must complete this section before sharing';
    const WEEK = 'You must complete all sections in this week before sharing';
    await expectRefusals(
      demo,
      (
        [
          [`twitter/section/${firstSection}`, 400, SECTION],
          [`linkedin/week/${firstWeek}`, 400, WEEK],
          [`twitter/${badge}`, 404, 'Badge not found or not earned by user'],
          ['twitter/section/nowhere', 404, 'Section not found'],
          ['linkedin/week/nowhere', 404, 'Week not found'],
          ['linkedin/badge/nowhere', 404, 'Badge not found or not earned by user'],
          [`myspace/${badge}`, 400, 'Invalid platform. Use "twitter" or "linkedin"'],
          ['twitter/medal/x', 400, 'Invalid share type. Use "badge" or "specialization"'],
        ] as const
      ).map(([path, status, words]) => [demo.people.fresh, `GET social/${path}`, undefined, status, words]),
    );
  });
});

describe('api.md 1.20 activity', () => {
  const STATS = { currentStreak: 'int', longestStreak: 'int', totalActiveDays: 'int' };

  test('the calendar, its parts, and another account’s for staff', async () => {
    const { pioneer, luminary, grand } = demo.people;
    const year = new Date().getUTCFullYear();
    const shape = { stats: STATS, availableYears: ['int'] };
    const data = await expectShape(luminary, `GET activity/dashboard?year=${year}`, shape);
    const days = Object.entries(data.heatmap);
    expect(days.length).toBeGreaterThan(0);
    for (const [day, cell] of days) {
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(differences(cell, { active: 'boolean', count: 'int' })).toEqual([]);
    }
    const { stats, availableYears, heatmap } = data;
    expect(availableYears).toEqual([...availableYears].sort((a: number, b: number) => b - a));
    for (const [path, expected] of [
      ['activity/stats', stats],
      ['activity/years', availableYears],
      [`activity/heatmap?year=${year}`, heatmap],
    ] as const)
      expect((await luminary.get(path)).body.data).toEqual(expected);
    const theirs = await grand.get(`activity/dashboard?userId=${luminary.id}`);
    expect(theirs.body.data.stats).toEqual(stats);
    expect((await pioneer.get(`activity/dashboard?userId=${luminary.id}`)).status).toBe(403);
    expect((await pioneer.get(`activity/dashboard?userId=${pioneer.id}`)).status).toBe(200);
    for (const bad of ['', 'abc', '-1', '99999', '%00', '1e3']) {
      expect([bad, (await pioneer.get(`activity/dashboard?year=${bad}`)).status]).toEqual([bad, 200]);
    }
  });
});
