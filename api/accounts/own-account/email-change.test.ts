import { describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import { login, signup } from '#contract/auth.ts';
import { resetPassword, sendResetOtp, sendVerificationOtp } from '#contract/otp.ts';
import {
  confirmEmailChange,
  getEmailChange,
  listOwnMail,
  requestEmailChange,
} from '#contract/own-account.ts';
import { oneTimeCodes } from '../../platform/db/schema/accounts.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { digestEverything } from '../../test/digest.ts';
import { mailedCode, wrongFor } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();
/** With the limits as they are shipped. */
const strict = await openTestApp({ RATE_LIMIT_SCALE: '1' });

const NEW_PASSWORD = 'Harbour-moss-64!';

const mailTo = async (to: string) => (await listStoredMessages(api)).filter((message) => message.to === to);

describe('change of e-mail address', () => {
  const ask = (token: string, newEmail: string, currentPassword = TEST_PASSWORD) =>
    api.call(requestEmailChange, { token, body: { newEmail, currentPassword } });

  test('a code goes to the new address and a notice to the old one; the code changes and verifies', async () => {
    const person = await addPerson(api.db, { verified: false });
    const newEmail = `moved-${person.email}`;
    const asked = await ask(person.token, ` ${newEmail.toUpperCase()} `);
    expect(asked.status).toBe(200);
    expect(asked.body.data).toEqual({
      newEmail,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect((await api.call(getEmailChange, { token: person.token })).body.data).toEqual(asked.body.data);
    const otp = await mailedCode(api, newEmail);
    expect(JSON.stringify(asked.body)).not.toContain(otp);
    expect((await mailTo(person.email)).map(({ kind }) => kind)).toEqual(['EMAIL_CHANGE_REQUESTED']);
    expect((await mailTo(person.email))[0]?.text).not.toContain(newEmail);

    const done = await api.call(confirmEmailChange, { token: person.token, body: { otp } });
    expect([done.status, done.body.data]).toEqual([200, { email: newEmail, emailVerified: true }]);
    const row = await readPerson(api.db, person.id);
    expect([row.email, row.emailVerifiedAt !== null]).toEqual([newEmail, true]);
    expect((await mailTo(person.email))[0]?.kind).toBe('EMAIL_CHANGED');
    expect((await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } })).status).toBe(
      401,
    );
    expect((await api.call(login, { body: { email: newEmail, password: TEST_PASSWORD } })).status).toBe(200);
    expect((await api.call(getEmailChange, { token: person.token })).body.data).toEqual({
      newEmail: null,
      createdAt: null,
      expiresAt: null,
    });
    const again = await api.call(confirmEmailChange, { token: person.token, body: { otp } });
    expect([again.status, again.body.error]).toEqual([400, 'Invalid code or code has expired.']);
    const freed = await api.call(signup, {
      body: { name: 'Next Owner', email: person.email, password: 'Quiet-lantern-81' },
    });
    expect(freed.status).toBe(201);
  });

  test('codes of the old address are void after the change', async () => {
    const person = await addPerson(api.db, { verified: false });
    await api.call(sendResetOtp, { body: { email: person.email } });
    const reset = await mailedCode(api, person.email);
    await api.call(sendVerificationOtp, { token: person.token });
    const newEmail = `void-${person.email}`;
    await ask(person.token, newEmail);
    await api.call(confirmEmailChange, {
      token: person.token,
      body: { otp: await mailedCode(api, newEmail) },
    });
    for (const email of [person.email, newEmail]) {
      const reply = await api.call(resetPassword, { body: { email, otp: reset, newPassword: NEW_PASSWORD } });
      expect(reply.status).toBe(400);
    }
    expect(await api.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.userId, person.id))).toEqual([]);
  });

  test('P11 a taken address is answered and followed like a free one, and its owner alone is told', async () => {
    const holder = await addPerson(api.db);
    const conversations = await Promise.all(
      [holder.email.toUpperCase(), `free-${holder.email}`].map(async (address) => {
        const person = await addPerson(api.db);
        const replies = [await ask(person.token, address)];
        replies.push(await ask(person.token, address));
        replies.push(await api.call(getEmailChange, { token: person.token }));
        replies.push(await api.call(listOwnMail, { token: person.token }));
        const code = /\d{6}/.exec((await mailTo(address.toLowerCase()))[0]?.text ?? '')?.[0] ?? '000000';
        for (let i = 0; i < 6; i++) {
          replies.push(
            await api.call(confirmEmailChange, { token: person.token, body: { otp: wrongFor(code) } }),
          );
        }
        return replies.map(({ status, body }) => [
          status,
          JSON.stringify(body, (key, value) =>
            key === 'requestId' || (typeof value === 'string' && /At$/.test(key)) ? undefined : value,
          )
            .replaceAll(address.toLowerCase(), 'ADDRESS')
            .replace(/\d+ seconds|"retryAfter":\d+/g, 'N'),
        ]);
      }),
    );
    expect(conversations[0]).toEqual(conversations[1] ?? []);
    expect(conversations[0]?.map(([status]) => status)).toEqual([
      200, 429, 200, 200, 400, 400, 400, 400, 400, 400,
    ]);
    const [told] = await mailTo(holder.email);
    expect(told?.text).toContain('already have an account');
    expect(told?.text).not.toMatch(/\b\d{6}\b/);
  });

  test('an address that was taken meanwhile is refused in any case twin, and nothing changes', async () => {
    const person = await addPerson(api.db);
    const newEmail = `twin-${person.email}`;
    await ask(person.token, newEmail);
    const otp = await mailedCode(api, newEmail);
    await addPerson(api.db, { email: newEmail });
    const reply = await api.call(confirmEmailChange, { token: person.token, body: { otp } });
    expect([reply.status, reply.body.error]).toEqual([409, 'User with this email already exists']);
    expect((await readPerson(api.db, person.id)).email).toBe(person.email);
  });

  test('P8 a code of one person, kind or address is nothing to another', async () => {
    const [one, two] = [await addPerson(api.db, { verified: false }), await addPerson(api.db)];
    await ask(one.token, `mine-${one.email}`);
    const otp = await mailedCode(api, `mine-${one.email}`);
    await ask(two.token, `theirs-${two.email}`);
    if (otp !== (await mailedCode(api, `theirs-${two.email}`))) {
      expect((await api.call(confirmEmailChange, { token: two.token, body: { otp } })).status).toBe(400);
    }
    await api.db
      .update(oneTimeCodes)
      .set({ newEmail: `swapped-${one.email}` })
      .where(and(eq(oneTimeCodes.kind, 'EMAIL_CHANGE'), eq(oneTimeCodes.email, one.email)));
    const swapped = await api.call(confirmEmailChange, { token: one.token, body: { otp } });
    expect(swapped.status).toBe(400);
    expect((await readPerson(api.db, one.id)).email).toBe(one.email);
  });

  test('P7 one account may not write to many strangers: five codes an hour, wherever they go', async () => {
    const person = await addPerson(strict.db);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const body = { newEmail: `stranger-${i}@example.test`, currentPassword: TEST_PASSWORD };
      statuses.push((await strict.call(requestEmailChange, { token: person.token, body })).status);
      await strict.db.update(oneTimeCodes).set({ createdAt: sql`now() - interval '2 minutes'` });
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('each refusal has its words, and no mail and no code comes of it', async () => {
    const person = await addPerson(api.db);
    const before = await digestEverything(api.db);
    const currentPassword = TEST_PASSWORD;
    for (const [body, error] of [
      [{}, 'New email is required, Current password is required'],
      [{ newEmail: 'x', currentPassword }, 'Please provide a valid email address'],
      [{ newEmail: 'a@b.co\r\nBcc: x@y.zz', currentPassword }, 'Please provide a valid email address'],
      [{ newEmail: ['a@b.co'], currentPassword }, 'New email is required'],
      [{ newEmail: `${'a'.repeat(250)}@b.co`, currentPassword }, 'Please provide a valid email address'],
      [{ newEmail: 'mıke@example.test', currentPassword }, 'Please provide a valid email address'],
      [{ newEmail: person.email.toUpperCase(), currentPassword }, 'This is already your email address'],
    ] as const) {
      expectRefusal(await api.call(requestEmailChange, { token: person.token, body }), 400, error);
    }
    for (const [otp, error] of [
      [undefined, 'Code is required'],
      [123456, 'Code is required'],
      ['１２３４５６', 'Code must be exactly 6 digits'],
      ['12345', 'Code must be exactly 6 digits'],
    ] as const) {
      expectRefusal(await api.call(confirmEmailChange, { token: person.token, body: { otp } }), 400, error);
    }
    expect(await digestEverything(api.db)).toEqual(before);
    const none = await api.call(confirmEmailChange, { token: person.token, body: { otp: '123456' } });
    expect([none.status, none.body.error]).toEqual([400, 'Invalid code or code has expired.']);
    const wrong = await ask(person.token, `new-${person.email}`, 'not this one');
    expect([wrong.status, wrong.body.error]).toEqual([400, 'Current password is incorrect']);
    expect(await mailTo(`new-${person.email}`)).toEqual([]);
  });
});
