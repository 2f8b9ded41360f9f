import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createBadge } from '#contract/badges.ts';
import { countDeletion, type DeletionKind } from '#contract/deletions.ts';
import { deleteLeague } from '#contract/leagues.ts';
import { updateSectionProgress } from '#contract/learning.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { deleteWeek, deleteWeekWithContent, listLeagueWeeks } from '#contract/weeks.ts';
import { findDrift } from '../../learning/counter-drift.ts';
import { inTransaction, queryRows } from '../../platform/db/client.ts';
import { assignments } from '../../platform/db/schema/curriculum.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { createId } from '../../platform/process/secrets.ts';
import { completeLeague, ownCertificatesOf } from '../../test/certificates.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const staff = await addPerson(api.db, { role: 'PATHFINDER' });
const finisher = await addPerson(api.db);
const league = await addLeague(api.db, { name: 'Going', weeks: 2, sections: 2, resources: 1 });
await addScope(api.db, staff.id, league.id);
const badge = { name: 'Gone', leagueId: league.id };
expect((await api.call(createBadge, { token: grand.token, body: badge })).status).toBe(201);
await completeLeague(api, finisher, league);
const beginner = await addPerson(api.db);
const idle = await addPerson(api.db);
for (const { id } of [beginner, idle]) await enroll(api.db, id, league);
await tick(beginner, league.weeks[0]?.sections[0]?.resources[0]?.id);
const unticked = league.weeks[0]?.sections[1]?.resources[0]?.id ?? '';
await tick(idle, unticked);
await api.call(resetResource, { token: idle.token, params: { resourceId: unticked } });
const noted = await api.call(updateSectionProgress, {
  token: beginner.token,
  params: { sectionId: league.weeks[0]?.sections[1]?.id ?? '' },
  body: { personalNote: 'Read it again' },
});
expect(noted.status).toBe(200);
const assignmentId = createId();
const task = { id: assignmentId, leagueId: league.id, title: 'Task', description: 'Do' };
await api.db.insert(assignments).values(task);
await api.db.insert(submissions).values({ id: createId(), assignmentId, userId: idle.id, content: 'Done' });

async function tick({ token }: Person, resourceId = '') {
  const { status } = await api.call(completeResource, { token, params: { resourceId }, body: {} });
  expect(status).toBe(200);
}
const count = (kind: string, id = '', token = staff.token) =>
  api.call(countDeletion, { token, params: { kind, id } });
const remove = (id = '', token = staff.token) => api.call(deleteWeekWithContent, { token, params: { id } });
const nothing = { weeks: 0, sections: 0, resources: 0, people: 0, progress: 0 };
const stays = { submissions: 0, badges: 0, certificates: 0 };

describe('what goes with a deletion', () => {
  test('is counted to the person for a league, module, topic and resource', async () => {
    const [week] = league.weeks;
    const [first, second] = week?.sections ?? [];
    const counts = async (kind: DeletionKind, id?: string) => (await count(kind, id)).body.data;
    expect(await counts('leagues', league.id)).toEqual({
      weeks: 2,
      sections: 4,
      resources: 4,
      people: 3,
      progress: 6,
      submissions: 1,
      badges: 1,
      certificates: 1,
    });
    const inWeek = { weeks: 1, sections: 2, resources: 2, people: 2, progress: 4 };
    expect(await counts('weeks', week?.id)).toEqual({ ...inWeek, ...stays });
    const inTopic = { weeks: 1, sections: 1, resources: 1, people: 2, progress: 2 };
    expect(await counts('sections', first?.id)).toEqual({ ...inTopic, ...stays });
    expect(await counts('sections', second?.id)).toEqual({ ...inTopic, ...stays });
    const inResource = { ...inTopic, people: 1, progress: 1 };
    expect(await counts('resources', second?.resources[0]?.id)).toEqual({ ...inResource, ...stays });
    const empty = await addLeague(api.db, { weeks: 0 });
    const { body } = await count('leagues', empty.id, grand.token);
    expect(body.data).toEqual({ ...nothing, ...stays });
  });

  test('ROLE-11 P24 is told where one may create content, whatever the kind', async () => {
    const foreign = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
    const viewer = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, viewer.id, league.id, { canCreateContent: false });
    const idsOf = ({ id, weeks: [week] }: TestLeague) => {
      const section = week?.sections[0];
      return { leagues: id, weeks: week?.id, sections: section?.id, resources: section?.resources[0]?.id };
    };
    const own = Object.entries(idsOf(league));
    for (const [kind, id] of Object.entries(idsOf(foreign))) {
      const refused = await count(kind, id);
      expect([kind, refused.status, refused.body.error]).toEqual([kind, 403, 'No access to this league']);
      expect((await count(kind, 'nowhere')).status).toBe(404);
    }
    for (const [kind, id] of own) {
      const refused = await count(kind, id, viewer.token);
      expect([kind, refused.status, refused.body.error]).toEqual([kind, 403, 'Insufficient permissions']);
      expect((await count(kind, id, finisher.token)).status).toBe(403);
    }
    const unknown = await count('users', grand.id, grand.token);
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Route not found']);
  });
});

describe('a module with topics', () => {
  test('CALL-59 P44 goes with its records, and what learners earned stays; the agreed call still refuses it', async () => {
    const [week, kept] = league.weeks;
    const refused = await api.call(deleteWeek, { token: staff.token, params: { id: week?.id ?? '' } });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'Cannot delete week with existing sections. Please delete all sections first.',
    ]);
    const done = await remove(week?.id);
    const deleted = { deletedSectionsCount: 2, deletedResourcesCount: 2, deletedProgressCount: 4 };
    const deletedWeek = { id: week?.id, name: 'Week 1', order: 1 };
    expect([done.status, done.body.message]).toEqual([200, 'Week deleted successfully']);
    expect(done.body.data).toEqual({ deletedWeek, ...deleted });
    const { body } = await api.call(listLeagueWeeks, {
      token: grand.token,
      params: { leagueId: league.id },
    });
    expect(body.data.weeks.map(({ id }: { id: string }) => id)).toEqual([kept?.id]);
    const entries = await queryRows<{ actor_id: string; action: string; metadata: string }>(
      api.db,
      sql`select actor_id, action, metadata from audit_log
        where request_id = ${done.headers.get('x-request-id')}`,
    );
    expect(entries.map(({ actor_id, action }) => [actor_id, action])).toEqual([[staff.id, 'WEEK_DELETED']]);
    expect(JSON.parse(entries[0]?.metadata ?? '')).toMatchObject({
      weekId: week?.id,
      leagueId: league.id,
      name: 'Week 1',
      order: 1,
      ...deleted,
    });
    const { badges, certificates, people } = (await count('leagues', league.id)).body.data;
    expect([badges, certificates, people]).toEqual([1, 1, 3]);
    const drifts = await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE));
    expect(drifts.filter(({ drift }) => drift > 0)).toEqual([]);
    expect((await remove(week?.id)).status).toBe(404);
  });

  test('the certificate of a league outlives it, its badge does not', async () => {
    const params = { id: league.id };
    expect((await api.call(deleteLeague, { token: grand.token, params })).status).toBe(200);
    expect(await ownCertificatesOf(api, finisher)).toHaveLength(1);
    const left = await queryRows(api.db, sql`select 1 from user_badges where user_id = ${finisher.id}`);
    expect(left).toEqual([]);
  });
});
