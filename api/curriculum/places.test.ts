import { expect, test } from 'bun:test';
import { createResource, updateResource } from '#contract/resources.ts';
import { createSection, updateSection } from '#contract/sections.ts';
import { createWeek, updateWeek } from '#contract/weeks.ts';
import { addLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';

const api = await openTestApp();

test('without an order, something new or moved goes to the end of its parent', async () => {
  const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const league = await addLeague(api.db, { name: 'Appended' });
  const other = await addLeague(api.db, { name: 'Target' });
  const [week, section] = [league.weeks[0]?.id ?? '', league.weeks[0]?.sections[0]?.id ?? ''];
  const [otherWeek, otherSection] = [other.weeks[0]?.id ?? '', other.weeks[0]?.sections[0]?.id ?? ''];
  const orders = async (replies: Promise<{ status: number; body: { data: { order: number } } }>[]) =>
    (await Promise.all(replies)).map(({ body }) => body.data.order).toSorted((one, next) => one - next);
  const addWeek = () => api.call(createWeek, { token, body: { name: 'W', leagueId: league.id } });
  const addSection = () => api.call(createSection, { token, body: { name: 'S', weekId: week } });
  const resource = { title: 'R', url: 'https://example.org', type: 'BLOG' };
  const addResource = () => api.call(createResource, { token, params: { id: section }, body: resource });
  // At once: each waits for the lock of the parent and sees the one before.
  for (const add of [addWeek, addSection, addResource])
    expect(await orders([add(), add(), add()])).toEqual([3, 4, 5]);

  const move = async () => [
    await api.call(updateResource, {
      token,
      params: { id: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' },
      body: { sectionId: otherSection, order: null },
    }),
    await api.call(updateSection, {
      token,
      params: { id: section },
      body: { weekId: otherWeek, order: null },
    }),
    await api.call(updateWeek, { token, params: { id: week }, body: { leagueId: other.id, order: null } }),
  ];
  expect((await move()).map(({ status, body }) => [status, body.data.order])).toEqual([
    [200, 3],
    [200, 3],
    [200, 3],
  ]);
  const renamed = await api.call(updateWeek, { token, params: { id: week }, body: { name: 'Renamed' } });
  expect(renamed.body.data.order).toBe(3);
});
