import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { login, signup } from '#contract/auth.ts';
import { resetPassword, sendResetOtp, verifyResetOtp } from '#contract/otp.ts';
import { changePassword, DELETION_WORD, deleteOwnAccount } from '#contract/own-account.ts';
import { oneTimeCodes } from '../../platform/db/schema/accounts.ts';
import { codeRowOf, mailedCode, mailedLink, wrongFor } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();

const newPassword = 'Kestrel-hill-43!';
const ENDED = 'Invalid OTP or OTP has expired.';
const pass = (time: string) =>
  api.db.execute(sql`
    update one_time_codes set created_at = created_at - ${time}::interval, expires_at = expires_at - ${time}::interval`);
const ask = async (email: string) => {
  expect((await api.call(sendResetOtp, { body: { email } })).status).toBe(200);
  return (await mailedLink(api, email)) ?? '';
};
const verify = (email: string, token: string) => api.call(verifyResetOtp, { body: { email, token } });
const reset = (email: string, token: string) =>
  api.call(resetPassword, { body: { email, token, newPassword } });

test('P7 P8 the link sets the password once, and the code of the same mail dies with it', async () => {
  const { email } = await addPerson(api.db);
  const token = await ask(email);
  const otp = await mailedCode(api, email);
  expect(token).toHaveLength(43);
  expect((await verify(email, token)).status).toBe(200);
  expect((await verify(email, token)).status).toBe(200);
  const replies = await Promise.all(Array.from({ length: 10 }, () => reset(email, token)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await verify(email, token)).body.error).toBe(ENDED);
  expect((await api.call(verifyResetOtp, { body: { email, otp } })).body.error).toBe(ENDED);
  expect((await api.call(login, { body: { email, password: newPassword } })).status).toBe(200);
});

test('P7 strangers who void the code leave the link good', async () => {
  const { email } = await addPerson(api.db);
  const token = await ask(email);
  const otp = wrongFor(await mailedCode(api, email));
  for (let i = 0; i < 6; i++) await api.call(verifyResetOtp, { body: { email, otp } });
  const right = await api.call(verifyResetOtp, { body: { email, otp: await mailedCode(api, email) } });
  expect(right.body.error).toBe('Too many invalid attempts. Please request a new OTP.');
  expect((await reset(email, token)).status).toBe(200);
});

test('P8 a link opens the account of its mailbox alone, and only the newest one', async () => {
  const [{ email }, other] = [await addPerson(api.db), await addPerson(api.db)];
  const first = await ask(email);
  await ask(other.email);
  expect((await reset(other.email, first)).body.error).toBe(ENDED);
  await pass('3 minutes');
  const second = await ask(email);
  expect((await reset(email, first)).body.error).toBe(ENDED);
  expect((await reset(email, '')).body.error).toBe(ENDED);
  expect((await reset(email, second)).status).toBe(200);
});

test('P5 P8 a link ends after a day, and with a change of the password', async () => {
  const [late, changed] = [await addPerson(api.db), await addPerson(api.db)];
  const token = await ask(late.email);
  await pass('23 hours 59 minutes');
  expect((await verify(late.email, token)).status).toBe(200);
  await pass('2 minutes');
  expect((await reset(late.email, token)).body.error).toBe(ENDED);

  const link = await ask(changed.email);
  const body = { currentPassword: TEST_PASSWORD, newPassword };
  expect((await api.call(changePassword, { token: changed.token, body })).status).toBe(200);
  expect((await reset(changed.email, link)).body.error).toBe(ENDED);
});

test('P8 a link goes with its account: the next one at that address is another', async () => {
  const { email, token } = await addPerson(api.db);
  const link = await ask(email);
  const body = { password: TEST_PASSWORD, confirmation: DELETION_WORD };
  expect((await api.call(deleteOwnAccount, { token, body })).status).toBe(200);
  expect(
    await api.db.$count(oneTimeCodes, eq(oneTimeCodes.email, codeRowOf(api, 'PASSWORD_RESET', email))),
  ).toBe(0);
  const again = { email, name: 'Somebody Else', password: 'Quiet-lantern-81' };
  expect((await api.call(signup, { body: again })).status).toBe(201);
  expect((await reset(email, link)).body.error).toBe(ENDED);
});

test('P9 neither the link nor the address is stored in the clear with a code', async () => {
  const { email } = await addPerson(api.db);
  const token = await ask(email);
  const rows = JSON.stringify(
    await api.db.execute(sql`select * from one_time_codes where kind = 'PASSWORD_RESET'`),
  );
  expect(rows).not.toContain(token);
  expect(rows).not.toContain(email);
});
