import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createAssignment } from '#contract/assignments.ts';
import { createBadge } from '#contract/badges.ts';
import { deleteCohort, updateCohort } from '#contract/cohorts.ts';
import { createLeague, deleteLeague, updateLeague } from '#contract/leagues.ts';
import { createResource, reorderResources, updateResource } from '#contract/resources.ts';
import { assignLeagues } from '#contract/scopes.ts';
import { createSection, deleteSection, reorderSections, updateSection } from '#contract/sections.ts';
import { createSpecialization } from '#contract/specializations.ts';
import { createWeek, deleteWeek, reorderWeeks, updateWeek } from '#contract/weeks.ts';
import { queryRows } from '../../platform/db/client.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import type { TestApp } from '../../test/make-app.ts';
import { addPerson, type Person } from '../../test/people.ts';
import { type Action, type Arena, act, makeArena, racePairs } from './battery.ts';

setDefaultTimeout(600_000);

interface Subject {
  pathfinder: Person;
  /** What is acted on, and a league to move things to. */
  league: TestLeague;
  other: TestLeague;
  weekId: string;
  sectionId: string;
  resourceId: string;
}

let api: TestApp;
let asGrand: Arena['asGrand'];
let pathfinder: Person;
beforeAll(async () => {
  ({ api, asGrand } = await makeArena());
  pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
});
afterAll(() => api.close());

async function make(): Promise<Subject> {
  const shape = { weeks: 2, sections: 2, resources: 2 };
  const [league, other] = await Promise.all([addLeague(api.db, shape), addLeague(api.db, { weeks: 1 })]);
  await enroll(api.db, (await addPerson(api.db)).id, league);
  const [week] = league.weeks;
  return {
    pathfinder,
    league,
    other,
    weekId: week?.id ?? '',
    sectionId: week?.sections[0]?.id ?? '',
    resourceId: week?.sections[0]?.resources[0]?.id ?? '',
  };
}

/** 404 where it is gone, 400 and 409 where what it is told about stands otherwise by now. */
const CHANGE = [200, 400, 404, 409];
const ADD = [201, 400, 404, 409];
const turned = <Row extends { id: string }>(rows: readonly Row[] = []) =>
  rows.map(({ id }, index) => ({ id, order: rows.length - index }));

const ACTIONS: readonly Action<Subject>[] = [
  act('turn the weeks round', CHANGE, ({ league }) =>
    asGrand(reorderWeeks, {
      params: { id: league.id },
      body: { weekOrders: turned(league.weeks).map(({ id, order }) => ({ weekId: id, order })) },
    }),
  ),
  act('turn the topics round', CHANGE, ({ league, weekId }) =>
    asGrand(reorderSections, {
      params: { id: weekId },
      body: {
        sectionOrders: turned(league.weeks[0]?.sections).map(({ id, order }) => ({ sectionId: id, order })),
      },
    }),
  ),
  act('turn the resources round', CHANGE, ({ league, sectionId }) =>
    asGrand(reorderResources, {
      params: { id: sectionId },
      body: {
        resourceOrders: turned(league.weeks[0]?.sections[0]?.resources).map(({ id, order }) => ({
          resourceId: id,
          order,
        })),
      },
    }),
  ),
  act('add a week', ADD, ({ league }) =>
    asGrand(createWeek, { body: { name: 'New', order: 3, leagueId: league.id } }),
  ),
  act('add a topic', ADD, ({ weekId }) =>
    asGrand(createSection, { body: { name: 'New', order: 3, weekId } }),
  ),
  act('add a resource', ADD, ({ sectionId }) =>
    asGrand(createResource, {
      params: { id: sectionId },
      body: { title: 'New', url: 'https://example.org', type: 'VIDEO', order: 3 },
    }),
  ),
  act('move the week', CHANGE, ({ weekId, other }) =>
    asGrand(updateWeek, { params: { id: weekId }, body: { leagueId: other.id, order: 5 } }),
  ),
  act('move the topic', CHANGE, ({ sectionId, other }) =>
    asGrand(updateSection, { params: { id: sectionId }, body: { weekId: other.weeks[0]?.id, order: 5 } }),
  ),
  act('move the resource', CHANGE, ({ resourceId, league }) =>
    asGrand(updateResource, {
      params: { id: resourceId },
      body: { sectionId: league.weeks[1]?.sections[0]?.id, order: 5 },
    }),
  ),
  act('delete the week', CHANGE, ({ weekId }) => asGrand(deleteWeek, { params: { id: weekId } })),
  act('delete the topic', CHANGE, ({ sectionId }) => asGrand(deleteSection, { params: { id: sectionId } })),
  act('move the league', CHANGE, ({ league, other }) =>
    asGrand(updateLeague, { params: { id: league.id }, body: { cohortId: other.cohortId } }),
  ),
  act('delete the league', [200, 404], ({ league }) => asGrand(deleteLeague, { params: { id: league.id } })),
  act('delete the other league', [200, 404], ({ other }) =>
    asGrand(deleteLeague, { params: { id: other.id } }),
  ),
  act('add a league', ADD, ({ league }) =>
    asGrand(createLeague, { body: { name: 'New', cohortId: league.cohortId } }),
  ),
  act('rename the cohort', [200, 404, 409], ({ league }) =>
    asGrand(updateCohort, { params: { id: league.cohortId }, body: { name: `C ${league.id}` } }),
  ),
  act('delete the cohort', CHANGE, ({ league }) =>
    asGrand(deleteCohort, { params: { id: league.cohortId } }),
  ),
  act('add a specialization', ADD, ({ league }) =>
    asGrand(createSpecialization, {
      body: { name: 'Path', cohortId: league.cohortId, leagues: [{ leagueId: league.id, order: 1 }] },
    }),
  ),
  act('add an assignment', ADD, ({ league }) =>
    asGrand(createAssignment, { body: { title: 'Essay', description: 'Write', leagueId: league.id } }),
  ),
  act('add a badge', ADD, ({ league }) =>
    asGrand(createBadge, { body: { name: 'Badge', leagueId: league.id } }),
  ),
  act('assign the league', CHANGE, ({ league, pathfinder: { id } }) =>
    asGrand(assignLeagues, { body: { pathfinderId: id, leagueIds: [league.id] } }),
  ),
];

test('F17 P42 whatever happens to a curriculum at once: orders stay whole, and nothing hangs on what is gone', async () => {
  await racePairs(api, {
    make,
    actions: ACTIONS,
    check: async ({ league, other }) => {
      const rows = await queryRows<{ fault: string }>(
        api.db,
        sql`with mine as (select id from weeks where league_id in (${league.id}, ${other.id}))
          select 'two weeks of one order' as fault from weeks where id in (select id from mine)
            group by league_id, "order" having count(*) > 1
          union all select 'two topics of one order' from sections where week_id in (select id from mine)
            group by week_id, "order" having count(*) > 1`,
      );
      return rows.map(({ fault }) => fault);
    },
  });
});
