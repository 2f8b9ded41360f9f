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

test('a change that expects another text than the stored one is refused; of many at once, one wins', async () => {
  const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const league = await addLeague(api.db, { name: 'Two editors', weeks: 1, sections: 1, resources: 1 });
  const [week] = league.weeks;
  const [section] = week?.sections ?? [];
  const [resource] = section?.resources ?? [];
  const title = 'R1';
  const url = 'https://example.org/first';
  const own = { token, params: { id: resource?.id ?? '' } };
  await api.call(updateResource, { ...own, body: { title, url, minutes: 5 } });
  const tryEach = async (calls: Promise<{ status: number; body: { code?: string } }>[]) =>
    (await Promise.all(calls)).map(({ status, body }) => body.code ?? status).toSorted();
  const outcomes = [200, ...Array.from({ length: 7 }, () => 'CONTENT_CHANGED')];
  const eight = <Reply>(call: (index: number) => Promise<Reply>) =>
    Array.from({ length: 8 }, (_, index) => call(index));
  expect(
    await tryEach(
      eight((n) => api.call(updateResource, { ...own, body: { title: `T${n}`, expected: { title } } })),
    ),
  ).toEqual(outcomes);
  const sent = { token, params: { id: section?.id ?? '' } };
  const { body } = await api.call(updateSection, { ...sent, body: { name: 'Before' } });
  expect(
    await tryEach(
      eight((n) =>
        api.call(updateSection, { ...sent, body: { name: `S${n}`, expected: { name: body.data.name } } }),
      ),
    ),
  ).toEqual(outcomes);
  const at = { token, params: { id: week?.id ?? '' } };
  await api.call(updateWeek, { ...at, body: { name: 'Before' } });
  expect(
    await tryEach(
      eight((n) => api.call(updateWeek, { ...at, body: { name: `W${n}`, expected: { name: 'Before' } } })),
    ),
  ).toEqual(outcomes);
  // Other fields than the expected ones may have changed.
  const minutes = await api.call(updateResource, { ...own, body: { minutes: 6, expected: { minutes: 5 } } });
  expect([minutes.status, minutes.body.data.minutes]).toEqual([200, 6]);
  const wrong = await api.call(updateResource, { ...own, body: { title: 'X', expected: { title: 7 } } });
  expect([wrong.status, wrong.body.error]).toEqual([400, 'expected must hold the fields as they were']);
});
