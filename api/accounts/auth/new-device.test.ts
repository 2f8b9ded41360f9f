import { describe, expect, test } from 'bun:test';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { checkReportLink, getProfile, login, refreshSession, reportSignIn, signup } from '#contract/auth.ts';
import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { confirmEmailChange, requestEmailChange } from '#contract/own-account.ts';
import { addPasskey, loginWithPasskey, startPasskey, startPasskeyLogin } from '#contract/passkeys.ts';
import {
  formerAddresses,
  knownOrigins,
  oneTimeCodes,
  passkeys,
  recoveryCodes,
  reportLinks,
  sessions,
  users,
} from '../../platform/db/schema/accounts.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { createId, createToken } from '../../platform/process/secrets.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { Authenticator } from '../../test/authenticator.ts';
import { dumpEverything } from '../../test/digest.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const signIn = async (
  { email }: Pick<Person, 'email'>,
  { agent = CHROME, address = '203.0.113.7', password = TEST_PASSWORD, device = '' } = {},
) =>
  api.call(login, {
    body: { email, password },
    address,
    headers: { 'user-agent': agent, ...(device ? { [DEVICE_TOKEN_HEADER]: device } : {}) },
  });
const mailsTo = async ({ email }: Pick<Person, 'email'>, kind: string) =>
  (await listStoredMessages(api)).filter((mail) => mail.to === email && mail.kind === kind);
const linkTo = async (person: Pick<Person, 'email'>) => {
  const [mail] = await mailsTo(person, 'NEW_DEVICE');
  return /\/not-me#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
};
const report = (token: unknown) => api.call(reportSignIn, { body: { token } });
const check = async (token: unknown) => (await api.call(checkReportLink, { body: { token } })).body.code;
const statusOf = async (token: string) => (await api.call(getProfile, { token })).status;
const reset = async ({ email }: Pick<Person, 'email'>, newPassword: string) => {
  await api.call(sendResetOtp, { body: { email } });
  return api.call(resetPassword, { body: { email, otp: await mailedCode(api, email), newPassword } });
};

describe('the mail about a new device', () => {
  test('P16 it goes to a verified address for each browser or network that is new to the account, once', async () => {
    const person = await addPerson(api.db);
    const count = async () => (await mailsTo(person, 'NEW_DEVICE')).length;
    const [laptop, phone] = [createToken(), createToken()];
    for (const [from, mails] of [
      // Clients that keep no secret: by their network.
      [{}, 1],
      [{}, 1],
      [{ agent: FIREFOX }, 1],
      [{ address: '198.51.100.7' }, 2],
      // Browsers: by their secret, wherever they are.
      [{ device: laptop }, 3],
      [{ device: laptop }, 3],
      [{ device: laptop, address: '192.0.2.9' }, 3],
      [{ device: phone }, 4],
    ] as const) {
      expect((await signIn(person, from)).status).toBe(200);
      expect([from, await count()]).toEqual([from, mails]);
    }
    const newest = (await mailsTo(person, 'NEW_DEVICE')).at(-1);
    expect(newest?.text).toContain('Chrome on Windows, network 203.0.113.x');
    await signIn(person, { agent: '<b>x</b> @evil.example', address: '192.0.2.1' });
    expect(await count()).toBe(5);
    expect((await mailsTo(person, 'NEW_DEVICE'))[0]?.text).not.toContain('evil');
  });

  test('P16 a sign-in by passkey causes it as well, and its link ends that session', async () => {
    const person = await addPerson(api.db);
    const authenticator = new Authenticator();
    const options = (await api.call(startPasskey, { token: person.token })).body.data;
    const credential = authenticator.create(options);
    expect(
      (await api.call(addPasskey, { token: person.token, body: { name: 'Key', credential } })).status,
    ).toBe(201);
    const byPasskey = async (device: string) => {
      const asked = (await api.call(startPasskeyLogin)).body.data;
      const headers = { [DEVICE_TOKEN_HEADER]: device };
      return api.call(loginWithPasskey, { body: { credential: authenticator.get(asked) }, headers });
    };
    const device = createToken();
    const { accessToken } = (await byPasskey(device)).body.data;
    await byPasskey(device);
    const mails = await mailsTo(person, 'NEW_DEVICE');
    expect([mails.length, mails[0]?.text.includes('with your passkey')]).toEqual([1, true]);
    expect((await report(await linkTo(person))).status).toBe(200);
    expect(await statusOf(accessToken)).toBe(401);
    // A mailbox alone takes no passkey away (docs/security.md P58): it goes on signing in until its owner removes it.
    expect((await byPasskey(device)).status).toBe(200);
  });

  test('P16 a wrong password and an address that nobody verified cause none', async () => {
    const person = await addPerson(api.db);
    expect((await signIn(person, { password: 'Not-the-one-1' })).status).toBe(401);
    const squatted = await addPerson(api.db, { verified: false });
    expect((await signIn(squatted)).status).toBe(200);
    expect([await mailsTo(person, 'NEW_DEVICE'), await mailsTo(squatted, 'NEW_DEVICE')]).toEqual([[], []]);
  });
});

describe('“this was not me”', () => {
  test('P16 ends every session, makes the password good for nothing until a reset, voids a change of address', async () => {
    const person = await addPerson(api.db);
    const thief = (await signIn(person)).body.data;
    expect(await api.db.$count(knownOrigins, eq(knownOrigins.userId, person.id))).toBeGreaterThan(0);
    const change = await api.call(requestEmailChange, {
      token: thief.accessToken,
      body: { newEmail: 'thief@example.test', currentPassword: TEST_PASSWORD },
    });
    expect(change.status).toBe(200);
    const token = await linkTo(person);
    expect(token).not.toBe('');
    const [{ openedAt } = { openedAt: new Date() }] = await api.db
      .select({ openedAt: reportLinks.sessionBeganAt })
      .from(reportLinks)
      .where(eq(reportLinks.userId, person.id));
    for (const [name, seconds] of [
      ['Own', -1],
      ['Planted', 1],
    ] as const) {
      const createdAt = new Date(openedAt.getTime() + seconds * 1000);
      const key = { id: createId(), userId: person.id, credentialId: createToken(), publicKey: 'key' };
      await api.db.insert(passkeys).values({ ...key, counter: 0, name, isSynced: false, createdAt });
      await api.db.insert(recoveryCodes).values({ userId: person.id, codeHash: name, createdAt });
    }

    expect((await report(token)).status).toBe(200);
    expect([await statusOf(thief.accessToken), await statusOf(person.token)]).toEqual([401, 401]);
    const { refreshToken } = thief;
    expect((await api.call(refreshSession, { body: { refreshToken } })).status).toBe(401);
    const refused = await signIn(person);
    expect([refused.status, refused.body.error]).toEqual([401, 'Invalid email or password']);
    const pending = and(eq(oneTimeCodes.kind, 'EMAIL_CHANGE'), eq(oneTimeCodes.email, person.email));
    expect(await api.db.select().from(oneTimeCodes).where(pending)).toEqual([]);
    const left = await api.db.select().from(passkeys).where(eq(passkeys.userId, person.id));
    expect(left.map(({ name }) => name)).toEqual(['Own']);
    const codes = await api.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id));
    expect(codes.map(({ codeHash }) => codeHash)).toEqual(['Own']);
    expect(await api.db.$count(knownOrigins, eq(knownOrigins.userId, person.id))).toBe(0);
    expect(await mailsTo(person, 'SIGN_IN_REPORTED')).toHaveLength(1);
    const [entry] = await readEntries(api.db, { targetUserId: person.id, action: 'SIGN_IN_REPORTED' });
    expect(entry?.metadata).toEqual({ endedCount: 2 });

    expect((await reset(person, 'Harbour-moss-64!')).status).toBe(200);
    const owner = await signIn(person, { password: 'Harbour-moss-64!' });
    expect(owner.status).toBe(200);
    // The link was good once: the owner is not put out again.
    const again = await report(token);
    expect([again.status, again.body.code, await check(token)]).toEqual([
      400,
      'REPORT_LINK_SPENT',
      'REPORT_LINK_SPENT',
    ]);
    expect(await statusOf(owner.body.data.accessToken)).toBe(200);
  });

  test('P16 gives the account back to the address it was mailed to, which nobody else takes meanwhile', async () => {
    const person = await addPerson(api.db);
    const token = (await signIn(person)).body.data.accessToken;
    const link = await linkTo(person);
    const moveTo = async (as: string, newEmail: string) => {
      const body = { newEmail, currentPassword: TEST_PASSWORD };
      expect((await api.call(requestEmailChange, { token: as, body })).status).toBe(200);
      const otp = await mailedCode(api, newEmail);
      return api.call(confirmEmailChange, { token: as, body: { otp } });
    };
    const thief = { email: `thief-${person.id}@example.test` };
    expect((await moveTo(token, thief.email)).status).toBe(200);

    const squatter = { email: person.email, password: TEST_PASSWORD, name: 'Squatter' };
    const taken = await api.call(signup, { body: squatter });
    expect([taken.status, taken.body.error]).toEqual([409, 'User with this email already exists']);
    const second = await addPerson(api.db);
    expect((await moveTo(second.token, person.email)).status).toBe(409);

    expect((await report(link)).status).toBe(200);
    const [account] = await api.db.select().from(users).where(eq(users.id, person.id));
    expect([account?.email, account?.emailVerifiedAt === null]).toEqual([person.email, false]);
    expect(await mailsTo(person, 'SIGN_IN_REPORTED')).toHaveLength(1);
    expect(await mailsTo(thief, 'EMAIL_CHANGED')).toHaveLength(1);
    expect(await mailsTo(thief, 'SIGN_IN_REPORTED')).toEqual([]);
    // The other mailbox is no way in any more; the owner's is.
    const mailed = (await mailsTo(thief, 'PASSWORD_RESET')).length;
    await api.call(sendResetOtp, { body: { email: thief.email } });
    expect(await mailsTo(thief, 'PASSWORD_RESET')).toHaveLength(mailed);
    expect((await reset(person, 'Harbour-moss-64!')).status).toBe(200);
    expect((await signIn(person, { password: 'Harbour-moss-64!' })).status).toBe(200);
  });

  test('P16 leaves the account where it is when somebody else has its old address', async () => {
    const person = await addPerson(api.db);
    await signIn(person);
    const link = await linkTo(person);
    const moved = `moved-${person.id}@example.test`;
    await api.db.insert(formerAddresses).values({ userId: person.id, email: person.email });
    await api.db.update(users).set({ email: moved }).where(eq(users.id, person.id));
    const other = await addPerson(api.db);
    await api.db.update(users).set({ email: person.email }).where(eq(users.id, other.id));
    expect((await report(link)).status).toBe(200);
    const accounts = await api.db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(inArray(users.email, [moved, person.email]))
      .orderBy(users.email);
    expect(accounts).toEqual(
      [
        { id: person.id, email: moved },
        { id: other.id, email: person.email },
      ].sort((one, two) => (one.email < two.email ? -1 : 1)),
    );
  });

  test('P16 works after the thief signed out or set another password, and an older link works as well', async () => {
    const person = await addPerson(api.db);
    await signIn(person);
    const older = await linkTo(person);
    await signIn(person, { address: '198.51.100.7' });
    await api.db.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.userId, person.id));
    expect((await reset(person, 'Harbour-moss-64!')).status).toBe(200);
    expect((await report(older)).status).toBe(200);
    expect((await signIn(person, { password: 'Harbour-moss-64!' })).status).toBe(401);
    expect((await report(await linkTo(person))).status).toBe(400);
  });

  test('P16 takes a passkey that was added after an earlier sign-in, whichever of the mails is used', async () => {
    const person = await addPerson(api.db);
    const link = async (address: string) => {
      await signIn(person, { address });
      return linkTo(person);
    };
    const add = async (name: string, account = person) => {
      const key = { id: createId(), userId: account.id, credentialId: createToken(), publicKey: 'key' };
      await api.db.insert(passkeys).values({ ...key, counter: 0, name, isSynced: false });
      await api.db.insert(recoveryCodes).values({ userId: account.id, codeHash: name });
    };
    const left = async ({ id } = person) =>
      (await api.db.select().from(passkeys).where(eq(passkeys.userId, id))).map(({ name }) => name);
    const other = await addPerson(api.db);
    await add('Own');
    await add('Own', other);
    await signIn(person, { address: '192.0.2.1' });
    // A link that is good no more tells of nobody who may be in there now.
    await api.db
      .update(reportLinks)
      .set({ createdAt: sql`now() - interval '8 days'` })
      .where(eq(reportLinks.userId, person.id));
    await add('Since a mail of last week');
    await link('192.0.2.77');
    await add('Planted');
    expect((await report(await link('198.51.100.77'))).status).toBe(200);
    expect([await left(), await left(other)]).toEqual([['Own', 'Since a mail of last week'], ['Own']]);
    const codes = await api.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id));
    expect(codes.map(({ codeHash }) => codeHash).sort()).toEqual(['Own', 'Since a mail of last week']);
  });

  test('P16 twenty at once count once; a stranger’s, malformed or old one is refused and changes nothing', async () => {
    const person = await addPerson(api.db);
    const { accessToken } = (await signIn(person)).body.data;
    const token = await linkTo(person);
    for (const wrong of ['x'.repeat(43), `${token}x`, token.toLowerCase(), person.id, accessToken]) {
      expect((await report(wrong)).status).toBe(400);
    }
    for (const wrong of [undefined, '', 7, ['x'], 'x'.repeat(5000)]) {
      expect([wrong, (await report(wrong)).status]).toEqual([wrong, 400]);
    }
    const age = (days: number) =>
      api.db
        .update(reportLinks)
        .set({ createdAt: sql`now() - ${days * 24 * 60 - 1} * interval '1 minute'` })
        .where(eq(reportLinks.userId, person.id));
    expect(await statusOf(accessToken)).toBe(200);
    await age(8);
    expect((await report(token)).status).toBe(400);
    await age(7);
    const replies = await Promise.all(Array.from({ length: 20 }, () => report(token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(19);
    expect(await mailsTo(person, 'SIGN_IN_REPORTED')).toHaveLength(1);
  });

  test('P16 opening the link does nothing, and the secret stands in no table and no log', async () => {
    const person = await addPerson(api.db);
    const { accessToken } = (await signIn(person)).body.data;
    const token = await linkTo(person);
    for (const path of [`/api/auth/report-sign-in?token=${token}`, `/not-me?token=${token}`]) {
      await api.request(path);
    }
    expect((await api.request('/api/auth/report-sign-in')).status).toBe(405);
    expect([await check(token), await check(token)]).toEqual([undefined, undefined]);
    expect(await statusOf(accessToken)).toBe(200);
    expect((await dumpEverything(api.db)).includes(token)).toBe(false);
    expect(api.logged().includes(token)).toBe(false);
  });
});
