import { expect, test } from 'bun:test';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { planHistory } from './history.ts';
import { DAY_MS, type DemoPerson, HOUR_MS } from './people.ts';
import { planRevision } from './revision.ts';

const DAYS = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' });

/** Every demo account, and a league of sixty resources wherever one is learned. */
function makeDemo(now: number) {
  const people = DEMO_ACCOUNTS.map(
    (account, index): DemoPerson => ({
      id: `person-${index}`,
      index,
      account,
      joinedAt: new Date(now - 88 * DAY_MS),
      approvedAt: new Date(now - 87 * DAY_MS),
      enrollments: [],
    }),
  );
  const leagues = new Set(DEMO_ACCOUNTS.flatMap(({ progress }) => Object.keys(progress)));
  const library = new Map(
    [...leagues].map((league) => [
      league,
      Array.from({ length: 60 }, (_, n) => ({
        league,
        leagueId: league,
        sectionId: `${league} ${Math.floor(n / 10)}`,
        resourceId: `${league} ${n}`,
      })),
    ]),
  );
  return { people, library };
}

/** Days without a gap up to the last one on which somebody completed something, and how long ago that one was. */
function streakOf(moments: readonly Date[], now: number): { streak: number; daysAgo: number } {
  const days = new Set(moments.map((moment) => DAYS.format(moment)));
  const isActive = (daysAgo: number) => days.has(DAYS.format(now - daysAgo * DAY_MS));
  const daysAgo = isActive(0) ? 0 : 1;
  let streak = 0;
  while (isActive(daysAgo + streak)) streak += 1;
  return { streak, daysAgo };
}

test('days in a row are as many at whatever hour the demo is loaded', () => {
  const midnight = Date.parse('2026-11-25T18:30:00.000Z');
  for (let quarter = 0; quarter < 96; quarter++) {
    const now = midnight + (quarter * HOUR_MS) / 4;
    const { people, library } = makeDemo(now);
    const events = planHistory(people, library, { now, timeZone: 'Asia/Kolkata' });
    for (const { id, account } of people.filter(({ account }) => account.streak)) {
      const completed = events.filter((event) => event.userId === id && event.kind === 'COMPLETED');
      const { streak, daysAgo } = streakOf(
        completed.map(({ occurredAt }) => occurredAt),
        now,
      );
      expect([quarter, account.name, streak]).toEqual([quarter, account.name, account.streak ?? 0]);
      // Late enough, everybody has studied today.
      if (quarter >= 32) expect(daysAgo).toBe(0);
      expect(Math.max(...completed.map(({ occurredAt }) => occurredAt.getTime()))).toBeLessThanOrEqual(now);
    }
  }
});

test('revision makes no streak longer, on whatever day the demo is loaded', () => {
  for (let day = 0; day < 60; day++) {
    const now = Date.parse('2026-12-01T01:00:00.000Z') + day * DAY_MS;
    const { people, library } = makeDemo(now);
    const events = planHistory(people, library, { now, timeZone: 'Asia/Kolkata' });
    const unmarked = new Set(
      events.filter(({ kind }) => kind === 'UNMARKED').map(({ userId, resourceId }) => userId + resourceId),
    );
    const marks = events.flatMap(({ kind, userId, resourceId, occurredAt: markedAt }) => {
      const { account } = people.find(({ id }) => id === userId) ?? {};
      if (kind !== 'MARKED_FOR_REVISION' || unmarked.has(userId + resourceId) || !account) return [];
      return [{ userId, resourceId, email: account.email, markedAt }];
    });
    const { reviews } = planRevision(marks, now);
    for (const { id, account } of people.filter(({ account }) => account.streak)) {
      const completed = events.filter((event) => event.userId === id && event.kind === 'COMPLETED');
      const own = reviews.filter(({ userId }) => userId === id).map(({ reviewedAt }) => reviewedAt as Date);
      expect(own.length).toBeGreaterThan(0);
      const active = [...completed.map(({ occurredAt }) => occurredAt), ...own];
      expect([day, account.name, streakOf(active, now).streak]).toEqual([
        day,
        account.name,
        account.streak ?? 0,
      ]);
    }
  }
});
