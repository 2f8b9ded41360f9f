import { describe, expect, spyOn, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { login } from '#contract/auth.ts';
import { getResetStatus, resetPassword, sendResetOtp, verifyResetOtp } from '#contract/otp.ts';
import { codeRowOf, mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';
import { readStatements } from '../../test/statements.ts';

const api = await openTestApp();

test('P12 a reset does the same work for an address that has an account and one that has none', async () => {
  const person = await addPerson(api.db);
  const ghost = `ghost-${person.email}`;
  const hashed = [spyOn(Bun.password, 'hash'), spyOn(Bun.password, 'verify')];
  const ask = (email: string) => api.call(sendResetOtp, { body: { email } });
  const check = (email: string) => api.call(verifyResetOtp, { body: { email, otp: '000000' } });
  const reset = (email: string) =>
    api.call(resetPassword, { body: { email, otp: '000000', newPassword: 'Banyan-shade-77!' } });
  const status = (email: string) => api.call(getResetStatus, { query: { email } });
  // How mail fares is read for all domains at once and kept, so somebody has asked before.
  const before = await addPerson(api.db);
  await ask(before.email);
  await status(before.email);
  for (const step of [ask, check, reset, status]) {
    const work = async (email: string) => {
      for (const spy of hashed) spy.mockClear();
      let code = 0;
      const statements = await readStatements(api.db, async () => {
        code = (await step(email)).status;
      });
      // What the audit log counts before it writes hangs on whom the entry names, so of each its beginning.
      const texts = statements.map(({ text }) => text.trim().slice(0, 60));
      return { code, texts, hashes: hashed.map(({ mock }) => mock.calls.length) };
    };
    const known = await work(person.email);
    expect(known.texts.length).toBeGreaterThan(0);
    expect(await work(ghost)).toEqual(known);
  }
  for (const spy of hashed) spy.mockRestore();
});

test('P3 P13 a new password that is the own name is refused without using up the code', async () => {
  const person = await addPerson(api.db, { name: 'Chandrasekhar1 Venkataraman!' });
  await api.call(sendResetOtp, { body: { email: person.email } });
  const otp = await mailedCode(api, person.email);
  const reset = (newPassword: string) =>
    api.call(resetPassword, { body: { email: person.email, otp, newPassword } });
  for (let i = 0; i < 6; i++) {
    const refused = await reset('Chandrasekhar1 Venkataraman!');
    expectRefusal(refused, 400, 'Password must not be your name or email address');
  }
  expect((await reset('Kestrel-hill-43!')).status).toBe(200);
});

describe('RESET-19 P8 a new code is whole', () => {
  const isOver = (email: string) =>
    api.db.execute(sql`
      update one_time_codes set created_at = created_at - interval '3 minutes'
      where email = ${codeRowOf(api, 'PASSWORD_RESET', email)}`);
  const check = (email: string, otp: string) => api.call(verifyResetOtp, { body: { email, otp } });
  const ask = async (email: string) => {
    await isOver(email);
    expect((await api.call(sendResetOtp, { body: { email } })).status).toBe(200);
    return mailedCode(api, email);
  };
  const wrongFor = (otp: string) => (otp === '000000' ? '000001' : '000000');

  test('after one that was guessed at five times', async () => {
    const { email } = await addPerson(api.db);
    const first = await ask(email);
    for (let i = 0; i < 5; i++) await check(email, wrongFor(first));
    expect((await check(email, first)).body.error).toBe(
      'Too many invalid attempts. Please request a new OTP.',
    );
    const second = await ask(email);
    const wrong = await check(email, wrongFor(second));
    expect(wrong.body).toMatchObject({ error: 'Invalid OTP.', data: { attemptsRemaining: 4 } });
    expect((await check(email, second)).status).toBe(200);
  });

  test('after one that did its work, and the old one stays dead', async () => {
    const { email } = await addPerson(api.db);
    const passwords = ['Kestrel-hill-43!', 'Kestrel-lake-44!'];
    for (const newPassword of passwords) {
      const otp = await ask(email);
      expect((await api.call(resetPassword, { body: { email, otp, newPassword } })).status).toBe(200);
      const again = await api.call(resetPassword, { body: { email, otp, newPassword } });
      expect([again.status, again.body.error]).toEqual([400, 'Invalid OTP or OTP has expired.']);
    }
    expect((await api.call(login, { body: { email, password: passwords[1] } })).status).toBe(200);
    expect((await api.call(login, { body: { email, password: passwords[0] } })).status).toBe(401);
  });
});
