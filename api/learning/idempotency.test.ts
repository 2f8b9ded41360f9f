import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { completeResource, resetResource, saveNote } from '#contract/resource-progress.ts';
import { progressEvents, resourceProgress } from '../db/schema/learning.ts';
import { addLeague, enroll, type TestLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';

let api: TestApp;
let league: TestLeague;
beforeAll(async () => {
  api = await makeApp();
  league = await addLeague(api.db, { resources: 3 });
});
afterAll(() => api.close());

const section = () => league.weeks[0]?.sections[0] as TestLeague['weeks'][number]['sections'][number];
const resourceId = (index = 0) => section().resources[index]?.id ?? '';

async function addLearner(): Promise<Person> {
  const person = await addPerson(api.db);
  await enroll(api.db, person.id, league);
  return person;
}
const eventsOf = (userId: string) =>
  api.db.select().from(progressEvents).where(eq(progressEvents.userId, userId)).orderBy(progressEvents.id);
const rowsOf = (userId: string) =>
  api.db.select().from(resourceProgress).where(eq(resourceProgress.userId, userId));

describe('the Idempotency-Key header', () => {
  const keyed = (key: string) => ({ 'idempotency-key': key });

  test('CALL-24 a repeat is answered as the first time and leaves no second event', async () => {
    const { id, token } = await addLearner();
    const params = { resourceId: resourceId() };
    const first = await api.call(completeResource, {
      token,
      params,
      body: { timeSpent: 5 },
      headers: keyed('k1'),
    });
    await api.call(saveNote, { token, params, body: { personalNote: 'later' } });
    await api.call(resetResource, { token, params });
    const repeat = await api.call(completeResource, {
      token,
      params,
      body: { timeSpent: 5 },
      headers: keyed('k1'),
    });
    expect([repeat.status, repeat.body]).toEqual([200, first.body]);
    expect(await eventsOf(id)).toHaveLength(3);
    expect((await rowsOf(id))[0]?.completedAt).toBeNull();
  });

  test('CALL-24 CALL-26 the same key for another request answers 409 and changes nothing', async () => {
    const { id, token } = await addLearner();
    const params = { resourceId: resourceId() };
    await api.call(saveNote, { token, params, body: { personalNote: 'one' }, headers: keyed('k2') });
    const others = [
      api.call(saveNote, { token, params, body: { personalNote: 'two' }, headers: keyed('k2') }),
      api.call(resetResource, { token, params, headers: keyed('k2') }),
      api.call(completeResource, { token, params, body: {}, headers: keyed('k2') }),
      api.call(saveNote, {
        token,
        params: { resourceId: resourceId(1) },
        body: { personalNote: 'one' },
        headers: keyed('k2'),
      }),
    ];
    for (const reply of await Promise.all(others)) {
      expect([reply.status, reply.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('CALL-24 twenty at once with one key leave one event; another learner may use the same key', async () => {
    const [one, two] = [await addLearner(), await addLearner()];
    const params = { resourceId: resourceId() };
    const ask = ({ token }: Person) =>
      api.call(completeResource, { token, params, body: {}, headers: keyed('k3') });
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(one)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await eventsOf(one.id)).toHaveLength(1);
    expect((await ask(two)).status).toBe(200);
  });
});
