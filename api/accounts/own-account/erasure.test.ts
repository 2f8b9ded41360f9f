import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { getProfile, login, refreshSession, signup } from '#contract/auth.ts';
import { TYPED_PASSWORD_MAX_LENGTH } from '#contract/constants.ts';
import { getLeaderboard } from '#contract/leaderboard.ts';
import { deleteOwnAccount, requestEmailChange } from '#contract/own-account.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { submitAssignment } from '#contract/submissions.ts';
import { queryRows } from '../../platform/db/client.ts';
import { oneTimeCodes, users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { submissionAttempts, submissions } from '../../platform/db/schema/learning.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { addAssignment } from '../../test/awards.ts';
import { digestEverything } from '../../test/digest.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, readPerson, signInPerson, TEST_PASSWORD } from '../../test/people.ts';
import { eraseClosedAccounts } from './hold.ts';

const api = await openTestApp();
const league = await addLeague(api.db);

const confirmed = { password: TEST_PASSWORD, confirmation: 'DELETE' };
const erase = (person: Person, body: unknown = confirmed) =>
  api.call(deleteOwnAccount, { token: person.token, body });
const exists = async (id: string) =>
  (await api.db.select({ id: users.id }).from(users).where(eq(users.id, id))).length === 1;
const tick = (person: Person, index = 0) =>
  api.call(completeResource, {
    token: person.token,
    params: { resourceId: league.weeks[0]?.sections[0]?.resources[index]?.id ?? '' },
    body: {},
  });

describe('deletion of the own account', () => {
  test('P17 the account, its sessions and its learning are gone at once; the address may sign up again', async () => {
    const person = await addLearner(api.db, league, { name: 'Zubeida Canary' });
    expect((await tick(person)).status).toBe(200);
    const signedIn = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    const second = await signInPerson(api.db, person.id);
    const taken = { newEmail: (await addPerson(api.db)).email, currentPassword: TEST_PASSWORD };
    expect((await api.call(requestEmailChange, { token: person.token, body: taken })).status).toBe(200);

    const reply = await erase(person);
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, message: 'Your account was deleted', data: { isHeld: false } },
    ]);
    for (const token of [person.token, second.token, signedIn.body.data.accessToken]) {
      const after = await api.call(getProfile, { token });
      expect([after.status, after.body.error]).toEqual([401, 'Invalid or expired token']);
    }
    const { refreshToken } = signedIn.body.data;
    expect((await api.call(refreshSession, { body: { refreshToken } })).status).toBe(401);
    const late = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    expect([late.status, late.body.error]).toEqual([401, 'Invalid email or password']);
    expect(await exists(person.id)).toBe(false);
    expect(await api.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.email, person.email))).toEqual([]);
    const board = await api.call(getLeaderboard, { token: (await addPerson(api.db)).token });
    expect(JSON.stringify(board.body)).not.toContain('Zubeida');
    const [last] = (await listStoredMessages(api)).filter(({ to }) => to === person.email);
    expect(last?.kind).toBe('ACCOUNT_DELETED');

    const again = await api.call(signup, {
      body: { name: 'Zubeida Again', email: person.email.toUpperCase(), password: 'Quiet-lantern-81' },
    });
    expect([again.status, again.body.data.user.id === person.id]).toEqual([201, false]);
  });

  test('registrations that the person made as a guest are gone, if the address was proven', async () => {
    const day = (n: number) => new Date(Date.now() + n * 86_400_000);
    const times = { opensAt: day(-1), closesAt: day(1), startsAt: day(2), endsAt: day(3) };
    await api.db.insert(events).values({
      ...{ id: 'open-mic-2', title: 'Open mic', place: 'Hall', places: 9, audience: 'EVERYONE', ...times },
    });
    const people = await Promise.all([true, false].map((verified) => addPerson(api.db, { verified })));
    await api.db.insert(eventRegistrations).values(
      people.map(({ email }, n) => ({
        ...{ id: `guest-${n}`, eventId: 'open-mic-2', guestName: 'Guest', guestEmail: email },
        ...{ state: 'CONFIRMED', arrival: n, doorCode: `GUEST${n}` },
      })),
    );
    for (const person of people) expect((await erase(person)).status).toBe(200);
    const left = await api.db.select({ id: eventRegistrations.id }).from(eventRegistrations);
    expect(left).toEqual([{ id: 'guest-1' }]);
  });

  test('what others need stays without a name: reviews, approvals, awards; the audit log keeps ids alone', async () => {
    const reviewer = await addPerson(api.db, { role: 'PATHFINDER', name: 'Reviewer Canary' });
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const learner = await addLearner(api.db, league);
    const assignmentId = await addAssignment(api.db, league.id, { title: 'Essay' });
    await api.call(submitAssignment, {
      token: learner.token,
      params: { assignmentId },
      body: { content: 'My essay' },
    });
    const review = { reviewedById: reviewer.id, feedback: 'Well argued', reviewedAt: new Date() };
    await api.db.update(submissions).set({ ...review, claimedById: reviewer.id, claimedUntil: new Date() });
    await api.db.update(submissionAttempts).set(review);
    await api.db.update(users).set({ approvedById: reviewer.id }).where(eq(users.id, learner.id));
    await api.owner.insert(auditLog).values([
      {
        actorId: grand.id,
        targetUserId: reviewer.id,
        action: 'USER_ROLE_CHANGED',
        description: 'Reviewer Canary became PATHFINDER',
        metadata: '{"reason":"Reviewer Canary asked"}',
        ipAddress: '198.51.100.1',
      },
      {
        actorId: reviewer.id,
        targetUserId: learner.id,
        action: 'USER_APPROVED',
        description: `${learner.name} was approved`,
        ipAddress: '198.51.100.2',
      },
      { actorId: null, targetUserId: reviewer.id, action: 'LOGIN_FAILED', ipAddress: '198.51.100.3' },
    ]);

    expect((await erase(reviewer)).status).toBe(200);
    await api.db.execute(
      sql`update users set closed_at = closed_at - interval '8 days' where id = ${reviewer.id}`,
    );
    expect(await eraseClosedAccounts(api)).toBe(1);
    const [kept] = await api.db.select().from(submissions).where(eq(submissions.userId, learner.id));
    expect([kept?.feedback, kept?.reviewedById, kept?.claimedById]).toEqual(['Well argued', null, null]);
    const [attempt] = await api.db.select().from(submissionAttempts);
    expect([attempt?.feedback, attempt?.reviewedById]).toEqual(['Well argued', null]);
    expect((await readPerson(api.db, learner.id)).approvedById).toBeNull();
    const entries = await queryRows<Record<string, unknown>>(
      api.db,
      sql`select actor_id, target_user_id, action, description, metadata, ip_address from audit_log
        where actor_id = ${reviewer.id} or target_user_id = ${reviewer.id} order by id`,
    );
    const entry = (actor: string | null, target: string, action: string, rest = {}) => ({
      actor_id: actor,
      target_user_id: target,
      action,
      description: null,
      metadata: null,
      ip_address: null,
      ...rest,
    });
    expect(entries).toEqual([
      entry(grand.id, reviewer.id, 'USER_ROLE_CHANGED', { ip_address: '198.51.100.1' }),
      entry(reviewer.id, learner.id, 'USER_APPROVED', { description: `${learner.name} was approved` }),
      entry(null, reviewer.id, 'LOGIN_FAILED'),
      entry(reviewer.id, reviewer.id, 'USER_CLOSED'),
      entry(reviewer.id, reviewer.id, 'USER_DELETED'),
    ]);
  });

  test('each refusal has its words and leaves every row as it was', async () => {
    const person = await addPerson(api.db);
    const before = await digestEverything(api.db);
    for (const [body, error] of [
      [{}, 'Password is required, Type DELETE to confirm'],
      [{ password: TEST_PASSWORD }, 'Type DELETE to confirm'],
      [{ password: TEST_PASSWORD, confirmation: 'delete' }, 'Type DELETE to confirm'],
      [{ password: TEST_PASSWORD, confirmation: true }, 'Type DELETE to confirm'],
      [{ password: { $gt: '' }, confirmation: 'DELETE' }, 'Password is required'],
      [
        { password: 'x'.repeat(TYPED_PASSWORD_MAX_LENGTH + 1), confirmation: 'DELETE' },
        'Password is required',
      ],
    ] as const) {
      const reply = await erase(person, body);
      expect([reply.status, reply.body.error]).toEqual([400, error]);
    }
    expect((await api.call(deleteOwnAccount, { body: confirmed })).status).toBe(401);
    expect(await digestEverything(api.db)).toEqual(before);
    const wrong = await erase(person, { password: 'not this one', confirmation: 'DELETE' });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'Current password is incorrect']);
    expect(await exists(person.id)).toBe(true);
  });

  test('the last Grand Pathfinder stays, whatever other accounts there are', async () => {
    await api.db.update(users).set({ role: 'PIONEER' }).where(eq(users.role, 'GRAND_PATHFINDER'));
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    await addPerson(api.db, { role: 'GRAND_PATHFINDER', status: 'SUSPENDED' });
    const reply = await erase(grand);
    expect([reply.status, reply.body.code]).toEqual([409, 'LAST_GRAND']);
    expect(await exists(grand.id)).toBe(true);
    const heir = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const both = await Promise.all([erase(grand), erase(heir)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('twenty requests at once delete once and send one message', async () => {
    const person = await addPerson(api.db);
    const replies = await Promise.all(Array.from({ length: 20 }, () => erase(person)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => status === 200 || status === 401)).toBe(true);
    expect((await listStoredMessages(api)).filter(({ to }) => to === person.email)).toHaveLength(1);
  }, 300_000);

  test('outside a deletion the audit log and the history take no change', async () => {
    for (const statement of [
      sql`update audit_log set description = null`,
      sql`delete from audit_log`,
      sql`delete from progress_events`,
      sql`truncate audit_log`,
      sql`truncate progress_events`,
      sql`truncate users cascade`,
    ]) {
      await tick(await enrolledPerson());
      await expect(Promise.resolve(api.db.execute(statement))).rejects.toThrow();
    }
    for (const statement of [
      sql`update audit_log set action = 'FORGED'`,
      sql`truncate audit_log`,
      sql`truncate progress_events`,
    ]) {
      const forged = api.db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('app.erase_history', 'on', true)`);
        await tx.execute(statement);
      });
      await expect(forged).rejects.toThrow();
    }
  });
});

async function enrolledPerson(): Promise<Person> {
  const person = await addLearner(api.db, league);
  return person;
}
