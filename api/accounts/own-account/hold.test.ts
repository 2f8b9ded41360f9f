import { afterEach, describe, expect, test } from 'bun:test';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { listUsers, updateRoleById, updateStatusById } from '#contract/admin-users.ts';
import { getProfile, login, refreshSession } from '#contract/auth.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import type { Role } from '#contract/roles.ts';
import { queryRows } from '../../platform/db/client.ts';
import { sessions, users } from '../../platform/db/schema/accounts.ts';
import { learnerStats, submissions } from '../../platform/db/schema/learning.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { createId, createToken, hashToken } from '../../platform/process/secrets.ts';
import { addAssignment } from '../../test/awards.ts';
import { addLeague } from '../../test/leagues.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, signInPerson, TEST_PASSWORD } from '../../test/people.ts';
import { eraseClosedAccounts } from './hold.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
// The next test has nobody of this one under its hold.
afterEach(async () => {
  await api.db.execute(sql`update users set closed_at = null`);
});

const close = (person: Person) =>
  api.call(deleteOwnAccount, {
    token: person.token,
    body: { password: TEST_PASSWORD, confirmation: 'DELETE' },
  });
const logIn = ({ email }: Person) => api.call(login, { body: { email, password: TEST_PASSWORD } });
const setStatus = (by: Person, { id }: Person, status: string) =>
  api.call(updateStatusById, { token: by.token, params: { userId: id }, body: { status } });
const exists = async ({ id }: Person) =>
  (await api.db.select({ id: users.id }).from(users).where(eq(users.id, id))).length === 1;
const passDays = (days: number) =>
  api.db.execute(
    sql`update users set closed_at = closed_at - ${days}::float8 * interval '1 day' where closed_at is not null`,
  );
const mailTo = async ({ email }: Person) =>
  (await listStoredMessages(api)).filter(({ to }) => to === email).map(({ kind }) => kind);
const closed = async (role: Role = 'CHIEF_PATHFINDER') => {
  const person = await addPerson(api.db, { role });
  expect((await close(person)).status).toBe(200);
  return person;
};

describe('P59 the hold of a staff account', () => {
  test('it is closed at once, says so, and is erased after seven days by the clock alone', async () => {
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    const second = await signInPerson(api.db, chief.id);
    const refreshToken = createToken();
    const refreshTokenHash = hashToken(refreshToken);
    await api.db.update(sessions).set({ refreshTokenHash }).where(eq(sessions.id, second.sessionId));
    const reply = await close(chief);
    expect(reply.body).toEqual({
      success: true,
      message: 'Your account is closed. It will be erased in 7 days.',
      data: { isHeld: true },
    });
    // Other devices hear what happened; they name a session of the account, so nobody else learns of it.
    for (const token of [chief.token, second.token]) {
      const told = await api.call(getProfile, { token });
      expect([told.status, told.body.code]).toEqual([403, 'ACCOUNT_CLOSED']);
    }
    const renewed = await api.call(refreshSession, { body: { refreshToken } });
    expect([renewed.status, renewed.body.code]).toEqual([401, 'REFRESH_CLOSED']);
    const refused = await logIn(chief);
    expect([refused.status, refused.body.code]).toEqual([401, 'LOGIN_CLOSED']);
    const { body } = await api.call(listUsers, { token: grand.token, query: { search: chief.email } });
    expect(body.data.users).toMatchObject([{ status: 'SUSPENDED', closedAt: expect.any(String) }]);
    const waiting = await api.call(listUsers, { token: grand.token, query: { status: 'CLOSED' } });
    expect(waiting.body.data.users.map(({ id }: { id: string }) => id)).toEqual([chief.id]);
    expect(await mailTo(chief)).toEqual(['ACCOUNT_CLOSED']);

    await passDays(6.9);
    expect([await eraseClosedAccounts(api), await exists(chief)]).toEqual([0, true]);
    await passDays(0.2);
    const erased = await Promise.all([eraseClosedAccounts(api), eraseClosedAccounts(api)]);
    expect([erased.sort(), await exists(chief)]).toEqual([[0, 1], false]);
    expect(await mailTo(chief)).toEqual(['ACCOUNT_DELETED']);
    const entries = await queryRows<{ action: string; evidence: string }>(
      api.db,
      sql`select action, evidence from audit_log where actor_id = ${chief.id} and target_user_id = ${chief.id}
        and evidence is not null order by id`,
    );
    expect(entries.map(({ action, evidence }) => [action, JSON.parse(evidence)])).toEqual([
      ['USER_CLOSED', { role: 'CHIEF_PATHFINDER', status: { from: 'ACTIVE', to: 'SUSPENDED' } }],
      ['USER_DELETED', { role: 'CHIEF_PATHFINDER', status: { from: 'SUSPENDED', to: 'DELETED' } }],
    ]);
  });

  test('a Grand Pathfinder takes it back by making the account active', async () => {
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await api.call(sendResetOtp, { body: { email: chief.email } });
    const otp = await mailedCode(api, chief.email);
    expect((await close(chief)).status).toBe(200);
    expect((await setStatus(grand, chief, 'ACTIVE')).status).toBe(200);
    // Neither sessions nor codes of before come back with it.
    expect((await api.call(getProfile, { token: chief.token })).status).toBe(401);
    const body = { email: chief.email, otp, newPassword: 'Harbour-moss-64!' };
    expect((await api.call(resetPassword, { body })).status).toBe(400);
    expect((await logIn(chief)).status).toBe(200);
    await passDays(30);
    expect([await eraseClosedAccounts(api), await exists(chief)]).toEqual([0, true]);
    // A suspension by staff is none of its holder's, and is never erased.
    await setStatus(grand, chief, 'SUSPENDED');
    await passDays(30);
    expect([await eraseClosedAccounts(api), await exists(chief)]).toEqual([0, true]);
    expect((await logIn(chief)).body.code).toBe('LOGIN_SUSPENDED');
  });

  test('it waits while a suspension that it imposed stands, and goes once another has decided', async () => {
    const [other, learner] = [await addPerson(api.db, { role: 'GRAND_PATHFINDER' }), await addPerson(api.db)];
    expect((await setStatus(other, learner, 'SUSPENDED')).status).toBe(200);
    expect((await close(other)).status).toBe(200);
    await passDays(400);
    expect([await eraseClosedAccounts(api), await exists(other)]).toEqual([0, true]);
    await setStatus(grand, learner, 'ACTIVE');
    await setStatus(grand, learner, 'SUSPENDED');
    expect([await eraseClosedAccounts(api), await exists(other)]).toEqual([1, false]);
  });

  test('it waits for 30 days after an answer that it sent back or a certificate that it revoked', async () => {
    const [reviewer, revoker] = [await closed(), await closed('GRAND_PATHFINDER')];
    const [learner, league] = [await addPerson(api.db), await addLeague(api.db)];
    const assignmentId = await addAssignment(api.db, league.id, { title: 'Essay' });
    await api.db.insert(submissions).values({
      id: createId(),
      assignmentId,
      userId: learner.id,
      status: 'NEEDS_REVISION',
      content: 'My essay',
      reviewedById: reviewer.id,
      reviewedAt: sql`now() - interval '20 days'`,
    });
    await api.db.execute(sql`insert into certificates
        (id, code, kind, user_id, league_id, holder_name, title, issuer, completed_at, revoked_at, revoked_by_id,
          revocation_reason)
      values (${createId()}, 'CANARY123456', 'LEAGUE', ${learner.id}, ${league.id}, 'x', 'x', 'x', now(),
        now() - interval '20 days', ${revoker.id}, 'a reason')`);
    await passDays(8);
    expect([await eraseClosedAccounts(api), await exists(reviewer), await exists(revoker)]).toEqual([
      0,
      true,
      true,
    ]);
    await api.db.execute(sql`update submissions set reviewed_at = now() - interval '31 days'`);
    expect([await eraseClosedAccounts(api), await exists(reviewer)]).toEqual([1, false]);
    await api.db.execute(sql`update certificates set revoked_at = now() - interval '31 days'`);
    expect([await eraseClosedAccounts(api), await exists(revoker)]).toEqual([1, false]);
  });

  test('whoever was staff within 30 days does not go at once', async () => {
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    const demote = { token: grand.token, params: { userId: chief.id }, body: { role: 'PIONEER' } };
    expect((await api.call(updateRoleById, demote)).status).toBe(200);
    const { token } = await signInPerson(api.db, chief.id);
    const isRanked = async () => {
      const [stats] = await api.db.select().from(learnerStats).where(eq(learnerStats.userId, chief.id));
      return stats?.isRanked;
    };
    expect(await isRanked()).toBe(true);
    expect((await close({ ...chief, token })).body.message).toContain('Your account is closed.');
    expect([await exists(chief), await isRanked()]).toEqual([true, false]);

    const learner = await addPerson(api.db);
    expect((await close(learner)).body.message).toBe('Your account was deleted');
    const former = await addPerson(api.db, { role: 'PATHFINDER' });
    await api.call(updateRoleById, { ...demote, params: { userId: former.id } });
    await api.owner.execute(sql`alter table audit_log disable trigger user`);
    await api.owner.execute(sql`update audit_log set created_at = created_at - interval '31 days'
      where target_user_id = ${former.id}`);
    await api.owner.execute(sql`alter table audit_log enable trigger user`);
    const again = await signInPerson(api.db, former.id);
    expect((await close({ ...former, token: again.token })).body.message).toBe('Your account was deleted');
  });

  test('nobody is erased while no active Grand Pathfinder could take it back', async () => {
    const chief = await closed('PATHFINDER');
    await passDays(8);
    const grands = and(eq(users.role, 'GRAND_PATHFINDER'), isNull(users.closedAt));
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(grands);
    expect([await eraseClosedAccounts(api), await exists(chief)]).toEqual([0, true]);
    await api.db.update(users).set({ status: 'ACTIVE' }).where(grands);
    expect([await eraseClosedAccounts(api), await exists(chief)]).toEqual([1, false]);
  });
});
