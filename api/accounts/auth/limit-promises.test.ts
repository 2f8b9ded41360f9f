import { describe, expect, test } from 'bun:test';
import { desc, eq, sql } from 'drizzle-orm';
import { login } from '#contract/auth.ts';
import { resetPassword, sendResetOtp, sendVerificationOtp, verifyEmailOtp } from '#contract/otp.ts';
import { createApp } from '../../app.ts';
import { oneTimeCodes, sessions } from '../../platform/db/schema/accounts.ts';
import { createLog } from '../../platform/process/log.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { mailedCode, wrongFor } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../../test/people.ts';

/** With the limits as they are shipped. Each test has addresses of its own, so that none uses up another's. */
const strict = await openTestApp({ RATE_LIMIT_SCALE: '1', TRUSTED_PROXIES: '10.255.0.0/16' });

const rightLogin = (person: Person, options: { address?: string; headers?: Record<string, string> } = {}) =>
  strict.call(login, { body: { email: person.email, password: TEST_PASSWORD }, ...options });
const statusesOf = async (replies: Promise<{ status: number }>[]) =>
  (await Promise.all(replies)).map(({ status }) => status);
/** A password longer than any real one is refused without hashing it: a try that costs the test no time. */
const cheapTry = (email: string, options: { address?: string; headers?: Record<string, string> }) =>
  strict.call(login, { body: { email, password: 'x'.repeat(5000) }, ...options });

describe('guessing codes', () => {
  test('P7 in a simulated day an account is sent ten codes and answers fifty guesses, and never more', async () => {
    const person = await addPerson(strict.db, { verified: false });
    const countGuesses = async () => {
      const [code] = await strict.db
        .select({ attempts: oneTimeCodes.attempts })
        .from(oneTimeCodes)
        .where(eq(oneTimeCodes.userId, person.id));
      return code?.attempts ?? 0;
    };
    let codes = 0;
    let answered = 0;
    for (let hour = 0; hour < 24; hour += 3) {
      for (let i = 0; i < 7; i++) {
        const sent = await strict.call(sendVerificationOtp, { token: person.token, address: '10.7.0.1' });
        if (sent.status === 200) codes += 1;
        else expect([sent.status, Number(sent.headers.get('retry-after')) > 0]).toEqual([429, true]);
        await strict.db.update(oneTimeCodes).set({ createdAt: sql`now() - interval '2 minutes'` });
        const otp = wrongFor(await mailedCode(strict, person.email));
        const before = await countGuesses();
        await Promise.all(
          Array.from({ length: sent.status === 200 ? 7 : 1 }, () =>
            strict.call(verifyEmailOtp, { token: person.token, body: { otp }, address: '10.7.0.2' }),
          ),
        );
        answered += (await countGuesses()) - before;
      }
      await strict.db.execute(
        sql`update rate_limits set window_ends_at = window_ends_at - interval '3 hours'`,
      );
      if (hour === 0) expect(codes).toBe(5);
    }
    expect([codes, answered]).toEqual([10, 50]);
  }, 300_000);
});

describe('guessing passwords', () => {
  test('P19 a locked account is refused alike whether it exists, its owner resets the password and gets in elsewhere', async () => {
    const person = await addPerson(strict.db);
    const ghost = 'ghost-p19@example.test';
    for (const email of [person.email, ghost]) {
      await statusesOf(Array.from({ length: 10 }, () => cheapTry(email, { address: '10.19.0.1' })));
    }
    const [known, unknown] = await Promise.all(
      [person.email, ghost].map((email) => cheapTry(email, { address: '10.19.0.1' })),
    );
    const shape = ({ status, body }: typeof known = { status: 0, body: {}, headers: new Headers() }) => [
      status,
      Object.keys(body),
      body.error,
    ];
    expect(shape(known)).toEqual(shape(unknown));
    expect(known?.status).toBe(429);
    expect((await rightLogin(person, { address: '10.19.0.1' })).status).toBe(429);
    expect((await rightLogin(person, { address: '10.19.0.2' })).status).toBe(200);
    const { email } = person;
    const sent = await strict.call(sendResetOtp, { body: { email }, address: '10.19.0.1' });
    expect(sent.status).toBe(200);
    const body = { email, otp: await mailedCode(strict, email), newPassword: 'Harbour-moss-64!' };
    expect((await strict.call(resetPassword, { body, address: '10.19.0.1' })).status).toBe(200);
  });

  test('P20 120 failures from one address are cut at a hundred, and success costs that address nothing', async () => {
    const person = await addPerson(strict.db);
    const address = '10.21.0.1';
    const first = await statusesOf(
      Array.from({ length: 60 }, (_, index) => cheapTry(`a${index}@example.test`, { address })),
    );
    expect(first.every((status) => status === 401)).toBe(true);
    for (let i = 0; i < 3; i++) expect((await rightLogin(person, { address })).status).toBe(200);
    const second = await statusesOf(
      Array.from({ length: 60 }, (_, index) => cheapTry(`b${index}@example.test`, { address })),
    );
    expect(second.filter((status) => status === 401)).toHaveLength(40);
  });

  test('P20 120 addresses of one IPv6 network share a bucket, its neighbour does not', async () => {
    const tries = await statusesOf(
      Array.from({ length: 120 }, (_, index) =>
        cheapTry(`v6-${index}@example.test`, { address: `2001:db8:7:7::${(index + 1).toString(16)}` }),
      ),
    );
    expect(tries.filter((status) => status === 401)).toHaveLength(100);
    expect((await cheapTry('v6@example.test', { address: '2001:db8:7:8::1' })).status).toBe(401);
  });

  test('P21 a burst of fifty gets ten answers; a second process and a restart know of them', async () => {
    const person = await addPerson(strict.db);
    const address = '10.22.0.1';
    const burst = await statusesOf(Array.from({ length: 50 }, () => cheapTry(person.email, { address })));
    expect(burst.filter((status) => status === 401)).toHaveLength(10);
    const { db, config, secret } = strict;
    const restarted = createApp({ db, config, secret, log: createLog('silent', () => {}) });
    const response = await restarted.fetch(
      new Request('http://localhost/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: TEST_PASSWORD }),
      }),
      { requestIP: () => ({ address }) },
    );
    expect(response.status).toBe(429);
  });

  test('P21 no way of writing the path or the address is a way around the count', async () => {
    const person = await addPerson(strict.db);
    const address = '10.23.0.1';
    await statusesOf(Array.from({ length: 10 }, () => cheapTry(person.email, { address })));
    for (const path of [
      '/api/auth/login/',
      '/api/auth/login?x=1',
      '//api/auth/login',
      '/API/auth/login',
      '/api//auth/login',
      '/api/auth%2flogin',
      '/api/auth/./login',
      '/api/auth/login;x=1',
      '/api/x/../auth/login',
    ]) {
      const response = await strict.request(path, {
        method: 'POST',
        address,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: TEST_PASSWORD }),
      });
      expect([path, [404, 405, 429].includes(response.status)]).toEqual([path, true]);
    }
    for (const email of [person.email.toUpperCase(), ` ${person.email} `]) {
      const reply = await strict.call(login, { body: { email, password: TEST_PASSWORD }, address });
      expect([email, reply.status]).toEqual([email, 429]);
    }
    const mapped = await rightLogin(person, { address: `::ffff:${address}` });
    expect(mapped.status).toBe(429);
  });

  test('P22 a 429 is the envelope with Retry-After in whole seconds, and the wait it names is the true one', async () => {
    const person = await addPerson(strict.db);
    const address = '10.24.0.1';
    await statusesOf(Array.from({ length: 10 }, () => cheapTry(person.email, { address })));
    const asked = Date.now();
    const refused = await rightLogin(person, { address });
    const answered = Date.now();
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        success: false,
        error: 'Too Many Requests',
        code: 'TOO_MANY_REQUESTS',
        requestId: expect.any(String),
        retryAfter: seconds,
        message: `Too many attempts. Please try again in ${seconds} seconds.`,
        resetTime: expect.any(String),
        details: expect.any(String),
      },
    ]);
    const until = Date.parse(refused.body.resetTime) - seconds * 1000;
    expect(until).toBeWithin(asked - 1000, answered + 1000);
    const pass = (by: number) =>
      strict.db.execute(
        sql`update rate_limits set window_ends_at = window_ends_at - ${by} * interval '1 second'
          where key like 'login:%' and key like ${`%${address}`}`,
      );
    await pass(seconds - 60);
    expect((await rightLogin(person, { address })).status).toBe(429);
    await pass(60);
    expect((await rightLogin(person, { address })).status).toBe(200);
  });

  test('fault 5 P23 fifty made-up forwarded addresses are one caller, and a named victim is not locked out', async () => {
    const person = await addPerson(strict.db);
    const victim = '198.51.100.7';
    const tries = await statusesOf(
      Array.from({ length: 50 }, (_, index) =>
        cheapTry(person.email, {
          address: '10.25.0.1',
          headers: { 'x-forwarded-for': index % 2 ? victim : `203.0.113.${index}`, 'x-real-ip': victim },
        }),
      ),
    );
    expect(tries.filter((status) => status === 401)).toHaveLength(10);
    expect((await rightLogin(person, { address: victim })).status).toBe(200);
  });

  test('P23 behind a trusted proxy the hop it appended counts, whatever the caller wrote before it', async () => {
    const person = await addPerson(strict.db);
    const through = (forwarded: string) => ({
      address: '10.255.0.9',
      headers: { 'x-forwarded-for': forwarded },
    });
    const tries = await statusesOf(
      Array.from({ length: 12 }, (_, index) =>
        cheapTry(person.email, through(`203.0.113.${index}, 198.51.100.66`)),
      ),
    );
    expect(tries.filter((status) => status === 401)).toHaveLength(10);
    expect((await rightLogin(person, through('198.51.100.66, 198.51.100.67'))).status).toBe(200);
    expect((await rightLogin(person, through('198.51.100.66'))).status).toBe(429);
  });

  test('P23 a proxy that writes ports makes one caller of one address, in limits, sessions and the audit log', async () => {
    const person = await addPerson(strict.db);
    const through = (forwarded: string) => ({
      address: '10.255.0.9',
      headers: { 'x-forwarded-for': forwarded },
    });
    for (const [plain, withPort] of [
      ['198.51.100.77', (port: number) => `198.51.100.77:${port}`],
      ['2001:db8:77::1', (port: number) => `[2001:db8:77::1]:${port}`],
    ] as const) {
      expect((await rightLogin(person, through(withPort(40_000)))).status).toBe(200);
      const [session] = await strict.db
        .select({ address: sessions.ipAddress })
        .from(sessions)
        .where(eq(sessions.userId, person.id))
        .orderBy(desc(sessions.createdAt))
        .limit(1);
      const chosen = { targetUserId: person.id, action: 'LOGIN_SUCCEEDED' };
      const entry = (await readEntries(strict.db, chosen)).at(-1);
      expect([session?.address, entry?.ipAddress]).toEqual([plain, plain]);
      const tries = await statusesOf(
        Array.from({ length: 12 }, (_, index) => cheapTry(person.email, through(withPort(50_000 + index)))),
      );
      expect(tries.filter((status) => status === 401)).toHaveLength(10);
      expect((await rightLogin(person, through(plain))).status).toBe(429);
    }
    // Nobody else behind that proxy waits for it.
    expect((await rightLogin(person, through('198.51.100.78:443'))).status).toBe(200);
  });
});
