import { describe, expect, test } from 'bun:test';
import { getUserVerification, verifyUserEmail } from '#contract/admin-users.ts';
import { sendVerificationOtp } from '#contract/otp.ts';
import { createId } from '../../platform/process/secrets.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, readPerson } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
await addScope(api.db, chief.id, (await addLeague(api.db, { weeks: 0 })).id);

const verify = (userId: string, body?: unknown, token = chief.token) =>
  api.call(verifyUserEmail, { token, params: { userId }, body });
const read = (userId: string, token = chief.token) =>
  api.call(getUserVerification, { token, params: { userId } });

describe('verifying by hand', () => {
  test('api.md 2: once, audited with its reason, without approving anyone', async () => {
    const person = await addPerson(api.db, { verified: false, status: 'PENDING' });
    await api.call(sendVerificationOtp, { token: person.token });
    expect((await read(person.id)).body.data).toEqual({ emailVerified: false, pendingOTP: true });
    const { status, body } = await verify(person.id, { reason: 'Seen the student card' });
    expect([status, body.data]).toEqual([200, { emailVerified: true }]);
    const row = await readPerson(api.db, person.id);
    expect(row.status).toBe('PENDING');
    expect(row.emailVerifiedAt).toBeInstanceOf(Date);
    expect((await read(person.id)).body.data).toEqual({ emailVerified: true, pendingOTP: false });
    expectRefusal(await verify(person.id), 400, 'Email is already verified');
    const action = 'USER_EMAIL_VERIFIED_BY_STAFF';
    const [entry, ...more] = await readEntries(api.db, { targetUserId: person.id, action });
    expect(more).toEqual([]);
    expect([entry?.actorId, entry?.metadata]).toEqual([chief.id, { reason: 'Seen the student card' }]);
  });

  test('api.md 2: twenty at once verify once; unknown is 404; a bad reason 400', async () => {
    const person = await addPerson(api.db, { verified: false });
    expectRefusal(await verify(person.id, { reason: 5 }), 400, 'Reason must be a string');
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(person.id, {}, grand.token)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(19);
    for (const call of [verify, read]) {
      expectRefusal(await call(createId()), 404, 'User not found');
    }
  });

  test('api.md 1.18: nobody but a Grand Pathfinder writes to the account of one', async () => {
    const person = await addPerson(api.db, { role: 'GRAND_PATHFINDER', verified: false });
    const refused = await verify(person.id, {});
    expect([refused.status, refused.body.code]).toEqual([403, 'GRAND_ACCOUNT']);
    expect((await readPerson(api.db, person.id)).emailVerifiedAt).toBeNull();
    expect((await verify(person.id, {}, grand.token)).status).toBe(200);
  });

  test('api.md 2: nobody verifies their own address', async () => {
    const unverified = await addPerson(api.db, { role: 'GRAND_PATHFINDER', verified: false });
    const own = await verify(unverified.id, {}, unverified.token);
    expect([own.status, own.body.error]).toEqual([400, 'Cannot verify your own e-mail address by hand']);
    expect((await readPerson(api.db, unverified.id)).emailVerifiedAt).toBeNull();
  });
});
