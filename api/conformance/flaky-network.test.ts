import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eq, inArray } from 'drizzle-orm';
import {
  type ActionDraft,
  OFFLINE_CALLS,
  type OfflineCall,
} from '#site/islands/dashboard/data/outbox-actions.ts';
import { createSender } from '#site/islands/dashboard/data/sender.ts';
import { request } from '#site/islands/shared/http/api.ts';
import { type KeyValueStore, type OutboxAction, openOutbox } from '#site/islands/shared/offline/outbox.ts';
import { type FlakyProxy, startFlakyProxy } from '../../site/e2e/flaky-proxy.ts';
import { findDrift } from '../learning/counter-drift.ts';
import type { Database } from '../platform/db/client.ts';
import {
  enrollments,
  progressEvents,
  resourceProgress,
  submissionAttempts,
  submissions,
} from '../platform/db/schema/learning.ts';
import { answeredRequests } from '../platform/db/schema/operations.ts';
import { createId } from '../platform/process/secrets.ts';
import { addAssignment } from '../test/awards.ts';
import { addLeague, type TestLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';

// The learner's own client code, many tabs of several accounts, before a real server on a network that loses requests,
// loses answers, repeats, delays and reorders. At the end the database must equal what was done, each action once.

const ACTIONS = 400;
const ACCOUNTS = 4;
const TABS = 3;
const FAULTS = { lostRequest: 0.12, lostReply: 0.12, doubled: 0.06, late: 0.06, held: 0.3 };

let api: TestApp;
let server: ReturnType<typeof Bun.serve>;
let proxy: FlakyProxy;
let league: TestLeague;
const assignmentId = createId();
const before = process.env.PUBLIC_API_URL;

beforeAll(async () => {
  api = await makeApp({ LOG_LEVEL: 'error' });
  league = await addLeague(api.db, { weeks: 2, sections: 2, resources: 6 });
  await addAssignment(api.db, league.id, { id: assignmentId });
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (asked, socket) => api.app.fetch(asked, socket),
  });
  proxy = await startFlakyProxy(`http://127.0.0.1:${server.port}`, FAULTS, random);
  process.env.PUBLIC_API_URL = proxy.origin;
});
afterAll(async () => {
  if (before === undefined) delete process.env.PUBLIC_API_URL;
  else process.env.PUBLIC_API_URL = before;
  await proxy.close();
  await server.stop(true);
  await api.close();
});

/** The same course of events every time (mulberry32). */
let seed = 20_261_121;
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

/** One person's browser: local storage shared by its tabs, and what they did in it, in order. */
interface Browser {
  person: Person;
  place: KeyValueStore & { entries: Map<string, string> };
  done: OutboxAction[];
  tabs: ReturnType<typeof openTab>[];
  /** Whether this browser knows locks across tabs. */
  withLock: (<Result>(name: string, work: () => Promise<Result>) => Promise<Result>) | undefined;
}

let clock = 1_700_000_000_000;

function openTab({ person, place, done, withLock }: Omit<Browser, 'tabs'>) {
  const opened = openOutbox(person.id, place, () => ++clock);
  const store: typeof opened = {
    ...opened,
    add: (draft) => {
      const action = opened.add(draft);
      if (action) done.push(action);
      return action;
    },
  };
  return createSender({
    store,
    owner: person.id,
    timeoutMs: 30,
    send: async ({ id, call, params, body }) =>
      (
        await request(
          OFFLINE_CALLS[call as OfflineCall],
          { params, body: body ?? undefined, idempotencyKey: id },
          person.token,
        )
      ).data,
    ...(withLock ? { withLock } : {}),
  });
}

function openBrowser(person: Person, hasLocks: boolean): Browser {
  const entries = new Map<string, string>();
  const place = {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
  const last = new Map<string, Promise<unknown>>();
  const withLock: Browser['withLock'] = (name, work) => {
    const run = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, run);
    return run;
  };
  const browser = { person, place, done: [], withLock: hasLocks ? withLock : undefined };
  return { ...browser, tabs: Array.from({ length: TABS }, () => openTab(browser)) };
}

const resourceIds = () =>
  league.weeks.flatMap(({ sections }) => sections.flatMap(({ resources }) => resources.map(({ id }) => id)));

/** A click of a learner; notes say which one was seen, so that a lost order would be refused as a conflict. */
function invent(number: number, notes: Map<string, string>): ActionDraft {
  const resourceId = pick(resourceIds());
  const call = pick([
    'completeResource',
    'completeResource',
    'resetResource',
    'markForRevision',
    'saveNote',
  ] as const);
  const common = { lane: `resource:${resourceId}`, params: { resourceId }, leagueId: league.id, title: '' };
  if (call !== 'saveNote') return { ...common, call, body: call === 'resetResource' ? null : {} };
  const personalNote = `Note ${number}`;
  const expectedNote = notes.get(resourceId) ?? null;
  notes.set(resourceId, personalNote);
  return { ...common, call, body: { personalNote, expectedNote } };
}

interface Model {
  isCompleted: boolean;
  isMarked: boolean;
  note: string | null;
  /** Keys of the actions that changed something. */
  keys: string[];
}

/** What must stand in the database for one resource after these actions. */
function play(actions: readonly OutboxAction[]): Model {
  const model: Model = { isCompleted: false, isMarked: false, note: null, keys: [] };
  for (const { id, call, body } of actions) {
    const old = { ...model };
    if (call === 'completeResource') model.isCompleted = true;
    if (call === 'markForRevision') model.isMarked = true;
    if (call === 'resetResource') Object.assign(model, { isCompleted: false, isMarked: false });
    if (call === 'saveNote') model.note = String(body?.personalNote);
    const isChanged =
      old.isCompleted !== model.isCompleted || old.isMarked !== model.isMarked || old.note !== model.note;
    if (isChanged) model.keys.push(id);
  }
  return model;
}

async function expectModel({ person, done }: Browser): Promise<void> {
  const { db } = api;
  const events = await db
    .select()
    .from(progressEvents)
    .where(eq(progressEvents.userId, person.id))
    .orderBy(progressEvents.id);
  const rows = await db.select().from(resourceProgress).where(eq(resourceProgress.userId, person.id));
  for (const resourceId of resourceIds()) {
    const model = play(done.filter(({ params }) => params.resourceId === resourceId));
    const row = rows.find((one) => one.resourceId === resourceId);
    expect({
      isCompleted: row?.completedAt != null,
      isMarked: row?.markedForRevisionAt != null,
      note: row?.personalNote ?? null,
      keys: events
        .filter((one) => one.resourceId === resourceId)
        .map(({ idempotencyKey }) => idempotencyKey ?? ''),
    }).toEqual(model);
  }
  const answered = await db.select().from(answeredRequests).where(eq(answeredRequests.userId, person.id));
  expect(answered.map(({ idempotencyKey }) => idempotencyKey).sort()).toEqual(
    done.map(({ id }) => id).sort(),
  );
  expect(await db.select().from(enrollments).where(eq(enrollments.userId, person.id))).toHaveLength(1);
  const own = db.select({ id: submissions.id }).from(submissions).where(eq(submissions.userId, person.id));
  expect(
    await db.select().from(submissionAttempts).where(inArray(submissionAttempts.submissionId, own)),
  ).toHaveLength(1);
}

test(`P41 ${ACTIONS} actions of four accounts over a flaky network: nothing is lost, nothing is doubled, order is kept`, async () => {
  const browsers: Browser[] = [];
  for (let account = 0; account < ACCOUNTS; account++) {
    browsers.push(openBrowser(await addPerson(api.db), account % 2 === 0));
  }
  await Promise.all(browsers.map(live));
  for (const browser of browsers) {
    for (let round = 0; round < 200 && browser.place.entries.size > 0; round++)
      await pick(browser.tabs).drain();
  }
  await proxy.heal();

  const left = browsers.flatMap(({ place }) => [...place.entries.values()]);
  expect(left).toEqual([]);
  expect(browsers.flatMap(({ done }) => done)).toHaveLength(ACTIONS);
  for (const browser of browsers) await expectModel(browser);
  const drift = await api.db.transaction((tx) => findDrift(tx as unknown as Database, api.config.TIME_ZONE));
  expect(drift.filter((one) => one.drift > 0)).toEqual([]);
  for (const [fault, times] of Object.entries(proxy.struck))
    expect([fault, times > ACTIONS / 50]).toEqual([fault, true]);
}, 300_000);

/** What one person does: enrolls, then clicks about in several tabs, one of which is closed and opened again. */
async function live(browser: Browser): Promise<void> {
  const notes = new Map<string, string>();
  const enroll: ActionDraft = {
    lane: `league:${league.id}`,
    call: 'enrollInLeague',
    params: {},
    body: { cohortId: 'default', leagueId: league.id },
    leagueId: league.id,
    title: league.name,
  };
  await pick(browser.tabs).perform(enroll);
  while (browser.place.entries.size > 0) await pick(browser.tabs).drain();
  const answer: ActionDraft = {
    ...enroll,
    lane: `assignment:${assignmentId}`,
    call: 'submitAssignment',
    params: { assignmentId },
    body: { content: 'My answer' },
  };
  const asked = [pick(browser.tabs).perform(answer)];
  for (let number = 2; number < ACTIONS / ACCOUNTS; number++) {
    asked.push(pick(browser.tabs).perform(invent(number, notes)));
    if (number % 80 === 0) browser.tabs[0] = openTab(browser);
    if (number % 12 === 0) await Promise.all(asked.splice(0));
  }
  await Promise.all(asked);
}
