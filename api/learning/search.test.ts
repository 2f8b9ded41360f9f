import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { LEARNER_SEARCH_ROWS, type LearnerSearchData, searchLearning } from '#contract/learner-search.ts';
import { leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { addLeague, addLearner } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';

const api = await openTestApp();
const own = await addLeague(api.db, { name: 'Machine Learning', weeks: 3 });
const other = await addLeague(api.db, { name: 'Machine Shop' });
const learner = await addLearner(api.db, own);
const [week] = own.weeks;
const [section] = week?.sections ?? [];
const [first, second] = section?.resources ?? [];
await api.db
  .update(weeks)
  .set({ name: 'Gradient descent' })
  .where(eq(weeks.id, week?.id ?? ''));
await api.db
  .update(sections)
  .set({ name: 'Café Résumé 50%' })
  .where(eq(sections.id, section?.id ?? ''));
await api.db
  .update(resources)
  .set({ title: 'हिन्दी में ग्रेडिएंट' })
  .where(eq(resources.id, first?.id ?? ''));
await api.db
  .update(resources)
  .set({ title: 'The gradient, drawn' })
  .where(eq(resources.id, second?.id ?? ''));

const find = async (q: string, { token } = learner): Promise<LearnerSearchData> => {
  const { status, body } = await api.call(searchLearning, { token, query: { q } });
  expect(status).toBe(200);
  return body.data;
};
const names = (found: LearnerSearchData) =>
  Object.fromEntries(Object.entries(found).map(([kind, rows]) => [kind, rows.map(({ name }) => name)]));

test('LAYOUT-08 what an own league holds is found with its path, the nearest first', async () => {
  expect(names(await find('gradient'))).toEqual({
    leagues: [],
    weeks: ['Gradient descent'],
    sections: [],
    resources: ['The gradient, drawn'],
  });
  const [week] = own.weeks;
  expect((await find('drawn')).resources).toEqual([
    {
      id: week?.sections[0]?.resources[1]?.id ?? '',
      name: 'The gradient, drawn',
      minutes: null,
      section: { id: week?.sections[0]?.id ?? '', name: 'Café Résumé 50%' },
      week: { id: week?.id ?? '', name: 'Gradient descent' },
      league: { id: own.id, name: own.name },
    },
  ]);
  // Words may stand in what is above, but one stands in the own name.
  expect(names(await find('learning cafe'))).toMatchObject({
    sections: ['Café Résumé 50%'],
    resources: [],
  });
  expect(names(await find('machine learning'))).toEqual({
    leagues: ['Machine Learning'],
    weeks: [],
    sections: [],
    resources: [],
  });
  const many = await find('resource 3');
  expect(names(many).resources).toEqual([
    'Resource 3.1.1',
    'Resource 3.1.2',
    'Resource 3.2.1',
    'Resource 3.2.2',
  ]);
  expect((await find('resource')).resources).toHaveLength(LEARNER_SEARCH_ROWS);
});

test('case, accents, signs of other scripts and joiners inside words do not matter', async () => {
  for (const q of ['cafe', 'CAFÉ resume', 'résumé', '50%']) {
    expect([q, names(await find(q)).sections]).toEqual([q, ['Café Résumé 50%']]);
  }
  for (const q of ['हिन्दी', 'हिन्\u200dदी ग्रेडि', 'ग्रेडिएंट']) {
    expect([q, names(await find(q)).resources]).toEqual([q, ['हिन्दी में ग्रेडिएंट']]);
  }
  // Another vowel sign is another word.
  expect(names(await find('हिन्दा')).resources).toEqual([]);
});

test('OPEN-44 every league is found by name and description, its contents by those enrolled alone', async () => {
  expect((await find('machine')).leagues).toEqual([
    { id: own.id, name: own.name, isEnrolled: true },
    { id: other.id, name: other.name, isEnrolled: false },
  ]);
  await api.db.update(leagues).set({ description: 'Lathes and mills' }).where(eq(leagues.id, other.id));
  expect(names(await find('lathes')).leagues).toEqual(['Machine Shop']);
  expect(names(await find('shop resource'))).toEqual({ leagues: [], weeks: [], sections: [], resources: [] });
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const stranger = await addPerson(api.db);
  for (const person of [grand, stranger]) {
    expect(names(await find('gradient', person))).toEqual({
      leagues: [],
      weeks: [],
      sections: [],
      resources: [],
    });
  }
});

test('short and hostile words find nothing and break nothing; who waits for approval is refused', async () => {
  for (const q of ['', ' ', 'a', '\0\0', '%%', '__', '\\', "'; drop table users; --", 'x'.repeat(5000)]) {
    expect(names(await find(q)).resources).toEqual([]);
  }
  expect((await api.call(searchLearning, { token: learner.token })).status).toBe(200);
  const pending = await addPerson(api.db, { status: 'PENDING' });
  expect((await api.call(searchLearning, { token: pending.token, query: { q: 'machine' } })).status).toBe(
    403,
  );
  expect((await api.call(searchLearning, { query: { q: 'machine' } })).status).toBe(401);
});
