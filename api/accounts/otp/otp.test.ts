import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import { getProfile, login } from '#contract/auth.ts';
import {
  getResetStatus,
  getVerificationStatus,
  resetPassword,
  sendResetOtp,
  sendVerificationOtp,
  verifyEmailOtp,
  verifyResetOtp,
} from '#contract/otp.ts';
import { oneTimeCodes } from '../../platform/db/schema/accounts.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { codeRowOf, mailedCode, wrongFor } from '../../test/mailed-code.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../../test/people.ts';
import { maskEmail } from './email-verification.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

const mailsTo = async (to: string) =>
  (await listStoredMessages(api)).filter((message) => message.to === to).length;

/** Moves the moment a code was made into the past, so that waiting need not be waited for. */
async function age(kind: string, email: string, minutes: number): Promise<void> {
  await api.db
    .update(oneTimeCodes)
    .set({
      createdAt: sql`${oneTimeCodes.createdAt} - ${minutes} * interval '1 minute'`,
      expiresAt: sql`${oneTimeCodes.expiresAt} - ${minutes} * interval '1 minute'`,
    })
    .where(and(eq(oneTimeCodes.kind, kind), eq(oneTimeCodes.email, codeRowOf(api, kind, email))));
}

describe('e-mail verification', () => {
  test('CALL-11 CALL-12 CALL-13 a code is mailed once and verifies the address', async () => {
    const person = await addPerson(api.db, { verified: false, status: 'PENDING' });
    const before = await api.call(getVerificationStatus, { token: person.token });
    expect(before.body).toMatchObject({ success: true, emailVerified: false, data: { pendingOTP: false } });

    const sent = await api.request('/api/auth/email-verification/send-verification-otp', {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    });
    expect(sent.status).toBe(200);
    expect(await sent.json()).toMatchObject({ success: true, email: maskEmail(person.email) });
    const waiting = await api.call(getVerificationStatus, { token: person.token });
    expect(waiting.body.data.pendingOTP).toBe(true);
    expect(waiting.body.data.email).toBe(`pe***${person.email.slice(person.email.indexOf('@'))}`);

    const code = await mailedCode(api, person.email);
    const verified = await api.call(verifyEmailOtp, { token: person.token, body: { otp: code } });
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({ success: true, emailVerified: true, accountStatus: 'PENDING' });
    expect((await readPerson(api.db, person.id)).status).toBe('PENDING');
    const again = await api.call(verifyEmailOtp, { token: person.token, body: { otp: code } });
    expect([again.status, again.body.error]).toEqual([400, 'Email is already verified']);
    const resend = await api.call(sendVerificationOtp, { token: person.token });
    expect([resend.status, resend.body.error]).toEqual([400, 'Email is already verified']);
  });

  test('EMAILV-09 EMAILV-10 a missing or badly formed code is named and uses up nothing', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendVerificationOtp, { token: person.token });
    for (const [body, error] of [
      [{}, 'OTP is required'],
      [{ otp: '' }, 'OTP is required'],
      [{ otp: '12345' }, 'OTP must be 6 digits'],
      [{ otp: '１２３４５６' }, 'OTP must be 6 digits'],
      [{ otp: 123456 }, 'OTP is required'],
    ] as const) {
      const reply = await api.call(verifyEmailOtp, { token: person.token, body });
      expect([reply.status, reply.body.error]).toEqual([400, error]);
    }
    const [row] = await api.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.email, person.email));
    expect(row?.attempts).toBe(0);
  });

  test('P10 of twenty sends at once one makes a mail, and the earlier code stays valid for the rest', async () => {
    const person = await addPerson(api.db, { verified: false });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.call(sendVerificationOtp, { token: person.token })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const refused = replies.filter((reply) => reply.status === 429);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body.error).toBe('OTP recently sent. Please wait before requesting another.');
    expect(refused[0]?.body.retryAfter).toBeGreaterThan(50);
    expect(refused[0]?.headers.get('retry-after')).toBe(String(refused[0]?.body.retryAfter));
    expect(await mailsTo(person.email)).toBe(1);
    const reply = await api.call(verifyEmailOtp, {
      token: person.token,
      body: { otp: await mailedCode(api, person.email) },
    });
    expect(reply.status).toBe(200);
  });

  test('P8 after a resend only the newest code is good', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendVerificationOtp, { token: person.token });
    const first = await mailedCode(api, person.email);
    await age('EMAIL_VERIFICATION', person.email, 2);
    expect((await api.call(sendVerificationOtp, { token: person.token })).status).toBe(200);
    const second = await mailedCode(api, person.email);
    if (first !== second) {
      const reply = await api.call(verifyEmailOtp, { token: person.token, body: { otp: first } });
      expect([reply.status, reply.body.error]).toEqual([400, 'Invalid or expired OTP']);
    }
    expect((await api.call(verifyEmailOtp, { token: person.token, body: { otp: second } })).status).toBe(200);
  });

  test('P5 a code ends after ten minutes', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendVerificationOtp, { token: person.token });
    const otp = await mailedCode(api, person.email);
    await age('EMAIL_VERIFICATION', person.email, 10);
    const late = await api.call(verifyEmailOtp, { token: person.token, body: { otp } });
    expect([late.status, late.body.error]).toEqual([400, 'Invalid or expired OTP']);
    await age('EMAIL_VERIFICATION', person.email, -0.5);
    expect((await api.call(verifyEmailOtp, { token: person.token, body: { otp } })).status).toBe(200);
  });

  test('P6 two hundred wrong guesses at once get five tries, then the right code is refused', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendVerificationOtp, { token: person.token });
    const otp = await mailedCode(api, person.email);
    await Promise.all(
      Array.from({ length: 200 }, () =>
        api.call(verifyEmailOtp, { token: person.token, body: { otp: wrongFor(otp) } }),
      ),
    );
    const [row] = await api.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.email, person.email));
    expect(row?.attempts).toBe(5);
    const spent = await api.call(verifyEmailOtp, { token: person.token, body: { otp } });
    expect([spent.status, spent.body.data]).toEqual([400, { attemptsRemaining: 0 }]);
    expect((await readPerson(api.db, person.id)).emailVerifiedAt).toBeNull();
  }, 300_000);

  test('P9 the code stands in no table, no log and no reply', async () => {
    const person = await addPerson(api.db, { verified: false });
    const reply = await api.call(sendVerificationOtp, { token: person.token });
    const code = await mailedCode(api, person.email);
    const rows = [
      await api.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.email, person.email)),
      await api.db.select().from(outboxMessages).where(eq(outboxMessages.toAddress, person.email)),
    ];
    const withoutIds = JSON.stringify(rows, (key, value) =>
      /[iI]d$|At$|Hash$|sealed/.test(key) ? undefined : value,
    );
    expect(withoutIds).not.toContain(code);
    expect(JSON.stringify(reply.body.message)).not.toContain(code);
    expect(rows[0]?.[0]).not.toMatchObject({ codeHash: code });
    const digests = ['md5', 'sha1', 'sha256'].map((name) =>
      new Bun.CryptoHasher(name as 'sha256').update(code).digest('hex'),
    );
    for (const digest of digests) expect(JSON.stringify(rows)).not.toContain(digest);
  });
});

describe('password reset', () => {
  const newPassword = 'Harbour-moss-64!';

  test('CALL-07 CALL-08 CALL-09 CALL-10 P13 a code sets a new password and ends every session', async () => {
    const person = await addPerson(api.db, { verified: false });
    const { email } = person;
    const sent = await api.call(sendResetOtp, { body: { email: email.toUpperCase() } });
    expect(sent.status).toBe(200);
    const status = await api.call(getResetStatus, { query: { email } });
    expect(status.body.data).toMatchObject({ hasPendingOTP: true });
    const otp = await mailedCode(api, email);
    for (let i = 0; i < 6; i++) {
      expect((await api.call(verifyResetOtp, { body: { email, otp } })).status).toBe(200);
    }
    const done = await api.call(resetPassword, { body: { email, otp, newPassword } });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ success: true });
    expect(done.body.message).toContain('reset successfully');
    expect((await api.call(getProfile, { token: person.token })).status).toBe(401);
    expect((await api.call(login, { body: { email, password: TEST_PASSWORD } })).status).toBe(401);
    expect((await api.call(login, { body: { email, password: newPassword } })).status).toBe(200);
    expect((await readPerson(api.db, person.id)).emailVerifiedAt).not.toBeNull();
    const [notice] = await listStoredMessages(api);
    expect(notice?.kind).toBe('PASSWORD_CHANGED');
    expect((await api.call(resetPassword, { body: { email, otp, newPassword } })).status).toBe(400);
  });

  test('P11 unknown and suspended addresses answer word for word like known ones', async () => {
    const known = await addPerson(api.db);
    const suspended = await addPerson(api.db, { status: 'SUSPENDED' });
    const emails = [known.email, suspended.email, 'nobody-here@example.test'];
    const conversations = await Promise.all(
      emails.map(async (email) => {
        const replies = [await api.call(sendResetOtp, { body: { email } })];
        replies.push(await api.call(sendResetOtp, { body: { email } }));
        replies.push(await api.call(getResetStatus, { query: { email } }));
        const code = (await mailsTo(email)) > 0 ? wrongFor(await mailedCode(api, email)) : '123456';
        for (let i = 0; i < 6; i++) {
          const body = { email, otp: code, newPassword };
          replies.push(await api.call(i % 2 ? verifyResetOtp : resetPassword, { body }));
        }
        return replies.map(({ status, body }) => [
          status,
          JSON.stringify(body, (key, value) => (/requestId|At$/.test(key) ? undefined : value)).replace(
            /\d+ seconds|"retryAfter":\d+/g,
            'N',
          ),
        ]);
      }),
    );
    expect(conversations[1]).toEqual(conversations[0] ?? []);
    expect(conversations[2]).toEqual(conversations[0] ?? []);
    expect(conversations[0]?.map(([status]) => status)).toEqual([
      200, 400, 200, 400, 400, 400, 400, 400, 400,
    ]);
    expect(await mailsTo(suspended.email)).toBe(0);
  });

  test('RESET-19 attempts count down from both calls, then a new code is asked for', async () => {
    const { email } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const otp = wrongFor(await mailedCode(api, email));
    const remaining: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      const reply = await api.call(i % 2 ? verifyResetOtp : resetPassword, {
        body: { email, otp, newPassword },
      });
      expect([reply.status, reply.body.error]).toEqual([400, 'Invalid OTP.']);
      remaining.push(reply.body.data.attemptsRemaining);
    }
    expect(remaining).toEqual([4, 3, 2, 1, 0]);
    const spent = await api.call(resetPassword, { body: { email, otp, newPassword } });
    expect(spent.body.error).toBe('Too many invalid attempts. Please request a new OTP.');
  });

  test.each([
    [{}, 'Email, OTP, and new password are required'],
    [{ email: 'x', otp: '123456', newPassword }, 'Please provide a valid email address'],
    [{ email: 'a@b.co', otp: '12', newPassword }, 'OTP must be exactly 6 digits'],
    [
      { email: 'a@b.co', otp: '123456', newPassword: 'aaaaaaaa' },
      'Password must contain at least one uppercase letter, Password must contain at least one number, Password must contain at least one special character',
    ],
    [{ email: 'a@b.co', otp: '123456', newPassword: 'Aa1!' }, 'Password must be at least 8 characters long'],
    [
      { email: 'a@b.co', otp: '123456', newPassword: '..' },
      'Password must be at least 8 characters long, Password must contain at least one uppercase letter, Password must contain at least one lowercase letter, Password must contain at least one number',
    ],
  ])(
    'RESET-08 RESET-09 RESET-10 RESET-11 RESET-12 a refused body %# answers its words',
    async (body, error) => {
      const reply = await api.call(resetPassword, { body });
      expect([reply.status, reply.body.error]).toEqual([400, error]);
    },
  );

  test('P3 a refused password uses up no attempt', async () => {
    const { email } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    for (let i = 0; i < 6; i++) {
      expect(
        (await api.call(resetPassword, { body: { email, otp, newPassword: 'alllowercase' } })).status,
      ).toBe(400);
    }
    expect((await api.call(resetPassword, { body: { email, otp, newPassword } })).status).toBe(200);
  });

  test('P8 fifty right codes at once change the password once', async () => {
    const { email } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => api.call(resetPassword, { body: { email, otp, newPassword } })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.every((reply) => reply.status < 500)).toBe(true);
  }, 300_000);

  test('a verification code does not reset a password', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendVerificationOtp, { token: person.token });
    const otp = await mailedCode(api, person.email);
    const reply = await api.call(resetPassword, { body: { email: person.email, otp, newPassword } });
    expect([reply.status, reply.body.error]).toEqual([400, 'Invalid OTP or OTP has expired.']);
  });

  test('the second send waits two minutes', async () => {
    const { email } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const soon = await api.call(sendResetOtp, { body: { email } });
    expect(soon.status).toBe(400);
    expect(soon.body.error).toMatch(/^Please wait \d+ seconds before requesting another OTP\.$/);
    await age('PASSWORD_RESET', email, 2);
    expect((await api.call(sendResetOtp, { body: { email } })).status).toBe(200);
  });
});

describe('the limit on codes', () => {
  test('P7 at most five codes an hour for an address', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    const person = await addPerson(strict.db, { verified: false });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await strict.call(sendVerificationOtp, { token: person.token })).status);
      await strict.db.update(oneTimeCodes).set({ createdAt: sql`now() - interval '2 minutes'` });
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await strict.close();
  });
});
