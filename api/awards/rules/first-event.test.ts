import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { grantDailyAwards } from '../../learning/daily-awards.ts';
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const { db, ...api } = await openTestApp();

test('coming to an event earns the badge, once; a place alone does not', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const times = { opensAt: at(-3), closesAt: at(-2), startsAt: at(-2), endsAt: at(-1) };
  await db
    .insert(events)
    .values({ id: 'night', title: 'Night', place: 'Hall', places: 5, audience: 'EVERYONE', ...times });
  const { id: userId } = await addPerson(db);
  const place = { id: 'place', eventId: 'night', userId, arrival: 1, doorCode: 'K7W2QX' };
  await db.insert(eventRegistrations).values({ ...place, state: 'CONFIRMED' });
  const earned = async () => {
    await grantDailyAwards({ db, ...api });
    const rows = await db
      .select({ key: badges.key })
      .from(userBadges)
      .innerJoin(badges, eq(badges.id, userBadges.badgeId));
    return rows.map(({ key }) => key);
  };
  expect(await earned()).toEqual([]);
  await db.update(eventRegistrations).set({ checkedInAt: new Date() });
  expect(await earned()).toEqual(['first-event']);
  expect(await earned()).toEqual(['first-event']);
});
