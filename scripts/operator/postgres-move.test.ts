import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type App, createApp } from '#api/app.ts';
import type { Principal } from '#api/conformance/access/principals.ts';
import { buildWorld, type World } from '#api/conformance/access/world.ts';
import { rebuildCounters } from '#api/learning/recount.ts';
import { sealWaiting } from '#api/platform/audit/seal.ts';
import { verifyAuditLog } from '#api/platform/audit/verify.ts';
import { inTransaction, type OpenDatabase, openPostgres } from '#api/platform/db/client.ts';
import { openEmbedded } from '#api/platform/db/embedded.ts';
import { isTooPowerful } from '#api/platform/db/roles.ts';
import { users } from '#api/platform/db/schema/accounts.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { createLog } from '#api/platform/process/log.ts';
import { createSecretKey } from '#api/platform/process/secrets.ts';
import { embeddedSnapshot, makeServedDatabase, TEST_SECRET } from '#api/test/make-app.ts';
import { TEST_PASSWORD } from '#api/test/people.ts';
import { getProfile, login } from '#contract/auth.ts';
import { type Call, pathOf } from '#contract/call.ts';
import { getLeaderboard } from '#contract/leaderboard.ts';
import { listLeagues } from '#contract/leagues.ts';
import { getDashboard } from '#contract/learning.ts';
import { moveDatabase } from './move.ts';

const ADMIN = process.env.TEST_DATABASE_URL ?? '';
const describeOnPostgres = ADMIN ? describe : describe.skip;

/** The product on a database, as a client reaches it. */
function serve(database: OpenDatabase) {
  const config = parseEnv({ NODE_ENV: 'test', RATE_LIMIT_SCALE: '1000' });
  const log = createLog('error', () => {});
  const app: App = createApp({ db: database.db, config, secret: createSecretKey(TEST_SECRET), log });
  const ask = async (call: Pick<Call, 'method' | 'path'>, token?: string, body?: object) => {
    const request = new Request(`http://localhost/api${pathOf(call, {})}`, {
      method: call.method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const reply = await app.fetch(request, { requestIP: () => ({ address: '127.0.0.1' }) });
    const text = await reply.text();
    // When the answer was made is no part of what was moved.
    return {
      status: reply.status,
      body: JSON.parse(text.replace(/"lastUpdated":"[^"]*"/g, '"lastUpdated":""')),
    };
  };
  return { ask, close: () => app.close() };
}

const TIME_ZONE = 'Asia/Kolkata';
/** More than what is copied at a time. */
const ENTRIES = 2100;

/** What some people are answered, in their sessions from before and after a sign-in. */
async function readAnswers(database: OpenDatabase, { callers }: World): Promise<unknown[]> {
  const { ask, close } = serve(database);
  const answers: unknown[] = [];
  for (const name of ['grand', 'luminary', 'enrolled'] satisfies Principal[]) {
    const { token, person } = callers[name];
    const signedIn = await ask(login, undefined, { email: person?.email, password: TEST_PASSWORD });
    answers.push(signedIn.status);
    for (const call of [getProfile, getDashboard, listLeagues, getLeaderboard])
      answers.push(await ask(call, token ?? ''));
  }
  close();
  return answers;
}

describeOnPostgres('the embedded database moved to PostgreSQL', () => {
  const name = `test_move_${randomBytes(6).toString('hex')}`;
  const server = new Bun.SQL(ADMIN, { max: 1 });
  let [embedded, owner, serving]: OpenDatabase[] = [];
  let world: World;
  const sides = () => {
    if (!embedded || !owner || !serving) throw new Error('Not opened');
    return { embedded, owner, serving };
  };
  beforeAll(async () => {
    await server.unsafe(`create database ${name}`);
    const urls = await makeServedDatabase(ADMIN, name);
    embedded = await openEmbedded(undefined, await embeddedSnapshot());
    world = await buildWorld(embedded.db);
    await inTransaction(embedded.db, (tx) => rebuildCounters(tx, TIME_ZONE));
    await embedded.db.execute(
      sql`insert into audit_log (action, metadata) select 'TEST', '{"words": ["é"]}' from generate_series(1, ${ENTRIES}::int)`,
    );
    await sealWaiting(embedded.db);
    owner = openPostgres({ url: urls.owner, poolSize: 1 });
    serving = openPostgres({ url: urls.serving, poolSize: 2 });
  }, 300_000);
  afterAll(async () => {
    for (const database of [embedded, owner, serving]) await database?.close();
    await server.unsafe(`drop database ${name} with (force)`);
    await server.close();
  });
  const move = () => {
    const { embedded, owner } = sides();
    return moveDatabase(embedded.db, owner.db, TIME_ZONE);
  };

  test('a row that is lost on its way takes everything back', async () => {
    const { owner } = sides();
    await owner.db.execute(
      sql`create rule lose as on insert to badges where new.id is not null do instead nothing`,
    );
    await expect(move()).rejects.toThrow(
      /^The table badges differs: [1-9]\d* rows became 0\. Nothing was changed\.$/,
    );
    await owner.db.execute(sql`drop rule lose on badges`);
    expect(await owner.db.$count(users)).toBe(0);
  }, 300_000);

  test('stored numbers that differ from the events take everything back', async () => {
    const { embedded, owner } = sides();
    const add = (count: number) =>
      embedded.runScript(`update learner_stats set badges_earned = badges_earned + ${count}`);
    await add(1);
    await expect(move()).rejects.toThrow(
      /^Stored numbers differ from the events \(learner_stats\.badges_earned\): .* Nothing was changed\.$/,
    );
    await add(-1);
    expect(await owner.db.$count(users)).toBe(0);
  }, 300_000);

  test('every row arrives, the constraints stand, and the serving role serves it', async () => {
    const { embedded, owner, serving } = sides();
    const constraints = () =>
      owner.db.execute(sql`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = 'public'::regnamespace order by 1`);
    const before = [...((await constraints()) as unknown as object[])];
    const moved = await move();
    expect(moved.get('users')).toBeGreaterThan(20);
    expect(moved.get('progress_events')).toBe(2);
    expect(moved.get('audit_log')).toBeGreaterThanOrEqual(ENTRIES);
    expect([...((await constraints()) as unknown as object[])]).toEqual(before);
    expect(await isTooPowerful(serving)).toBe(false);
    expect(await verifyAuditLog(serving.db)).toEqual(await verifyAuditLog(embedded.db));
    const [there, here] = [await readAnswers(embedded, world), await readAnswers(serving, world)];
    expect(there.slice(0, 2)).toEqual([200, expect.objectContaining({ status: 200 })]);
    expect(here).toEqual(there);
    expect(JSON.stringify(here)).toContain('"leaderboard"');
  }, 300_000);

  test('a target that holds anything is refused and stays as it is', async () => {
    await expect(move()).rejects.toThrow(/^The target is not empty: its table \w+ holds rows\./);
  });
});
