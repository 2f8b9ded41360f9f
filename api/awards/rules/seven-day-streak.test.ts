import { expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import { deleteBadge, revokeBadge } from '#contract/badges.ts';
import { getDashboard } from '#contract/learning.ts';
import { listNews } from '#contract/news.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { grantDailyAwards } from '../../learning/daily-awards.ts';
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import { notifications } from '../../platform/db/schema/community.ts';
import { resourceProgress, revisionReviews } from '../../platform/db/schema/learning.ts';
import { addLeague, enroll } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();

/** A learner who completed a resource so many days ago, for each number. */
async function addLearner(daysAgo: readonly number[]) {
  const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: daysAgo.length + 1 });
  const person = await addPerson(api.db);
  await enroll(api.db, person.id, league);
  const resources = league.weeks[0]?.sections[0]?.resources ?? [];
  for (const [index, days] of daysAgo.entries()) {
    const resourceId = resources[index]?.id ?? '';
    await api.call(completeResource, { token: person.token, params: { resourceId }, body: {} });
    await api.db
      .update(resourceProgress)
      .set({ completedAt: sql`now() - make_interval(days => ${days})` })
      .where(and(eq(resourceProgress.userId, person.id), eq(resourceProgress.resourceId, resourceId)));
  }
  return person;
}
/** A revision so many days ago, of a resource that the learner has completed. */
async function addRevision(userId: string, daysAgo: number, undoneAt: Date | null = null): Promise<void> {
  const [row] = await api.db.select().from(resourceProgress).where(eq(resourceProgress.userId, userId));
  const reviewedAt = new Date(Date.now() - daysAgo * 86_400_000);
  const resourceId = row?.resourceId ?? '';
  await api.db
    .insert(revisionReviews)
    .values({ userId, resourceId, rating: 'REMEMBERED', reviewedAt, undoneAt });
}
const badgesOf = async (userId: string) =>
  (
    await api.db
      .select({ key: badges.key })
      .from(userBadges)
      .innerJoin(badges, eq(badges.id, userBadges.badgeId))
      .where(eq(userBadges.userId, userId))
  ).map(({ key }) => key);

test('seven days in a row, some with a revision alone, earn the badge once, as news; six, or seven with a gap, do not', async () => {
  const week = await addLearner([6, 5, 4, 3, 2, 1, 0]);
  const untilYesterday = await addLearner([7, 6, 5, 4, 3, 2, 1]);
  const six = await addLearner([5, 4, 3, 2, 1, 0]);
  const gap = await addLearner([7, 6, 5, 4, 2, 1, 0]);
  await addRevision(gap.id, 3, new Date());
  const busyDay = await addLearner([5, 4, 3, 2, 1, 0, 0]);
  const revised = await addLearner([7, 6, 5, 4, 2, 1, 0]);
  await addRevision(revised.id, 3);
  const [one = 0, other = 0] = await Promise.all([1, 2].map(() => grantDailyAwards(api)));
  expect(one + other).toBe(3);
  expect(await grantDailyAwards(api)).toBe(0);
  for (const { id } of [week, untilYesterday, revised]) {
    expect(await badgesOf(id)).toEqual(['seven-day-streak']);
    expect(await api.db.$count(notifications, eq(notifications.userId, id))).toBe(1);
  }
  const { items } = (await api.call(listNews, { token: week.token })).body.data;
  expect(items).toMatchObject([{ kind: 'BADGE_EARNED', text: 'You earned the badge Seven-day streak' }]);
  for (const { id } of [six, gap, busyDay]) expect(await badgesOf(id)).toEqual([]);
  const shown = (await api.call(getDashboard, { token: week.token })).body.data.badges;
  expect(shown).toMatchObject([{ name: 'Seven-day streak' }]);
});

test('a renamed badge keeps its name, and a revoked one is not given again', async () => {
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const learner = await addLearner([6, 5, 4, 3, 2, 1, 0]);
  await grantDailyAwards(api);
  const [badge] = await api.db.select().from(badges).where(eq(badges.key, 'seven-day-streak'));
  await api.db.update(badges).set({ name: 'A whole week' }).where(eq(badges.key, 'seven-day-streak'));
  const body = { userId: learner.id, reason: 'Another person ticked' };
  const revoked = await api.call(revokeBadge, { token: grand.token, params: { id: badge?.id ?? '' }, body });
  expect(revoked.status).toBe(200);
  expect(await grantDailyAwards(api)).toBe(0);
  expect(await badgesOf(learner.id)).toEqual([]);
  expect(await api.db.$count(badges, eq(badges.name, 'A whole week'))).toBe(1);
  await api.db.delete(userBadges).where(eq(userBadges.badgeId, badge?.id ?? ''));
  const kept = await api.call(deleteBadge, { token: grand.token, params: { id: badge?.id ?? '' } });
  expectRefusal(kept, 400, 'Cannot delete badge. The product awards it by a rule.');
});
