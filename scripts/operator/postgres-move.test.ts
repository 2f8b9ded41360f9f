import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { DEMO_PASSWORD } from '#api/accounts/auth/published-passwords.ts';
import { type App, createApp } from '#api/app.ts';
import { verifyAuditLog } from '#api/platform/audit/verify.ts';
import { type OpenDatabase, openPostgres } from '#api/platform/db/client.ts';
import { openEmbedded } from '#api/platform/db/embedded.ts';
import { isTooPowerful } from '#api/platform/db/roles.ts';
import { users } from '#api/platform/db/schema/accounts.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { createLog } from '#api/platform/process/log.ts';
import { createSecretKey } from '#api/platform/process/secrets.ts';
import { demoData } from '#api/test/demo.ts';
import { embeddedSnapshot, makeServedDatabase, TEST_SECRET } from '#api/test/make-app.ts';
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

/** What some people of the demo are answered. */
async function readAnswers(database: OpenDatabase): Promise<unknown[]> {
  const { ask, close } = serve(database);
  const answers: unknown[] = [];
  for (const name of ['grand', 'luminary', 'pioneer']) {
    const signedIn = await ask(login, undefined, {
      email: `${name}@demo.openleague.test`,
      password: DEMO_PASSWORD,
    });
    const token = signedIn.body.data.accessToken;
    for (const call of [getProfile, getDashboard, listLeagues, getLeaderboard])
      answers.push(await ask(call, token));
  }
  close();
  return answers;
}

describeOnPostgres('the embedded database moved to PostgreSQL', () => {
  const name = `test_move_${randomBytes(6).toString('hex')}`;
  const server = new Bun.SQL(ADMIN, { max: 1 });
  let [embedded, owner, serving]: OpenDatabase[] = [];
  const sides = () => {
    if (!embedded || !owner || !serving) throw new Error('Not opened');
    return { embedded, owner, serving };
  };
  beforeAll(async () => {
    await server.unsafe(`create database ${name}`);
    const urls = await makeServedDatabase(ADMIN, name);
    embedded = await openEmbedded(undefined, await embeddedSnapshot(demoData));
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
    return moveDatabase(embedded.db, owner.db, 'Asia/Kolkata');
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
    expect(moved.get('users')).toBeGreaterThan(40);
    expect(moved.get('progress_events')).toBeGreaterThan(100);
    expect([...((await constraints()) as unknown as object[])]).toEqual(before);
    expect(await isTooPowerful(serving)).toBe(false);
    expect(await verifyAuditLog(serving.db)).toEqual(await verifyAuditLog(embedded.db));
    const [there, here] = [await readAnswers(embedded), await readAnswers(serving)];
    expect(here).toEqual(there);
    expect(JSON.stringify(here)).toContain('"leaderboard"');
  }, 300_000);

  test('a target that holds anything is refused and stays as it is', async () => {
    await expect(move()).rejects.toThrow(/^The target is not empty: its table \w+ holds rows\./);
  });
});
