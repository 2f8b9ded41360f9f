import { describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import {
  getResetStatus,
  resetPassword,
  sendResetOtp,
  sendVerificationOtp,
  verifyEmailOtp,
  verifyResetOtp,
} from '#contract/otp.ts';
import { oneTimeCodes } from '../../platform/db/schema/accounts.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { codeRowOf, mailedCode, wrongFor } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson } from '../../test/people.ts';

const api = await openTestApp();

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

  test('P6 thirty wrong guesses at once get five tries, then the right code is refused', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendVerificationOtp, { token: person.token });
    const otp = await mailedCode(api, person.email);
    await Promise.all(
      Array.from({ length: 30 }, () =>
        api.call(verifyEmailOtp, { token: person.token, body: { otp: wrongFor(otp) } }),
      ),
    );
    const [row] = await api.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.email, person.email));
    expect(row?.attempts).toBe(5);
    const spent = await api.call(verifyEmailOtp, { token: person.token, body: { otp } });
    expect([spent.status, spent.body.data]).toEqual([400, { attemptsRemaining: 0 }]);
    expect((await readPerson(api.db, person.id)).emailVerifiedAt).toBeNull();
  }, 300_000);
});

describe('password reset', () => {
  const newPassword = 'Harbour-moss-64!';

  test('P11 Q11 unknown, pending and suspended addresses answer word for word like known ones', async () => {
    const known = await addPerson(api.db);
    const suspended = await addPerson(api.db, { status: 'SUSPENDED' });
    const pending = await addPerson(api.db, { status: 'PENDING' });
    const emails = [known.email, suspended.email, pending.email, 'nobody-here@example.test'];
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
    for (const other of conversations.slice(1)) expect(other).toEqual(conversations[0] ?? []);
    expect(conversations[0]?.map(([status]) => status)).toEqual([
      200, 400, 200, 400, 400, 400, 400, 400, 400,
    ]);
    expect(await mailsTo(suspended.email)).toBe(0);
  });
});
