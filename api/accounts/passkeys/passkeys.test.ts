import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { verifyUserEmail } from '#contract/admin-users.ts';
import { getProfile, refreshSession } from '#contract/auth.ts';
import { resetPassword, sendResetOtp, sendVerificationOtp, verifyEmailOtp } from '#contract/otp.ts';
import { confirmEmailChange, requestEmailChange } from '#contract/own-account.ts';
import {
  addPasskey,
  listPasskeys,
  PASSKEYS_MAX,
  proveIdentity,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyLogin,
  startProof,
} from '#contract/passkeys.ts';
import { oneTimeCodes, passkeys, recoveryCodes } from '../../platform/db/schema/accounts.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { createId } from '../../platform/process/secrets.ts';
import { readActions } from '../../test/audit-entries.ts';
import { Authenticator, type Tampering } from '../../test/authenticator.ts';
import { digestEverything } from '../../test/digest.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, signInPerson, TEST_PASSWORD } from '../../test/people.ts';
import { enrol as enrolAt, markProvenByPasskey, trySignIn } from '../../test/proofs.ts';

const api = await openTestApp();

const SITE = 'http://localhost:3000';
const enrol = (person: Person, app = api) => enrolAt(app, person, SITE);
const signIn = (authenticator: Authenticator) => trySignIn(api, authenticator);

const actionsOf = (id: string) => readActions(api.db, id);
const mailOf = async (id: string) =>
  (await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, id))).map(({ kind }) => kind);

describe('a passkey', () => {
  test('P55 is added, signs in without a name or password, is listed, renamed and removed', async () => {
    const person = await addPerson(api.db);
    const asked = (await api.call(startPasskey, { token: person.token })).body.data;
    expect(asked.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
    expect((await api.call(startPasskeyLogin)).body.data.userVerification).toBe('required');
    const { authenticator, id: passkeyId, codes } = await enrol(person);
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
    const { authenticator, id: passkeyId } = await enrol(person);
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
    const { options: asked } = (await api.call(startProof, { token })).body.data;
    const credential = authenticator.get(asked ?? {});
    const proof = await api.call(proveIdentity, { token, body: { credential } });
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
    await markProvenByPasskey(api.db, person.id);
    const reply = await api.call(startPasskey, { token: person.token });
    expect([reply.status, reply.body.code]).toEqual([409, 'PASSKEYS_FULL']);
  });
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

  test('P13 P55 an address that staff verified by hand is not proven: the reset by its owner takes the passkeys away', async () => {
    const person = await addPerson(api.db, { verified: false });
    const squatter = await enrol(person);
    const staff = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const verified = await api.call(verifyUserEmail, {
      token: staff.token,
      params: { userId: person.id },
      body: {},
    });
    expect(verified.status).toBe(200);
    expect((await reset(person)).status).toBe(200);
    expect((await signIn(squatter.authenticator)).status).toBe(401);
    expect(await api.db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(0);
  });

  test.each([
    ['that nobody had verified proves the mailbox', false, 200],
    ['that staff had verified by hand proves nothing, because its owner may take it back', true, 401],
  ])('P13 P16 a change of an address %s', async (_what, isByStaff, status) => {
    const person = await addPerson(api.db, { verified: false });
    const { authenticator } = await enrol(person);
    await markProvenByPasskey(api.db, person.id);
    if (isByStaff) {
      const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
      await api.call(verifyUserEmail, { token, params: { userId: person.id }, body: {} });
    }
    const email = `moved-${person.email}`;
    const body = { newEmail: email, currentPassword: TEST_PASSWORD };
    expect((await api.call(requestEmailChange, { token: person.token, body })).status).toBe(200);
    const otp = await mailedCode(api, email);
    expect((await api.call(confirmEmailChange, { token: person.token, body: { otp } })).status).toBe(200);
    expect((await reset({ ...person, email })).status).toBe(200);
    expect((await signIn(authenticator)).status).toBe(status);
  });

  test('P13 P55 the first proof by a verification code takes passkeys away and ends other sessions', async () => {
    const person = await addPerson(api.db, { verified: false });
    const squatter = await enrol(person);
    const owner = await signInPerson(api.db, person.id);
    expect((await api.call(sendVerificationOtp, { token: owner.token })).status).toBe(200);
    const otp = await mailedCode(api, person.email);
    expect((await api.call(verifyEmailOtp, { token: owner.token, body: { otp } })).status).toBe(200);
    expect((await signIn(squatter.authenticator)).status).toBe(401);
    expect((await api.call(getProfile, { token: person.token })).status).toBe(401);
    expect((await api.call(getProfile, { token: owner.token })).status).toBe(200);
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
