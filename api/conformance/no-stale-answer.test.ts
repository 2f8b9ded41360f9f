import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Call, pathOf } from '#contract/call.ts';
import { getLeaderboard } from '#contract/leaderboard.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { createApp } from '../app.ts';
import { createLog } from '../process/log.ts';
import { addLeague, enroll, type TestLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';

const LEARNERS = 3;

let api: TestApp;
/** Three processes on one database: what each of them keeps in memory is its own. */
let processes: { fetch: TestApp['app']['fetch'] }[];
let league: TestLeague;
let learners: Person[];

beforeAll(async () => {
  api = await makeApp();
  const { db, config, secret } = api;
  const others = [1, 2].map(() => createApp({ db, config, secret, log: createLog('silent', () => {}) }));
  processes = [api.app, ...others];
  league = await addLeague(db, { weeks: 2, sections: 2, resources: 4 });
  learners = await Promise.all(Array.from({ length: LEARNERS }, () => addPerson(db)));
  for (const { id } of learners) await enroll(db, id, league);
});
afterAll(() => api.close());

// biome-ignore lint/suspicious/noExplicitAny: tests read the wire as it is
type Data = any;

async function call(
  process: number,
  { method, path }: Pick<Call, 'method' | 'path'>,
  { token }: Person,
  { params = {}, body }: { params?: Record<string, string>; body?: unknown } = {},
): Promise<Data> {
  const request = new Request(`http://localhost/api${pathOf({ path } as Call, params)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await (processes[process] as (typeof processes)[number]).fetch(request, {
    requestIP: () => ({ address: '127.0.0.1' }),
  });
  expect(response.status).toBeLessThan(300);
  return ((await response.json()) as { data: Data }).data;
}

const resourceIds = () =>
  league.weeks.flatMap((week) => week.sections.flatMap((section) => section.resources.map(({ id }) => id)));

/** The same walk every time. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const countsOf = (data: Data): Record<string, number> =>
  Object.fromEntries(
    data.leaderboard.map((row: Data) => [row.user.id, row.resourcesCompleted] as [string, number]),
  );

test('LEADER-11 what one process writes is what the next call to any other finds on the leaderboard', async () => {
  const roll = createDice(44);
  const done = learners.map(() => new Set<string>());
  const ids = resourceIds();
  for (let step = 0; step < 40; step++) {
    const who = roll(LEARNERS);
    const learner = learners[who] as Person;
    const own = done[who] as Set<string>;
    const resourceId = ids[roll(ids.length)] as string;
    const isReset = own.has(resourceId);
    await call(roll(processes.length), isReset ? resetResource : completeResource, learner, {
      params: { resourceId },
      body: {},
    });
    if (isReset) own.delete(resourceId);
    else own.add(resourceId);
    const expected = Object.fromEntries(learners.map(({ id }, n) => [id, done[n]?.size ?? 0]));
    // Several at once, so that they share.
    const reader = learners[roll(LEARNERS)] as Person;
    const pages = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((process) => call(process, getLeaderboard, reader)),
    );
    for (const page of pages) expect(countsOf(page)).toEqual(expected);
  }
});

test('LEADER-11 whoever asks while others tick finds every tick that was answered before they asked', async () => {
  const ids = resourceIds();
  const fresh = await Promise.all(Array.from({ length: LEARNERS }, () => addPerson(api.db)));
  for (const { id } of fresh) await enroll(api.db, id, league);
  const answered = new Map(fresh.map(({ id }) => [id, 0]));
  let isOver = false;
  const write = async (learner: Person, process: number) => {
    for (const resourceId of ids) {
      await call(process, completeResource, learner, { params: { resourceId }, body: {} });
      answered.set(learner.id, (answered.get(learner.id) ?? 0) + 1);
    }
  };
  let reads = 0;
  const read = async (learner: Person, process: number) => {
    while (!isOver) {
      const before = new Map(answered);
      const found = countsOf(await call(process, getLeaderboard, learner));
      for (const [id, count] of before) expect(found[id]).toBeGreaterThanOrEqual(count);
      reads += 1;
    }
  };
  const readers = fresh.flatMap((learner, n) => [read(learner, n), read(learner, (n + 1) % 3)]);
  await Promise.all(fresh.map((learner, n) => write(learner, n)));
  isOver = true;
  await Promise.all(readers);
  expect(reads).toBeGreaterThan(readers.length);
});
