import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { approveUser, approveUserById } from '#contract/admin-users.ts';
import { login } from '#contract/auth.ts';
import { proveIdentity, startProof } from '#contract/passkeys.ts';
import { updateUserStatuses } from '#contract/user-batches.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { addLeague } from '../../test/leagues.ts';
import type { TestReply } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, signInPerson, TEST_PASSWORD } from '../../test/people.ts';
import { age, answerTo, enrol, PASSKEY_SITE, prove, signIn } from '../../test/proofs.ts';

const api = await openTestApp({ PUBLIC_SITE_URL: PASSKEY_SITE });

describe('a fresh proof', () => {
  test('P57 a password counts for nothing once there is a passkey, nor does signing in by one', async () => {
    const person = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const { authenticator } = await enrol(api, person);
    const reply = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    const token = reply.body.data.accessToken;
    await api.call(proveIdentity, { token, body: { password: TEST_PASSWORD } });
    for (const call of api.app.router.calls.filter(({ proof }) => proof)) {
      expect([call.name, (await answerTo(api, token, call)).code]).toEqual([call.name, 'PROOF_REQUIRED']);
    }
    expect((await api.call(startProof, { token })).body.data.isFresh).toBe(false);
    expect(await prove(api, token, authenticator)).toBe(200);
    expect((await api.call(startProof, { token })).body.data.isFresh).toBe(true);
    for (const call of api.app.router.calls.filter(({ proof }) => proof)) {
      expect([call.name, (await answerTo(api, token, call)).code]).not.toEqual([call.name, 'PROOF_REQUIRED']);
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
    expect((await answerTo(api, learner.token, updateUserStatuses)).code).toBe('GRAND_REQUIRED');
  });

  test('P57 a password, and later the passkey, gives it to this session alone, for five minutes; signing in gives it too', async () => {
    const person = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const other = await signInPerson(api.db, person.id);
    const { token } = person;
    const isAsked = async (as = token) =>
      (await answerTo(api, as, updateUserStatuses)).code === 'PROOF_REQUIRED';
    const expectGiven = async (give: () => Promise<number>) => {
      await age(api, person.sessionId);
      await age(api, other.sessionId);
      expect(await isAsked()).toBe(true);
      expect(await give()).toBe(200);
      expect([await isAsked(), await isAsked(other.token)]).toEqual([false, true]);
    };
    await expectGiven(async () => {
      const body = { password: TEST_PASSWORD };
      return (await api.call(proveIdentity, { token, body })).status;
    });
    const wrong = await api.call(proveIdentity, { token, body: { password: 'Wrong-guess-1!' } });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'PASSWORD_WRONG']);
    const both = { password: TEST_PASSWORD, recoveryCode: 'x' };
    expect((await api.call(proveIdentity, { token, body: both })).status).toBe(400);
    const reply = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    expect(await isAsked(reply.body.data.accessToken)).toBe(false);
    const { authenticator } = await enrol(api, person);
    await expectGiven(() => prove(api, token, authenticator));
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
    expect(await acceptsOf()).toEqual({ isFresh: true, accepts: ['PASSWORD'], options: null });
    const { authenticator } = await enrol(api, person);
    const { accepts, options } = await acceptsOf();
    expect(accepts).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    expect(options).toMatchObject({ rpId: 'league.example', userVerification: 'required' });
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([authenticator.id]);
  });
});
