import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { listPendingUsers, listUsers } from '#contract/admin-users.ts';
import { listAssignments } from '#contract/assignments.ts';
import { listAuditLogs } from '#contract/audit-log.ts';
import { getBadgeAnalytics, listStaffBadges } from '#contract/badges.ts';
import type { Call } from '#contract/call.ts';
import { listCertificates } from '#contract/certificates.ts';
import { searchStaff } from '#contract/command-palette.ts';
import { ERRORS } from '#contract/errors.ts';
import { listEnrollments } from '#contract/learning.ts';
import * as analytics from '#contract/reports.ts';
import { listReviewQueue } from '#contract/review-queue.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { listUserMatches } from '#contract/user-batches.ts';
import { createApp } from '../app.ts';
import { ApiError } from '../errors/api-error.ts';
import { createLog } from '../process/log.ts';
import { makeApp, SERVING, type TestApp } from '../test/make-app.ts';
import { addPerson } from '../test/people.ts';
import { readStatements } from '../test/statements.ts';
import { type Database, type OpenDatabase, openPostgres, queryRows } from './client.ts';
import { logPosition } from './log-position.ts';
import { findProblem, Replica } from './replica.ts';

// What decides where a read goes, on a server that says of itself what a standby would: functions of a schema in front of
// those of PostgreSQL, which read their answers from a table. A real standby is under `npm run test:faults`.

const url = process.env.TEST_DATABASE_URL;
const onPostgres = test.if(Boolean(url));

let api: TestApp;
/** Of the server, who may make a schema. */
let admin: OpenDatabase;
let replica: Replica;
let logged = '';

/** What the standby says of itself. */
async function say(state: { isStandby?: boolean; place?: string; timeline?: number; inMs?: number }) {
  const { isStandby = true, place = 'FFFFFFFF/0', timeline = 1, inMs = 0 } = state;
  await admin.db.execute(sql`update standby.state set is_standby = ${isStandby}, place = ${place}::pg_lsn,
    timeline = ${timeline}, reached_at = clock_timestamp() + ${inMs} * interval '1 millisecond'`);
}

beforeAll(async () => {
  api = await makeApp();
  if (!url) return;
  const [row] = await queryRows<{ name: string }>(api.db, sql`select current_database() as name`);
  const address = Object.assign(new URL(url), { pathname: `/${row?.name}` });
  admin = openPostgres({ url: address.href, poolSize: 1 });
  for (const statement of [
    'create schema standby',
    `create table standby.state as
      select true as is_standby, pg_lsn 'FFFFFFFF/0' as place, 1 as timeline, now() as reached_at`,
    `create function standby.pg_is_in_recovery() returns boolean language sql as 'select is_standby from standby.state'`,
    `create function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql as
      'select case when clock_timestamp() < reached_at then pg_lsn ''0/1'' else place end from standby.state'`,
    `create function standby.pg_control_checkpoint() returns table (timeline_id int) language sql as
      'select timeline from standby.state'`,
    `grant usage on schema standby to ${SERVING.name}`,
    `grant select on standby.state to ${SERVING.name}`,
  ])
    await admin.db.execute(sql.raw(statement));
  address.username = SERVING.name;
  address.searchParams.set('search_path', 'standby, pg_catalog, public');
  address.searchParams.set('default_transaction_read_only', 'on');
  const log = createLog('info', (lines) => {
    logged += lines;
  });
  replica = new Replica({ url: address.href, poolSize: 3, primary: api.db, log, patienceMs: 60_000 });
});
afterAll(async () => {
  await replica?.close();
  await admin?.close();
  await api.close();
});

async function until(status: 'used' | 'left') {
  while (replica.usage.status !== status) await Bun.sleep(10);
}
async function untilReached(state: Parameters<typeof say>[0] = {}) {
  await say(state);
  while (replica.usage.lagSeconds !== 0) await Bun.sleep(10);
}
beforeEach(async () => {
  if (!url) return;
  await untilReached();
});

const positionNow = async () => {
  const [row] = await queryRows<{ position: string }>(api.db, sql`select ${logPosition} as position`);
  return row?.position ?? '';
};
/** Which server answered; the real functions say that it writes. */
const whoAnswers = async (db: Database) => {
  const [row] = await queryRows<{ isStandby: boolean }>(db, sql`select pg_is_in_recovery() as "isStandby"`);
  return row?.isStandby ? 'replica' : 'primary';
};

onPostgres(
  'F19 a read goes to a replica that has reached the position of its caller, else to the primary',
  async () => {
    const position = await positionNow();
    expect(position).toMatch(/^0000000[1-9A-F] [0-9A-F]+\/[0-9A-F]+$/);
    const before = replica.usage.reads;
    expect(await replica.read(position, whoAnswers)).toBe('replica');
    await say({ place: '0/1' });
    expect(await replica.read(position, whoAnswers)).toBe('primary');
    await untilReached({ place: position.slice(9) });
    expect(await replica.read(position, whoAnswers)).toBe('replica');
    await admin.db.execute(sql`create table standby.more (value int)`);
    expect(await replica.read(await positionNow(), whoAnswers)).toBe('primary');
    expect(await replica.read(null, whoAnswers)).toBe('primary');
    expect(replica.usage.reads).toEqual({
      ...before,
      replica: before.replica + 2,
      behind: before.behind + 2,
      left: before.left + 1,
    });
  },
);

onPostgres('F19 a read waits a moment for a replica that is about to reach its position', async () => {
  await say({ inMs: 25 });
  expect(await replica.read(await positionNow(), whoAnswers)).toBe('replica');
});

onPostgres(
  'F19 a copy of a lost timeline is not asked, however far it is, nor is one that was promoted',
  async () => {
    for (const state of [{ timeline: 2 }, { isStandby: false }]) {
      await say(state);
      // Before anybody has looked as well: each read asks by itself.
      expect(await replica.read(await positionNow(), whoAnswers)).toBe('primary');
      await until('left');
      expect(await replica.read(await positionNow(), whoAnswers)).toBe('primary');
      await untilReached();
    }
  },
);

test('without a replica a heavy read asks what it asked before', async () => {
  const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const sent = await readStatements(api.db, () => api.call(listUsers, { token }));
  const ofSession = sent.filter(({ text }) => /access_tokens/.test(text));
  expect(ofSession.map(({ text }) => /wal|recovery/.test(text))).toEqual([false]);
});

test('F19 only a standby of the same system on the same timeline stands in for its primary', () => {
  const origin = { system: '7', timeline: 2 };
  const copy = { ...origin, isStandby: true };
  expect(findProblem(copy, origin)).toBeNull();
  expect(findProblem({ ...copy, system: '8' }, origin)).toMatch(/another database/);
  expect(findProblem({ ...copy, isStandby: false }, origin)).toMatch(/no standby/);
  expect(findProblem({ ...copy, timeline: 1 }, origin)).toMatch(/timeline 1, the primary on 2/);
});

onPostgres(
  'F19 what is refused or too slow there is refused once; what fails there is read from the primary',
  async () => {
    const position = await positionNow();
    const runs: string[] = [];
    const failing = (error: (db: Database) => Promise<unknown>) => async (db: Database) => {
      const who = await whoAnswers(db);
      runs.push(who);
      if (who === 'replica') await error(db);
      return who;
    };
    const raise = (state: string) => (db: Database) =>
      db.execute(sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`));
    const refuse = async () => {
      throw new ApiError(ERRORS.ROUTE_NOT_FOUND);
    };
    await expect(replica.read(position, failing(refuse))).rejects.toThrow(ApiError);
    await expect(replica.read(position, failing(raise('57014')))).rejects.toThrow();
    expect(runs).toEqual(['replica', 'replica']);
    // A read that stood in the way of the log.
    expect(await replica.read(position, failing(raise('40001')))).toBe('primary');
    expect(replica.usage.status).toBe('used');
    // A connection that is lost: everybody goes to the primary, until the next look finds it again.
    const saidBefore = logged.length;
    const lose = (db: Database) => db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    expect(await replica.read(position, failing(lose))).toBe('primary');
    // By the time that the log is written it may be in use again.
    while (!/replica_left/.test(logged.slice(saidBefore))) await Bun.sleep(10);
    await until('used');
    expect(await replica.read(await positionNow(), whoAnswers)).toBe('replica');
  },
);

const ROUTED: readonly (readonly [Call, Record<string, string>?])[] = [
  [analytics.getPlatformAnalytics],
  [analytics.getActivityReport],
  [analytics.getCompletionReport],
  [analytics.getSubmissionReport],
  [analytics.getApprovalReport],
  [getBadgeAnalytics],
  [listAssignments],
  [listAuditLogs],
  [listCertificates],
  [listEnrollments],
  [listPendingUsers],
  [listReviewQueue],
  [listStaffBadges],
  [listSubmissions],
  [listUserMatches],
  [listUsers, { search: 'asha', sort: 'name' }],
  [searchStaff, { q: 'asha' }],
].map(([call, query]) => [call as Call, query as Record<string, string>] as const);

onPostgres(
  'F19 every heavy read of staff is answered by the replica, which nothing can be written to',
  async () => {
    const { config, secret } = api;
    const app = createApp({ db: api.db, config, secret, log: createLog('silent'), replica });
    const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    for (const [call, query = {}] of ROUTED) {
      const before = replica.usage.reads;
      const address = `http://localhost/api${call.path}?${new URLSearchParams(query)}`;
      const reply = await app.fetch(new Request(address, { headers: { authorization: `Bearer ${token}` } }));
      expect([call.name, reply.status]).toEqual([call.name, 200]);
      expect([call.name, replica.usage.reads]).toEqual([
        call.name,
        { ...before, replica: before.replica + 1 },
      ]);
    }
    app.close();
  },
);

onPostgres(
  'F19 without its replica the process is ready and answers; /health tells this machine',
  async () => {
    const { config, secret } = api;
    const app = createApp({ db: api.db, config, secret, log: createLog('silent'), replica });
    const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    await say({ isStandby: false });
    await until('left');
    const ask = (path: string) =>
      app.fetch(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${token}` } }), {
        requestIP: () => ({ address: '127.0.0.1' }),
      });
    expect((await ask('/api/admin/users')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
    expect(await (await ask('/health')).json()).toMatchObject({
      replica: { status: 'left', lagSeconds: null, reads: replica.usage.reads },
    });
    app.close();
  },
);
