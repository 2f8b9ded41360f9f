import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { listUsers, updateUserRole } from '#contract/admin-users.ts';
import { getProfile, login } from '#contract/auth.ts';
import type { Call } from '#contract/call.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import {
  addPasskey,
  listPasskeys,
  loginWithPasskey,
  proveIdentity,
  removePasskey,
  resetPasskeys,
  startPasskey,
  startPasskeyLogin,
  startProof,
} from '#contract/passkeys.ts';
import type { Role } from '#contract/roles.ts';
import { approveUsers } from '#contract/user-batches.ts';
import { isPasskeyRequired, passkeyRequiredFrom } from '../access/proof.ts';
import { passkeys } from '../db/schema/accounts.ts';
import { auditLog, outboxMessages } from '../db/schema/operations.ts';
import { parseEnv } from '../process/env.ts';
import { readRelyingParty } from '../process/relying-party.ts';
import { createId } from '../process/secrets.ts';
import { Authenticator } from '../test/authenticator.ts';
import { mailedCode } from '../test/mailed-code.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person, signInPerson, TEST_PASSWORD } from '../test/people.ts';

const SITE = 'https://league.example';
let api: TestApp;
/** Where staff need a passkey. */
let strict: TestApp;
beforeAll(async () => {
  [api, strict] = await Promise.all([
    makeApp({ PUBLIC_SITE_URL: SITE }),
    makeApp({ PUBLIC_SITE_URL: SITE, STAFF_PASSKEYS: 'required' }),
  ]);
});
afterAll(() => Promise.all([api.close(), strict.close()]));

/** Lets the proof of a session be older than five minutes, however it was given. */
async function age(app: TestApp, sessionId: string) {
  await app.db.execute(sql`update sessions set proven_at = now() - interval '301 seconds',
    passkey_proven_at = passkey_proven_at - interval '301 seconds' where id = ${sessionId}`);
}

async function enrol(app: TestApp, { token }: Pick<Person, 'token'>) {
  const authenticator = new Authenticator(SITE);
  const options = (await app.call(startPasskey, { token })).body.data;
  const body = { name: 'Key', credential: authenticator.create(options) };
  const reply = await app.call(addPasskey, { token, body });
  expect([reply.status, reply.body.error]).toEqual([201, undefined]);
  return { authenticator, codes: reply.body.data.recoveryCodes as string[], id: reply.body.data.passkey.id };
}

async function signIn(app: TestApp, authenticator: Authenticator): Promise<string> {
  const options = (await app.call(startPasskeyLogin)).body.data;
  const reply = await app.call(loginWithPasskey, { body: { credential: authenticator.get(options) } });
  expect(reply.status).toBe(200);
  return reply.body.data.accessToken;
}

async function prove(app: TestApp, token: string, authenticator: Authenticator): Promise<number> {
  const { options } = (await app.call(startProof, { token })).body.data;
  const credential = authenticator.get(options);
  return (await app.call(proveIdentity, { token, body: { credential } })).status;
}

async function answerTo(app: TestApp, token: string, call: Pick<Call, 'method' | 'path'>) {
  const params = Object.fromEntries(
    [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', 'none']),
  );
  const hasBody = call.method !== 'GET';
  const { status, body } = await app.call(call, { token, params, body: hasBody ? {} : undefined });
  return { status, code: body?.code as string | undefined, body };
}

/** The calls that ask for a fresh proof. What is here and asks no longer, or asks and is not here, is a mistake. */
const ASKS: Record<NonNullable<Call['proof']>, string[]> = {
  everyone: [
    'approveUsers',
    'enrollUsers',
    'exportAuditLogs',
    'exportCertificates',
    'exportSubmissions',
    'exportUsers',
    'importUsers',
    'resetPasskeys',
    'updateUserStatuses',
  ],
  keyholders: [
    'assignLeagues',
    'removePathfinderLeague',
    'updateLeaguePermissions',
    'updateRoleById',
    'updateUserRole',
  ],
  required: ['changePassword', 'deleteOwnAccount', 'requestEmailChange'],
  passkeys: ['removePasskey', 'replaceRecoveryCodes', 'startPasskey'],
};
const callsOf = (rule: Call['proof']) => api.app.router.calls.filter(({ proof }) => proof === rule);

describe('a fresh proof', () => {
  test('P57 is asked for by these calls and no others', () => {
    for (const [rule, names] of Object.entries(ASKS)) {
      const asking = callsOf(rule as Call['proof']).map(({ name }) => name);
      expect([rule, asking.sort()]).toEqual([rule, names]);
    }
  });

  test('P57 older than five minutes: our own calls ask every account, agreed ones only who has a passkey', async () => {
    const plain = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const holder = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    await enrol(api, holder);
    for (const { sessionId } of [plain, holder]) await age(api, sessionId);
    const codeOf = async ({ token }: Person, call: Call) => (await answerTo(api, token, call)).code;
    for (const call of callsOf('everyone')) {
      expect([call.name, await codeOf(plain, call)]).toEqual([call.name, 'PROOF_REQUIRED']);
      expect([call.name, await codeOf(holder, call)]).toEqual([call.name, 'PROOF_REQUIRED']);
    }
    for (const call of callsOf('keyholders')) {
      expect([call.name, await codeOf(plain, call)]).not.toEqual([call.name, 'PROOF_REQUIRED']);
      expect([call.name, await codeOf(holder, call)]).toEqual([call.name, 'PROOF_REQUIRED']);
    }
    for (const call of callsOf('required')) {
      expect([call.name, await codeOf(plain, call)]).not.toEqual([call.name, 'PROOF_REQUIRED']);
      expect([call.name, await codeOf(holder, call)]).not.toEqual([call.name, 'PROOF_REQUIRED']);
    }
    for (const call of callsOf('passkeys')) {
      expect([call.name, await codeOf(plain, call)]).toEqual([call.name, 'PROOF_REQUIRED']);
    }
  });

  test('P57 whoever may not make a call is told that, not asked to prove anything', async () => {
    const learner = await addPerson(api.db);
    await age(api, learner.sessionId);
    expect((await answerTo(api, learner.token, approveUsers)).code).toBe('ROLE_REFUSED');
  });

  test('P57 a password or a passkey gives it to this session alone, for five minutes; signing in gives it too', async () => {
    const person = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const other = await signInPerson(api.db, person.id);
    const { authenticator } = await enrol(api, person);
    const { token } = person;
    const isAsked = async (as = token) => (await answerTo(api, as, approveUsers)).code === 'PROOF_REQUIRED';
    for (const give of [
      () =>
        api.call(proveIdentity, { token, body: { password: TEST_PASSWORD } }).then(({ status }) => status),
      () => prove(api, token, authenticator),
    ]) {
      await age(api, person.sessionId);
      await age(api, other.sessionId);
      expect(await isAsked()).toBe(true);
      expect(await give()).toBe(200);
      expect([await isAsked(), await isAsked(other.token)]).toEqual([false, true]);
    }
    await age(api, person.sessionId);
    const wrong = await api.call(proveIdentity, { token, body: { password: 'Wrong-guess-1!' } });
    expect([wrong.status, wrong.body.code, await isAsked()]).toEqual([400, 'PASSWORD_WRONG', true]);
    const both = { password: TEST_PASSWORD, recoveryCode: 'x' };
    expect((await api.call(proveIdentity, { token, body: both })).status).toBe(400);
    const reply = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    expect(await isAsked(reply.body.data.accessToken)).toBe(false);
    expect(await isAsked(await signIn(api, authenticator))).toBe(false);
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetUserId, person.id));
    const confirmed = entries.filter(({ action }) => action === 'IDENTITY_CONFIRMED');
    expect(confirmed.map(({ metadata }) => metadata).sort()).toEqual([
      '{"by":"passkey"}',
      '{"by":"password"}',
    ]);
  });

  test('P57 an answer made for one session proves nothing in another', async () => {
    const person = await addPerson(api.db);
    const other = await signInPerson(api.db, person.id);
    const { authenticator } = await enrol(api, person);
    const { options } = (await api.call(startProof, { token: other.token })).body.data;
    const body = { credential: authenticator.get(options) };
    expect((await api.call(proveIdentity, { token: person.token, body })).body.code).toBe('PASSKEY_WRONG');
    expect((await api.call(proveIdentity, { token: other.token, body })).status).toBe(200);
    expect((await api.call(proveIdentity, { token: other.token, body })).body.code).toBe('PASSKEY_WRONG');
  });

  test('P57 what an account can prove itself with is what it has', async () => {
    const person = await addPerson(api.db);
    const acceptsOf = async () => (await api.call(startProof, { token: person.token })).body.data;
    expect(await acceptsOf()).toEqual({ accepts: ['PASSWORD'], options: null });
    const { authenticator } = await enrol(api, person);
    const { accepts, options } = await acceptsOf();
    expect(accepts).toEqual(['PASSKEY', 'PASSWORD', 'RECOVERY_CODE']);
    expect(options).toMatchObject({ rpId: 'league.example', userVerification: 'required' });
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([authenticator.id]);
  });

  test('P58 staff who have a passkey need it to add or remove one: a stolen password is not enough', async () => {
    const person = await addPerson(api.db, { role: 'PATHFINDER' });
    const { authenticator, id } = await enrol(api, person);
    const reply = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    const token = reply.body.data.accessToken;
    for (const call of callsOf('passkeys')) {
      const { status, code, body } = await answerTo(api, token, call);
      expect([call.name, status, code, body.accepts]).toEqual([
        call.name,
        403,
        'PROOF_REQUIRED',
        ['PASSKEY', 'RECOVERY_CODE'],
      ]);
    }
    expect(await prove(api, token, authenticator)).toBe(200);
    expect((await api.call(removePasskey, { token, params: { id } })).status).toBe(200);
  });
});

describe('where staff need a passkey', () => {
  const STAFF: Role[] = ['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER'];

  test('P58 every staff call is refused until the session has one, and says which step is missing', async () => {
    const grand = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const isForStaff = ({ access, path }: Call) =>
      ['staff', 'chief', 'grand'].includes(access) || path.startsWith('/admin/');
    for (const call of strict.app.router.calls.filter(isForStaff)) {
      const { status, code, body } = await answerTo(strict, grand.token, call);
      expect([call.name, status, code, body.step]).toEqual([
        call.name,
        403,
        'PASSKEY_REQUIRED',
        'ADD_PASSKEY',
      ]);
    }
    await enrol(strict, grand);
    const { code, body } = await answerTo(strict, grand.token, listUsers);
    expect([code, body.step]).toEqual(['PASSKEY_REQUIRED', 'USE_PASSKEY']);
  });

  test('P58 signing in by password works unchanged, the own account stays open, learners need nothing', async () => {
    for (const role of STAFF) {
      const person = await addPerson(strict.db, { role });
      const reply = await strict.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
      const token = reply.body.data.accessToken;
      expect((await strict.call(getProfile, { token })).status).toBe(200);
      expect((await strict.call(listPasskeys, { token })).body.data).toMatchObject({
        isRequired: true,
        requiredFrom: null,
      });
    }
    const learner = await addPerson(strict.db);
    await age(strict, learner.sessionId);
    expect((await strict.call(listPasskeys, { token: learner.token })).body.data.isRequired).toBe(false);
    const body = { currentPassword: TEST_PASSWORD, newPassword: 'Harbour-moss-64!' };
    expect((await strict.call(changePassword, { token: learner.token, body })).status).toBe(200);
  });

  test('P58 a session signed in or proved by passkey serves; a password refreshes nothing there', async () => {
    const person = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const { authenticator } = await enrol(strict, person);
    const token = await signIn(strict, authenticator);
    expect((await strict.call(listUsers, { token })).status).toBe(200);
    expect(await prove(strict, person.token, authenticator)).toBe(200);
    expect((await strict.call(listUsers, { token: person.token })).status).toBe(200);
    await age(strict, person.sessionId);
    expect((await strict.call(listUsers, { token: person.token })).status).toBe(200);
    await strict.call(proveIdentity, { token: person.token, body: { password: TEST_PASSWORD } });
    for (const name of [...ASKS.everyone, ...ASKS.keyholders, ...ASKS.required]) {
      const call = strict.app.router.calls.find((one) => one.name === name) as Call;
      const { code, body } = await answerTo(strict, person.token, call);
      expect([name, code, body.accepts]).toEqual([name, 'PROOF_REQUIRED', ['PASSKEY', 'RECOVERY_CODE']]);
    }
    expect((await strict.call(startProof, { token: person.token })).body.data.accepts).toEqual([
      'PASSKEY',
      'RECOVERY_CODE',
    ]);
  });

  test('P58 a reset of the password by mail takes nothing of it away; a recovery code stands in, once', async () => {
    const person = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const { codes } = await enrol(strict, person);
    await strict.call(sendResetOtp, { body: { email: person.email } });
    const otp = await mailedCode(strict, person.email);
    const newPassword = 'Harbour-moss-64!';
    const reset = await strict.call(resetPassword, { body: { email: person.email, otp, newPassword } });
    expect(reset.status).toBe(200);
    const signedIn = await strict.call(login, { body: { email: person.email, password: newPassword } });
    const token = signedIn.body.data.accessToken;
    for (const call of [listUsers, startPasskey, updateUserRole]) {
      expect((await answerTo(strict, token, call)).status).toBe(403);
    }
    const [recoveryCode = ''] = codes;
    expect((await strict.call(proveIdentity, { token, body: { recoveryCode } })).status).toBe(200);
    expect((await strict.call(listUsers, { token })).status).toBe(200);
    await enrol(strict, { token }).catch(() => {});
    expect(await strict.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(2);
  });

  test('P58 nobody removes the last one; another Grand Pathfinder does it for who lost all, never for themselves', async () => {
    const grand = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const lost = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const { authenticator } = await enrol(strict, grand);
    const { authenticator: gone, id, codes } = await enrol(strict, lost);
    const reset = (token: string, userId: string) =>
      strict.call(resetPasskeys, { token, params: { userId }, body: { reason: 'Lost the phone' } });

    expect(await prove(strict, lost.token, gone)).toBe(200);
    const removed = await strict.call(removePasskey, { token: lost.token, params: { id } });
    expect([removed.status, removed.body.code]).toEqual([409, 'LAST_PASSKEY']);

    expect((await reset(grand.token, lost.id)).body.code).toBe('PASSKEY_REQUIRED');
    expect(await prove(strict, grand.token, authenticator)).toBe(200);
    expect((await reset(grand.token, grand.id)).body.code).toBe('OWN_PASSKEYS');
    expect((await reset(grand.token, createId())).body.code).toBe('USER_NOT_FOUND');
    const reply = await reset(grand.token, lost.id);
    expect([reply.status, reply.body.data]).toEqual([200, { removedCount: 1 }]);

    expect((await strict.call(getProfile, { token: lost.token })).status).toBe(401);
    const options = (await strict.call(startPasskeyLogin)).body.data;
    const credential = gone.get(options);
    expect((await strict.call(loginWithPasskey, { body: { credential } })).status).toBe(401);
    const again = await strict.call(login, { body: { email: lost.email, password: TEST_PASSWORD } });
    const token = again.body.data.accessToken;
    const [recoveryCode = ''] = codes;
    expect((await strict.call(proveIdentity, { token, body: { recoveryCode } })).status).toBe(400);
    await enrol(strict, { token });
    const [entry] = await strict.db.select().from(auditLog).where(eq(auditLog.action, 'PASSKEYS_RESET'));
    expect(entry).toMatchObject({ actorId: grand.id, targetUserId: lost.id, description: 'Lost the phone' });
    const mails = await strict.db.select().from(outboxMessages).where(eq(outboxMessages.userId, lost.id));
    expect(mails.map(({ kind }) => kind)).toContain('PASSKEYS_CHANGED');
  });
});

describe('the settings', () => {
  const policy = (STAFF_PASSKEYS: string, TIME_ZONE = 'Asia/Kolkata') => ({ STAFF_PASSKEYS, TIME_ZONE });

  test('P58 advised, required, or from a day on, at midnight of the time zone; staff alone', () => {
    const at = (time: string) => new Date(time);
    const from = policy('2027-03-01');
    const eve = at('2027-02-28T18:29:59Z');
    const midnight = at('2027-02-28T18:30:00Z');
    expect(isPasskeyRequired(policy('advised'), 'GRAND_PATHFINDER')).toBe(false);
    expect(isPasskeyRequired(policy('required'), 'PATHFINDER')).toBe(true);
    expect(isPasskeyRequired(policy('required'), 'LUMINARY')).toBe(false);
    expect([
      isPasskeyRequired(from, 'PATHFINDER', eve),
      isPasskeyRequired(from, 'PATHFINDER', midnight),
    ]).toEqual([false, true]);
    expect([
      passkeyRequiredFrom(from, 'PATHFINDER', eve),
      passkeyRequiredFrom(from, 'PATHFINDER', midnight),
      passkeyRequiredFrom(from, 'PIONEER', eve),
      passkeyRequiredFrom(policy('advised'), 'PATHFINDER', eve),
    ]).toEqual(['2027-03-01', null, null, null]);
  });

  test.each([
    [{ STAFF_PASSKEYS: 'yes' }, 'STAFF_PASSKEYS: expected advised, required, or a day'],
    [{ STAFF_PASSKEYS: '2027-02-30' }, 'STAFF_PASSKEYS: expected advised, required, or a day'],
    [
      { STAFF_PASSKEYS: 'required', NODE_ENV: 'production' },
      'STAFF_PASSKEYS: passkeys belong to the address',
    ],
    [
      { STAFF_PASSKEYS: '2027-03-01', PUBLIC_SITE_URL: 'http://league.example' },
      'STAFF_PASSKEYS: passkeys belong to the address',
    ],
  ])('P58 %p does not start', (settings, message) => {
    expect(() => parseEnv(settings)).toThrow(message);
  });

  test('P55 passkeys belong to the host of the site, whatever the API’s; other addresses have none', () => {
    const party = (settings: Record<string, string>) => readRelyingParty(parseEnv(settings));
    const site = party({ PUBLIC_SITE_URL: 'https://league.example/', PUBLIC_API_URL: 'https://api.example' });
    expect(site?.id).toBe('league.example');
    for (const [origin, is] of [
      ['https://league.example', true],
      ['https://api.example', false],
      ['https://evil.league.example', false],
      ['https://league.example:8443', false],
      ['http://league.example', false],
    ] as const) {
      expect([origin, site?.isOrigin(origin)]).toEqual([origin, is]);
    }
    const own = party({});
    expect([own?.id, own?.isOrigin('http://localhost:4321'), own?.isOrigin('http://localhost.evil')]).toEqual(
      ['localhost', true, false],
    );
    const without: Record<string, string>[] = [
      { PUBLIC_SITE_URL: 'http://league.example' },
      { PUBLIC_SITE_URL: 'https://192.0.2.7' },
      { PUBLIC_SITE_URL: 'https://[2001:db8::1]' },
      { HOST: '0.0.0.0' },
    ];
    for (const settings of without) expect(party(settings)).toBeNull();
  });
});
