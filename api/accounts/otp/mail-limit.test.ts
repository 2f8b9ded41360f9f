import { expect, test } from 'bun:test';
import { sendResetOtp, sendVerificationOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { processResetRequests } from '../../platform/mail/reset-requests.ts';
import { makeApp } from '../../test/make-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';

test('P7 a daily limit holds for all mail with codes together, and warns at 80 %; made-up addresses use up none of it', async () => {
  const api = await makeApp({ MAIL_DAILY_LIMIT: '5', LOG_LEVEL: 'warn' });
  const pending = await addPerson(api.db, { verified: false });
  const people = await Promise.all(Array.from({ length: 5 }, () => addPerson(api.db)));
  const ask = (email = '') => api.call(sendResetOtp, { body: { email } });
  const expectSent = async (emails: string[]) => {
    for (const email of emails) expect([email, (await ask(email)).status]).toEqual([email, 200]);
    await processResetRequests(api);
  };
  await expectSent(Array.from({ length: 6 }, (_, i) => `nobody-${i}@example.test`));
  await expectSent(people.slice(0, 3).map(({ email }) => email));
  expect(api.logged()).not.toContain('mail_limit_near');
  expect((await api.call(sendVerificationOtp, { token: pending.token })).status).toBe(200);
  expect(api.logged()).toContain('mail_limit_near');
  await expectSent(people.slice(3, 4).map(({ email }) => email));

  const unknown = await ask('nobody-7@example.test');
  const known = await ask(people[4]?.email);
  for (const refused of [unknown, known]) {
    expect([refused.status, refused.body.error]).toEqual([429, 'Too Many Requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  }
  expect(Object.keys(known.body).sort()).toEqual(Object.keys(unknown.body).sort());
  const mails = await api.db.$count(outboxMessages);
  const body = { currentPassword: TEST_PASSWORD, newPassword: 'Kestrel-hill-43!' };
  expect((await api.call(changePassword, { token: people[0]?.token ?? '', body })).status).toBe(200);
  expect(await api.db.$count(outboxMessages)).toBe(mails + 1);
  await api.close();
});
