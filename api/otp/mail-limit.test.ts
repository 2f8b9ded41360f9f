import { expect, test } from 'bun:test';
import { sendResetOtp, sendVerificationOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import { outboxMessages } from '../db/schema/operations.ts';
import { makeApp } from '../test/make-app.ts';
import { addPerson, TEST_PASSWORD } from '../test/people.ts';

test('P7 a daily limit holds for all mail with codes together, known or unknown, and warns at 80 %', async () => {
  const api = await makeApp({ MAIL_DAILY_LIMIT: '5', LOG_LEVEL: 'warn' });
  const [pending, person] = [await addPerson(api.db, { verified: false }), await addPerson(api.db)];
  const ask = (email: string) => api.call(sendResetOtp, { body: { email } });
  for (let i = 0; i < 3; i++) expect((await ask(`nobody-${i}@example.test`)).status).toBe(200);
  expect(api.logged()).not.toContain('mail_limit_near');
  expect((await api.call(sendVerificationOtp, { token: pending.token })).status).toBe(200);
  expect(api.logged()).toContain('mail_limit_near');
  expect((await ask('nobody-4@example.test')).status).toBe(200);

  const unknown = await ask('nobody-5@example.test');
  const known = await ask(person.email);
  for (const refused of [unknown, known]) {
    expect([refused.status, refused.body.error]).toEqual([429, 'Too Many Requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  }
  expect(Object.keys(known.body).sort()).toEqual(Object.keys(unknown.body).sort());
  const mails = await api.db.$count(outboxMessages);
  const body = { currentPassword: TEST_PASSWORD, newPassword: 'Kestrel-hill-43!' };
  expect((await api.call(changePassword, { token: person.token, body })).status).toBe(200);
  expect(await api.db.$count(outboxMessages)).toBe(mails + 1);
  await api.close();
});
