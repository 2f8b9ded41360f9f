import { afterAll, beforeAll, expect, test } from 'bun:test';
import { getLeaderboard } from '#contract/leaderboard.ts';
import { searchLearning } from '#contract/learner-search.ts';
import { getDashboard, getLeagueProgress } from '#contract/learning.ts';
import {
  completeResource,
  getResourceProgress,
  listSectionResourceProgress,
  resetResource,
  saveNote,
} from '#contract/resource-progress.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson } from '../test/people.ts';
import { onStatements, readStatements } from '../test/statements.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

/** The number of statements of a call that succeeds. */
async function count(work: () => Promise<{ status: number }>): Promise<number> {
  const statements = await readStatements(api.db, async () => expect((await work()).status).toBe(200));
  return statements.length;
}

test('CALL-28 CALL-30 CALL-31 CALL-38 one statement a read beside the session, whatever the size', async () => {
  const person = await addPerson(api.db);
  const small = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  const large = await addLeague(api.db, { weeks: 4, sections: 4, resources: 4 });
  await enroll(api.db, person.id, small);
  const { token } = person;
  expect(await count(() => api.call(getDashboard, { token }))).toBe(1);
  await enroll(api.db, person.id, large);
  expect(await count(() => api.call(getDashboard, { token }))).toBe(1);
  for (const league of [small, large]) {
    const section = league.weeks[0]?.sections[0];
    const params = {
      leagueId: league.id,
      sectionId: section?.id ?? '',
      resourceId: section?.resources[0]?.id ?? '',
    };
    // The league itself is read once for everybody, until somebody changes the curriculum.
    for (const call of [getLeagueProgress, listSectionResourceProgress]) {
      expect(await count(() => api.call(call, { token, params }))).toBe(2);
      expect(await count(() => api.call(call, { token, params }))).toBe(1);
    }
    expect(await count(() => api.call(getResourceProgress, { token, params }))).toBe(2);
  }
  expect(await count(() => api.call(getLeaderboard, { token }))).toBe(2);
  // Nobody wrote anything since; on a PostgreSQL server other files may have.
  const again = await count(() => api.call(getLeaderboard, { token }));
  if (api.kind === 'pglite') expect(again).toBe(1);
  expect(await count(() => api.call(searchLearning, { token, query: { q: 'resource' } }))).toBe(2);
});

test('CALL-24 CALL-26 CALL-27 the statements of a tick, a note and an un-tick, with and without a key', async () => {
  const { id, token } = await addPerson(api.db);
  const league = await addLeague(api.db);
  await enroll(api.db, id, league);
  const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
  // Session with the guard's standing, account lock, league lock, place, sums lock with the record, event and record: 6.
  // A completion or its end is added up for section, league and learner, a tick is audited; a key is claimed first and
  // answered last.
  for (const more of [0, 2]) {
    const asked = (name: string) => {
      const headers: Record<string, string> = more > 0 ? { 'idempotency-key': name } : {};
      return { token, params, headers };
    };
    const body = { personalNote: `with ${more} more` };
    expect(await count(() => api.call(completeResource, { ...asked('tick'), body: {} }))).toBe(10 + more);
    expect(await count(() => api.call(saveNote, { ...asked('note'), body }))).toBe(6 + more);
    expect(await count(() => api.call(resetResource, asked('reset')))).toBe(9 + more);
  }
});

// The embedded engine answers without leaving the turn of the event loop.
test.if(Boolean(process.env.TEST_DATABASE_URL))(
  'CALL-24 CALL-27 a tick and an un-tick lock in one round trip and write in one, with and without a key',
  async () => {
    const { id, token } = await addPerson(api.db);
    const league = await addLeague(api.db);
    await enroll(api.db, id, league);
    const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
    let trips = 0;
    let isSameTurn = false;
    const stop = onStatements(api.db, () => {
      if (!isSameTurn) setImmediate(() => (isSameTurn = false));
      if (!isSameTurn) trips += 1;
      isSameTurn = true;
    });
    for (const [key, answer] of [
      [null, 0],
      ['of-trips', 1],
    ] as const) {
      for (const call of [completeResource, resetResource]) {
        const headers: Record<string, string> = key ? { 'idempotency-key': `${key}-${call.name}` } : {};
        trips = 0;
        expect((await api.call(call, { token, params, headers, body: {} })).status).toBe(200);
        // Session, all locks (the key is claimed among them), everything written; the answer of a key is kept after it.
        expect(trips).toBe(3 + answer);
      }
    }
    stop();
  },
);
