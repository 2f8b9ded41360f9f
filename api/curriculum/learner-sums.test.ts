import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createResource, deleteResource, updateResource } from '#contract/resources.ts';
import { createSection } from '#contract/sections.ts';
import { createWeek, deleteWeek } from '#contract/weeks.ts';
import { recountAfterCurriculumChange } from '../learning/recount.ts';
import { queryRows } from '../platform/db/client.ts';
import { resourceProgress } from '../platform/db/schema/learning.ts';
import { createId } from '../platform/process/secrets.ts';
import { addLeague, addLearner, resourcesOf } from '../test/leagues.ts';
import type { TestApp } from '../test/make-app.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const league = await addLeague(api.db, { weeks: 2, sections: 2, resources: 1 });
const all = resourcesOf(league);
for (const done of [4, 3, 1]) {
  const learner = await addLearner(api.db, league);
  await api.db.insert(resourceProgress).values(
    all.slice(0, done).map((resource) => ({
      id: createId(),
      userId: learner.id,
      resourceId: resource.id,
      completedAt: new Date(),
    })),
  );
}
await recountAfterCurriculumChange(api.db, { leagueIds: [league.id] });

const asGrand: TestApp['call'] = (call, options) => api.call(call, { ...options, token: grand.token });

/** Completed resources, sections and weeks of each learner, such as '4 4 2', the busiest learner first. */
const listSums = async () => {
  const rows = await queryRows<{ r: number; s: number; w: number }>(
    api.db,
    sql`select completed_resources as r, completed_sections as s, completed_weeks as w from league_progress
      where league_id = ${league.id} order by completed_resources desc`,
  );
  return rows.map(({ r, s, w }) => `${r} ${s} ${w}`);
};

/** The sums as they are, proved equal to those worked out from nothing. */
async function readSums() {
  const kept = await listSums();
  await recountAfterCurriculumChange(api.db, { leagueIds: [league.id] });
  expect(await listSums()).toEqual(kept);
  return kept;
}

test('CALL-60 CALL-63 CALL-66 CALL-67 the sums of learners follow the curriculum through weeks, sections and resources that come and go', async () => {
  expect(await readSums()).toEqual(['4 4 2', '3 3 1', '1 1 0']);
  const week = await asGrand(createWeek, { body: { name: 'W', order: 3, leagueId: league.id } });
  await readSums();
  await asGrand(deleteWeek, { params: { id: week.body.data.id } });
  expect(await readSums()).toEqual(['4 4 2', '3 3 1', '1 1 0']);

  const [first] = league.weeks[0]?.sections ?? [];
  const added = await asGrand(createResource, {
    params: { id: first?.id ?? '' },
    body: { title: 'R', url: 'https://example.org', type: 'BLOG', order: 2 },
  });
  expect(await readSums()).toEqual(['4 3 1', '3 2 0', '1 0 0']);
  await asGrand(deleteResource, { params: { id: added.body.data.id } });
  expect(await readSums()).toEqual(['4 4 2', '3 3 1', '1 1 0']);

  await asGrand(createSection, { body: { name: 'S', order: 3, weekId: league.weeks[0]?.id } });
  expect(await readSums()).toEqual(['4 4 1', '3 3 0', '1 1 0']);
  await asGrand(createSection, { body: { name: 'S', order: 4, weekId: league.weeks[0]?.id } });
  await readSums();

  const last = league.weeks[1]?.sections[1];
  const moved = await asGrand(updateResource, {
    params: { id: first?.resources[0]?.id ?? '' },
    body: { sectionId: last?.id, order: 9 },
  });
  expect(moved.status).toBe(200);
  expect(await readSums()).toEqual(['4 3 1', '3 2 0', '1 0 0']);
});
