import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import {
  getResetStatus,
  resetPassword,
  sendResetOtp,
  sendVerificationOtp,
  verifyEmailOtp,
  verifyResetOtp,
} from '#contract/otp.ts';
import { confirmEmailChange, requestEmailChange } from '#contract/own-account.ts';
import { oneTimeCodes } from '../../platform/db/schema/accounts.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { ageCode, codeRowOf, mailedCode, wrongFor } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, readPerson, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();

const newPassword = 'Harbour-moss-64!';

const mailsTo = async (to: string) =>
  (await listStoredMessages(api)).filter((message) => message.to === to).length;

/** How each kind of code is asked for, and how it is used. */
const USES = {
  EMAIL_VERIFICATION: ({ email, token }: Person) => ({
    to: email,
    send: () => api.call(sendVerificationOtp, { token }),
    use: (otp: string) => api.call(verifyEmailOtp, { token, body: { otp } }),
    again: () => [429, 'OTP recently sent. Please wait before requesting another.'],
  }),
  EMAIL_CHANGE: ({ email, token }: Person) => ({
    to: `moved-${email}`,
    send: () => {
      const body = { newEmail: `moved-${email}`, currentPassword: TEST_PASSWORD };
      return api.call(requestEmailChange, { token, body });
    },
    use: (otp: string) => api.call(confirmEmailChange, { token, body: { otp } }),
    again: () => [429, expect.any(String)],
  }),
  PASSWORD_RESET: ({ email }: Person) => ({
    to: email,
    send: () => api.call(sendResetOtp, { body: { email } }),
    use: (otp: string) => api.call(resetPassword, { body: { email, otp, newPassword } }),
    again: (seconds: number) => [400, `Please wait ${seconds} seconds before requesting another OTP.`],
  }),
};

describe.each(Object.entries(USES))('a code of the kind %s', (kind, usesOf) => {
  test('P10 of twenty asked for at once one is mailed; the others hear how long to wait, and it stays good', async () => {
    const person = await addPerson(api.db, { verified: false });
    const { to, send, use, again } = usesOf(person);
    const asked = performance.now();
    const replies = await Promise.all(Array.from({ length: 20 }, send));
    const lateSeconds = (performance.now() - asked) / 1000;
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const { status, body, headers } of refused) {
      expect([status, body.error]).toEqual(again(body.retryAfter));
      expect(body.retryAfter).toBeGreaterThan(50 - lateSeconds);
      expect(headers.get('retry-after')).toBe(String(body.retryAfter));
    }
    // With a change, the other one is the notice to the old address.
    expect([await mailsTo(to), await mailsTo(person.email)]).toEqual([1, 1]);
    expect((await use(await mailedCode(api, to))).status).toBe(200);
  }, 300_000);

  test('P6 thirty wrong guesses at once get five tries, then the right code is refused', async () => {
    const person = await addPerson(api.db, { verified: false });
    const { to, send, use } = usesOf(person);
    await send();
    const otp = await mailedCode(api, to);
    const before = await readPerson(api.db, person.id);
    await Promise.all(Array.from({ length: 30 }, () => use(wrongFor(otp))));
    const [row] = await api.db
      .select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.email, codeRowOf(api, kind, person.email)));
    expect(row?.attempts).toBe(5);
    expect((await use(otp)).status).toBe(400);
    expect(await readPerson(api.db, person.id)).toEqual(before);
  }, 300_000);

  test('P6 a right one that meets a fault of ours six times is still good', async () => {
    const { to, send, use } = usesOf(await addPerson(api.db, { verified: false }));
    await send();
    const otp = await mailedCode(api, to);
    await api.owner.execute(sql`alter table audit_log rename to hidden_log`);
    try {
      for (let count = 0; count < 6; count++) expect((await use(otp)).status).toBe(500);
    } finally {
      await api.owner.execute(sql`alter table hidden_log rename to audit_log`);
    }
    expect((await use(otp)).status).toBe(200);
  });

  test('P8 twenty right ones at once count once, and are written down once', async () => {
    const person = await addPerson(api.db, { verified: false });
    const { to, send, use } = usesOf(person);
    await send();
    const otp = await mailedCode(api, to);
    const replies = await Promise.all(Array.from({ length: 20 }, () => use(otp)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
    const log = await api.db.select().from(auditLog).where(eq(auditLog.targetUserId, person.id));
    const actions = log.map(({ action }) => action).filter((action) => action !== 'CODE_FAILED');
    expect(actions).toEqual([...new Set(actions)]);
  }, 300_000);
});

describe('e-mail verification', () => {
  test('EMAILV-09 EMAILV-10 a missing or badly formed code is named and uses up nothing', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendVerificationOtp, { token: person.token });
    for (const [body, error] of [
      [undefined, 'OTP is required'],
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

  test('P8 after a resend only the newest code is good', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendVerificationOtp, { token: person.token });
    const first = await mailedCode(api, person.email);
    await ageCode(api, 'EMAIL_VERIFICATION', person.email, 120);
    expect((await api.call(sendVerificationOtp, { token: person.token })).status).toBe(200);
    const second = await mailedCode(api, person.email);
    if (first !== second) {
      const reply = await api.call(verifyEmailOtp, { token: person.token, body: { otp: first } });
      expect([reply.status, reply.body.error]).toEqual([400, 'Invalid or expired OTP']);
    }
    expect((await api.call(verifyEmailOtp, { token: person.token, body: { otp: second } })).status).toBe(200);
  });
});

describe('password reset', () => {
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
