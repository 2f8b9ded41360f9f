import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { getProfile, login, reportSignIn } from '#contract/auth.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import { passkeys } from '../../platform/db/schema/accounts.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { createId, createToken } from '../../platform/process/secrets.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../../test/people.ts';
import { markProvenByPasskey } from '../../test/proofs.ts';

const api = await openTestApp();

const NEW_PASSWORD = 'Harbour-moss-64!';

const WAYS = {
  profile: ({ token }: Person) => {
    const body = {
      currentPassword: TEST_PASSWORD,
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    };
    return api.call(changePassword, { token, body });
  },
  reset: async ({ email }: Person) => {
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    return api.call(resetPassword, { body: { email, otp, newPassword: NEW_PASSWORD } });
  },
};

const addKey = async ({ id: userId }: Person, name: string, createdAt: Date) => {
  const key = { id: createId(), userId, credentialId: createToken(), publicKey: 'key', isSynced: false };
  await api.db.insert(passkeys).values({ ...key, counter: 0, name, createdAt });
  // A change of password asks for a passkey where there is one.
  await markProvenByPasskey(api.db, userId);
};
const noticeTo = async ({ email }: Person) => {
  const [mail, ...more] = (await listStoredMessages(api)).filter(
    ({ to, kind }) => to === email && kind === 'PASSWORD_CHANGED',
  );
  expect(more).toEqual([]);
  return (mail?.text ?? '').replace(/\s+/g, ' ');
};

test.each(['profile', 'reset'] as const)(
  'P13 P16 the notice of a new password by %s counts the passkeys that stay, and its link ends what followed',
  async (way) => {
    const person = await addPerson(api.db);
    await addKey(person, 'Old', new Date('2026-01-02T12:00:00Z'));
    await addKey(person, 'Newer', new Date('2026-03-04T12:00:00Z'));
    expect((await WAYS[way](person)).status).toBe(200);
    const text = await noticeTo(person);
    expect(text).toContain(
      '2 passkeys still sign in to your account. The last was added on 4 March 2026. Remove any that is not yours: in your profile, under “Passkeys”.',
    );
    await addKey(person, 'Planted', new Date(Date.now() + 1000));
    const signedIn = await api.call(login, { body: { email: person.email, password: NEW_PASSWORD } });
    const token = /\/not-me#([\w-]{43})/.exec(text)?.[1] ?? '';
    expect((await api.call(reportSignIn, { body: { token } })).status).toBe(200);
    expect((await api.call(getProfile, { token: signedIn.body.data.accessToken })).status).toBe(401);
    expect((await api.call(login, { body: { email: person.email, password: NEW_PASSWORD } })).status).toBe(
      401,
    );
    const kept = await api.db.select().from(passkeys).where(eq(passkeys.userId, person.id));
    expect(kept.map(({ name }) => name).sort()).toEqual(['Newer', 'Old']);
  },
);

test('P13 without a passkey the notice names none, and one passkey is counted as one', async () => {
  const [none, one] = [await addPerson(api.db), await addPerson(api.db)];
  await addKey(one, 'Only', new Date('2026-03-04T12:00:00Z'));
  await WAYS.profile(none);
  await WAYS.profile(one);
  expect(await noticeTo(none)).not.toContain('passkey');
  expect(await noticeTo(one)).toContain(
    'One passkey still signs in to your account. It was added on 4 March 2026.',
  );
});

test('P16 the notice to an unverified address has no link: it may be a stranger’s', async () => {
  const person = await addPerson(api.db, { verified: false });
  expect((await WAYS.profile(person)).status).toBe(200);
  const text = await noticeTo(person);
  expect([text.includes('not-me'), text.includes('set a new password at once')]).toEqual([false, true]);
});
