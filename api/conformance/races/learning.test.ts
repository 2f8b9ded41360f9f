import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { endUserSessions, updateStatusById } from '#contract/admin-users.ts';
import { deleteLeague, updateLeague } from '#contract/leagues.ts';
import { completeSection, enrollInLeague } from '#contract/learning.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { completeResource, markForRevision, resetResource, saveNote } from '#contract/resource-progress.ts';
import { createResource, deleteResource, updateResource } from '#contract/resources.ts';
import { unmarkForRevision } from '#contract/revision.ts';
import { deleteSection } from '#contract/sections.ts';
import { queryRows } from '../../platform/db/client.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import type { TestApp } from '../../test/make-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../../test/people.ts';
import { type Action, type Arena, act, makeArena, racePairs } from './battery.ts';

setDefaultTimeout(600_000);

interface Subject {
  learner: Person;
  league: TestLeague;
  resourceId: string;
  sectionId: string;
  otherSectionId: string;
}

let api: TestApp;
let cohortId: string;
let asGrand: Arena['asGrand'];
beforeAll(async () => {
  ({ api, cohortId, asGrand } = await makeArena());
});
afterAll(() => api.close());

async function make(): Promise<Subject> {
  const [learner, league] = await Promise.all([
    addPerson(api.db),
    addLeague(api.db, { cohortId, weeks: 1, sections: 2, resources: 2 }),
  ]);
  await enroll(api.db, learner.id, league);
  const [section, other] = league.weeks[0]?.sections ?? [];
  return {
    learner,
    league,
    resourceId: section?.resources[0]?.id ?? '',
    sectionId: section?.id ?? '',
    otherSectionId: other?.id ?? '',
  };
}

/** The resource, the league or the account may be gone by the time. */
const LEARNER = [200, 401, 403, 404];

const ACTIONS: readonly Action<Subject>[] = [
  act('tick', LEARNER, ({ learner: { token }, resourceId }) =>
    api.call(completeResource, { token, params: { resourceId }, body: {} }),
  ),
  act('reset', LEARNER, ({ learner: { token }, resourceId }) =>
    api.call(resetResource, { token, params: { resourceId } }),
  ),
  act('mark for revision', LEARNER, ({ learner: { token }, resourceId }) =>
    api.call(markForRevision, { token, params: { resourceId }, body: {} }),
  ),
  act('take out of revision', LEARNER, ({ learner: { token }, resourceId }) =>
    api.call(unmarkForRevision, { token, params: { resourceId } }),
  ),
  act('note', LEARNER, ({ learner: { token }, resourceId }) =>
    api.call(saveNote, { token, params: { resourceId }, body: { personalNote: 'Seen' } }),
  ),
  act('complete the topic', LEARNER, ({ learner: { token }, sectionId }) =>
    api.call(completeSection, { token, params: { sectionId }, body: {} }),
  ),
  act('enroll', [400, 401, 403, 404, 409], ({ learner: { token }, league }) =>
    api.call(enrollInLeague, { token, body: { cohortId, leagueId: league.id } }),
  ),
  act('delete the resource', [200, 404, 409], ({ resourceId }) =>
    asGrand(deleteResource, { params: { id: resourceId } }),
  ),
  act('move the resource', [200, 404, 409], ({ resourceId, otherSectionId }) =>
    asGrand(updateResource, { params: { id: resourceId }, body: { sectionId: otherSectionId, order: 7 } }),
  ),
  act('add a resource', [201, 404, 409], ({ sectionId }) =>
    asGrand(createResource, {
      params: { id: sectionId },
      body: { title: 'New', url: 'https://example.org', type: 'VIDEO', order: 9 },
    }),
  ),
  act('delete the topic', [200, 404], ({ sectionId }) =>
    asGrand(deleteSection, { params: { id: sectionId } }),
  ),
  act('end the league', [200, 404], ({ league }) =>
    asGrand(updateLeague, { params: { id: league.id }, body: { expiresAt: '2020-01-01T00:00:00Z' } }),
  ),
  act('delete the league', [200, 404], ({ league }) => asGrand(deleteLeague, { params: { id: league.id } })),
  act('suspend', [200, 404], ({ learner }) =>
    asGrand(updateStatusById, { params: { userId: learner.id }, body: { status: 'SUSPENDED' } }),
  ),
  act('end the sessions', [200, 404], ({ learner }) =>
    asGrand(endUserSessions, { params: { userId: learner.id }, body: { reason: 'A lost phone' } }),
  ),
  act('delete the account', [200, 401, 403], ({ learner: { token } }) =>
    api.call(deleteOwnAccount, { token, body: { password: TEST_PASSWORD, confirmation: 'DELETE' } }),
  ),
];

test('F17 P41 whatever happens to a resource at once: one order of it stands, and every counter is true', async () => {
  await racePairs(api, {
    make,
    actions: ACTIONS,
    check: async ({ learner, resourceId }) => {
      const events = await queryRows<{ kind: string }>(
        api.db,
        sql`select kind from progress_events where user_id = ${learner.id} and resource_id = ${resourceId} order by id`,
      );
      // A tick of what is ticked and a reset of what is not are no events.
      const ticks = events.map(({ kind }) => kind).filter((kind) => ['COMPLETED', 'RESET'].includes(kind));
      const isDoubled = ticks.some((kind, index) => kind === 'COMPLETED' && ticks[index - 1] === 'COMPLETED');
      return isDoubled ? [`ticked twice: ${ticks.join(' ')}`] : [];
    },
  });
});
