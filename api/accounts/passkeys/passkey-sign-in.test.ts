import { describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import { updateStatusById } from '#contract/admin-users.ts';
import {
  addPasskey,
  loginWithPasskey,
  proveIdentity,
  startPasskey,
  startPasskeyLogin,
} from '#contract/passkeys.ts';
import { sessions, usedChallenges, users } from '../../platform/db/schema/accounts.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { readActions } from '../../test/audit-entries.ts';
import { Authenticator, type Tampering } from '../../test/authenticator.ts';
import { digestEverything } from '../../test/digest.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person } from '../../test/people.ts';
import { enrol as enrolAt, markProvenByPasskey, trySignIn } from '../../test/proofs.ts';
import { createChallenge } from './challenges.ts';

const api = await openTestApp();

const SITE = 'http://localhost:3000';
const enrol = (person: Person, app = api) => enrolAt(app, person, SITE);
const signIn = (authenticator: Authenticator, tampering?: Tampering, app = api) =>
  trySignIn(app, authenticator, tampering);

test('P44 P55 what fails is written down at most 30 times an hour for an account, however often it is tried', async () => {
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

describe('a passkey', () => {
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
    expect(await readActions(api.db, person.id)).toEqual(['PASSKEY_ADDED', 'LOGIN_FAILED']);
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
    await markProvenByPasskey(api.db, person.id);
    const added = (await api.call(startPasskey, { token: person.token })).body.data;
    const credentials = still.create(added);
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
