import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { updateUserStatus } from '#contract/admin-users.ts';
import { enrollInLeague } from '#contract/learning.ts';
import { completeResource, markForRevision, saveNote } from '#contract/resource-progress.ts';
import { createSection } from '#contract/sections.ts';
import type { Database } from '../platform/db/client.ts';
import { sessions, users } from '../platform/db/schema/accounts.ts';
import { sections } from '../platform/db/schema/curriculum.ts';
import { enrollments, progressEvents } from '../platform/db/schema/learning.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import type { TestReply } from '../test/make-app.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope } from '../test/people.ts';

const api = await openTestApp();

const countEvents = (userId: string) => api.db.$count(progressEvents, eq(progressEvents.userId, userId));

/** Makes a change, lets the writes come while it is not committed yet, and answers how they ended. */
async function during(change: (tx: Database) => Promise<unknown>, start: () => Promise<TestReply>[]) {
  let writes: Promise<TestReply>[] = [];
  await api.db.transaction(async (tx) => {
    await change(tx as unknown as Database);
    writes = start();
    await Bun.sleep(300);
  });
  return (await Promise.all(writes)).map(({ status }) => status);
}

test('P17 of fifty ticks racing a suspension every one that succeeded was committed before it', async () => {
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  for (let round = 0; round < 3; round++) {
    const { id, token } = await addPerson(api.db);
    const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 50 });
    await enroll(api.db, id, league);
    const resources = league.weeks[0]?.sections[0]?.resources ?? [];
    const ticks = resources.map(({ id: resourceId }) =>
      api.call(completeResource, { token, params: { resourceId }, body: {} }),
    );
    await Promise.any(ticks);
    const suspended = await api.call(updateUserStatus, {
      token: grand.token,
      body: { userId: id, newStatus: 'SUSPENDED' },
    });
    expect(suspended.status).toBe(200);
    const before = await countEvents(id);
    const statuses = (await Promise.all(ticks)).map(({ status }) => status);
    expect(await countEvents(id)).toBe(before);
    expect(statuses.filter((status) => status === 200)).toHaveLength(before);
    expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
  }
});

test('P17 a learner’s writes that wait for a suspension are refused, whatever they write', async () => {
  const { id, token } = await addPerson(api.db);
  const league = await addLeague(api.db);
  const other = await addLeague(api.db);
  await enroll(api.db, id, league);
  const resourceId = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
  const statuses = await during(
    (tx) => tx.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, id)),
    () => [
      api.call(completeResource, { token, params: { resourceId }, body: {} }),
      api.call(markForRevision, { token, params: { resourceId }, body: {} }),
      api.call(saveNote, { token, params: { resourceId }, body: { personalNote: 'Too late' } }),
      api.call(enrollInLeague, { token, body: { cohortId: other.cohortId, leagueId: other.id } }),
    ],
  );
  expect(statuses).toEqual([403, 403, 403, 403]);
  expect(await countEvents(id)).toBe(0);
  expect(await api.db.$count(enrollments, eq(enrollments.userId, id))).toBe(1);
});

test('P17 a learner’s write that waits for the end of a verification or an enrollment is refused', async () => {
  const league = await addLeague(api.db);
  const resourceId = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
  const endings = [
    (tx: Database, id: string) => tx.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id)),
    async (tx: Database, id: string) => {
      await tx.execute(sql`select 1 from users where id = ${id} for update`);
      await tx.delete(enrollments).where(eq(enrollments.userId, id));
    },
    // A scope that is left from earlier work lets staff in, not learners.
    async (tx: Database, id: string) => {
      await addScope(tx, id, league.id);
      await tx.execute(sql`select 1 from users where id = ${id} for update`);
      await tx.delete(enrollments).where(eq(enrollments.userId, id));
    },
  ];
  for (const end of endings) {
    const { id, token } = await addPerson(api.db);
    await enroll(api.db, id, league);
    const statuses = await during(
      (tx) => end(tx, id),
      () => [
        api.call(completeResource, { token, params: { resourceId }, body: {} }),
        api.call(saveNote, { token, params: { resourceId }, body: { personalNote: 'Too late' } }),
      ],
    );
    expect(statuses).toEqual([403, 403]);
    expect(await countEvents(id)).toBe(0);
  }
});

test('P17 a write that waits for the end of its session, or for a lower role, is refused', async () => {
  const league = await addLeague(api.db);
  const weekId = league.weeks[0]?.id ?? '';
  const addSection = (token: string) =>
    api.call(createSection, { token, body: { weekId, name: 'Too late', order: 9 } });
  const resourceId = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
  const tick = (token: string) => api.call(completeResource, { token, params: { resourceId }, body: {} });
  const reset = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const ended = await during(
    async (tx) => {
      await tx.update(users).set({ passwordHash: 'another' }).where(eq(users.id, reset.id));
      await tx.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.userId, reset.id));
    },
    () => [addSection(reset.token), tick(reset.token)],
  );
  const learner = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const scopeless = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const lowered = await during(
    async (tx) => {
      await tx.update(users).set({ role: 'PIONEER' }).where(eq(users.id, learner.id));
      await tx.update(users).set({ role: 'PATHFINDER' }).where(eq(users.id, scopeless.id));
    },
    () => [
      addSection(learner.token),
      addSection(scopeless.token),
      tick(learner.token),
      tick(scopeless.token),
    ],
  );
  expect([...ended, ...lowered]).toEqual([401, 401, 403, 403, 403, 403]);
  for (const { id } of [reset, learner, scopeless]) expect(await countEvents(id)).toBe(0);
  expect(await api.db.$count(sections, eq(sections.weekId, weekId))).toBe(2);
  await addScope(api.db, scopeless.id, league.id);
  expect((await addSection(scopeless.token)).status).toBe(201);
});
