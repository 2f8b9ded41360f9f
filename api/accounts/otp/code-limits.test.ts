import { afterEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { resetPassword, sendResetOtp, verifyEmailOtp, verifyResetOtp } from '#contract/otp.ts';
import { confirmEmailChange } from '#contract/own-account.ts';
import { codeRowOf, mailedCode, wrongFor } from '../../test/mailed-code.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson } from '../../test/people.ts';

const opened: TestApp[] = [];
afterEach(async () => {
  for (const api of opened.splice(0)) await api.close();
});

async function open(scale: string): Promise<TestApp> {
  const api = await makeApp({ RATE_LIMIT_SCALE: scale });
  opened.push(api);
  return api;
}

const newPassword = 'Kestrel-hill-43!';

describe('limits on codes', () => {
  test('P7 codes asked for from one address are cut, whoever they are for, and those from another are not', async () => {
    const api = await open('0.0027'); // four codes an hour
    const ask = async (name: string, address: string) =>
      (await api.call(sendResetOtp, { body: { email: `${name}@example.test` }, address })).status;
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) statuses.push(await ask(`n${index}`, '10.96.0.1'));
    expect([...statuses, await ask('other', '10.96.0.2')]).toEqual([200, 200, 200, 200, 429, 429, 200]);
  });

  test('every call that checks a code takes from one count of its address, whatever the code is for', async () => {
    const api = await open('0.005'); // six checks in a quarter of an hour
    const person = await addPerson(api.db, { verified: false });
    const { email, token } = person;
    const otp = '000000';
    const checks = [
      () => api.call(verifyResetOtp, { body: { email, otp } }),
      () => api.call(resetPassword, { body: { email, otp, newPassword } }),
      () => api.call(verifyEmailOtp, { token, body: { otp } }),
      () => api.call(confirmEmailChange, { token, body: { otp } }),
    ];
    for (const check of [...checks, ...checks.slice(0, 2)]) expect((await check()).status).toBe(400);
    for (const check of checks) {
      const refused = await check();
      expect([refused.status, refused.body.error]).toEqual([429, 'Too Many Requests']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const elsewhere = await api.call(verifyResetOtp, { body: { email, otp }, address: '192.0.2.9' });
    expect(elsewhere.status).toBe(400);
  });

  test('P7 the sixth reset code in an hour is refused, known or unknown, and the fifth stays good', async () => {
    const api = await open('1');
    const person = await addPerson(api.db);
    const ask = async (email: string) => {
      await api.db.execute(sql`
        update one_time_codes set created_at = created_at - interval '3 minutes'
      where email = ${codeRowOf(api, 'PASSWORD_RESET', email)}`);
      return api.call(sendResetOtp, { body: { email } });
    };
    const seen: unknown[] = [];
    for (const email of [person.email, 'nobody@example.test']) {
      for (let i = 0; i < 5; i++) expect((await ask(email)).status).toBe(200);
      const sixth = await ask(email);
      seen.push([sixth.status, sixth.body.error, Object.keys(sixth.body).sort()]);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect((seen[0] as unknown[])[0]).toBe(429);
    const otp = await mailedCode(api, person.email);
    expect((await api.call(verifyResetOtp, { body: { email: person.email, otp } })).status).toBe(200);
  });

  test('P3 a common password is refused before the code is looked at, so a wrong code with it costs nothing', async () => {
    const api = await open('1000');
    const { email } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    for (let i = 0; i < 8; i++) {
      const own = await api.call(resetPassword, {
        body: { email, otp: wrongFor(otp), newPassword: `${email[0]?.toUpperCase()}${email.slice(1)}` },
      });
      expect([own.status, own.body.error]).toEqual([400, 'Password must not be your name or email address']);
    }
    expect((await api.call(resetPassword, { body: { email, otp, newPassword } })).status).toBe(200);
  });
});
