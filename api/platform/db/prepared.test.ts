import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { getProfile } from '#contract/auth.ts';
import { type Call, pathOf } from '#contract/call.ts';
import { getDashboard, getLeagueProgress } from '#contract/learning.ts';
import {
  completeResource,
  getResourceProgress,
  listSectionResourceProgress,
  resetResource,
  saveNote,
} from '#contract/resource-progress.ts';
import { createApp } from '../../app.ts';
import { addLeague, enroll } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson } from '../../test/people.ts';
import { readStatements } from '../../test/statements.ts';
import { sqlStateOf } from '../errors/sql-state.ts';
import { createLog } from '../process/log.ts';
import { inTransaction, type OpenDatabase, openPostgres, queryRows, queryTogether } from './client.ts';
import { raiseCurriculumVersion } from './curriculum-version.ts';

const url = process.env.TEST_DATABASE_URL;
/** The embedded database plans each statement anew. */
const onPostgres = test.if(Boolean(url));

let api: TestApp;
/** Of the server; the embedded database has no other connection than that of the product. */
let database: OpenDatabase | undefined;
beforeAll(async () => {
  api = await makeApp();
  // One connection, so that what it keeps can be asked for on it.
  if (url) {
    const [row] = await queryRows<{ name: string }>(api.db, sql`select current_database() as name`);
    database = openPostgres({
      url: Object.assign(new URL(url), { pathname: `/${row?.name}` }).href,
      poolSize: 1,
    });
  }
});
afterAll(async () => {
  await database?.close();
  await api.close();
});

const open = () => database?.db ?? api.db;

/** Statements that this connection has prepared, of those that hold a word. */
function listPrepared(word: string) {
  return queryRows<{ generic: number; custom: number }>(
    open(),
    sql`select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
      where statement like ${`%${word}%`} and statement not like '%pg_prepared_statements%'`,
  );
}

onPostgres('F17 a statement of a transaction is prepared once and planned once', async () => {
  for (let n = 0; n < 5; n++) {
    await inTransaction(open(), (tx) => queryRows(tx, sql`select ${n}::int as asked_in_tx`));
  }
  expect(await listPrepared('asked_in_tx')).toEqual([{ generic: 5, custom: 0 }]);
  await inTransaction(open(), (tx) =>
    tx.transaction((inner) => queryRows(inner as unknown as typeof tx, sql`select ${1}::int as asked_in_tx`)),
  );
  expect(await listPrepared('asked_in_tx')).toEqual([{ generic: 6, custom: 0 }]);
});

onPostgres('F12 F17 texts that never come again do not pile up on the server', async () => {
  const ask = (n: number) => queryRows(open(), sql`select ${n}::int as of_many ${sql.raw(`-- ${n}`)}`);
  for (let n = 0; n < 2000; n++) {
    await ask(n);
    // What is asked all the time is kept.
    if (n % 100 === 0) await queryRows(open(), sql`select ${n}::int as of_hot`);
  }
  expect((await listPrepared('of_many')).length).toBeLessThan(1024);
  expect(await listPrepared('of_hot')).toEqual([{ generic: 20, custom: 0 }]);
});

test('F17 a migration that changes the columns of a prepared statement costs no answer', async () => {
  await open().execute(sql`create temp table migrated (id int, value int)`);
  await open().execute(sql`insert into migrated values (1, 7)`);
  // More statements with an old plan than a transaction is tried again.
  const read = async (tx = open()) => {
    const found: unknown[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const query = sql`select value from migrated ${sql.raw(name)} where id = ${1}`;
      found.push(...(await queryRows<{ value: unknown }>(tx, query)).map(({ value }) => value));
    }
    return found;
  };
  for (let n = 0; n < 3; n++) expect(await inTransaction(open(), read)).toEqual([7, 7, 7, 7, 7]);
  for (const [type, again] of [
    ['text', () => inTransaction(open(), read)],
    ['varchar', () => read()],
  ] as const) {
    await open().execute(
      sql.raw(`alter table migrated alter column value type ${type} using value::${type}`),
    );
    // The driver itself prepares again for a caller who is alone on the connection.
    const answers = await Promise.all([again(), again(), again()]);
    for (const answer of answers) expect(answer).toEqual(['7', '7', '7', '7', '7']);
    // Prepared again for whoever comes next.
    expect(await read()).toEqual(['7', '7', '7', '7', '7']);
  }
});

onPostgres('F17 a migration costs no answer on any connection of a pool', async () => {
  const [row] = await queryRows<{ name: string }>(api.db, sql`select current_database() as name`);
  const home = Object.assign(new URL(url as string), { pathname: `/${row?.name}` }).href;
  const pool = openPostgres({ url: home, poolSize: 4 });
  try {
    await pool.db.execute(sql`create table migrated_for_all (value int)`);
    await pool.db.execute(sql`insert into migrated_for_all values (7)`);
    const read = (db = pool.db) =>
      queryRows<{ value: unknown }>(db, sql`select value from migrated_for_all where ${1}::int = 1`);
    const readAll = () => Promise.all(Array.from({ length: 16 }, () => read()));
    const readAllInside = () => Promise.all(Array.from({ length: 16 }, () => inTransaction(pool.db, read)));
    const readInTurn = async () => {
      const found: { value: unknown }[][] = [];
      for (let n = 0; n < 16; n++) found.push(await read());
      return found;
    };
    for (const [type, readAgain] of [
      ['text', readAll],
      ['varchar', readAllInside],
      ['text', readInTurn],
    ] as const) {
      await readAll();
      await readAllInside();
      await pool.db.execute(
        sql.raw(`alter table migrated_for_all alter column value type ${type} using value::${type}`),
      );
      expect(await readAgain()).toEqual(Array.from({ length: 16 }, () => [{ value: '7' }]));
    }
  } finally {
    await pool.close();
  }
});

test('F17 statements sent together run in their order, and the first that fails is what is thrown', async () => {
  const numbered = (n: number) =>
    sql`update counted_up set last = ${n}::int where last = ${n - 1}::int returning last`;
  await inTransaction(api.owner, async (tx) => {
    await tx.execute(sql`create temp table counted_up (last int not null) on commit drop`);
    await tx.execute(sql`insert into counted_up values (0)`);
    const order = Array.from({ length: 12 }, (_, n) => n + 1);
    expect(await queryTogether(tx, order.map(numbered))).toEqual(order.map((last) => [{ last }]));
  });
  const broken = inTransaction(api.owner, (tx) =>
    queryTogether(tx, [sql`select 1`, sql`select 1 / ${0}::int`, sql`select ${'x'}::int`]),
  );
  expect(sqlStateOf(await broken.catch((error) => error))).toBe('22012');
});

/** Sends requests as a learner of a league to an app on the one connection. */
async function openLearner() {
  const { id, token } = await addPerson(api.db);
  const league = await addLeague(api.db);
  await enroll(api.db, id, league);
  const app = createApp({
    db: open(),
    config: api.config,
    secret: api.secret,
    log: createLog('error', () => {}),
  });
  const send = async (call: Call, params: Record<string, string> = {}, body: unknown = null) => {
    const request = new Request(`http://localhost/api${pathOf(call, params)}`, {
      method: call.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === null ? null : JSON.stringify(body),
    });
    const response = await app.fetch(request, { requestIP: () => ({ address: '127.0.0.1' }) });
    expect(response.status).toBe(200);
  };
  return { league, send, close: () => app.close() };
}

/** How many statements `visit` sends, and how many of them run a plan that was kept; those planned for their values. */
async function countPlans(visit: () => Promise<void>) {
  const sumUp = async () => {
    const [row] = await queryRows<{ generic: number; custom: number }>(
      open(),
      sql`select sum(generic_plans)::int as generic, sum(custom_plans)::int as custom from pg_prepared_statements
        where statement not like '%pg_prepared_statements%' and statement <> 'commit'`,
    );
    return { generic: row?.generic ?? 0, custom: row?.custom ?? 0 };
  };
  const before = await sumUp();
  const statements = await readStatements(open(), visit);
  const sent = statements.filter(({ values }) => values.length > 0).length;
  const after = await sumUp();
  return { sent, kept: after.generic - before.generic, planned: after.custom };
}

onPostgres(
  'CALL-24 CALL-26 CALL-27 no statement of a tick, a note or an un-tick is planned again',
  async () => {
    const { league, send, close } = await openLearner();
    const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
    const visit = async (personalNote: string) => {
      await send(completeResource as Call, params, {});
      await send(saveNote as Call, params, { personalNote });
      await send(resetResource as Call, params);
    };
    // The third time every text is known, whatever the notes before it were.
    for (const note of ['first', 'second', 'third']) await visit(note);
    const { sent, ...plans } = await countPlans(() => visit('fourth'));
    expect(plans).toEqual({ kept: sent, planned: 0 });
    close();
  },
);

onPostgres(
  'CALL-30 CALL-31 no statement of what learners read all day is planned again, shared or not',
  async () => {
    const { league, send, close } = await openLearner();
    const section = league.weeks[0]?.sections[0];
    const params = {
      leagueId: league.id,
      sectionId: section?.id ?? '',
      resourceId: section?.resources[0]?.id ?? '',
    };
    const calls = [
      getProfile,
      getDashboard,
      getLeagueProgress,
      listSectionResourceProgress,
      getResourceProgress,
    ];
    const visit = async () => {
      for (const call of calls) await send(call as Call, params);
    };
    const change = () => raiseCurriculumVersion(api.db);
    for (let n = 0; n < 3; n++) {
      await change();
      await visit();
    }
    await change();
    const { sent, ...plans } = await countPlans(visit);
    expect(plans).toEqual({ kept: sent, planned: 0 });
    // A session each; the unread news, the structure of the league and the resource beside it.
    expect(sent).toBe(calls.length + 3);
    close();
  },
);

onPostgres('no statement starts workers, whatever its plan thinks of its rows', async () => {
  const [row] = await queryRows<{ workers: string }>(
    database?.db ?? api.db,
    sql`select current_setting('max_parallel_workers_per_gather') as workers`,
  );
  expect(row?.workers).toBe('0');
});
