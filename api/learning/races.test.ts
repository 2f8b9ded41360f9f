import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { enrollInLeague } from '#contract/learning.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { inTransaction } from '../platform/db/client.ts';
import {
  enrollments,
  learnerStats,
  progressEvents,
  resourceProgress,
} from '../platform/db/schema/learning.ts';
import { createId } from '../platform/process/secrets.ts';
import { addLeague, enroll, resourcesOf } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import type { Section, Week } from '../test/paper.ts';
import { addPerson, type Person } from '../test/people.ts';
import { findDrift } from './counter-drift.ts';
import { lockLeagues, recountAfterCurriculumChange } from './recount.ts';

const api = await openTestApp();

async function driftOf(): Promise<string[]> {
  const drifts = await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE));
  return drifts.filter(({ drift }) => drift > 0).map(({ counter }) => counter);
}

/** A curriculum write as the curriculum features do it: league locked first, recounted last. */
const change = (leagueId: string, statement: string) =>
  inTransaction(api.db, async (tx) => {
    await lockLeagues(tx, [leagueId]);
    await tx.execute(sql.raw(statement));
    await recountAfterCurriculumChange(tx, { leagueIds: [leagueId], timeZone: api.config.TIME_ZONE });
  });

describe('writes at once', () => {
  test('F17 two staff who enroll each other at once, often: each once, nobody waits for the other', async () => {
    const league = await addLeague(api.db);
    const one = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const other = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const [actor, target] = index % 2 ? [one, other] : [other, one];
        const body = { userId: target.id, cohortId: league.cohortId, leagueId: league.id };
        return api.call(enrollInLeague, { token: actor.token, body });
      }),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, ...Array.from({ length: 18 }, () => 409)]);
  });

  test('LPROG-26 twenty parallel ticks, alike and unlike, by several learners: no failure, no drift', async () => {
    const league = await addLeague(api.db);
    const people = [await addPerson(api.db), await addPerson(api.db), await addPerson(api.db)];
    for (const person of people) await enroll(api.db, person.id, league);
    const all = resourcesOf(league);
    const calls = Array.from({ length: 20 }, (_, index) => {
      const { token } = people[index % 3] as Person;
      const resourceId = (index < 10 ? all[0] : all[index % all.length])?.id ?? '';
      return index % 7 === 6
        ? api.call(resetResource, { token, params: { resourceId } })
        : api.call(completeResource, { token, params: { resourceId }, body: {} });
    });
    const section = league.weeks[1]?.sections[1] as Section;
    const race = change(league.id, `delete from resources where section_id = '${section.id}'`);
    const replies = await Promise.all(calls);
    await race;
    for (const { status } of replies) expect([200, 404]).toContain(status);
    expect(await driftOf()).toEqual([]);
  });

  test('LPROG-26 a tick that races a new section counts it, whoever comes first', async () => {
    const { id, token } = await addPerson(api.db);
    for (let round = 0; round < 15; round++) {
      const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
      await enroll(api.db, id, league);
      const [week] = league.weeks as [Week];
      const resourceId = week.sections[0]?.resources[0]?.id ?? '';
      const [reply] = await Promise.all([
        api.call(completeResource, { token, params: { resourceId }, body: {} }),
        change(
          league.id,
          `insert into sections (id, week_id, name, "order") values ('${createId()}', '${week.id}', 'New', 2)`,
        ),
      ]);
      expect(reply.status).toBe(200);
    }
    expect(await driftOf()).toEqual([]);
  });

  /** Changes the curriculum, and ticks once while that is not committed yet. */
  async function tickDuring(leagueIds: string[], statement: string, { token }: Person, resourceId: string) {
    let tick: ReturnType<typeof api.call> | undefined;
    await inTransaction(api.db, async (tx) => {
      await lockLeagues(tx, leagueIds);
      await tx.execute(sql.raw(statement));
      await recountAfterCurriculumChange(tx, { leagueIds });
      tick = api.call(completeResource, { token, params: { resourceId }, body: {} });
      await Bun.sleep(300);
    });
    expect((await tick)?.status).toBe(200);
    expect(await driftOf()).toEqual([]);
  }

  test('F17 a tick that waits while its resource moves to another league counts there', async () => {
    const person = await addPerson(api.db);
    const [from, to] = [await addLeague(api.db), await addLeague(api.db)];
    for (const league of [from, to]) await enroll(api.db, person.id, league);
    const section = from.weeks[0]?.sections[0] as Section;
    const move = `update sections set week_id = '${to.weeks[0]?.id}', "order" = 99 where id = '${section.id}'`;
    await tickDuring([from.id, to.id].sort(), move, person, section.resources[0]?.id ?? '');
    const events = await api.db.select().from(progressEvents).where(eq(progressEvents.userId, person.id));
    expect(events.map(({ leagueId }) => leagueId)).toEqual([to.id]);
  });

  test('F17 a tick that waits for a recount of its learner in another league adds up what that left', async () => {
    const person = await addPerson(api.db);
    const [other, league] = [await addLeague(api.db), await addLeague(api.db)];
    for (const each of [other, league]) await enroll(api.db, person.id, each);
    const firstOf = ({ weeks }: typeof league) => weeks[0]?.sections[0]?.resources[0]?.id ?? '';
    const params = { resourceId: firstOf(other) };
    await api.call(completeResource, { token: person.token, params, body: {} });
    await tickDuring(
      [other.id],
      `delete from resources where id = '${params.resourceId}'`,
      person,
      firstOf(league),
    );
    const [stats] = await api.db.select().from(learnerStats).where(eq(learnerStats.userId, person.id));
    expect(stats?.completedResources).toBe(1);
  });

  test('LPROG-26 twenty ticks of one resource at once leave one event', async () => {
    const league = await addLeague(api.db);
    const { id, token } = await addPerson(api.db);
    await enroll(api.db, id, league);
    const resourceId = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.call(completeResource, { token, params: { resourceId }, body: {} }),
      ),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.data.completedAt}`)).size).toBe(1);
    expect(await api.db.select().from(progressEvents).where(eq(progressEvents.userId, id))).toHaveLength(1);
    expect(await api.db.select().from(resourceProgress).where(eq(resourceProgress.userId, id))).toHaveLength(
      1,
    );
    expect(await driftOf()).toEqual([]);
  });

  test('CALL-34 twenty enrollments at once leave one row', async () => {
    const league = await addLeague(api.db);
    const { id, token } = await addPerson(api.db);
    const body = { cohortId: league.cohortId, leagueId: league.id };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.call(enrollInLeague, { token, body })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await api.db.select().from(enrollments).where(eq(enrollments.userId, id))).toHaveLength(1);
  });
});
