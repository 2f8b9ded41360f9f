import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import type { Call } from '#contract/call.ts';
import { completeSection } from '#contract/learning.ts';
import { completeResource, markForRevision, resetResource, saveNote } from '#contract/resource-progress.ts';
import { unmarkForRevision } from '#contract/revision.ts';
import { leagueProgress, progressEvents, resourceProgress } from '../platform/db/schema/learning.ts';
import { answeredRequests } from '../platform/db/schema/operations.ts';
import { sweepAnsweredRequests } from '../platform/http/idempotency.ts';
import { addLeague, addLearner, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import type { Person } from '../test/people.ts';

const api = await openTestApp();
const league = await addLeague(api.db, { resources: 3 });

const section = () => league.weeks[0]?.sections[0] as TestLeague['weeks'][number]['sections'][number];
const resourceId = (index = 0) => section().resources[index]?.id ?? '';

const eventsOf = (userId: string) =>
  api.db.select().from(progressEvents).where(eq(progressEvents.userId, userId)).orderBy(progressEvents.id);
const rowsOf = (userId: string) =>
  api.db.select().from(resourceProgress).where(eq(resourceProgress.userId, userId));

describe('the Idempotency-Key header', () => {
  const keyed = (key: string) => ({ 'idempotency-key': key });

  test('CALL-24 CALL-26 the same key for another request answers 409 and changes nothing', async () => {
    const { id, token } = await addLearner(api.db, league);
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
});

describe('a key after its seven days, when its answer is forgotten', () => {
  async function forgetAnswers(userId: string) {
    await api.db.execute(
      sql`update answered_requests set answered_at = now() - interval '8 days' where user_id = ${userId}`,
    );
    await sweepAnsweredRequests(api.db);
    expect(await api.db.$count(answeredRequests, eq(answeredRequests.userId, userId))).toBe(0);
  }
  /** What a write could change, bar the answer that is kept of it. */
  const standingOf = async (userId: string) => [
    await eventsOf(userId),
    await rowsOf(userId),
    await api.db.select().from(leagueProgress).where(eq(leagueProgress.userId, userId)),
  ];
  interface Asked {
    call: Pick<Call, 'method' | 'path'>;
    body?: object;
  }
  const tick: Asked = { call: completeResource, body: {} };
  const time = (timeSpent: number): Asked => ({ call: completeResource, body: { timeSpent } });
  const note = (personalNote: string): Asked => ({ call: saveNote, body: { personalNote } });
  const mark: Asked = { call: markForRevision, body: {} };
  const unmark: Asked = { call: unmarkForRevision };
  const reset: Asked = { call: resetResource };
  const ask = ({ token }: Person, { call, body }: Asked, key?: string) =>
    api.call(call, {
      token,
      params: { resourceId: resourceId() },
      body,
      headers: key ? { 'idempotency-key': key } : {},
    });

  /** Each is repeated with nothing done since, and after a change that a second write would take back. */
  const repeats: { name: string; before?: Asked; first: Asked; since: Asked }[] = [
    { name: 'tick', first: tick, since: reset },
    { name: 'note', first: note('first'), since: note('second') },
    {
      name: 'note over one that was seen',
      first: { call: saveNote, body: { personalNote: 'first', expectedNote: null } },
      since: note('second'),
    },
    { name: 'time', before: tick, first: time(5), since: time(9) },
    { name: 'mark', first: mark, since: unmark },
    { name: 'mark taken off', before: mark, first: unmark, since: mark },
    { name: 'reset', before: tick, first: reset, since: tick },
  ];
  const recordIn = ({ body }: { body: { data: { progress?: object } } }) => body.data.progress ?? body.data;

  for (const { name, before, first, since } of repeats) {
    test(`P41 CALL-24 a ${name} changes nothing and is answered with the record as it is by now`, async () => {
      const person = await addLearner(api.db, league);
      if (before) await ask(person, before);
      const expectRepeat = async (now: object) => {
        await forgetAnswers(person.id);
        const standing = await standingOf(person.id);
        const repeat = await ask(person, first, 'k');
        expect([repeat.status, recordIn(repeat)]).toEqual([200, now]);
        expect(await standingOf(person.id)).toEqual(standing);
      };
      await expectRepeat(recordIn(await ask(person, first, 'k')));
      await expectRepeat(recordIn(await ask(person, since)));
    });
  }

  test('P41 CALL-24 a section changes nothing, though some of it was reset since', async () => {
    const person = await addLearner(api.db, league);
    const { token } = person;
    const complete = () =>
      api.call(completeSection, {
        token,
        params: { sectionId: section().id },
        body: {},
        headers: { 'idempotency-key': 'k' },
      });
    expect((await complete()).status).toBe(200);
    for (const index of [1, 2]) {
      await api.call(resetResource, { token, params: { resourceId: resourceId(index) } });
    }
    await forgetAnswers(person.id);
    const standing = await standingOf(person.id);
    const repeat = await complete();
    expect([repeat.status, repeat.body.data.progress.isCompleted]).toEqual([200, false]);
    expect(await standingOf(person.id)).toEqual(standing);
  });

  test('P41 CALL-24 CALL-26 it is refused with another request, which was never made', async () => {
    const person = await addLearner(api.db, league);
    await ask(person, note('one'), 'k');
    await forgetAnswers(person.id);
    const standing = await standingOf(person.id);
    const elsewhere = api.call(saveNote, {
      token: person.token,
      params: { resourceId: resourceId(1) },
      body: { personalNote: 'one' },
      headers: { 'idempotency-key': 'k' },
    });
    for (const reply of [
      await ask(person, note('two'), 'k'),
      await ask(person, tick, 'k'),
      await elsewhere,
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect(await standingOf(person.id)).toEqual(standing);
  });
});
