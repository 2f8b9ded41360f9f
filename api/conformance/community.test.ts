import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { badges, userBadges } from '../platform/db/schema/awards.ts';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { digestCurriculum } from '../test/digest.ts';
import { addPerson, type Person } from '../test/people.ts';
import { anyOf, type Demo, differences, openDemo, type Shape } from './wire.ts';

let demo: Demo;
let leagueIds: Record<string, string>;
let badgeIds: Record<string, string>;
/** Has done all of Finance. */
let finisher: Person;
let firstSection = '';
let firstWeek = '';
beforeAll(async () => {
  demo = await openDemo();
  const rows = await demo.db.select().from(leagues);
  leagueIds = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
  const found = await demo.db.select().from(badges);
  badgeIds = Object.fromEntries(
    rows.map(({ id, name }) => [name, found.find((badge) => badge.leagueId === id)?.id ?? '']),
  );
  finisher = await addPerson(demo.db);
  const wire = demo.as(finisher.token);
  await wire.post('progress/enroll', { cohortId: 'default', leagueId: leagueIds.Finance });
  const { weeks } = (await wire.get(`progress/leagues/${leagueIds.Finance}`)).body.data.progress;
  for (const week of weeks) {
    for (const { id } of week.sections) await wire.post(`progress/sections/${id}/complete`, {});
  }
  firstWeek = weeks[0].id;
  firstSection = weeks[0].sections[0].id;
});
afterAll(() => demo.close());

const ROW: Shape = {
  user: { id: 'id', name: 'string', role: 'string' },
  stats: {
    resourcesCompleted: 'int',
    totalResources: 'int',
    completionPercentage: 'percent',
    badgesEarned: 'int',
  },
  resourcesCompleted: 'int',
  totalResources: 'int',
  badgesEarned: 'int',
  rank: 'int',
};
const NAMED: Shape = { id: 'id', name: 'string' };
interface Row {
  user: { id: string; role: string };
  stats: { completionPercentage: number; totalResources: number; resourcesCompleted: number };
  recentActivity: { lastCompletedResource: { name: string; completedAt: string } | null };
}

describe('api.md 1.15 leaderboard', () => {
  test('CALL-38 learners only, ACTIVE only, by the exact share then by the latest completion; 50 unless asked', async () => {
    expect((await demo.people.pending.get('leaderboard')).status).toBe(403);
    const reply = await demo.people.pioneer.get('leaderboard');
    expect(
      differences(reply.body.data, { leaderboard: [ROW], totalUsers: 'int', lastUpdated: 'moment' }),
    ).toEqual([]);
    const rows: Row[] = reply.body.data.leaderboard;
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
    expect(JSON.stringify(reply.body)).not.toMatch(/@demo|email|phone|handle|@example/i);
  });

  test('limit is honoured up to 100, bad values fall back; own rank and filters answer the same rows', async () => {
    const size = async (query: string) =>
      (await demo.people.pioneer.get(`leaderboard${query}`)).body.data.leaderboard.length;
    expect(await size('?limit=3')).toBe(3);
    const all = await size('?limit=100');
    expect(all).toBeGreaterThan(50);
    expect(await size('?limit=100000')).toBe(all);
    for (const bad of ['0', '-1', 'abc', '1e9', '[1]', '%00'])
      expect([bad, await size(`?limit=${bad}`)]).toEqual([bad, 50]);
    const mine = await demo.people.pioneer.get('leaderboard/my-rank');
    expect(
      differences(mine.body.data, {
        ...(ROW as object),
        isCurrentUser: 'boolean',
        nearbyUsers: { above: anyOf(ROW), below: anyOf(ROW) },
      }),
    ).toEqual([]);
    expect(mine.body.data.user.id).toBe(demo.people.pioneer.id);
    const filtered = await demo.people.pioneer.get(`leaderboard/filtered?league=${leagueIds.ML}`);
    expect(
      differences(filtered.body.data, { leaderboard: [ROW], filters: { league: 'id', limit: 'int' } }),
    ).toEqual([]);
    expect(filtered.body.data.leaderboard.length).toBeLessThanOrEqual(10);
    const many = await demo.people.pioneer.get('leaderboard/filtered?limit=1000');
    expect(many.body.data.leaderboard.length).toBeLessThanOrEqual(50);
    expect((await demo.people.grand.get('leaderboard/my-rank')).status).toBe(200);
  });
});

describe('api.md 1.16 badges', () => {
  const BADGE: Shape = {
    id: 'id',
    name: 'string',
    description: 'string?',
    imageUrl: 'string?',
    // A badge of no league has the empty text for an id (docs/decisions/0040).
    league: { id: 'string', name: 'string' },
  };

  test('the list marks the own ones, my-badges holds them, analytics is for chiefs', async () => {
    const list = await demo.as(finisher.token).get('badges');
    expect(
      differences(list.body.data, {
        badges: [
          {
            ...(BADGE as object),
            earnedByUser: 'boolean',
            earnedAt: 'moment?',
            totalEarners: 'int',
            createdAt: 'moment',
          },
        ],
        total: 'int',
        earnedCount: 'int',
      }),
    ).toEqual([]);
    expect(list.body.data).toMatchObject({ total: 13, earnedCount: 1 });
    const mine = await demo.as(finisher.token).get('badges/my-badges');
    expect(
      differences(mine.body.data, { badges: [{ ...(BADGE as object), earnedAt: 'moment' }], total: 'int' }),
    ).toEqual([]);
    const figures = await demo.people.grand.get('badges/analytics');
    expect(
      differences(figures.body.data, {
        overview: {
          totalBadges: 'int',
          totalAwarded: 'int',
          uniqueEarners: 'int',
          averageBadgesPerUser: 'number',
        },
        badgePopularity: anyOf({ id: 'id' }),
        recentAwards: anyOf({ id: 'id' }),
      }),
    ).toEqual([]);
    expect((await demo.people.pathfinder.get('badges/analytics')).status).toBe(403);
  });

  test('create, edit, award, revoke and delete with their refusals; 20 awards at once make one row', async () => {
    const { grand, chief, pioneer, pathfinder } = demo.people;
    // Nobody has its badge.
    const leagueId = leagueIds.Robotics ?? '';
    const gone = await grand.delete(`badges/${badgeIds.Robotics}`);
    expect([gone.status, gone.body.success, typeof gone.body.message]).toEqual([200, true, 'string']);
    const made = await grand.post('badges', { name: 'Rover', leagueId, description: null, imageUrl: '' });
    expect([made.status, differences(made.body.data.badge, BADGE)]).toEqual([201, []]);
    const badge = badgeIds.ML ?? '';
    const listHolders = async () =>
      (await demo.db.select().from(userBadges).where(eq(userBadges.badgeId, badge))).map((row) => row.userId);
    const holders = await listHolders();
    expect(holders).toHaveLength(3);
    const awards = await Promise.all(
      Array.from({ length: 20 }, () =>
        pathfinder.post(`badges/${badge}/award`, { userId: pioneer.id, reason: 'Talk' }),
      ),
    );
    const given = awards.filter((reply) => reply.status === 201);
    expect(given).toHaveLength(1);
    expect(
      differences(given[0]?.body.data.userBadge, {
        id: 'id',
        userId: 'id',
        badgeId: 'id',
        earnedAt: 'moment',
      }),
    ).toEqual([]);
    expect((await listHolders()).sort()).toEqual([...holders, pioneer.id].sort());
    const before = await digestCurriculum(demo.db);
    const NO_FIELD = 'At least one field (name, description, imageUrl) must be provided';
    const refused: [Promise<{ status: number; body: { error: string } }>, number, string][] = [
      [grand.post('badges', {}), 400, 'Name and leagueId are required'],
      [grand.post('badges', { name: 'x' }), 400, 'Name and leagueId are required'],
      [grand.post('badges', { name: 'x', leagueId }), 400, 'A badge already exists for this league'],
      [grand.post('badges', { name: 'x', leagueId: 'nowhere' }), 404, 'League not found'],
      [grand.put(`badges/${badge}`, {}), 400, NO_FIELD],
      [grand.put('badges/nowhere', { name: 'x' }), 404, 'Badge not found'],
      [grand.post(`badges/${badge}/award`, {}), 400, 'userId is required'],
      [grand.post(`badges/${badge}/award`, { userId: 'nobody' }), 404, 'Target user not found'],
      [grand.post(`badges/${badge}/award`, { userId: pioneer.id }), 400, 'User already has this badge'],
      [grand.post('badges/nowhere/award', { userId: pioneer.id }), 404, 'Badge not found'],
      [
        grand.delete(`badges/${badge}`),
        400,
        'Cannot delete badge. It has been awarded to 4 user(s). Consider revoking all awards first.',
      ],
      [chief.delete(`badges/${badge}`), 403, 'Grand Pathfinder access required'],
      [pathfinder.post('badges', { name: 'x', leagueId }), 403, 'Insufficient permissions'],
      [chief.put(`badges/${made.body.data.badge.id}`, { name: 'x' }), 403, 'No access to this league'],
      [pioneer.post(`badges/${badge}/award`, { userId: pioneer.id }), 403, 'Insufficient permissions'],
    ];
    for (const [asked, status, words] of refused) {
      const reply = await asked;
      expect([words, reply.status, reply.body.error]).toEqual([words, status, words]);
    }
    expect(await digestCurriculum(demo.db)).toBe(before);
    const revoked = await chief.delete(`badges/${badge}/revoke`, { userId: pioneer.id, reason: 'Mistake' });
    expect([revoked.status, revoked.body.success, typeof revoked.body.message]).toEqual([
      200,
      true,
      'string',
    ]);
    const again = await chief.delete(`badges/${badge}/revoke`, { userId: pioneer.id });
    expect([again.status, again.body.error]).toEqual([404, 'User does not have this badge']);
  });
});

describe('api.md 1.17 share links', () => {
  test('SHARE the platform is the path’s; the address is the dialog’s, filled in', async () => {
    const wire = demo.as(finisher.token);
    const badge = badgeIds.Finance;
    for (const [path, part, start, shape] of [
      [
        `social/twitter/section/${firstSection}`,
        'text',
        'https://twitter.com/intent/tweet?',
        { section: NAMED },
      ],
      [`social/linkedin/week/${firstWeek}`, 'url', 'https://www.linkedin.com/', { week: NAMED }],
      [
        `social/twitter/badge/${badge}`,
        'text',
        'https://twitter.com/intent/tweet?',
        { achievement: { type: 'string', title: 'string' }, platform: 'string' },
      ],
      [
        `social/linkedin/badge/${badge}?platform=twitter`,
        'summary',
        'https://www.linkedin.com/',
        { platform: 'string' },
      ],
    ] as const) {
      const reply = await wire.get(path);
      expect([path, reply.status]).toEqual([path, 200]);
      expect(differences(reply.body.data, { shareUrl: 'string', shareText: 'string', ...shape })).toEqual([]);
      expect(reply.body.data.shareUrl.startsWith(start)).toBe(true);
      expect(new URL(reply.body.data.shareUrl).searchParams.get(part)?.length).toBeGreaterThan(5);
    }
  });

  test('what is not done cannot be shared, in the agreed words', async () => {
    const { fresh } = demo.people;
    for (const [path, status, words] of [
      [`social/twitter/section/${firstSection}`, 400, 'You must complete this section before sharing'],
      [
        `social/linkedin/week/${firstWeek}`,
        400,
        'You must complete all sections in this week before sharing',
      ],
      [`social/twitter/badge/${badgeIds.Finance}`, 404, 'Badge not found or not earned by user'],
      ['social/twitter/section/nowhere', 404, 'Section not found'],
      ['social/linkedin/week/nowhere', 404, 'Week not found'],
      ['social/linkedin/badge/nowhere', 404, 'Badge not found or not earned by user'],
      [`social/myspace/badge/${badgeIds.Finance}`, 400, 'Invalid platform. Use "twitter" or "linkedin"'],
      ['social/twitter/medal/x', 400, 'Invalid share type. Use "badge" or "specialization"'],
    ] as const) {
      const reply = await fresh.get(path);
      expect([path, reply.status, reply.body.error]).toEqual([path, status, words]);
    }
  });
});

describe('api.md 1.20 activity', () => {
  const STATS: Shape = { currentStreak: 'int', longestStreak: 'int', totalActiveDays: 'int' };

  test('the calendar, its parts, and another account’s for staff', async () => {
    const { pioneer, luminary, grand } = demo.people;
    const year = new Date().getUTCFullYear();
    const reply = await luminary.get(`activity/dashboard?year=${year}`);
    expect(differences(reply.body.data, { stats: STATS, availableYears: ['int'] })).toEqual([]);
    const days = Object.entries(reply.body.data.heatmap);
    expect(days.length).toBeGreaterThan(0);
    for (const [day, cell] of days) {
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(differences(cell, { active: 'boolean', count: 'int' })).toEqual([]);
    }
    const { availableYears } = reply.body.data;
    expect(availableYears).toEqual([...availableYears].sort((a: number, b: number) => b - a));
    expect((await luminary.get('activity/stats')).body.data).toEqual(reply.body.data.stats);
    expect((await luminary.get('activity/years')).body.data).toEqual(availableYears);
    expect((await luminary.get(`activity/heatmap?year=${year}`)).body.data).toEqual(reply.body.data.heatmap);
    expect((await grand.get(`activity/dashboard?userId=${luminary.id}`)).body.data.stats).toEqual(
      reply.body.data.stats,
    );
    expect((await pioneer.get(`activity/dashboard?userId=${luminary.id}`)).status).toBe(403);
    expect((await pioneer.get(`activity/dashboard?userId=${pioneer.id}`)).status).toBe(200);
    for (const bad of ['', 'abc', '-1', '99999', '%00', '1e3']) {
      expect([bad, (await pioneer.get(`activity/dashboard?year=${bad}`)).status]).toEqual([bad, 200]);
    }
  });
});
