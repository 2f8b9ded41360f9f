import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { asc, eq } from 'drizzle-orm';
import { createCohort, deleteCohort } from '#contract/cohorts.ts';
import { createLeague, deleteLeague } from '#contract/leagues.ts';
import { createResource, deleteResource, reorderResources, updateResource } from '#contract/resources.ts';
import { createSection, deleteSection, updateSection } from '#contract/sections.ts';
import { createSpecialization } from '#contract/specializations.ts';
import { createWeek, deleteWeek } from '#contract/weeks.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { inTransaction } from '../platform/db/client.ts';
import { resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { addCohort, addLeague, type TestLeague } from '../test/leagues.ts';
import type { TestApp, TestReply } from '../test/make-app.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';

// Hundreds of writes, on a machine that may be busy.
setDefaultTimeout(300_000);

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });

const asGrand: TestApp['call'] = (call, options) => api.call(call, { ...options, token: grand.token });
const TIMES = 20;
const times = <Result>(work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: TIMES }, (_, index) => work(index)));
const statusesOf = (replies: TestReply[]) => replies.map((reply) => reply.status).sort();
const firstSection = (league: TestLeague) => league.weeks[0]?.sections[0]?.id ?? '';
const firstResource = (league: TestLeague) => league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';

/** Counts that are not those of their rows. */
const listDrift = async () =>
  (await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE))).filter(({ drift }) => drift > 0);

describe('at the same time', () => {
  test('P42 CALL-68 twenty shuffles of one section: all stand, orders stay whole', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 12 });
    const id = firstSection(league);
    const ids = league.weeks[0]?.sections[0]?.resources.map((resource) => resource.id) ?? [];
    const replies = await times((index) => {
      const turned = [...ids.slice(index % 12), ...ids.slice(0, index % 12)];
      const shuffled = index % 2 === 0 ? turned : turned.toReversed();
      return asGrand(reorderResources, {
        params: { id },
        body: { resourceOrders: shuffled.map((resourceId, at) => ({ resourceId, order: at + 1 })) },
      });
    });
    for (const status of statusesOf(replies)) expect([200, 409]).toContain(status);
    expect(statusesOf(replies)).toContain(200);
    const rows = await api.db
      .select()
      .from(resources)
      .where(eq(resources.sectionId, id))
      .orderBy(asc(resources.order));
    expect(rows.map((row) => row.order)).toEqual(ids.map((_, index) => index + 1));
  });

  test('P42 F17 shuffles against inserts and removals', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 6 });
    const id = firstSection(league);
    const ids = league.weeks[0]?.sections[0]?.resources.map((resource) => resource.id) ?? [];
    const replies = await times((index) => {
      if (index % 3 === 0) {
        return asGrand(createResource, {
          params: { id },
          body: { title: 'New', url: 'https://example.org', type: 'BLOG', order: (index % 6) + 1 },
        });
      }
      if (index % 3 === 1) {
        return asGrand(deleteResource, { params: { id: ids[index % 6] ?? '' } });
      }
      return asGrand(reorderResources, {
        params: { id },
        body: {
          resourceOrders: ids.map((resourceId, at) => ({ resourceId, order: ((at + index) % 6) + 1 })),
        },
      });
    });
    for (const status of statusesOf(replies)) expect([200, 201, 400, 404, 409]).toContain(status);
    const rows = await api.db.select().from(resources).where(eq(resources.sectionId, id));
    expect(new Set(rows.map((row) => row.order)).size).toBe(rows.length);
    expect(await listDrift()).toEqual([]);
  });

  test('P41 AMOD-11 ATOPIC-07 twenty creates with one order: one winner', async () => {
    const league = await addLeague(api.db);
    const [week] = league.weeks;
    const path = { name: 'Raced', cohortId: league.cohortId, leagues: [{ leagueId: league.id, order: 1 }] };
    const made = {
      weeks: await times(() => asGrand(createWeek, { body: { name: 'W', order: 9, leagueId: league.id } })),
      sections: await times(() =>
        asGrand(createSection, { body: { name: 'S', order: 9, weekId: week?.id } }),
      ),
      resources: await times(() =>
        asGrand(createResource, {
          params: { id: firstSection(league) },
          body: { title: 'R', url: 'https://example.org', type: 'VIDEO', order: 9 },
        }),
      ),
      leagues: await times(() =>
        asGrand(createLeague, { body: { name: 'Raced league', cohortId: league.cohortId } }),
      ),
      cohorts: await times(() => asGrand(createCohort, { body: { name: 'Raced cohort' } })),
      specializations: await times(() => asGrand(createSpecialization, { body: path })),
    };
    expect(statusesOf(made.weeks)).toEqual([201, ...Array(TIMES - 1).fill(400)]);
    for (const [kind, replies] of Object.entries(made).slice(1)) {
      expect([kind, statusesOf(replies)]).toEqual([kind, [201, ...Array(TIMES - 1).fill(409)]]);
    }
    expect(await listDrift()).toEqual([]);
  });

  test('F17 a parent removed while children are added leaves no orphan', async () => {
    for (let round = 0; round < 3; round++) {
      const league = await addLeague(api.db, { weeks: 2, sections: 1, resources: 1 });
      const section = firstSection(league);
      const empty = await asGrand(createWeek, { body: { name: 'Empty', order: 5, leagueId: league.id } });
      const emptyId = empty.body.data.id;
      const add = (index: number) => [
        asGrand(createResource, {
          params: { id: section },
          body: { title: 'R', url: 'https://example.org', type: 'VIDEO', order: 10 + index },
        }),
        asGrand(createSection, { body: { name: 'S', order: 10 + index, weekId: emptyId } }),
      ];
      const replies = await Promise.all([
        ...add(1),
        ...add(2),
        asGrand(deleteSection, { params: { id: section } }),
        asGrand(deleteWeek, { params: { id: emptyId } }),
        ...add(3),
        ...add(4),
      ]);
      for (const status of statusesOf(replies)) expect([200, 201, 400, 404, 409]).toContain(status);
      expect(await api.db.$count(resources, eq(resources.sectionId, section))).toBe(0);
      const weekLeft = await api.db.$count(weeks, eq(weeks.id, emptyId));
      const sectionsLeft = await api.db.$count(sections, eq(sections.weekId, emptyId));
      if (weekLeft === 0) expect(sectionsLeft).toBe(0);
      expect(await listDrift()).toEqual([]);

      const gone = await Promise.all([
        asGrand(createWeek, { body: { name: 'W', order: 7, leagueId: league.id } }),
        asGrand(deleteLeague, { params: { id: league.id } }),
        asGrand(createSection, { body: { name: 'S', order: 7, weekId: league.weeks[1]?.id } }),
        asGrand(updateSection, {
          params: { id: league.weeks[1]?.sections[0]?.id ?? '' },
          body: { name: 'N' },
        }),
        asGrand(deleteLeague, { params: { id: league.id } }),
      ]);
      for (const status of statusesOf(gone)) expect([200, 201, 404, 409]).toContain(status);
      expect(await api.db.$count(weeks, eq(weeks.leagueId, league.id))).toBe(0);
    }
  });

  test('F17 a cohort removed while a league is added to it', async () => {
    const { id } = await addCohort(api.db);
    const replies = await Promise.all([
      asGrand(createLeague, { body: { name: 'Late league', cohortId: id } }),
      asGrand(deleteCohort, { params: { id } }),
    ]);
    const outcome = replies.map((reply) => reply.status);
    expect([
      [201, 400],
      [404, 200],
    ]).toContainEqual(outcome);
  });

  test('F17 moves that cross each other keep every count true', async () => {
    const one = await addLeague(api.db, { name: 'Left' });
    const two = await addLeague(api.db, { name: 'Right' });
    const pairs = [
      { id: firstResource(one), there: firstSection(two), back: firstSection(one) },
      { id: firstResource(two), there: firstSection(one), back: firstSection(two) },
    ];
    const replies = await times((index) => {
      const pair = pairs[index % 2] ?? pairs[0];
      return asGrand(updateResource, {
        params: { id: pair?.id ?? '' },
        body: { sectionId: index % 4 < 2 ? pair?.there : pair?.back, order: 50 + index },
      });
    });
    for (const status of statusesOf(replies)) expect([200, 409]).toContain(status);
    expect(await listDrift()).toEqual([]);
  });
});
