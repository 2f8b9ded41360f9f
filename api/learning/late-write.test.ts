import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { completeResource, type ProgressRow } from '#contract/resource-progress.ts';
import { prepareActor } from '../platform/access/actor.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { withDeadline } from '../platform/db/deadline.ts';
import { progressEvents } from '../platform/db/schema/learning.ts';
import { answeredRequests } from '../platform/db/schema/operations.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';
import { changeProgress } from './progress/change-progress.ts';

const api = await openTestApp();

/** A tick that waits behind a transaction of `holdMs`, or until it is answered, as the router sends one in a call of `limitMs`. */
async function tickLate(limitMs: number, holdMs?: number) {
  const { id, token } = await addPerson(api.db);
  const league = await addLeague(api.db, { resources: 2 });
  await enroll(api.db, id, league);
  const resourceId = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
  const findActor = prepareActor(api.db, 'find_session', () => sql`null`);
  let work: Promise<ProgressRow> | undefined;
  const { actor } = await findActor(`Bearer ${token}`);
  const [held, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const release = api.db.transaction(async (tx) => {
    await queryRows(tx as unknown as Database, sql`select 1 from users where id = ${id} for update`);
    held.resolve();
    await (holdMs ? Bun.sleep(holdMs) : answered.promise);
  });
  await held.promise;
  const outcome = await withDeadline(limitMs, async () => {
    const requestInfo = {
      address: '127.0.0.1',
      isLocal: true,
      userAgent: null,
      deviceToken: null,
      requestId: 'late',
      idempotencyKey: 'late',
      requestHash: 'late',
    };
    work = changeProgress(api, { actor, resourceId, change: { kind: 'COMPLETED' }, requestInfo });
    return work;
  }).catch((error) => error);
  answered.resolve();
  const ended = await work?.then(
    () => 'written',
    (error) => error,
  );
  await release;
  return {
    outcome,
    ended,
    events: await api.db.$count(progressEvents, eq(progressEvents.userId, id)),
    keys: await api.db.$count(answeredRequests, eq(answeredRequests.userId, id)),
    again: () => api.call(completeResource, { token, params: { resourceId }, body: {} }),
  };
}

test('P40 CALL-24 a tick that gets its lock after its call was answered leaves nothing behind', async () => {
  const late = await tickLate(150);
  expect(late.outcome).toMatchObject({ status: 503, retryAfter: 2 });
  expect(late.ended).toBeInstanceOf(Error);
  expect([late.events, late.keys]).toEqual([0, 0]);
  expect((await late.again()).status).toBe(200);
});

test('P40 CALL-24 a tick that gets its lock in time is written', async () => {
  const inTime = await tickLate(60_000, 100);
  expect(inTime.outcome).toMatchObject({ isCompleted: true });
  expect([inTime.events, inTime.keys]).toEqual([1, 1]);
});

// The embedded engine has no connection to lose.
test.if(Boolean(process.env.TEST_DATABASE_URL))(
  'P40 P41 F5 a tick whose connection is lost is answered 503, and once written however often it is repeated',
  async () => {
    const { id, token } = await addPerson(api.db);
    const league = await addLeague(api.db, { resources: 2 });
    await enroll(api.db, id, league);
    const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
    const tick = () =>
      api.call(completeResource, { token, params, body: {}, headers: { 'idempotency-key': 'cut' } });
    const cut = async () => {
      const [gone] = await queryRows<{ pid: number }>(
        api.db,
        sql`select pid from pg_stat_activity, pg_terminate_backend(pid, 1000)
          where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update of u%'`,
      );
      if (gone) return;
      await Bun.sleep(20);
      await cut();
    };
    let lost: ReturnType<typeof tick> | undefined;
    await api.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from users where id = ${id} for update`);
      lost = tick();
      await cut();
    });
    expect((await lost)?.status).toBe(503);
    expect(await api.db.$count(progressEvents, eq(progressEvents.userId, id))).toBe(0);
    const replies = await Promise.all([tick(), tick(), tick()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await api.db.$count(progressEvents, eq(progressEvents.userId, id))).toBe(1);
  },
);
