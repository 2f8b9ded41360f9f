import { expect, test } from 'bun:test';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { planHistory } from './history.ts';
import { DAY_MS, type DemoPerson, HOUR_MS } from './people.ts';

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
