import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { login, signup } from '#contract/auth.ts';
import {
  resetPassword,
  sendResetOtp,
  sendVerificationOtp,
  verifyEmailOtp,
  verifyResetOtp,
} from '#contract/otp.ts';
import { changePassword, confirmEmailChange, requestEmailChange } from '#contract/own-account.ts';
import { oneTimeCodes } from '../../platform/db/schema/accounts.ts';
import { dumpEverything } from '../../test/digest.ts';
import { ageCode, mailedCode, wrongFor } from '../../test/mailed-code.ts';
import type { TestApp, TestReply } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';
import { checkCode, issueCode } from './codes.ts';

const api = await openTestApp();

const newPassword = 'Harbour-moss-64!';
describe('codes', () => {
  test('P4 five hundred codes: six digits each, every digit as likely in every place, zeros kept in front', async () => {
    const codes: string[] = [];
    for (let i = 0; i < 500; i++) {
      const issued = await issueCode(api.db, api.secret, {
        kind: 'PASSWORD_RESET',
        email: `p4-${i}@example.test`,
        userId: null,
        resendSeconds: 60,
      });
      codes.push(issued.issued ? issued.code : '');
    }
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(495);
    for (let place = 0; place < 6; place++) {
      const counts = Array.from(
        { length: 10 },
        (_, digit) => codes.filter((code) => code[place] === String(digit)).length,
      );
      // 48.5 is passed by chance once in five million draws (nine degrees of freedom).
      const chiSquare = counts.reduce((sum, count) => sum + (count - 50) ** 2 / 50, 0);
      expect([place, counts, chiSquare < 48.5]).toEqual([place, counts, true]);
    }
  });

  test('P4 a code that begins with zeros works as it stands in the mail, and not as a number', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendVerificationOtp, { token: person.token });
    const codeHash = api.secret.sign(`otp:EMAIL_VERIFICATION:${person.email}`, '000042');
    await api.db.update(oneTimeCodes).set({ codeHash }).where(eq(oneTimeCodes.email, person.email));
    for (const otp of ['42', 42, '00042', '0000042']) {
      const reply = await api.call(verifyEmailOtp, { token: person.token, body: { otp } });
      expect([otp, reply.status]).toEqual([otp, 400]);
    }
    const reply = await api.call(verifyEmailOtp, { token: person.token, body: { otp: '000042' } });
    expect(reply.status).toBe(200);
  });

  test('P5 each kind of code is good for ten minutes: at nine it still is, at 10:01 it is not', async () => {
    for (const seconds of [540, 601]) {
      const person = await addPerson(api.db, { verified: false });
      const { email, token } = person;
      const newEmail = `late-${email}`;
      await api.call(sendResetOtp, { body: { email } });
      const reset = await mailedCode(api, email);
      await api.call(sendVerificationOtp, { token });
      const verification = await mailedCode(api, email);
      await api.call(requestEmailChange, { token, body: { newEmail, currentPassword: TEST_PASSWORD } });
      const change = await mailedCode(api, newEmail);
      const codes = await api.db.select().from(oneTimeCodes);
      const lives = codes.map(({ createdAt, expiresAt }) => expiresAt.getTime() - createdAt.getTime());
      expect(new Set(lives)).toEqual(new Set([600_000]));
      for (const kind of ['PASSWORD_RESET', 'EMAIL_VERIFICATION', 'EMAIL_CHANGE'] as const) {
        await ageCode(api, kind, email, seconds);
      }
      const replies = [
        await api.call(verifyEmailOtp, { token, body: { otp: verification } }),
        await api.call(verifyResetOtp, { body: { email, otp: reset } }),
        await api.call(confirmEmailChange, { token, body: { otp: change } }),
      ];
      const statuses = replies.map(({ status }) => status);
      expect([seconds, statuses]).toEqual([seconds, Array(3).fill(seconds < 600 ? 200 : 400)]);
      if (seconds > 600) expect(replies[1]?.body.error).toBe('Invalid OTP or OTP has expired.');
    }
  });

  test('P6 RESET-19 checking and resetting share five guesses, forty at once, and the sixth is refused even when right', async () => {
    const { email, id } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    const before = (await readPerson(api.db, id)).passwordHash;
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        api.call(index % 2 ? verifyResetOtp : resetPassword, {
          body: { email, otp: wrongFor(otp), newPassword },
        }),
      ),
    );
    const told = replies.filter(({ body }) => body.error === 'Invalid OTP.');
    expect(told.map(({ body }) => body.data.attemptsRemaining).sort()).toEqual([0, 1, 2, 3, 4]);
    for (const call of [verifyResetOtp, resetPassword]) {
      const reply = await api.call(call, { body: { email, otp, newPassword } });
      expectRefusal(reply, 400, 'Too many invalid attempts. Please request a new OTP.');
    }
    expect((await readPerson(api.db, id)).passwordHash).toBe(before);
  });

  test('P6 right checks before the reset give their guess back, and wrong ones between them do not', async () => {
    const { email } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    const check = (code: string) => api.call(verifyResetOtp, { body: { email, otp: code } });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await check(otp)).status, (await check(wrongFor(otp))).status);
    }
    expect(statuses).toEqual([200, 400, 200, 400, 200, 400, 200, 400]);
    expect((await check(wrongFor(otp))).body.data).toEqual({ attemptsRemaining: 0 });
    expect((await check(otp)).status).toBe(400);
  });

  test('P6 a guess that is given back late gives nothing to a newer code', async () => {
    const { id, email } = await addPerson(api.db);
    const issue = async () => {
      const asked = { kind: 'PASSWORD_RESET', email, userId: id, resendSeconds: 0 } as const;
      const issued = await issueCode(api.db, api.secret, asked);
      if (!issued.issued) throw new Error('No code was issued');
      return issued.code;
    };
    const guess = (code: string) => checkCode(api.db, api.secret, { kind: 'PASSWORD_RESET', email, code });
    const earlier = await guess(await issue());
    const newer = await issue();
    expect(await guess(wrongFor(newer))).toMatchObject({ outcome: 'wrong', attemptsRemaining: 4 });
    if (earlier.outcome === 'right') await earlier.refundGuess();
    expect([earlier.outcome, await guess(wrongFor(newer))]).toEqual([
      'right',
      { outcome: 'wrong', attemptsRemaining: 3 },
    ]);
  });

  test('P8 a code is bound to its person, its kind and its mailbox', async () => {
    const [one, two] = await Promise.all([
      addPerson(api.db, { verified: false }),
      addPerson(api.db, { verified: false }),
    ]);
    await api.call(sendResetOtp, { body: { email: one.email } });
    const reset = await mailedCode(api, one.email);
    await api.call(sendVerificationOtp, { token: one.token });
    const verification = await mailedCode(api, one.email);
    await api.call(sendVerificationOtp, { token: two.token });
    await api.call(sendResetOtp, { body: { email: two.email } });
    const others = [await mailedCode(api, two.email)];
    if (others.includes(reset) || reset === verification) return;
    expect((await api.call(verifyEmailOtp, { token: one.token, body: { otp: reset } })).status).toBe(400);
    expect((await api.call(verifyEmailOtp, { token: two.token, body: { otp: verification } })).status).toBe(
      400,
    );
    for (const body of [
      { email: two.email, otp: reset, newPassword },
      { email: one.email, otp: verification, newPassword },
    ]) {
      expect((await api.call(resetPassword, { body })).status).toBe(400);
    }
  });

  test('fault 6 P9 no password, code or token of any step stands in a table, in the log or in a reply', async () => {
    const replies: TestReply[] = [];
    const send = async (...input: Parameters<TestApp['call']>) => {
      const reply = await api.call(...input);
      replies.push(reply);
      return reply;
    };
    const email = 'p9-canary@example.test';
    const first = 'First-password-11!';
    const second = 'Second-password-22!';
    const third = 'Third-password-33!';
    const joined = await send(signup, { body: { name: 'Ninth Canary', email, password: first } });
    const token = joined.body.data.accessToken as string;
    await send(sendVerificationOtp, { token });
    const codes = [await mailedCode(api, email)];
    await send(verifyEmailOtp, { token, body: { otp: wrongFor(codes[0] ?? '') } });
    await send(verifyEmailOtp, { token, body: { otp: codes[0] } });
    await send(changePassword, { token, body: { currentPassword: first, newPassword: second } });
    await send(changePassword, { token, body: { currentPassword: first, newPassword: second } });
    await send(requestEmailChange, { token, body: { newEmail: `new-${email}`, currentPassword: second } });
    codes.push(await mailedCode(api, `new-${email}`));
    await send(confirmEmailChange, { token, body: { otp: codes[1] } });
    await send(sendResetOtp, { body: { email: `new-${email}` } });
    codes.push(await mailedCode(api, `new-${email}`));
    await send(resetPassword, { body: { email: `new-${email}`, otp: codes[2], newPassword: third } });
    await send(login, { body: { email: `new-${email}`, password: third } });
    await send(login, { body: { email: `new-${email}`, password: `${third}x` } });
    expect(replies.map(({ status }) => status)).toEqual([
      201, 200, 400, 200, 200, 400, 200, 200, 200, 200, 200, 401,
    ]);

    const said = replies.map(({ body }) => JSON.stringify({ ...body, requestId: undefined })).join('\n');
    const logged = api.logged();
    expect(logged).toContain('"route":"/auth/login"');
    const dump = await dumpEverything(api.db);
    for (const password of [first, second, third]) {
      expect([said, logged, dump].map((text) => text.includes(password))).toEqual([false, false, false]);
    }
    const asWord = (code: string) => new RegExp(`(?<![\\da-f.:-])${code}(?![\\da-f:-])`);
    for (const code of codes) {
      expect(code).toMatch(/^\d{6}$/);
      for (const text of [said, logged, dump]) {
        const found = asWord(code).exec(text);
        expect(found ? text.slice(found.index - 40, found.index + 40) : null).toBeNull();
      }
      for (const digest of ['md5', 'sha1', 'sha256', 'sha512'] as const) {
        for (const encoding of ['hex', 'base64'] as const) {
          expect(dump.includes(new Bun.CryptoHasher(digest).update(code).digest(encoding))).toBe(false);
        }
      }
    }
    expect([logged, dump].map((text) => text.includes(token))).toEqual([false, false]);
    expect(said.match(/argon2|passwordHash|codeHash|sealed/gi)).toBeNull();
  });
});
