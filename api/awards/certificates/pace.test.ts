import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { decideHold } from '#contract/certificates.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { queryRows } from '../../db/client.ts';
import { ownCertificatesOf, requestsOf, resourcesOf } from '../../test/certificates.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, type Person } from '../../test/people.ts';
import { inhumanPace } from './pace.ts';

let api: TestApp;
let learner: Person;
const DAY = 86_400;

beforeAll(async () => {
  api = await makeApp();
  learner = await addPerson(api.db);
});
afterAll(() => api.close());

/** Lets the learner have ticked the resources of a league, in its order, at these seconds. */
async function addTicks(league: TestLeague, seconds: readonly number[]): Promise<void> {
  const ids = resourcesOf(league).map(({ id }) => id);
  await api.db.execute(sql`delete from resource_progress where user_id = ${learner.id}`);
  await api.db.execute(sql`
    insert into resource_progress (id, user_id, resource_id, completed_at)
    select gen_random_uuid()::text, ${learner.id}, ids.value ->> 0,
      timestamptz '2026-03-01T08:00:00Z' + (at.value #>> '{}')::float * interval '1 second'
    from jsonb_array_elements(${JSON.stringify(ids.map((id) => [id]))}::jsonb) with ordinality ids (value, n)
    join jsonb_array_elements(${JSON.stringify(seconds)}::jsonb) with ordinality at (value, n) using (n)`);
}
/** Null where the pace is a human one. */
async function judge(
  league: TestLeague,
  seconds: readonly number[],
): Promise<[resources: number, seconds: number] | null> {
  await addTicks(league, seconds);
  const rows = await queryRows<{ resources: number; seconds: number }>(
    api.db,
    inhumanPace(sql`${learner.id}`, sql`${league.id}`),
  );
  return rows[0] ? [rows[0].resources, rows[0].seconds] : null;
}
const addOf = (weeks: number, sections: number, resources: number) =>
  addLeague(api.db, { weeks, sections, resources });
/** So many ticks, one every few seconds. */
const every = (ticks: number, seconds: number, from = 0) =>
  Array.from({ length: ticks }, (_, index) => from + index * seconds);

test('a tick every ten seconds through a league is seen by staff, who issue the certificate', async () => {
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const league = await addOf(2, 1, 10);
  await enroll(api.db, learner.id, league);
  const tick = async (id = '') => {
    const call = { token: learner.token, params: { resourceId: id }, body: {} };
    expect((await api.call(completeResource, call)).status).toBe(200);
  };
  const all = resourcesOf(league).map(({ id }) => id);
  for (const [index, id] of all.slice(0, -1).entries()) {
    await tick(id);
    await api.db.execute(sql`
      update resource_progress set completed_at = completed_at - ${10 * (19 - index)} * interval '1 second'
      where user_id = ${learner.id} and resource_id = ${id}`);
  }
  await tick(all.at(-1));
  const own = () => ownCertificatesOf(api, learner);
  expect(await own()).toMatchObject({ certificates: [], waiting: [{ hold: { outcome: null } }] });
  const [hold] = (await requestsOf(api, grand)).holds;
  expect(hold?.resources).toBe(20);
  expect(hold?.seconds).toBeGreaterThanOrEqual(190);
  const body = { outcome: 'ISSUED', reason: 'Did it all at a course last year' };
  await api.call(decideHold, { token: grand.token, params: { id: hold?.id ?? '' }, body });
  expect(await own()).toMatchObject({ certificates: [{ title: league.name }], waiting: [] });
});

test('from ten resources on, twenty seconds each are a human pace, and a moment less is none', async () => {
  expect(await judge(await addOf(1, 1, 9), every(9, 0))).toBeNull();
  const ten = await addOf(1, 1, 10);
  expect(await judge(ten, every(10, 0))).toEqual([10, 0]);
  expect(await judge(ten, every(10, 19.9))).toEqual([10, 179]);
  expect(await judge(ten, every(10, 20))).toBeNull();
});

test('more resources take longer each, up to a minute', async () => {
  const forty = await addOf(1, 1, 40);
  expect(await judge(forty, every(40, 39.9))).toEqual([40, 1556]);
  expect(await judge(forty, every(40, 40))).toBeNull();
  const large = await addOf(4, 4, 10);
  expect(await judge(large, every(160, 10))).toEqual([160, 1590]);
  expect(await judge(large, every(160, 59.9))).toEqual([160, 9524]);
  expect(await judge(large, every(160, 60))).toBeNull();
});

test('a tick of the day before, one of each topic, or a pause of an hour makes no script human', async () => {
  const league = await addOf(2, 2, 6);
  const early = every(24, 1).map((at, index) => (index === 0 ? -DAY : at));
  expect(await judge(league, early)).toEqual([13, 12]);
  const each = every(24, 1).map((at, index) => (index % 6 === 0 ? -DAY + index : at));
  expect(await judge(league, each)).toEqual([13, 14]);
  const large = await addOf(4, 4, 10);
  expect(await judge(large, [...every(80, 10), ...every(80, 10, 790 + 3600)])).toEqual([160, 5180]);
});

test('more than half of a league is judged alone, half of it is not', async () => {
  const league = await addOf(2, 2, 6);
  expect(await judge(league, [...every(13, 1), ...every(11, DAY, DAY)])).toEqual([13, 12]);
  expect(await judge(league, [...every(13, 19.9), ...every(11, DAY, DAY)])).toEqual([13, 239]);
  expect(await judge(league, [...every(13, 20), ...every(11, DAY, DAY)])).toBeNull();
  expect(await judge(league, [...every(12, 1), ...every(12, DAY, DAY)])).toBeNull();
});

test('a topic ticked at once, and topic by topic over days, is nobody’s haste', async () => {
  const one = await addOf(1, 1, 24);
  expect(await judge(one, [-DAY, ...every(23, 0)])).toBeNull();
  const weekly = await addOf(4, 4, 10);
  expect(
    await judge(
      weekly,
      every(160, 0).map((_, index) => Math.floor(index / 10) * DAY),
    ),
  ).toBeNull();
  // A week's four topics on one evening, four evenings.
  expect(
    await judge(
      weekly,
      every(160, 0).map((_, index) => Math.floor(index / 40) * 7 * DAY),
    ),
  ).toBeNull();
});
