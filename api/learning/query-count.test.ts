import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { getLeaderboard } from '#contract/leaderboard.ts';
import { getDashboard, getLeagueProgress } from '#contract/learning.ts';
import { getResourceProgress, listSectionResources } from '#contract/resource-progress.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson } from '../test/people.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

test('CALL-28 CALL-30 CALL-31 CALL-38 one statement a read beside the session, whatever the size', async () => {
  const person = await addPerson(api.db);
  const small = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  const large = await addLeague(api.db, { weeks: 4, sections: 4, resources: 4 });
  await enroll(api.db, person.id, small);
  // What the query builder tells its logger of every statement, whichever driver is below.
  const { logger } = (api.db as unknown as { session: { logger: { logQuery(): void } } }).session;
  const statements = spyOn(logger, 'logQuery');
  const count = async (work: () => Promise<{ status: number }>) => {
    statements.mockClear();
    expect((await work()).status).toBe(200);
    return statements.mock.calls.length;
  };
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
    for (const call of [getLeagueProgress, listSectionResources, getResourceProgress]) {
      expect(await count(() => api.call(call, { token, params }))).toBe(2);
    }
  }
  expect(await count(() => api.call(getLeaderboard, { token }))).toBe(2);
});
