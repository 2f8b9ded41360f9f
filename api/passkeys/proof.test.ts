import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { approveUser, approveUserById } from '#contract/admin-users.ts';
import { login } from '#contract/auth.ts';
import type { Call } from '#contract/call.ts';
import { proveIdentity, removePasskey, startProof } from '#contract/passkeys.ts';
import { approveUsers } from '#contract/user-batches.ts';
import { auditLog } from '../db/schema/operations.ts';
import { addLeague } from '../test/leagues.ts';
import { makeApp, type TestApp, type TestReply } from '../test/make-app.ts';
import { addPerson, addScope, type Person, signInPerson, TEST_PASSWORD } from '../test/people.ts';
import { ASKS, age, answerTo, enrol, PASSKEY_SITE, prove, signIn } from '../test/proofs.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp({ PUBLIC_SITE_URL: PASSKEY_SITE });
});
afterAll(() => api.close());

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

  test('P57 an approval that sets a role asks for what a change of role asks for', async () => {
    const plain = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const holder = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, chief.id, (await addLeague(api.db, { weeks: 0 })).id);
    for (const person of [holder, chief]) await enrol(api, person);
    for (const { sessionId } of [plain, holder, chief]) await age(api, sessionId);
    const approvals: ((token: string, role?: string) => Promise<TestReply>)[] = [
      async (token, role) =>
        api.call(approveUser, { token, body: { userId: (await addPending()).id, role } }),
      async (token, role) =>
        api.call(approveUserById, { token, params: { userId: (await addPending()).id }, body: { role } }),
    ];
    const addPending = () => addPerson(api.db, { status: 'PENDING' });
    for (const approve of approvals) {
      const asked = await approve(holder.token, 'GRAND_PATHFINDER');
      expect([asked.status, asked.body.code]).toEqual([403, 'PROOF_REQUIRED']);
      expect((await approve(holder.token)).status).toBe(200);
      expect((await approve(plain.token, 'GRAND_PATHFINDER')).status).toBe(200);
      expect((await approve(chief.token, 'LUMINARY')).body.code).toBe('GRAND_REQUIRED');
      expect((await approve(chief.token)).status).toBe(200);
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
    // Passkeys that devices share do not count: the challenge alone tells that an answer was used.
    const body = { credential: authenticator.get(options, { counter: 0 }) };
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
