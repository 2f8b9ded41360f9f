import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { getProfile } from '#contract/auth.ts';
import { getLeaderboard, getMyRank } from '#contract/leaderboard.ts';
import { searchLearning } from '#contract/learner-search.ts';
import { getDashboard, getLeagueProgress } from '#contract/learning.ts';
import { markNewsRead } from '#contract/news.ts';
import {
  completeResource,
  getResourceProgress,
  listSectionResourceProgress,
  markForRevision,
  resetResource,
  saveNote,
} from '#contract/resource-progress.ts';
import { unmarkForRevision } from '#contract/revision.ts';
import { progressEvents } from '../platform/db/schema/learning.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';
import { NOT_KEPT } from '../test/standings.ts';
import { readStatements } from '../test/statements.ts';

const api = await openTestApp();

/** The number of statements of a call that succeeds. */
async function count(work: () => Promise<{ status: number }>): Promise<number> {
  const statements = await readStatements(api.db, async () => expect((await work()).status).toBe(200));
  return statements.length;
}

test('CALL-05 CALL-28 CALL-30 CALL-31 CALL-38 few statements a read, whatever the size', async () => {
  const person = await addPerson(api.db);
  const small = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  const large = await addLeague(api.db, { weeks: 4, sections: 4, resources: 4 });
  await enroll(api.db, person.id, small);
  const { token } = person;
  // What is the same for everybody is read once, until the curriculum changes.
  await api.call(getProfile, { token });
  await api.call(getDashboard, { token });
  // The second one counts unread news, only while there may be some.
  expect(await count(() => api.call(getProfile, { token }))).toBe(2);
  await api.call(markNewsRead, { token, body: { until: new Date().toISOString() } });
  // Reads the moments of news, which are the same for everybody.
  await api.call(getProfile, { token });
  expect(await count(() => api.call(getProfile, { token }))).toBe(1);
  for (const league of [null, large]) {
    if (league) await enroll(api.db, person.id, league);
    expect(await count(() => api.call(getDashboard, { token }))).toBe(1);
  }
  for (const league of [small, large]) {
    const section = league.weeks[0]?.sections[0];
    const params = {
      leagueId: league.id,
      sectionId: section?.id ?? '',
      resourceId: section?.resources[0]?.id ?? '',
    };
    // So is the structure of a league.
    expect(await count(() => api.call(getLeagueProgress, { token, params }))).toBe(2);
    expect(await count(() => api.call(getLeagueProgress, { token, params }))).toBe(1);
    expect(await count(() => api.call(listSectionResourceProgress, { token, params }))).toBe(1);
    expect(await count(() => api.call(getResourceProgress, { token, params }))).toBe(2);
  }
  // The session, the version, the length and the rows; the own place is one more.
  expect(await count(() => api.call(getLeaderboard, { token, query: NOT_KEPT }))).toBe(4);
  expect(await count(() => api.call(getMyRank, { token }))).toBe(3);
  expect(await count(() => api.call(searchLearning, { token, query: { q: 'resource' } }))).toBe(2);
});

test('CALL-24 CALL-26 CALL-27 a tick, a note, a mark and their end take few statements, whatever the league holds', async () => {
  const sizes: number[][] = [];
  for (const size of [2, 6]) {
    const { id, token } = await addPerson(api.db);
    const league = await addLeague(api.db, { weeks: size, sections: size, resources: size });
    await enroll(api.db, id, league);
    const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
    const asked = [
      { call: completeResource, body: {} },
      { call: saveNote, body: { personalNote: 'Seen' } },
      { call: markForRevision, body: {} },
      { call: unmarkForRevision },
      { call: resetResource },
    ];
    const counts: number[] = [];
    for (const { call, body } of asked) {
      counts.push(await count(() => api.call(call, { token, params, body })));
      // A repeated key is the session, the lock, the key and the answer that is kept.
      const headers = { 'idempotency-key': call.name };
      await api.call(call, { token, params, headers, body });
      expect(await count(() => api.call(call, { token, params, headers, body }))).toBe(4);
    }
    sizes.push(counts);
  }
  // The session, two of locks, the standing, event, record, an audit entry and four sums.
  const expected = [11, 6, 7, 7, 10];
  expect(sizes).toEqual([expected, expected]);
});

test('LPROG-26 awards are asked for when a league was completed', async () => {
  const { id, token } = await addPerson(api.db);
  const league = await addLeague(api.db, { weeks: 1, sections: 2, resources: 1 });
  await enroll(api.db, id, league);
  const isAsked = async (section: number) => {
    const params = { resourceId: league.weeks[0]?.sections[section]?.resources[0]?.id ?? '' };
    const sent = await readStatements(api.db, () => api.call(completeResource, { token, params, body: {} }));
    return sent.some(({ text }) => text.includes('insert into user_badges'));
  };
  expect([await isAsked(0), await isAsked(1)]).toEqual([false, true]);
  expect(await api.db.$count(progressEvents, eq(progressEvents.userId, id))).toBe(2);
});
