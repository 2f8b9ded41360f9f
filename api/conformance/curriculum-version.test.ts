import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFiles } from '../curriculum/files/service.ts';
import { callOf, changesCurriculum, hidesChange, placesOf, routeOf, send } from './access/cells.ts';
import { type Asked, REQUESTS } from './access/requests.ts';
import { openSandbox, type Sandbox } from './access/sandbox.ts';
import { buildWorld, type Place, type World } from './access/world.ts';

let sandbox: Sandbox;
let world: World;
beforeAll(async () => {
  sandbox = await openSandbox(async (db) => {
    world = await buildWorld(db);
  });
});
afterAll(() => sandbox.close());

// biome-ignore lint/suspicious/noExplicitAny: tests read the wire as it is
type Data = any;

async function ask(route: string, asked: Asked): Promise<Data> {
  const response = await send(sandbox, callOf(sandbox, route), asked, world.callers.grand.token);
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${route} was answered ${response.status}: ${text}`);
  return text.startsWith('{') ? JSON.parse(text).data : null;
}

async function addThing(route: string, body: unknown): Promise<Asked> {
  const data = await ask(route, { body });
  return { params: { id: data.id ?? data.badge.id } };
}

async function addEmptyLeague({ cohort }: Place): Promise<string> {
  return (await ask('POST /leagues', { body: { name: 'Empty', cohortId: cohort } })).id;
}

/** What a CSV file would do, agreed to. */
async function agreeTo(route: string, at: Place): Promise<Asked> {
  const body = (REQUESTS[route]?.(at, at, '')?.body ?? {}) as object;
  const { plan } = await ask(route, { body: { ...body, dryRun: true } });
  return { body: { ...body, dryRun: false, fingerprint: plan.fingerprint } };
}

/** Requests that change something where those of the permission matrix are refused. */
const REQUESTS_THAT_CHANGE: Record<string, (at: Place) => Promise<Asked>> = {
  'DELETE /cohorts/:id': () => addThing('POST /cohorts', { name: 'Empty' }),
  'DELETE /weeks/:id': ({ league }) => addThing('POST /weeks', { name: 'Empty', order: 9, leagueId: league }),
  'POST /badges': async (at) => ({ body: { name: 'New', leagueId: await addEmptyLeague(at) } }),
  'DELETE /badges/:id': () => addThing('POST /admin/badges', { name: 'Nobody has it' }),
  'POST /admin/assignments': async (at) => ({
    body: { title: 'New', description: 'Do it', leagueId: await addEmptyLeague(at) },
  }),
  'DELETE /admin/assignments/:id': async (at) =>
    addThing('POST /admin/assignments', {
      title: 'New',
      description: 'Do it',
      leagueId: await addEmptyLeague(at),
    }),
  'DELETE /specializations/:id': ({ cohort, league }) =>
    addThing('POST /specializations', {
      name: 'New',
      cohortId: cohort,
      leagues: [{ leagueId: league, order: 1 }],
    }),
  'PUT /admin/assignments/:id': async ({ assignment }) => ({
    params: { id: assignment },
    body: { title: 'Renamed' },
  }),
  'POST /admin/imports/weeks': (at) => agreeTo('POST /admin/imports/weeks', at),
  'POST /admin/imports/sections': (at) => agreeTo('POST /admin/imports/sections', at),
  'POST /admin/imports/resources': (at) => agreeTo('POST /admin/imports/resources', at),
  'POST /admin/leagues/:id/files/apply': async ({ league }) => {
    const params = { id: league };
    const { files } = await readFiles(sandbox.db, league);
    const changed = files.map(({ path, text }) => ({
      path,
      text: text.replaceAll('Week 1', 'Renamed'),
    }));
    const body = { files: changed, acceptLoss: true };
    const { fingerprint } = await ask('POST /admin/leagues/:id/files/preview', {
      params,
      body: { files: changed },
    });
    return { params, body: { ...body, fingerprint } };
  },
};

/** Paths of the curriculum; what is asked of them without changing it is named below. */
const CURRICULUM =
  /^\S+ (\/admin)?\/(cohorts|leagues|weeks|sections|resources|specializations|assignments|badges|announcements|imports)\b/;
const ELSE = [
  'POST /assignments/:assignmentId/submit',
  'POST /admin/assignments/:id/submit',
  'POST /admin/assignments/submissions/next/claim',
  'POST /admin/assignments/submissions/:id/claim',
  'DELETE /admin/assignments/submissions/:id/claim',
  'PUT /admin/assignments/submissions/:id/review',
  'POST /badges/:id/award',
  'DELETE /badges/:id/revoke',
  'POST /admin/imports/users',
  'POST /admin/leagues/:id/files/preview',
];

test('ENT-38 every call that changes the curriculum raises its version', async () => {
  const routes = sandbox.app.router.calls.filter(({ method }) => method !== 'GET').map(routeOf);
  const curriculum = routes.filter((route) => CURRICULUM.test(route) && !ELSE.includes(route));
  const { at, into } = placesOf(world, 'own');
  const changing: string[] = [];
  const hiding: string[] = [];
  for (const route of routes) {
    const prepare = REQUESTS_THAT_CHANGE[route];
    const asked = prepare
      ? await prepare(at)
      : (REQUESTS[route]?.(at, into, world.callers.grand.person?.id ?? '') ?? {});
    const before = await sandbox.writes();
    const response = await send(sandbox, callOf(sandbox, route), asked, world.callers.grand.token);
    await response.body?.cancel();
    const after = response.status < 300 ? await sandbox.writes() : before;
    const writes = Object.fromEntries(
      Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]),
    );
    if (changesCurriculum(writes)) changing.push(route);
    if (hidesChange(writes)) hiding.push(route);
    await sandbox.rollBack();
  }
  expect(hiding).toEqual([]);
  // A route that is missing here needs a request that changes something, above.
  expect(curriculum.filter((route) => !changing.includes(route))).toEqual([]);
});
