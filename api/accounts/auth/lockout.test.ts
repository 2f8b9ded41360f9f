import { afterAll, describe, expect, spyOn, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { login } from '#contract/auth.ts';
import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { resetPassword, sendResetOtp, verifyResetOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import { queryRows } from '../../platform/db/client.ts';
import { knownOrigins } from '../../platform/db/schema/accounts.ts';
import { ROWS_MAX } from '../../platform/http/limits.ts';
import { createToken } from '../../platform/process/secrets.ts';
import { mailedCode, mailedLink, wrongFor } from '../../test/mailed-code.ts';
import type { TestReply } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../../test/people.ts';

/** The hashes that a guess was compared with, in order; wrong guesses cost the tests no time. */
const compared: string[] = [];
const realVerify = Bun.password.verify;
const verify = spyOn(Bun.password, 'verify').mockImplementation(async (password, hash) => {
  compared.push(String(hash));
  return String(password).startsWith('guess') ? false : realVerify(password, hash);
});
/** With the limits as they are shipped. */
const strict = await openTestApp({ RATE_LIMIT_SCALE: '1' });
afterAll(async () => {
  verify.mockRestore();
});

interface Place {
  address: string;
  device?: string;
}
const from = ({ address, device }: Place): { address: string; headers: Record<string, string> } => ({
  address,
  headers: device ? { [DEVICE_TOKEN_HEADER]: device } : {},
});
const enter = (email: string, place: Place, password = TEST_PASSWORD) =>
  strict.call(login, { body: { email, password }, ...from(place) });
const guess = (email: string, place: Place) => enter(email, place, `guess-${createToken()}`);
const ask = (email: string, place: Place) => strict.call(sendResetOtp, { body: { email }, ...from(place) });
const check = (email: string, otp: string, place: Place) =>
  strict.call(verifyResetOtp, { body: { email, otp }, ...from(place) });
const reset = (email: string, otp: string, newPassword: string, place: Place) =>
  strict.call(resetPassword, { body: { email, otp, newPassword }, ...from(place) });
const statusOf = async (reply: Promise<TestReply>) => (await reply).status;
const inTurn = async <Result>(count: number, work: (index: number) => Promise<Result>) => {
  const results: Result[] = [];
  for (let index = 0; index < count; index++) results.push(await work(index));
  return results;
};
/** The clock that every limit, code and known origin is judged by. */
const pass = async (minutes: number) => {
  const ago = sql`${minutes} * interval '1 minute'`;
  await strict.db.execute(sql`update rate_limits set window_ends_at = window_ends_at - ${ago}`);
  await strict.db.execute(sql`update known_origins set last_used_at = last_used_at - ${ago}`);
  await strict.db.execute(
    sql`update one_time_codes set created_at = created_at - ${ago}, expires_at = expires_at - ${ago}`,
  );
};
let networks = 0;
/** An address that nobody has used before. */
const elsewhere = () => `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks++ & 255}`;
/** Uses up what strangers have of an account. */
const exhaust = (email: string) => inTurn(31, () => guess(email, { address: elsewhere() }));
const NEW_PASSWORD = 'Harbour-moss-64!';
/** What a stranger sees of a reply. */
const seen = ({ status, body }: TestReply) =>
  JSON.stringify([status, body], (key, value) => (/requestId|Time$/.test(key) ? undefined : value)).replace(
    /\d+ seconds|"retryAfter":\d+/g,
    'N',
  );

describe('guesses of a password from many addresses', () => {
  test('P19 in a day at most 100 are compared, and the owner signs in where known, by network or by browser', async () => {
    const person = await addPerson(strict.db);
    const { email } = person;
    const { passwordHash } = await readPerson(strict.db, person.id);
    const home = { address: '198.51.100.20' };
    const laptop = { address: '198.51.100.21', device: createToken() };
    for (const place of [home, laptop]) expect(await statusOf(enter(email, place))).toBe(200);
    compared.length = 0;
    let rightOnes = 0;
    for (let hour = 0; hour < 24; hour += 3) {
      await inTurn(hour === 0 ? 35 : 10, () => guess(email, { address: elsewhere() }));
      if (hour % 6 === 0) {
        const travelling = { address: elsewhere(), device: laptop.device };
        for (const place of [home, travelling]) {
          expect([hour, place, await statusOf(enter(email, place))]).toEqual([hour, place, 200]);
          rightOnes += 1;
        }
        expect(await statusOf(enter(email, { address: elsewhere() }))).toBe(429);
      }
      await pass(180);
    }
    const guesses = compared.filter((hash) => hash === passwordHash).length - rightOnes;
    expect(guesses).toBe(30);
    expect(await statusOf(enter(email, { address: elsewhere() }))).toBe(200);
  }, 300_000);

  test('P19 known networks and browsers guess no more than their share, and never more than 100 in all', async () => {
    const person = await addPerson(strict.db);
    const { email } = person;
    const { passwordHash } = await readPerson(strict.db, person.id);
    const places = await inTurn(8, async () => ({ address: elsewhere(), device: createToken() }));
    for (const place of places) expect(await statusOf(enter(email, place))).toBe(200);
    compared.length = 0;
    await exhaust(email);
    const [first] = places;
    if (first) await inTurn(12, () => guess(email, first));
    expect(compared.filter((hash) => hash === passwordHash)).toHaveLength(30 + 5 + 5);
    for (const place of places) await inTurn(12, () => guess(email, place));
    for (const { address } of places) await inTurn(12, () => guess(email, { address }));
    expect(compared.filter((hash) => hash === passwordHash)).toHaveLength(30 + 20 + 20);
    // As often as a reset would give strangers their share again.
    for (let reset = 0; reset < 2; reset++) {
      await strict.db.execute(sql`delete from rate_limits where key like 'kept-login-account:%'`);
      await exhaust(email);
    }
    expect(compared.filter((hash) => hash === passwordHash)).toHaveLength(100);
  }, 300_000);

  test('P19 after a reset by mail from anywhere the owner signs in there, however the guessing goes on', async () => {
    const person = await addPerson(strict.db);
    const { email } = person;
    const old = { address: elsewhere(), device: createToken() };
    expect(await statusOf(enter(email, old))).toBe(200);
    await exhaust(email);
    const abroad = { address: elsewhere(), device: createToken() };
    const refused = await enter(email, abroad);
    expect([refused.status, refused.body.error]).toEqual([429, 'Too Many Requests']);
    expect(refused.body.details).toContain('reset your password by email');
    expect(await statusOf(ask(email, abroad))).toBe(200);
    const otp = await mailedCode(strict, email);
    expect(await statusOf(reset(email, otp, NEW_PASSWORD, abroad))).toBe(200);
    // The counts of strangers begin anew, so the owner gets in anywhere while nobody guesses.
    expect(await statusOf(enter(email, { address: elsewhere() }, NEW_PASSWORD))).toBe(200);
    await exhaust(email);
    expect(await statusOf(enter(email, { ...abroad, address: elsewhere() }, NEW_PASSWORD))).toBe(200);
    expect(await statusOf(enter(email, { address: abroad.address }, NEW_PASSWORD))).toBe(200);
    // What was known before the reset is so no longer.
    expect(await statusOf(enter(email, old, NEW_PASSWORD))).toBe(429);
  }, 300_000);

  test('P19 a neighbour on the network of its owner holds up neither their browser nor, beyond ten minutes, the network', async () => {
    const { email } = await addPerson(strict.db);
    const campus = elsewhere();
    const browser = { address: campus, device: createToken() };
    expect(await statusOf(enter(email, browser))).toBe(200);
    await inTurn(120, () => guess(email, { address: campus }));
    expect(await statusOf(enter(email, { address: campus }))).toBe(429);
    expect(await statusOf(enter(email, browser))).toBe(200);
    // Nor does one who guesses at everybody there.
    await inTurn(120, (index) => guess(`somebody-${index}@example.test`, { address: campus }));
    expect(await statusOf(enter(email, browser))).toBe(200);
    await pass(16);
    expect(await statusOf(enter(email, { address: campus }))).toBe(200);
  }, 300_000);

  test('P19 a refused try is counted for nobody else: it costs neither the account nor its other addresses', async () => {
    const { email } = await addPerson(strict.db);
    const place = { address: elsewhere() };
    await inTurn(10, () => guess(email, place));
    const counts = () =>
      strict.db.execute(
        sql`select key, count from rate_limits where key like ${`%${strict.secret.sign('login', email)}%`} order by key`,
      );
    const before = JSON.stringify(await counts());
    await inTurn(50, () => guess(email, place));
    expect(JSON.stringify(await counts())).toBe(before);
  });

  test('P19 the secret of a browser counts for accounts that signed in there, opens nothing, and is not stored', async () => {
    const [one, other] = [await addPerson(strict.db), await addPerson(strict.db)];
    const device = createToken();
    expect(await statusOf(enter(one.email, { address: elsewhere(), device }))).toBe(200);
    expect(await statusOf(enter(one.email, { address: elsewhere(), device }, 'guess'))).toBe(401);
    await exhaust(other.email);
    expect(await statusOf(enter(other.email, { address: elsewhere(), device }))).toBe(429);
    await exhaust(one.email);
    for (const secret of ['', 'short', `${device}x`, device.toLowerCase(), createToken()]) {
      expect(await statusOf(enter(one.email, { address: elsewhere(), device: secret }))).toBe(429);
    }
    const rows = await strict.db.select().from(knownOrigins).where(eq(knownOrigins.userId, one.id));
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(device);
  }, 300_000);

  test('P19 a changed password forgets other browsers and networks and knows its own', async () => {
    const person = await addPerson(strict.db);
    const { email } = person;
    const [one, other] = [1, 2].map(() => ({ address: elsewhere(), device: createToken() }));
    if (!one || !other) throw new Error('No places');
    for (const place of [one, other]) expect(await statusOf(enter(email, place))).toBe(200);
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    const changed = await strict.call(changePassword, { token: person.token, body, ...from(one) });
    expect(changed.status).toBe(200);
    await exhaust(email);
    expect(await statusOf(enter(email, one, NEW_PASSWORD))).toBe(200);
    expect(await statusOf(enter(email, other, NEW_PASSWORD))).toBe(429);
  }, 300_000);

  test('an account keeps the ten networks and ten browsers last used', async () => {
    const person = await addPerson(strict.db);
    const places = await inTurn(14, async () => ({ address: elsewhere(), device: createToken() }));
    for (const place of places) {
      expect(await statusOf(enter(person.email, place))).toBe(200);
      await pass(1);
    }
    const rows = await strict.db.select().from(knownOrigins).where(eq(knownOrigins.userId, person.id));
    expect(rows.map(({ kind }) => kind).sort()).toEqual([
      ...Array(10).fill('DEVICE'),
      ...Array(10).fill('NETWORK'),
    ]);
    await exhaust(person.email);
    const replies = await inTurn(14, (index) => enter(person.email, places[index] as Place));
    expect(replies.map(({ status }) => status)).toEqual([...Array(4).fill(429), ...Array(10).fill(200)]);
  }, 300_000);

  test('P19 a flood of made-up accounts makes nobody forget how often a real one was guessed at', async () => {
    const { email } = await addPerson(strict.db);
    await strict.db.execute(sql`
      insert into rate_limits (key, count, window_ends_at)
      select kind || ':made-up-' || n, 1000, now() + interval '1 day'
      from generate_series(1, ${ROWS_MAX}::int) n, unnest(array['login-account', 'login-account-day']) kind`);
    await exhaust(email);
    await inTurn(260, (index) => guess(`made-up-${index}@example.test`, { address: elsewhere() }));
    const [trimmed] = await queryRows<{ rows: number }>(
      strict.db,
      sql`select count(*)::int as rows from rate_limits where key like 'login-account:%'`,
    );
    expect(Number(trimmed?.rows)).toBeLessThan(ROWS_MAX + 500);
    expect(await statusOf(guess(email, { address: elsewhere() }))).toBe(429);
    await strict.db.execute(sql`delete from rate_limits where key like 'login-account%'`);
  }, 300_000);

  test('P11 P12 a neighbour sees no difference between an account known on the network and one that does not exist', async () => {
    const person = await addPerson(strict.db);
    const campus = { address: elsewhere() };
    expect(await statusOf(enter(person.email, campus))).toBe(200);
    const conversations: unknown[][] = [];
    for (const email of [person.email, `ghost-of-${person.email}`]) {
      await exhaust(email);
      compared.length = 0;
      const replies = await inTurn(11, () => guess(email, campus));
      conversations.push([compared.length, ...replies.map(seen)]);
    }
    expect(conversations[1]).toEqual(conversations[0] ?? []);
    expect(new Set(conversations[0]?.slice(1).map((reply) => String(reply).slice(0, 4)))).toEqual(
      new Set(['[429']),
    );
    // Where nobody signed in, nothing is compared.
    compared.length = 0;
    await guess(person.email, { address: elsewhere() });
    expect(compared).toEqual([]);
    // The right password of the owner is compared, however its wrong ones are answered.
    const other = await addPerson(strict.db);
    expect(await statusOf(enter(other.email, campus))).toBe(200);
    await exhaust(other.email);
    expect(await statusOf(guess(other.email, campus))).toBe(429);
    expect(await statusOf(enter(other.email, campus))).toBe(200);
  }, 300_000);
});

describe('guesses of a mailed code from many addresses', () => {
  test('P6 P7 in a day at most 50 guesses are compared, and the link in the mailbox stays good', async () => {
    const { email } = await addPerson(strict.db);
    let codes = 0;
    let guesses = 0;
    for (let hour = 0; hour < 23; hour += 3) {
      for (let i = 0; i < 6; i++) {
        if ((await statusOf(ask(email, { address: elsewhere() }))) === 200) codes += 1;
        const otp = wrongFor(await mailedCode(strict, email));
        const replies = await inTurn(6, () => check(email, otp, { address: elsewhere() }));
        guesses += replies.filter(({ body }) => body.error === 'Invalid OTP.').length;
        await pass(3);
      }
      await pass(hour < 21 ? 162 : 42);
    }
    expect([codes, guesses]).toEqual([10, 50]);
    const token = await mailedLink(strict, email);
    const abroad = { address: elsewhere() };
    const body = { email, token, newPassword: NEW_PASSWORD };
    expect(await statusOf(strict.call(resetPassword, { body, ...from(abroad) }))).toBe(200);
    expect(await statusOf(enter(email, abroad, NEW_PASSWORD))).toBe(200);
  }, 300_000);

  test('P11 a neighbour sees no difference between a mailbox known on the network and one of nobody', async () => {
    const person = await addPerson(strict.db);
    const campus = { address: elsewhere() };
    expect(await statusOf(enter(person.email, campus))).toBe(200);
    const conversations: string[][] = [];
    for (const email of [person.email, `ghost-of-${person.email}`]) {
      const replies = [await ask(email, { address: elsewhere() })];
      const otp = email === person.email ? wrongFor(await mailedCode(strict, email)) : '000000';
      for (let i = 0; i < 3; i++) replies.push(await check(email, otp, { address: elsewhere() }));
      for (let i = 0; i < 4; i++) replies.push(await check(email, otp, campus));
      conversations.push(replies.map((reply) => seen(reply).replace(/"expiresAt":"[^"]*"/, '')));
    }
    expect(conversations[1]).toEqual(conversations[0] ?? []);
  }, 300_000);
});
