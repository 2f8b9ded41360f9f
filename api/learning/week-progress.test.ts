import { afterEach, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { undoChange } from '#contract/history.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { deleteResource } from '#contract/resources.ts';
import { mondayIn, recordWeekRanks } from '../leaderboard/week-ranks.ts';
import { inTransaction, queryRows } from '../platform/db/client.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';
import { findDrift } from './counter-drift.ts';
import { recountWeeks } from './learner-counters.ts';

// Fourteen hours ahead: its Monday begins on the Sunday of most others.
const ZONE = 'Pacific/Kiritimati';
const api = await openTestApp({ TIME_ZONE: ZONE });
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const league = await addLeague(api.db);
const [one = '', two = ''] = league.weeks[0]?.sections[0]?.resources.map(({ id }) => id) ?? [];

afterEach(async () => {
  const drifts = await inTransaction(api.db, (tx) => findDrift(tx, ZONE));
  expect(drifts.filter(({ counter, drift }) => counter.startsWith('week_progress') && drift > 0)).toEqual([]);
});

async function addLearner() {
  const person = await addPerson(api.db);
  await enroll(api.db, person.id, league);
  const call = async (called: typeof completeResource | typeof resetResource, resourceId: string) =>
    expect((await api.call(called, { token: person.token, params: { resourceId }, body: {} })).status).toBe(
      200,
    );
  return {
    ...person,
    tick: (resourceId: string) => call(completeResource, resourceId),
    untick: (resourceId: string) => call(resetResource, resourceId),
  };
}

/** Counts by how many weeks back, this week first. */
const countsOf = async (userId: string) =>
  (
    await queryRows<{ back: number; n: number }>(
      api.db,
      sql`select ((${mondayIn(ZONE, sql`now()`)} - week_start) / 7)::int as back, completed_resources as n
        from week_progress where user_id = ${userId} order by back`,
    )
  ).map(({ back, n }) => [back, n]);

/** Moves a tick and its event to a moment, as if it had been made then. */
async function backdate(userId: string, resourceId: string, moment: ReturnType<typeof sql>) {
  await api.owner.execute(sql`alter table progress_events disable trigger user`);
  await api.owner.execute(sql`update progress_events set occurred_at = ${moment}
    where user_id = ${userId} and resource_id = ${resourceId}`);
  await api.owner.execute(sql`alter table progress_events enable trigger user`);
  await api.db.execute(sql`update resource_progress set completed_at = ${moment}
    where user_id = ${userId} and resource_id = ${resourceId}`);
}

test('LEADER-11 a tick counts in its week, an untick takes it away, undoing brings it back', async () => {
  const learner = await addLearner();
  await learner.tick(one);
  await learner.tick(two);
  expect(await countsOf(learner.id)).toEqual([[0, 2]]);
  await learner.untick(two);
  expect(await countsOf(learner.id)).toEqual([[0, 1]]);
  const [last] = await queryRows<{ id: string }>(
    api.db,
    sql`select max(id)::text as id from progress_events where user_id = ${learner.id}`,
  );
  const undone = await api.call(undoChange, { token: learner.token, params: { changeId: last?.id ?? '' } });
  expect(undone.status).toBe(200);
  expect(await countsOf(learner.id)).toEqual([[0, 2]]);
});

test('LEADER-11 a week begins on Monday at midnight in the time zone of the product', async () => {
  const learner = await addLearner();
  const monday = sql`${mondayIn(ZONE, sql`now()`)}::timestamp at time zone ${ZONE}`;
  await learner.tick(one);
  await learner.tick(two);
  await backdate(learner.id, one, sql`(${monday})`);
  await backdate(learner.id, two, sql`(${monday}) - interval '1 millisecond'`);
  await api.db.execute(recountWeeks(sql`select ${learner.id}`, ZONE));
  expect(await countsOf(learner.id)).toEqual([
    [0, 1],
    [1, 1],
  ]);
  // To take back a tick of last week leaves this week alone.
  await learner.untick(two);
  expect(await countsOf(learner.id)).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test('LEADER-11 a deleted resource leaves the weeks of those who had ticked it', async () => {
  const [learner, other] = [await addLearner(), await addLearner()];
  const gone = league.weeks[0]?.sections[1]?.resources[0]?.id ?? '';
  await learner.tick(gone);
  await learner.tick(one);
  await other.tick(one);
  const reply = await api.call(deleteResource, { token: grand.token, params: { id: gone } });
  expect(reply.status).toBe(200);
  expect([await countsOf(learner.id), await countsOf(other.id)]).toEqual([[[0, 1]], [[0, 1]]]);
});

test('weeks before the last one are deleted when a week begins', async () => {
  const learner = await addLearner();
  const monday = mondayIn(ZONE, sql`now()`);
  for (const days of [0, 7, 14, 21]) {
    await api.db.execute(sql`insert into week_progress (user_id, week_start, completed_resources)
      values (${learner.id}, ${monday} - ${days}::int, 0)`);
  }
  expect(await recordWeekRanks(api.db, ZONE)).toBe(true);
  expect((await countsOf(learner.id)).map(([back]) => back)).toEqual([0, 1]);
});
