import { describe, expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { awardBadge, revokeBadge } from '#contract/badges.ts';
import { getDashboard, getLeagueProgress } from '#contract/learning.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { badges, userBadges, userSpecializations } from '../platform/db/schema/awards.ts';
import { leagueProgress, learnerStats } from '../platform/db/schema/learning.ts';
import { createId } from '../platform/process/secrets.ts';
import { readEntries } from '../test/audit-entries.ts';
import { addAssignment } from '../test/awards.ts';
import { addSpecialization } from '../test/certificates.ts';
import { addLeague, addLearner, resourcesOf, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person } from '../test/people.ts';

const api = await openTestApp();

async function addBadge(league: TestLeague): Promise<string> {
  const id = createId();
  await api.db.insert(badges).values({ id, leagueId: league.id, name: `Badge of ${league.name}` });
  return id;
}
const tick = ({ token }: Person, resource: { id: string } | undefined) =>
  api.call(completeResource, { token, params: { resourceId: resource?.id ?? '' }, body: {} });
const badgesOf = (userId: string) => api.db.select().from(userBadges).where(eq(userBadges.userId, userId));
const audited = async (userId: string, action: string) =>
  (await readEntries(api.db, { actorId: userId, action })).length;

describe('the badge of a league', () => {
  test('LPROG-26 comes with the last tick also where the sums were off until then', async () => {
    const league = await addLeague(api.db);
    const badgeId = await addBadge(league);
    const learner = await addLearner(api.db, league);
    const all = resourcesOf(league);
    for (const resource of all.slice(0, -1)) await tick(learner, resource);
    const sums = and(eq(leagueProgress.userId, learner.id), eq(leagueProgress.leagueId, league.id));
    await api.db.update(leagueProgress).set({ completedResources: 0 }).where(sums);
    expect((await tick(learner, all.at(-1))).status).toBe(200);
    expect(await badgesOf(learner.id)).toMatchObject([{ badgeId, awardedById: null }]);
    expect(await audited(learner.id, 'RESOURCE_COMPLETED')).toBe(all.length);
  });

  test('LPROG-26 comes with the last tick, not before, and stays after un-ticking', async () => {
    const league = await addLeague(api.db);
    const badgeId = await addBadge(league);
    const learner = await addLearner(api.db, league);
    const all = resourcesOf(league);
    for (const resource of all.slice(0, -1)) await tick(learner, resource);
    expect(await badgesOf(learner.id)).toEqual([]);
    await tick(learner, all.at(-1));
    expect(await badgesOf(learner.id)).toMatchObject([{ badgeId, awardedById: null }]);
    const params = { resourceId: all[0]?.id ?? '' };
    await api.call(resetResource, { token: learner.token, params });
    await tick(learner, all[0]);
    expect(await badgesOf(learner.id)).toHaveLength(1);
    expect(await audited(learner.id, 'BADGE_EARNED')).toBe(1);
    const [stats] = await api.db.select().from(learnerStats).where(eq(learnerStats.userId, learner.id));
    expect(stats?.badgesEarned).toBe(1);
    const dashboard = (await api.call(getDashboard, { token: learner.token })).body.data;
    expect(dashboard.badges).toEqual([
      {
        id: badgeId,
        name: `Badge of ${league.name}`,
        description: null,
        imageUrl: null,
        league: { id: league.id, name: league.name },
        earnedAt: expect.stringMatching(/Z$/),
      },
    ]);
    const page = await api.call(getLeagueProgress, {
      token: learner.token,
      params: { leagueId: league.id },
    });
    expect(page.body.data.badge.earnedAt).toBe(dashboard.badges[0].earnedAt);
    expect(await audited(learner.id, 'CERTIFICATE_ISSUED')).toBe(1);
    const [certificate, ...more] = dashboard.certificates;
    expect(more).toEqual([]);
    expect(certificate).toEqual({
      id: expect.any(String),
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/),
      kind: 'LEAGUE',
      title: league.name,
      leagueId: league.id,
      specializationId: null,
      completedAt: expect.stringMatching(/Z$/),
      isRevoked: false,
      reason: null,
      holderName: learner.name,
    });
    expect(page.body.data.certificate).toEqual(certificate);
  });

  test('LPROG-26 one that staff revoked comes back neither with another last tick nor with an approval', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1 });
    const badgeId = await addBadge(league);
    const learner = await addLearner(api.db, league);
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const all = resourcesOf(league);
    for (const resource of all) await tick(learner, resource);
    const byHand = {
      token: grand.token,
      params: { id: badgeId },
      body: { userId: learner.id, reason: 'Copied' },
    };
    expect((await api.call(revokeBadge, byHand)).status).toBe(200);

    const params = { resourceId: all[0]?.id ?? '' };
    await api.call(resetResource, { token: learner.token, params });
    await tick(learner, all[0]);
    expect(await badgesOf(learner.id)).toEqual([]);
    const assignmentId = await addAssignment(api.db, league.id, { title: 'Project' });
    const answer = { params: { assignmentId }, body: { content: 'Built' } };
    const { id } = (await api.call(submitAssignment, { token: learner.token, ...answer })).body.data;
    const verdict = { params: { id }, body: { status: 'APPROVED' } };
    expect((await api.call(reviewSubmission, { token: grand.token, ...verdict })).status).toBe(200);
    expect(await badgesOf(learner.id)).toEqual([]);
    expect(await audited(learner.id, 'BADGE_EARNED')).toBe(1);

    expect((await api.call(awardBadge, byHand)).status).toBe(201);
    expect(await badgesOf(learner.id)).toMatchObject([{ badgeId, awardedById: grand.id }]);
    const another = await addLearner(api.db, league);
    for (const resource of all) await tick(another, resource);
    expect(await badgesOf(another.id)).toHaveLength(1);
  });

  test('LPROG-26 one that staff gave too early and took back is still earned with the last tick', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1 });
    const badgeId = await addBadge(league);
    const learner = await addLearner(api.db, league);
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const byHand = { token: grand.token, params: { id: badgeId }, body: { userId: learner.id } };
    const [first, last] = resourcesOf(league);
    await tick(learner, first);
    expect((await api.call(awardBadge, byHand)).status).toBe(201);
    expect((await api.call(revokeBadge, byHand)).status).toBe(200);
    await tick(learner, last);
    expect(await badgesOf(learner.id)).toMatchObject([{ badgeId, awardedById: null }]);
    // Given early, earned since: revoked now, it is gone like any that was earned.
    const another = await addLearner(api.db, league);
    const toAnother = { ...byHand, body: { userId: another.id } };
    expect((await api.call(awardBadge, toAnother)).status).toBe(201);
    for (const resource of [first, last]) await tick(another, resource);
    expect((await api.call(revokeBadge, toAnother)).status).toBe(200);
    await api.call(resetResource, { token: another.token, params: { resourceId: last?.id ?? '' } });
    await tick(another, last);
    expect(await badgesOf(another.id)).toEqual([]);
  });

  test('LPROG-26 a section without resources keeps a league open', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
    await addBadge(league);
    const hollow = await addLeague(api.db, { weeks: 1, sections: 1, resources: 0 });
    await api.db.execute(
      `update sections set week_id = '${league.weeks[0]?.id}', "order" = 9
        where id = '${hollow.weeks[0]?.sections[0]?.id}'`,
    );
    await api.db.execute(`update leagues set sections_count = 2 where id = '${league.id}'`);
    const learner = await addLearner(api.db, league);
    await tick(learner, resourcesOf(league)[0]);
    expect(await badgesOf(learner.id)).toEqual([]);
  });
});

test('DASH-06 a specialization is completed with the last of its leagues, once', async () => {
  const leagues = [
    await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 }),
    await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 }),
  ] as const;
  const specializationId = await addSpecialization(api, leagues);
  const learner = await addLearner(api.db, [...leagues]);
  const completed = () =>
    api.db.select().from(userSpecializations).where(eq(userSpecializations.userId, learner.id));
  await tick(learner, resourcesOf(leagues[0])[0]);
  expect(await completed()).toEqual([]);
  await tick(learner, resourcesOf(leagues[1])[0]);
  expect(await completed()).toMatchObject([{ specializationId }]);
  const params = { resourceId: resourcesOf(leagues[1])[0]?.id ?? '' };
  await api.call(resetResource, { token: learner.token, params });
  await tick(learner, resourcesOf(leagues[1])[0]);
  expect(await completed()).toHaveLength(1);
  expect(await audited(learner.id, 'SPECIALIZATION_COMPLETED')).toBe(1);
  const { body } = await api.call(getDashboard, { token: learner.token });
  expect(body.data.specializations).toEqual([
    {
      id: specializationId,
      name: `Path of ${leagues[0].name}`,
      description: null,
      completedAt: expect.any(String),
    },
  ]);
  expect(body.data.statistics.specializationsCompleted).toBe(1);
});
