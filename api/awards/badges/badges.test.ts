import { beforeEach, describe, expect, test } from 'bun:test';
import { desc, eq } from 'drizzle-orm';
import {
  awardBadge,
  createBadge,
  deleteBadge,
  getBadgeAnalytics,
  listBadges,
  listMyBadges,
  revokeBadge,
  updateBadge,
} from '#contract/badges.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { learnerStats } from '../../platform/db/schema/learning.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { expectRefusal, expectRefusals } from '../../test/refusals.ts';

let chief: Person;
let learner: Person;
let league: TestLeague;

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
beforeEach(async () => {
  league = await addLeague(api.db, { weeks: 0 });
  chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, chief.id, league.id);
  learner = await addPerson(api.db);
});

const create = (body: unknown, token = grand.token) => api.call(createBadge, { token, body });
async function addBadge(leagueId = league.id): Promise<string> {
  return (await create({ name: 'Pathmaker', leagueId })).body.data.badge.id;
}
const award = (id: string, body: unknown, token = grand.token) =>
  api.call(awardBadge, { token, params: { id }, body });
const revoke = (id: string, body: unknown, token = grand.token) =>
  api.call(revokeBadge, { token, params: { id }, body });
async function earned(userId: string): Promise<number | undefined> {
  const [row] = await api.db.select().from(learnerStats).where(eq(learnerStats.userId, userId));
  return row?.badgesEarned;
}
async function lastAction(): Promise<string | undefined> {
  const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry?.action;
}

describe('badges', () => {
  test('api.md 1.16 a league gets one badge, a second is refused, twenty at once make one', async () => {
    const input = {
      name: 'Pathmaker',
      leagueId: league.id,
      description: 'For all of it',
      imageUrl: 'https://example.org/b.svg',
    };
    const { status, body } = await create(input, chief.token);
    expect(status).toBe(201);
    expect(body.data.badge).toEqual({
      id: expect.any(String),
      ...input,
      league: { id: league.id, name: league.name },
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await lastAction()).toBe('BADGE_CREATED');
    expectRefusal(await create(input), 400, 'A badge already exists for this league');
    const other = await addLeague(api.db, { weeks: 0 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => create({ name: 'One', leagueId: other.id })),
    );
    expect(replies.map((reply) => reply.status).filter((code) => code === 201)).toHaveLength(1);
    expect(replies.map((reply) => reply.status).filter((code) => code === 400)).toHaveLength(19);
  });

  test('api.md 1.16 takes no picture but a web address, and changes what is sent', async () => {
    for (const imageUrl of ['javascript:alert(1)', 'data:image/png;base64,x', '/b.svg', 7]) {
      const reply = await create({ name: 'A', leagueId: league.id, imageUrl });
      expectRefusal(reply, 400, 'imageUrl must be a valid http or https address');
    }
    const id = await addBadge();
    const changed = await api.call(updateBadge, {
      token: chief.token,
      params: { id },
      body: { name: 'New <b>', description: '' },
    });
    expect(changed.body.data.badge).toMatchObject({ name: 'New <b>', description: null });
    expect(await lastAction()).toBe('BADGE_UPDATED');
  });
});

describe('awarding', () => {
  test('api.md 1.16 gives once, counts it, and takes it back once', async () => {
    const id = await addBadge();
    const pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, pathfinder.id, league.id);
    const { status, body } = await award(
      id,
      { userId: learner.id, reason: 'Helped others' },
      pathfinder.token,
    );
    expect(status).toBe(201);
    expect(body.data.userBadge).toEqual({
      id: expect.any(String),
      userId: learner.id,
      badgeId: id,
      earnedAt: expect.stringMatching(/Z$/),
      awardedById: pathfinder.id,
      reason: 'Helped others',
      badge: { id, name: 'Pathmaker', league: { id: league.id, name: league.name } },
      user: { id: learner.id, name: learner.name },
    });
    expect(await earned(learner.id)).toBe(1);
    expect(await lastAction()).toBe('BADGE_MANUALLY_AWARDED');
    expectRefusal(await award(id, { userId: learner.id }), 400, 'User already has this badge');
    expect(await earned(learner.id)).toBe(1);

    const taken = await revoke(id, { userId: learner.id, reason: 'By mistake' }, chief.token);
    expect([taken.status, taken.body.success]).toEqual([200, true]);
    expect(await earned(learner.id)).toBe(0);
    expect(await lastAction()).toBe('BADGE_REVOKED');
    expectRefusal(await revoke(id, { userId: learner.id }), 404, 'User does not have this badge');
  });

  test('api.md 1.16 eight badges at once are all counted, and each twice at once is given once', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) ids.push(await addBadge((await addLeague(api.db, { weeks: 0 })).id));
    const replies = await Promise.all([...ids, ...ids].map((id) => award(id, { userId: learner.id })));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(8);
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(8);
    expect(await earned(learner.id)).toBe(8);
  });

  test('api.md 1.16 each fault in its own words', async () => {
    const id = await addBadge();
    const { id: userId } = learner;
    for (const call of [award, revoke]) {
      await expectRefusals(api.db, (body) => call(id, body), [
        ...[{}, { userId: '' }, { userId: 3 }].map((body) => [body, 400, 'userId is required'] as const),
        [{ userId: createId() }, 404, 'Target user not found'],
        [{ userId, reason: 'x'.repeat(REASON_MAX_LENGTH + 1) }, 400, 'Reason must be 500 characters or less'],
      ]);
      expectRefusal(await call(createId(), { userId }), 404, 'Badge not found');
    }
    await expectRefusals(api.db, create, [
      ...[{}, { name: 'x' }, { name: ' ', leagueId: league.id }].map(
        (body) => [body, 400, 'Name and leagueId are required'] as const,
      ),
      [{ name: 'x', leagueId: 'nowhere' }, 404, 'League not found'],
    ]);
    const update = (badgeId: string, body: unknown) =>
      api.call(updateBadge, { token: grand.token, params: { id: badgeId }, body });
    const fields = 'At least one field (name, description, imageUrl) must be provided';
    expectRefusal(await update(id, { leagueId: 'x' }), 400, fields);
    expectRefusal(await update('nowhere', { name: 'x' }), 404, 'Badge not found');
  });

  test('api.md 1.16 a badge that somebody holds stays; a Grand Pathfinder deletes it once nobody does', async () => {
    const id = await addBadge();
    await award(id, { userId: learner.id });
    const remove = (token: string) => api.call(deleteBadge, { token, params: { id } });
    const held = 'Cannot delete badge. It has been awarded to 1 user(s). Consider revoking all awards first.';
    await expectRefusals(api.db, remove, [
      [grand.token, 400, held],
      [chief.token, 403, 'Grand Pathfinder access required'],
    ]);
    await revoke(id, { userId: learner.id });
    const { status, body } = await remove(grand.token);
    expect([status, body.success, typeof body.message]).toEqual([200, true, 'string']);
    expectRefusal(await remove(grand.token), 404, 'Badge not found');
  });
});

describe('reading badges', () => {
  test('api.md 1.16 the list says what the caller has, the own list only that, without anyone else', async () => {
    const id = await addBadge();
    const without = await addBadge((await addLeague(api.db, { weeks: 0 })).id);
    await award(id, { userId: learner.id });
    await award(id, { userId: chief.id });
    const { body } = await api.call(listBadges, { token: learner.token });
    const find = (badgeId: string) => body.data.badges.find((row: { id: string }) => row.id === badgeId);
    expect(find(id)).toMatchObject({
      name: 'Pathmaker',
      description: null,
      imageUrl: null,
      league: { id: league.id, name: league.name },
      earnedByUser: true,
      earnedAt: expect.stringMatching(/Z$/),
      totalEarners: 2,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(find(without)).toMatchObject({ earnedByUser: false, earnedAt: null, totalEarners: 0 });
    expect(body.data.earnedCount).toBe(1);
    expect(body.data.total).toBe(body.data.badges.length);
    expect(JSON.stringify(body)).not.toContain(chief.email);
    const mine = await api.call(listMyBadges, { token: learner.token });
    expect(mine.body.data).toEqual({
      badges: [
        {
          id,
          name: 'Pathmaker',
          description: null,
          imageUrl: null,
          league: { id: league.id, name: league.name },
          earnedAt: find(id).earnedAt,
        },
      ],
      total: 1,
    });
  });

  test('api.md 1.16 the figures of a chief cover the leagues where View Analytics is on', async () => {
    const id = await addBadge();
    const second = await addLeague(api.db, { weeks: 0 });
    await addScope(api.db, chief.id, second.id);
    await addBadge(second.id);
    await award(id, { userId: learner.id });
    const outside = await addLeague(api.db, { weeks: 0 });
    await addScope(api.db, chief.id, outside.id, { canViewAnalytics: false });
    await award(await addBadge(outside.id), { userId: learner.id });
    const { body } = await api.call(getBadgeAnalytics, { token: chief.token });
    expect(body.data).toEqual({
      overview: { totalBadges: 2, totalAwarded: 1, uniqueEarners: 1, averageBadgesPerUser: 1 },
      badgePopularity: [
        { id, name: 'Pathmaker', league: { id: league.id, name: league.name }, timesAwarded: 1 },
        expect.objectContaining({ timesAwarded: 0 }),
      ],
      recentAwards: [
        {
          id: expect.any(String),
          earnedAt: expect.stringMatching(/Z$/),
          badge: { id, name: 'Pathmaker' },
          user: { id: learner.id, name: learner.name },
        },
      ],
    });
    const all = await api.call(getBadgeAnalytics, { token: grand.token });
    expect(all.body.data.overview.totalBadges).toBeGreaterThan(2);
    const without = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    const none = await api.call(getBadgeAnalytics, { token: without.token });
    expect(none.body.data.overview).toEqual({
      totalBadges: 0,
      totalAwarded: 0,
      uniqueEarners: 0,
      averageBadgesPerUser: 0,
    });
  });
});
