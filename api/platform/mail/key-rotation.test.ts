import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { getProfile, login } from '#contract/auth.ts';
import { type Call, pathOf } from '#contract/call.ts';
import {
  resetPassword,
  sendResetOtp,
  sendVerificationOtp,
  verifyEmailOtp,
  verifyResetOtp,
} from '#contract/otp.ts';
import { lastCodeEnds } from '../../accounts/otp/codes.ts';
import { createApp } from '../../app.ts';
import { mailedCode, wrongFor } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';
import { outboxMessages } from '../db/schema/operations.ts';
import { createLog } from '../process/log.ts';
import { createSecretKey, type SecretKey } from '../process/secrets.ts';
import { openMail, resealMail } from './outbox.ts';

const OLD = 'the key of last year, long enough';
const NEW = 'the key of this year, long enough';

const api = await openTestApp();

/** The server on the same database, started with these keys. */
function startWith(...keys: string[]) {
  const secret = createSecretKey(...keys);
  const app = createApp({ db: api.db, config: api.config, secret, log: createLog('silent', () => {}) });
  return {
    secret,
    codeFor: (email: string) => mailedCode({ ...api, secret }, email),
    async call(call: Pick<Call, 'method' | 'path'>, body?: unknown, token?: string): Promise<number> {
      const response = await app.fetch(
        new Request(`http://localhost/api${pathOf(call)}`, {
          method: call.method,
          headers: {
            'content-type': 'application/json',
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
          body: body === undefined ? null : JSON.stringify(body),
        }),
      );
      return response.status;
    },
  };
}

const sealedMails = () =>
  api.db
    .select({ id: outboxMessages.id, sealed: outboxMessages.sealedContent })
    .from(outboxMessages)
    .where(sql`${outboxMessages.sealedContent} is not null`);
const countOpened = async (secret: SecretKey) => {
  const mails = await sealedMails();
  return mails.filter(({ sealed }) => {
    try {
      return openMail({ secret, config: api.config }, sealed ?? '') !== null;
    } catch {
      return false;
    }
  }).length;
};

test('P9 sessions, codes and mail outlive a change of the key, step by step', async () => {
  // One address a code: a second code for the same one would have to wait.
  const [asha, ben, cara, dev] = [
    await addPerson(api.db, { verified: false }),
    await addPerson(api.db),
    await addPerson(api.db),
    await addPerson(api.db, { verified: false }),
  ];
  const before = startWith(OLD);
  expect(await before.call(sendVerificationOtp, {}, asha.token)).toBe(200);
  expect(await before.call(sendResetOtp, { email: ben.email })).toBe(200);
  const codes = { asha: await before.codeFor(asha.email), ben: await before.codeFor(ben.email) };

  const between = startWith(NEW, OLD);
  expect(await between.call(getProfile, undefined, asha.token)).toBe(200);
  expect(await between.call(login, { email: ben.email, password: TEST_PASSWORD })).toBe(200);
  expect(await between.call(verifyEmailOtp, { otp: wrongFor(codes.asha) }, asha.token)).toBe(400);
  expect(await between.call(verifyEmailOtp, { otp: codes.asha }, asha.token)).toBe(200);
  expect(await between.call(verifyResetOtp, { email: ben.email, otp: codes.ben })).toBe(200);
  const body = { email: ben.email, otp: codes.ben, newPassword: 'Harbour-moss-64!' };
  expect(await between.call(resetPassword, body)).toBe(200);
  expect(await between.call(resetPassword, body)).toBe(400);
  expect(await between.call(sendResetOtp, { email: cara.email })).toBe(200);
  expect(await between.call(sendVerificationOtp, {}, dev.token)).toBe(200);

  // The worker turns the request for a reset into a message.
  await between.codeFor(cara.email);
  const mails = (await sealedMails()).length;
  const after = startWith(NEW);
  expect(await countOpened(between.secret)).toBe(mails);
  expect(await countOpened(after.secret)).toBeLessThan(mails);
  expect(await resealMail(api.db, between.secret)).toEqual({ resealed: 2, unreadable: 0 });
  expect(await resealMail(api.db, between.secret)).toEqual({ resealed: 0, unreadable: 0 });
  // The command says until when a code of the old key may be out; those here are of the new one.
  expect(Date.parse((await lastCodeEnds(api.db)) ?? '')).toBeGreaterThan(Date.now());

  expect(await countOpened(after.secret)).toBe(mails);
  expect(await countOpened(before.secret)).toBe(0);
  expect(await after.call(getProfile, undefined, cara.token)).toBe(200);
  expect(await after.call(verifyEmailOtp, { otp: await after.codeFor(dev.email) }, dev.token)).toBe(200);
  const otp = await after.codeFor(cara.email);
  const last = { email: cara.email, otp, newPassword: 'Harbour-moss-64!' };
  expect(await after.call(resetPassword, last)).toBe(200);
});

test('P9 a message of a key that nobody has is counted, left as it is and stops nothing', async () => {
  const [first] = await sealedMails();
  const lost = createSecretKey('a key that nobody has any more').seal('{}');
  await api.db
    .update(outboxMessages)
    .set({ sealedContent: lost })
    .where(eq(outboxMessages.id, first?.id ?? ''));
  const others = (await sealedMails()).length - 1;
  const secret = createSecretKey('the key of next year, long enough', NEW);
  expect(await resealMail(api.db, secret)).toEqual({ resealed: others, unreadable: 1 });
  expect((await sealedMails()).find(({ id }) => id === first?.id)?.sealed).toBe(lost);
});
