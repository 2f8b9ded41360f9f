import { expect, test } from 'bun:test';
import { type Call, pathOf } from '#contract/call.ts';
import { getLeaderboard } from '#contract/leaderboard.ts';
import { enrollInLeague, getDashboard, getLeagueProgress } from '#contract/learning.ts';
import {
  completeResource,
  listSectionResourceProgress,
  markForRevision,
  resetResource,
} from '#contract/resource-progress.ts';
import { createResource, deleteResource, updateResource } from '#contract/resources.ts';
import { updateSection } from '#contract/sections.ts';
import { createApp } from '../app.ts';
import { readVersion } from '../leaderboard/changes.ts';
import { createLog } from '../platform/process/log.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person } from '../test/people.ts';

const LEARNERS = 3;
/** Changes of each walk, every one looked at from all processes; `npm run proof -- deep` takes 640, some 10,000 calls, on other ways. */
const STEPS = Number(process.env.WALK_STEPS ?? 40);
const SEED = Number(process.env.WALK_SEED ?? 44);
const STEP_MS = 1000;

/** A process that has kept nothing yet. */
const startProcess = () => {
  const { db, config, secret } = api;
  return createApp({ db, config, secret, log: createLog('silent', () => {}) });
};

const api = await openTestApp();
const { db } = api;
/** Three processes on one database: what each of them keeps in memory is its own. */
const processes = [api.app, startProcess(), startProcess()];
const league = await addLeague(db, { weeks: 2, sections: 2, resources: 4 });
const learners = await Promise.all(Array.from({ length: LEARNERS }, () => addPerson(db)));
for (const { id } of learners) await enroll(db, id, league);
const grand = await addPerson(db, { role: 'GRAND_PATHFINDER' });

// biome-ignore lint/suspicious/noExplicitAny: tests read the wire as it is
type Data = any;

async function call(
  process: number,
  { method, path }: Pick<Call, 'method' | 'path'>,
  { token }: Person,
  { params = {}, query = '', body }: { params?: Record<string, string>; query?: string; body?: unknown } = {},
): Promise<Data> {
  const request = new Request(`http://localhost/api${pathOf({ path } as Call, params)}${query}`, {
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

/** A version that only rows cover that were read after all that is under way now is done. */
async function readNewest(): Promise<string> {
  const { version, next } = await readVersion(api.db);
  return `${version}-${next}`;
}

const countsOf = (data: Data): Record<string, number> =>
  Object.fromEntries(
    data.leaderboard.map((row: Data) => [row.user.id, row.resourcesCompleted] as [string, number]),
  );

test(
  'LEADER-11 what one process writes is what any other shows to a call that names the version of the write',
  async () => {
    const roll = createDice(SEED);
    const done = learners.map(() => new Set<string>());
    const ids = resourceIds();
    for (let step = 0; step < STEPS; step++) {
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
      const query = `?version=${await readNewest()}`;
      const pages = await Promise.all(
        [0, 1, 2, 0, 1, 2].map((process) => call(process, getLeaderboard, reader, { query })),
      );
      for (const page of pages) expect(countsOf(page)).toEqual(expected);
    }
  },
  STEPS * STEP_MS,
);

test('LEADER-11 a version names every tick that was answered before it was read', async () => {
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
      const query = `?version=${await readNewest()}`;
      const found = countsOf(await call(process, getLeaderboard, learner, { query }));
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

test(
  'CALL-30 CALL-31 ENT-38 a league and a dashboard are what any process made of them last',
  async () => {
    const roll = createDice(SEED + 1);
    const [learner] = learners as [Person];
    const params = { leagueId: league.id };
    const sectionIds = league.weeks.flatMap((week) => week.sections.map(({ id }) => id));
    const added: string[] = [];
    // Made before: a change of the curriculum would hide whether an enrollment is noticed.
    const others = await Promise.all(Array.from({ length: 4 }, () => addLeague(api.db)));
    for (let step = 0; step < STEPS; step++) {
      const process = roll(processes.length);
      const resourceId = resourceIds()[roll(resourceIds().length)] as string;
      const name = `Changed ${step}`;
      let expected = name;
      switch (roll(8)) {
        case 0:
          await call(process, updateResource, grand, { params: { id: resourceId }, body: { title: name } });
          break;
        case 1:
          await call(process, updateSection, grand, {
            params: { id: sectionIds[roll(sectionIds.length)] as string },
            body: { name },
          });
          break;
        case 2: {
          const body = { title: name, url: 'https://example.org/new', type: 'BLOG', order: 100 + step };
          const params = { id: sectionIds[roll(sectionIds.length)] as string };
          added.push((await call(process, createResource, grand, { params, body })).id);
          break;
        }
        case 3: {
          const removed = added.pop();
          if (removed) await call(process, deleteResource, grand, { params: { id: removed } });
          expected = '';
          break;
        }
        case 4:
          await call(process, resetResource, learner, { params: { resourceId } });
          expected = '';
          break;
        case 5:
          await call(process, markForRevision, learner, {
            params: { resourceId },
            body: { personalNote: name },
          });
          break;
        case 6: {
          const other = others.pop();
          if (other) {
            const body = { cohortId: other.cohortId, leagueId: other.id };
            await call(process, enrollInLeague, learner, { body });
          }
          expected = '';
          break;
        }
        default:
          await call(process, completeResource, learner, {
            params: { resourceId },
            body: { personalNote: name },
          });
      }
      processes[3] = startProcess();
      const sectionId = sectionIds[roll(sectionIds.length)] as string;
      const pages = await Promise.all(
        [0, 1, 2, 3].map(async (reader) => ({
          league: await call(reader, getLeagueProgress, learner, { params }),
          section: await call(reader, listSectionResourceProgress, learner, { params: { sectionId } }),
          dashboard: await call(reader, getDashboard, learner),
        })),
      );
      processes.pop();
      expect(JSON.stringify(pages[3]?.league)).toContain(expected);
      for (const page of pages) expect(page).toEqual(pages[3] as Data);
      const ofLeague = pages[3]?.league.progress.weeks
        .flatMap((week: Data) => week.sections)
        .find((section: Data) => section.id === sectionId);
      expect(pages[3]?.section.resources).toEqual(ofLeague.resources);
    }
  },
  STEPS * STEP_MS,
);

test('CALL-31 ENT-38 whoever asks while a league is changed finds every change answered before they asked', async () => {
  const [learner] = learners as [Person];
  const [resourceId] = resourceIds() as [string];
  let answered = 0;
  let isOver = false;
  const write = async () => {
    for (let version = 1; version <= 25; version++) {
      const options = { params: { id: resourceId }, body: { title: `Version ${version}` } };
      await call(version % 3, updateResource, grand, options);
      answered = version;
    }
    isOver = true;
  };
  let reads = 0;
  const read = async (process: number) => {
    while (!isOver) {
      const before = answered;
      const page = await call(process, getLeagueProgress, learner, { params: { leagueId: league.id } });
      const found = /"Version (\d+)"/.exec(JSON.stringify(page))?.[1] ?? 0;
      expect(Number(found)).toBeGreaterThanOrEqual(before);
      reads += 1;
    }
  };
  await Promise.all([write(), ...[0, 1, 2, 0, 1, 2].map(read)]);
  expect(reads).toBeGreaterThan(6);
});
