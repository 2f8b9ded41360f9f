import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { createApp } from '../app.ts';
import { updateStatusById } from '../contract/admin-users.ts';
import { getProfile, login, refreshSession, signup } from '../contract/auth.ts';
import { getResetStatus, resetPassword, sendResetOtp, verifyResetOtp } from '../contract/codes.ts';
import { completeResource, saveNote } from '../contract/resource-progress.ts';
import { accessTokens, users } from '../db/schema/accounts.ts';
import { progressEvents } from '../db/schema/learning.ts';
import { createLog } from '../log.ts';
import { listKeptMessages } from '../mail/outbox.ts';
import { issueCode } from '../otp/codes.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../test/people.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

const WRONG = 'Not-the-one-1';
const fastestFifth = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 5)] ?? 0;
async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
async function mailedCode(to: string): Promise<string> {
  const message = (await listKeptMessages(api)).find((candidate) => candidate.to === to);
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
}

describe('passwords at rest', () => {
  test('P1 a password is hashed with argon2id of the agreed strength, and never twice alike', async () => {
    const body = { name: 'Ila Rao', password: 'Banyan-shade-77' };
    for (const email of ['ila1@example.test', 'ila2@example.test'])
      expect((await api.call(signup, { body: { ...body, email } })).status).toBe(201);
    const hashes = (await api.db.select({ hash: users.passwordHash, name: users.name }).from(users))
      .filter(({ name }) => name === 'Ila Rao')
      .map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=(19456|[2-9]\d{4,}),t=[2-9],p=\d+\$/);
  });

  test('P1 a hash made with weaker parameters is made again at the next sign-in, and only then', async () => {
    const person = await addPerson(api.db);
    const weak = await Bun.password.hash(TEST_PASSWORD, {
      algorithm: 'argon2id',
      memoryCost: 8192,
      timeCost: 1,
    });
    await api.db.update(users).set({ passwordHash: weak }).where(eq(users.id, person.id));
    const signIn = (password: string) => api.call(login, { body: { email: person.email, password } });
    expect((await signIn(WRONG)).status).toBe(401);
    expect((await readPerson(api.db, person.id)).passwordHash).toBe(weak);
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
    const { passwordHash } = await readPerson(api.db, person.id);
    expect(passwordHash).toStartWith('$argon2id$v=19$m=19456,t=2,');
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
    expect((await readPerson(api.db, person.id)).passwordHash).toBe(passwordHash);
  });
});

test('P4 codes are spread evenly over all six digits, and one that begins with 0 is a code like any other', async () => {
  const codes: string[] = [];
  for (let i = 0; i < 500; i++) {
    const issued = await issueCode(api.db, api.secret, {
      kind: 'PASSWORD_RESET',
      email: `spread${i}@example.test`,
      userId: null,
      resendSeconds: 120,
    });
    codes.push(issued.issued ? issued.code : '');
  }
  for (let place = 0; place < 6; place++) {
    const counts = Array.from({ length: 10 }, () => 0);
    for (const code of codes) {
      expect(code).toMatch(/^\d{6}$/);
      counts[Number(code[place])] = (counts[Number(code[place])] ?? 0) + 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 50) ** 2 / 50, 0);
    // Nine degrees of freedom: a fair source passes this in all but one of five million runs.
    expect(chiSquare).toBeLessThan(50);
  }
  const index = codes.findIndex((code) => code.startsWith('0'));
  const body = { email: `spread${index}@example.test`, otp: codes[index] ?? '' };
  expect((await api.call(verifyResetOtp, { body })).status).toBe(200);
});

describe('P12 time tells nothing about who has an account', () => {
  /**
   * Pairs taken in turns, so that a busy moment of the machine hits both alike; of each the fastest fifth is left, where
   * waiting for others shows least. A difference that is there shows in all of three rounds.
   */
  async function expectAlike(pairs: number, one: (i: number) => Promise<unknown>, other: typeof one) {
    const fifths: string[] = [];
    for (let round = 0; round < 3; round++) {
      const times: [number[], number[]] = [[], []];
      for (let pair = 0; pair < pairs; pair++) {
        const i = round * pairs + pair;
        const order = i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        for (const which of order) times[which].push(await timed(() => (which === 0 ? one : other)(i)));
      }
      const [known, unknown] = times.map(fastestFifth) as [number, number];
      if (Math.abs(known - unknown) < 2) return;
      fifths.push(`${known.toFixed(2)} and ${unknown.toFixed(2)} ms`);
    }
    expect(fifths).toEqual([]);
  }

  test('at sign-in', async () => {
    const person = await addPerson(api.db);
    const signIn = (email: string) => api.call(login, { body: { email, password: WRONG } });
    await expectAlike(
      40,
      () => signIn(person.email),
      (i) => signIn(`nobody${i}@example.test`),
    );
  });

  test('when a reset code is asked for, checked and tried', async () => {
    const people = await Promise.all(Array.from({ length: 150 }, () => addPerson(api.db)));
    const known = (i: number) => people[i]?.email ?? '';
    const unknown = (i: number) => `nobody-reset${i}@example.test`;
    const ask = (email: string) => api.call(sendResetOtp, { body: { email } });
    const check = (email: string) => api.call(verifyResetOtp, { body: { email, otp: '000000' } });
    const reset = (email: string) =>
      api.call(resetPassword, { body: { email, otp: '000000', newPassword: 'Banyan-shade-77!' } });
    const status = (email: string) => api.call(getResetStatus, { query: { email } });
    for (const step of [ask, check, reset, status]) {
      await expectAlike(
        50,
        (i) => step(known(i)),
        (i) => step(unknown(i)),
      );
    }
  });
});

describe('taking an account back', () => {
  test('P13 who signed up with another’s address is out when its owner resets the password', async () => {
    const email = 'victim@example.test';
    const attacker = await api.call(signup, {
      body: { name: 'Mallory', email, password: 'Planted-door-99' },
    });
    const { accessToken, refreshToken } = attacker.body.data;
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(email);
    const newPassword = 'Mine-again-2026!';
    const reset = await api.call(resetPassword, { body: { email, otp, newPassword } });
    expect(reset.status).toBe(200);
    expect(JSON.stringify(reset.body)).not.toMatch(/token/i);
    expect((await api.call(getProfile, { token: accessToken })).status).toBe(401);
    expect((await api.call(refreshSession, { body: { refreshToken } })).status).toBe(401);
    const stale = await api.call(login, { body: { email, password: 'Planted-door-99' } });
    expect(stale.status).toBe(401);
    const owner = await api.call(login, { body: { email, password: newPassword } });
    expect([owner.status, owner.body.data.user.emailVerified]).toEqual([200, true]);
    const notice = (await listKeptMessages(api)).find(
      ({ to, kind }) => to === email && kind === 'PASSWORD_CHANGED',
    );
    expect(notice?.text).toContain('signed out everywhere');
    expect(notice?.text).not.toContain(otp);
  });

  test('P3 P13 a new password that is the own name is refused without using up the code', async () => {
    const person = await addPerson(api.db, { name: 'Chandrasekhar1 Venkataraman!' });
    await api.call(sendResetOtp, { body: { email: person.email } });
    const otp = await mailedCode(person.email);
    const reset = (newPassword: string) =>
      api.call(resetPassword, { body: { email: person.email, otp, newPassword } });
    for (let i = 0; i < 6; i++) {
      const refused = await reset('Chandrasekhar1 Venkataraman!');
      expect([refused.status, refused.body.error]).toEqual([
        400,
        'Password must not be your name or e-mail address',
      ]);
    }
    expect((await reset('Kestrel-hill-43!')).status).toBe(200);
  });

  test('P5 a code is good at 9:59 and dead at 10:01', async () => {
    for (const [seconds, status] of [
      [599, 200],
      [601, 400],
    ] as const) {
      const person = await addPerson(api.db);
      await api.call(sendResetOtp, { body: { email: person.email } });
      const otp = await mailedCode(person.email);
      await api.db.execute(sql`
        update one_time_codes set created_at = created_at - ${seconds} * interval '1 second',
          expires_at = expires_at - ${seconds} * interval '1 second' where email = ${person.email}`);
      const reply = await api.call(verifyResetOtp, { body: { email: person.email, otp } });
      expect([seconds, reply.status]).toEqual([seconds, status]);
    }
  });
});

describe('tokens', () => {
  test('P15 a refresh token keeps its place: fifty refreshes, at once and in a row, all answer, the session stays one', async () => {
    const person = await addPerson(api.db);
    const signedIn = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    const { refreshToken, accessToken } = signedIn.body.data;
    const refresh = () => api.call(refreshSession, { body: { refreshToken } });
    const replies = await Promise.all(Array.from({ length: 25 }, refresh));
    for (let i = 0; i < 25; i++) replies.push(await refresh());
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const fresh = replies.map(({ body }) => body.data.accessToken);
    expect(new Set([accessToken, ...fresh]).size).toBe(51);
    for (const { body } of replies) expect(Object.keys(body.data)).toEqual(['accessToken']);
    for (const token of [accessToken, fresh[0], fresh[49]])
      expect((await api.call(getProfile, { token })).status).toBe(200);
  });

  test('P14 P15 neither token does the work of the other', async () => {
    const person = await addPerson(api.db);
    const signedIn = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    const { refreshToken, accessToken } = signedIn.body.data;
    expect((await api.call(getProfile, { token: refreshToken })).status).toBe(401);
    expect((await api.call(refreshSession, { body: { refreshToken: accessToken } })).status).toBe(401);
    const stored = await api.db.select().from(accessTokens);
    expect(JSON.stringify(stored)).not.toContain(accessToken);
    for (const authorization of [
      `bearer${accessToken}`,
      `Basic ${accessToken}`,
      `Bearer ${accessToken}, Bearer ${accessToken}`,
      `Bearer ${accessToken.slice(0, -1)}`,
      `Bearer ${'a'.repeat(15_000)}`,
      `Bearer ${accessToken} ${accessToken}`,
    ]) {
      const reply = await api.request('/api/auth/profile', { headers: { authorization } });
      expect([authorization.slice(0, 24), reply.status]).toEqual([authorization.slice(0, 24), 401]);
    }
  });

  test('P17 of fifty writes that race a suspension none is kept after it', async () => {
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const league = await addLeague(api.db, { weeks: 5, sections: 5, resources: 2 });
    const learner = await addPerson(api.db);
    await enroll(api.db, learner.id, league);
    const ids = league.weeks.flatMap(({ sections }) => sections.flatMap(({ resources }) => resources));
    const eventsNow = () => api.db.$count(progressEvents, eq(progressEvents.userId, learner.id)).then(Number);
    const writes = ids.map(({ id }, index) =>
      Bun.sleep(index).then(() =>
        api.call(index % 2 ? completeResource : saveNote, {
          token: learner.token,
          params: { resourceId: id },
          body: { personalNote: `n${index}` },
        }),
      ),
    );
    await Bun.sleep(20);
    const suspended = await api.call(updateStatusById, {
      token: grand.token,
      params: { userId: learner.id },
      body: { status: 'SUSPENDED' },
    });
    expect(suspended.status).toBe(200);
    const kept = await eventsNow();
    const replies = await Promise.all(writes);
    expect(await eventsNow()).toBe(kept);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(kept);
    expect(replies.every(({ status }) => [200, 401, 403].includes(status))).toBe(true);
    expect([401, 403]).toContain((await api.call(getProfile, { token: learner.token })).status);
  });
});

describe('limits', () => {
  test('P20 a hundred failures from one address, and from one IPv6 /64, are the end of it; the next network is free', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '0.2' });
    const tryFrom = (address: string, i: number) =>
      strict.call(login, { body: { email: `nobody${i}@example.test`, password: WRONG }, address });
    const burst = (addressOf: (i: number) => string) =>
      Promise.all(Array.from({ length: 30 }, (_, i) => tryFrom(addressOf(i), i)));
    const oneAddress = await burst(() => '198.51.100.7');
    expect(oneAddress.filter(({ status }) => status === 401)).toHaveLength(20);
    const oneNetwork = await burst((i) => `2001:db8:7:1:${(i + 1).toString(16)}::${i}`);
    expect(oneNetwork.filter(({ status }) => status === 401)).toHaveLength(20);
    expect((await tryFrom('198.51.100.8', 99)).status).toBe(401);
    expect((await tryFrom('2001:db8:7:2::1', 99)).status).toBe(401);
    await strict.close();
  });

  test('P21 a limit outlives a restart, and no other spelling of the path goes around it', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    const person = await addPerson(strict.db);
    const body = JSON.stringify({ email: person.email, password: WRONG });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    for (let i = 0; i < 10; i++) expect((await strict.request('/api/auth/login', init)).status).toBe(401);
    for (const path of [
      '/api/auth/login/',
      '//api/auth/login',
      '/api//auth/login',
      '/API/auth/login',
      '/api/auth/LOGIN',
      '/api/auth/%6cogin',
      '/api/auth/login%2f',
      '/api/./auth/login',
      '/api/x/../auth/login',
      '/api/auth/login?x=1',
      '/api/auth/login;x=1',
      '/api/auth/login%00',
    ]) {
      const { status } = await strict.request(path, init);
      expect([path, [404, 405, 429].includes(status)]).toEqual([path, true]);
    }
    for (const email of [person.email.toUpperCase(), ` ${person.email} `, `${person.email}\n`]) {
      const reply = await strict.call(login, { body: { email, password: WRONG } });
      expect([email, reply.status]).toEqual([email, 429]);
    }
    const restarted = createApp({ ...strict, log: createLog('silent') });
    const socket = { requestIP: () => ({ address: '127.0.0.1' }) };
    const reply = await restarted.fetch(new Request('http://localhost/api/auth/login', init), socket);
    expect(reply.status).toBe(429);
    await strict.close();
  });

  test('P22 a 429 is the envelope with whole seconds that are true', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    const body = { email: 'counted@example.test', password: WRONG };
    for (let i = 0; i < 10; i++) await strict.call(login, { body });
    const reply = await strict.call(login, { body });
    const retryAfter = reply.headers.get('retry-after') ?? '';
    expect(retryAfter).toMatch(/^[1-9]\d*$/);
    expect(reply.body).toMatchObject({
      success: false,
      error: 'Too Many Requests',
      retryAfter: Number(retryAfter),
    });
    const rows = (await strict.db.execute(
      sql`select max(extract(epoch from window_ends_at - now())) as seconds from rate_limits where count > 10`,
    )) as unknown as { seconds: string }[] | { rows: { seconds: string }[] };
    const [row] = Array.isArray(rows) ? rows : rows.rows;
    expect(Math.abs(Number(row?.seconds) - Number(retryAfter))).toBeLessThanOrEqual(1.5);
    await strict.db.execute(
      sql`update rate_limits set window_ends_at = window_ends_at - ${Number(retryAfter)} * interval '1 second'`,
    );
    expect((await strict.call(login, { body })).status).toBe(401);
    await strict.close();
  });

  test('P19 P23 a stranger cannot lock an account for its owner, nor in another’s name', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1', TRUSTED_PROXIES: '10.0.0.0/8' });
    const person = await addPerson(strict.db);
    const wrong = { email: person.email, password: WRONG };
    const right = { email: person.email, password: TEST_PASSWORD };
    // The stranger names the owner's address; the proxy appends the stranger's own.
    for (let i = 0; i < 12; i++) {
      await strict.call(login, {
        body: wrong,
        address: '10.0.0.1',
        headers: { 'x-forwarded-for': '192.0.2.10, 203.0.113.66' },
      });
    }
    const owner = { address: '10.0.0.1', headers: { 'x-forwarded-for': '192.0.2.10' } };
    expect((await strict.call(login, { body: right, ...owner })).status).toBe(200);
    // Even where sign-in is shut, the way back through the mailbox stays open.
    for (let i = 0; i < 11; i++) await strict.call(login, { body: wrong, ...owner });
    expect((await strict.call(login, { body: right, ...owner })).status).toBe(429);
    expect((await strict.call(sendResetOtp, { body: { email: person.email }, ...owner })).status).toBe(200);
    await strict.close();
  });
});
