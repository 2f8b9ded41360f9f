import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import { updateStatusById } from '#contract/admin-users.ts';
import { getProfile, login, refreshSession } from '#contract/auth.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import {
  addPasskey,
  listPasskeys,
  loginWithPasskey,
  PASSKEYS_MAX,
  proveIdentity,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyLogin,
  startProof,
} from '#contract/passkeys.ts';
import {
  oneTimeCodes,
  passkeys,
  recoveryCodes,
  sessions,
  usedChallenges,
  users,
} from '../db/schema/accounts.ts';
import { auditLog, outboxMessages } from '../db/schema/operations.ts';
import { createId } from '../process/secrets.ts';
import { Authenticator, type Tampering } from '../test/authenticator.ts';
import { digestEverything } from '../test/digest.ts';
import { mailedCode } from '../test/mailed-code.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person, signInPerson, TEST_PASSWORD } from '../test/people.ts';
import { createChallenge } from './challenges.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

const SITE = 'http://localhost:3000';

/** Gives a person a passkey through the calls of the site; answers it and the codes that came with it. */
async function enrol(person: Person, app = api) {
  const authenticator = new Authenticator(SITE);
  const options = (await app.call(startPasskey, { token: person.token })).body.data;
  const reply = await app.call(addPasskey, {
    token: person.token,
    body: { name: 'Laptop', credential: authenticator.create(options) },
  });
  expect([reply.status, reply.body.error]).toEqual([201, undefined]);
  const { passkey, recoveryCodes: codes } = reply.body.data;
  return { authenticator, passkeyId: passkey.id as string, codes: codes as string[] };
}

async function signIn(authenticator: Authenticator, tampering?: Tampering, app = api) {
  const options = (await app.call(startPasskeyLogin)).body.data;
  return app.call(loginWithPasskey, { body: { credential: authenticator.get(options, tampering) } });
}

async function prove(person: Pick<Person, 'token'>, authenticator: Authenticator, tampering?: Tampering) {
  const { options } = (await api.call(startProof, { token: person.token })).body.data;
  const credential = authenticator.get(options ?? {}, tampering);
  return api.call(proveIdentity, { token: person.token, body: { credential } });
}

const actionsOf = async (id: string) =>
  (await api.db.select().from(auditLog).where(eq(auditLog.targetUserId, id)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );
const mailOf = async (id: string) =>
  (await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, id))).map(({ kind }) => kind);

describe('what fails', () => {
  test('P44 P55 is written down at most 30 times an hour for an account, however often it is tried', async () => {
    const app = await makeApp({ RATE_LIMIT_SCALE: '10' });
    try {
      const person = await addPerson(app.db);
      const { authenticator } = await enrol(person, app);
      for (let count = 0; count < 33; count++) {
        expect((await signIn(authenticator, { isUserVerified: false }, app)).status).toBe(401);
        const body = { recoveryCode: '0000-0000-0000-0000' };
        expect((await app.call(proveIdentity, { token: person.token, body })).status).toBe(400);
      }
      for (const action of ['LOGIN_FAILED', 'RECOVERY_CODE_FAILED']) {
        const found = and(eq(auditLog.targetUserId, person.id), eq(auditLog.action, action));
        expect([action, await app.db.$count(auditLog, found)]).toEqual([action, 30]);
      }
    } finally {
      await app.close();
    }
  });
});

describe('a passkey', () => {
  test('P55 is added, signs in without a name or password, is listed, renamed and removed', async () => {
    const person = await addPerson(api.db);
    const asked = (await api.call(startPasskey, { token: person.token })).body.data;
    expect(asked.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
    expect((await api.call(startPasskeyLogin)).body.data.userVerification).toBe('required');
    const { authenticator, passkeyId, codes } = await enrol(person);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);

    const reply = await signIn(authenticator);
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body.data).sort()).toEqual(['accessToken', 'refreshToken', 'user']);
    expect(reply.body.data.user.id).toBe(person.id);
    const token = reply.body.data.accessToken;
    expect((await api.call(getProfile, { token })).body.data.email).toBe(person.email);
    const { refreshToken } = reply.body.data;
    expect((await api.call(refreshSession, { body: { refreshToken } })).status).toBe(200);

    const renamed = await api.call(renamePasskey, {
      token,
      params: { id: passkeyId },
      body: { name: '  Work laptop ' },
    });
    expect(renamed.body.data.name).toBe('Work laptop');
    const listed = (await api.call(listPasskeys, { token })).body.data;
    expect(listed).toEqual({
      passkeys: [{ ...renamed.body.data, lastUsedAt: expect.any(String) }],
      recoveryCodesLeft: 10,
      isAvailable: true,
      isRequired: false,
      requiredFrom: null,
    });
    expect(JSON.stringify(listed)).not.toContain(authenticator.id);

    expect((await api.call(removePasskey, { token, params: { id: passkeyId } })).status).toBe(200);
    expect((await signIn(authenticator)).status).toBe(401);
    expect(await api.db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(0);
    expect(await actionsOf(person.id)).toEqual(['PASSKEY_ADDED', 'LOGIN_SUCCEEDED', 'PASSKEY_REMOVED']);
    expect(await mailOf(person.id)).toEqual(['PASSKEYS_CHANGED', 'NEW_DEVICE', 'PASSKEYS_CHANGED']);
  });

  test('P55 the agreed sign-in works unchanged beside it', async () => {
    const person = await addPerson(api.db);
    await enrol(person);
    const reply = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    expect([reply.status, Object.keys(reply.body.data).sort()]).toEqual([
      200,
      ['accessToken', 'refreshToken', 'user'],
    ]);
  });

  test.each<[string, Tampering]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins like ours', { origin: 'http://localhost.evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a person who was not verified', { isUserVerified: false }],
    ['a page inside another page', { crossOrigin: true }],
    ['another account', { userHandle: Buffer.from('somebody else').toString('base64url') }],
    ['no account', { userHandle: '' }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['a challenge of its own', { challenge: Buffer.from(`${Date.now() + 9e6}.x.y`).toString('base64url') }],
    ['no challenge', { challenge: '' }],
  ])('P55 with %s signs nobody in, with the words of any failure, and leaves an entry', async (_, wrong) => {
    const person = await addPerson(api.db);
    const { authenticator } = await enrol(person);
    const refused = await signIn(authenticator, wrong);
    const unknown = await signIn(new Authenticator(SITE));
    const { requestId: _one, ...words } = refused.body;
    const { requestId: _other, ...wordsOfUnknown } = unknown.body;
    expect([refused.status, words]).toEqual([unknown.status, wordsOfUnknown]);
    expect(words).toEqual({
      success: false,
      error: 'This passkey was not accepted',
      code: 'PASSKEY_REFUSED',
    });
    expect(await actionsOf(person.id)).toEqual(['PASSKEY_ADDED', 'LOGIN_FAILED']);
    expect((await signIn(authenticator)).status).toBe(200);
  });

  test('P55 an answer counts once, also when it is sent twenty times at once', async () => {
    const person = await addPerson(api.db);
    const { authenticator } = await enrol(person);
    const options = (await api.call(startPasskeyLogin)).body.data;
    const credential = authenticator.get(options);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.call(loginWithPasskey, { body: { credential } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
    // An authenticator that does not count is held by the challenge alone.
    const still = new Authenticator(SITE);
    const added = (await api.call(startPasskey, { token: person.token })).body.data;
    const credentials = still.create(added);
    await api.db
      .update(sessions)
      .set({ passkeyProvenAt: new Date() })
      .where(eq(sessions.id, person.sessionId));
    await api.call(addPasskey, { token: person.token, body: { name: 'Key', credential: credentials } });
    const asked = (await api.call(startPasskeyLogin)).body.data;
    const answer = still.get(asked, { counter: 0 });
    expect((await api.call(loginWithPasskey, { body: { credential: answer } })).status).toBe(200);
    const again = still.get(asked, { counter: 0 });
    expect((await api.call(loginWithPasskey, { body: { credential: again } })).status).toBe(401);
  });

  test('P55 a challenge ends after five minutes, and one for another purpose is none', async () => {
    const person = await addPerson(api.db);
    const { authenticator } = await enrol(person);
    const of = (text: string) => ({ challenge: Buffer.from(text).toString('base64url') });
    const late = createChallenge(api.secret, 'login', Date.now() - 300_001);
    const intime = createChallenge(api.secret, 'login', Date.now() - 290_000);
    const other = createChallenge(api.secret, `proof:${person.sessionId}`);
    expect((await signIn(authenticator, of(late))).status).toBe(401);
    expect((await signIn(authenticator, of(other))).status).toBe(401);
    expect((await signIn(authenticator, of(intime))).status).toBe(200);
  });

  test('P55 whose counter went back is refused: somebody copied it', async () => {
    const person = await addPerson(api.db);
    const { authenticator } = await enrol(person);
    authenticator.counter = 10;
    expect((await signIn(authenticator)).status).toBe(200);
    expect((await signIn(authenticator, { counter: 11 })).status).toBe(401);
    expect((await signIn(authenticator, { counter: 5 })).status).toBe(401);
    authenticator.counter = 11;
    expect((await signIn(authenticator)).status).toBe(200);
  });

  test('P55 of a passkey and its copy that answer at once with the same count, one signs in', async () => {
    const { authenticator } = await enrol(await addPerson(api.db));
    const answers = await Promise.all(
      [1, 2].map(async () =>
        authenticator.get((await api.call(startPasskeyLogin)).body.data, { counter: 9 }),
      ),
    );
    const replies = await Promise.all(
      answers.map((credential) => api.call(loginWithPasskey, { body: { credential } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('P55 P17 a suspended account is told so, and its passkey opens no session', async () => {
    const person = await addPerson(api.db);
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const { authenticator } = await enrol(person);
    await api.call(updateStatusById, {
      token: grand.token,
      params: { userId: person.id },
      body: { status: 'SUSPENDED' },
    });
    const before = await api.db.$count(sessions);
    const reply = await signIn(authenticator);
    expect([reply.status, reply.body.code]).toEqual([401, 'LOGIN_SUSPENDED']);
    await api.db.update(users).set({ closedAt: sql`now()` }).where(eq(users.id, person.id));
    const closed = await signIn(authenticator);
    expect([closed.status, closed.body.code]).toEqual([401, 'LOGIN_CLOSED']);
    expect(await api.db.$count(sessions)).toBe(before);
  });

  test('P55 a wrong answer adds nothing: origin, host, challenge, person; nor does one made for another session', async () => {
    const person = await addPerson(api.db);
    const stranger = await addPerson(api.db);
    const options = (await api.call(startPasskey, { token: person.token })).body.data;
    const another = await signInPerson(api.db, person.id);
    const before = await digestEverything(api.db);
    const add = async (token: string, tampering?: Tampering) => {
      const credential = new Authenticator(SITE).create(options, tampering);
      const reply = await api.call(addPasskey, { token, body: { name: 'Key', credential } });
      return [reply.status, reply.body.code];
    };
    const refused = [400, 'PASSKEY_NOT_ADDED'];
    expect(await add(person.token, { origin: 'https://evil.example' })).toEqual(refused);
    expect(await add(person.token, { rpId: 'evil.example' })).toEqual(refused);
    expect(await add(person.token, { isUserVerified: false })).toEqual(refused);
    expect(await add(person.token, { challenge: 'AAAA' })).toEqual(refused);
    expect(await add(stranger.token)).toEqual(refused);
    expect(await add(another.token)).toEqual(refused);
    for (const body of [{}, { name: 'Key' }, { name: 'Key', credential: {} }, { name: ' ', credential: 7 }]) {
      expect((await api.call(addPasskey, { token: person.token, body })).status).toBe(400);
    }
    expect(await digestEverything(api.db)).toEqual(before);
    expect((await add(person.token))[0]).toBe(201);
    expect(await add(person.token)).toEqual(refused);
  });

  test('P55 a credential belongs to one account: nobody adds, uses, renames or removes another’s', async () => {
    const person = await addPerson(api.db);
    const stranger = await addPerson(api.db);
    const { authenticator, passkeyId } = await enrol(person);
    const options = (await api.call(startPasskey, { token: stranger.token })).body.data;
    const copied = await api.call(addPasskey, {
      token: stranger.token,
      body: { name: 'Theirs', credential: authenticator.create(options) },
    });
    expect([copied.status, copied.body.code]).toEqual([400, 'PASSKEY_NOT_ADDED']);
    const params = { id: passkeyId };
    const { token } = stranger;
    expect((await api.call(renamePasskey, { token, params, body: { name: 'Mine' } })).status).toBe(404);
    expect((await api.call(removePasskey, { token, params })).status).toBe(404);
    await enrol(stranger);
    const proof = await prove(stranger, authenticator);
    expect([proof.status, proof.body.code]).toEqual([400, 'PASSKEY_WRONG']);
    expect(await actionsOf(stranger.id)).toContain('PASSKEY_CHECK_FAILED');
  });

  test('an account has at most twenty', async () => {
    const person = await addPerson(api.db);
    await api.db.insert(passkeys).values(
      Array.from({ length: PASSKEYS_MAX }, (_, index) => ({
        id: createId(),
        userId: person.id,
        credentialId: createId(),
        publicKey: 'x',
        counter: 0,
        isSynced: false,
        name: `Key ${index}`,
      })),
    );
    const reply = await api.call(startPasskey, { token: person.token });
    expect([reply.status, reply.body.code]).toEqual([409, 'PASSKEYS_FULL']);
  });

  test('P55 asking for challenges writes no row, however often', async () => {
    const before = await digestEverything(api.db);
    for (let i = 0; i < 50; i++) expect((await api.call(startPasskeyLogin)).status).toBe(200);
    expect(await digestEverything(api.db)).toEqual(before);
  });

  test('P19 a right passkey is no failure, also when its account is suspended or a fault of ours follows', async () => {
    // Each passkey may fail once at an address.
    const strict = await makeApp({ RATE_LIMIT_SCALE: '0.1' });
    try {
      const person = await addPerson(strict.db);
      const { authenticator } = await enrol(person, strict);
      const signInThrice = async () => {
        const statuses: number[] = [];
        for (let i = 0; i < 3; i++) statuses.push((await signIn(authenticator, {}, strict)).status);
        return statuses;
      };
      const suspend = (status: 'SUSPENDED' | 'ACTIVE') =>
        strict.db.update(users).set({ status }).where(eq(users.id, person.id));
      await suspend('SUSPENDED');
      expect(await signInThrice()).toEqual([401, 401, 401]);
      await suspend('ACTIVE');
      await strict.owner.execute(sql`alter table audit_log rename to hidden_log`);
      expect(await signInThrice()).toEqual([500, 500, 500]);
      await strict.owner.execute(sql`alter table hidden_log rename to audit_log`);
      expect((await signIn(authenticator, {}, strict)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test('P19 failures by passkey are counted by address, and by passkey at an address; a success is not', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '0.1' });
    const person = await addPerson(strict.db);
    const { authenticator } = await enrol(person, strict);
    const at = (address: string) => ({
      ...strict,
      call: ((call, asked) => strict.call(call, { ...asked, address })) as TestApp['call'],
    });
    for (let i = 0; i < 11; i++) expect((await signIn(authenticator, {}, strict)).status).toBe(200);
    const wrong = { origin: 'https://evil.example' };
    const [here, there, elsewhere] = [at('10.55.0.1'), at('10.55.0.2'), at('10.55.0.3')];
    expect((await signIn(authenticator, wrong, here)).status).toBe(401);
    expect((await signIn(authenticator, {}, here)).status).toBe(429);
    expect((await signIn(authenticator, {}, there)).status).toBe(200);
    // One that nobody has is counted alike.
    const nobodys = new Authenticator(SITE);
    expect((await signIn(nobodys, {}, there)).status).toBe(401);
    expect((await signIn(nobodys, {}, there)).status).toBe(429);
    for (let i = 0; i < 10; i++)
      expect((await signIn(new Authenticator(SITE), {}, elsewhere)).status).toBe(401);
    const { authenticator: others } = await enrol(await addPerson(strict.db), strict);
    expect((await signIn(others, {}, elsewhere)).status).toBe(429);
    expect((await signIn(others, {}, at('10.55.0.5'))).status).toBe(200);
    // Twelve sign-ins of one account in ten minutes, from wherever.
    expect((await signIn(authenticator, {}, at('10.55.0.4'))).status).toBe(429);
    await strict.close();
  });
});

test('the sweep takes used challenges that have ended', async () => {
  const person = await addPerson(api.db);
  const { authenticator } = await enrol(person);
  await signIn(authenticator);
  expect(await api.db.$count(usedChallenges)).toBeGreaterThan(0);
  await api.db.update(usedChallenges).set({ expiresAt: sql`now() - interval '2 hours'` as unknown as Date });
  const { sweepExpired } = await import('../auth/sessions.ts');
  await sweepExpired(api.db);
  expect(await api.db.$count(usedChallenges)).toBe(0);
});

test('a new password leaves the passkeys as they are', async () => {
  const person = await addPerson(api.db);
  const { authenticator } = await enrol(person);
  const body = { currentPassword: TEST_PASSWORD, newPassword: 'Harbour-moss-64!' };
  expect((await api.call(changePassword, { token: person.token, body })).status).toBe(200);
  expect((await signIn(authenticator)).status).toBe(200);
});

describe('an account that somebody made with an address of others', () => {
  const reset = async ({ email }: Person) => {
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    return api.call(resetPassword, { body: { email, otp, newPassword: 'Harbour-moss-64!' } });
  };

  test('P13 P55 the reset that first proves the address takes away the passkeys and codes from before', async () => {
    const person = await addPerson(api.db, { verified: false });
    const squatter = await enrol(person);
    expect((await signIn(squatter.authenticator)).status).toBe(200);
    expect((await reset(person)).status).toBe(200);

    expect((await signIn(squatter.authenticator)).status).toBe(401);
    expect((await api.call(getProfile, { token: person.token })).status).toBe(401);
    expect(await api.db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(0);
    const told = await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, person.id));
    expect(told.filter(({ kind }) => kind === 'PASSKEYS_CHANGED')).toHaveLength(2);
    expect(await actionsOf(person.id)).toContain('PASSKEYS_RESET');

    // From now on the mailbox alone takes nothing away.
    const owner = { ...person, ...(await signInPerson(api.db, person.id)) };
    const own = await enrol(owner);
    await api.db.delete(oneTimeCodes);
    expect((await reset(person)).status).toBe(200);
    expect((await signIn(own.authenticator)).status).toBe(200);
  });

  test('P58 staff keep theirs, and a reset of an account without any tells of none', async () => {
    const staff = await addPerson(api.db, { verified: false, role: 'PATHFINDER' });
    const own = await enrol(staff);
    expect((await reset(staff)).status).toBe(200);
    expect((await signIn(own.authenticator)).status).toBe(200);

    const person = await addPerson(api.db, { verified: false });
    expect((await reset(person)).status).toBe(200);
    expect(await actionsOf(person.id)).not.toContain('PASSKEYS_RESET');
  });
});
