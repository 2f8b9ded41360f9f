import { beforeAll, describe, expect, test } from 'bun:test';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { updateUserRole, updateUserStatus } from '#contract/admin-users.ts';
import { getLeagueAssignment } from '#contract/assignments.ts';
import { getProfile, login, logout, refreshSession, signup, updateProfile } from '#contract/auth.ts';
import type { Call } from '#contract/call.ts';
import { getFilteredLeaderboard, getLeaderboard, getMyRank } from '#contract/leaderboard.ts';
import { getLeague } from '#contract/leagues.ts';
import { getDashboard } from '#contract/learning.ts';
import { resetPassword, sendResetOtp, sendVerificationOtp, verifyEmailOtp } from '#contract/otp.ts';
import { listOwnSessions } from '#contract/own-account.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { removePathfinderLeague } from '#contract/scopes.ts';
import { submitAssignment } from '#contract/submissions.ts';
import { createWeek } from '#contract/weeks.ts';
import { accessTokens, pathfinderScopes, sessions, users } from '../../platform/db/schema/accounts.ts';
import { assignments, cohorts } from '../../platform/db/schema/curriculum.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { addAssignment } from '../../test/awards.ts';
import { digestEverything, dumpEverything } from '../../test/digest.ts';
import { addLeague, addLearner, enroll } from '../../test/leagues.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person, readPerson, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();
const league = await addLeague(api.db);

const signIn = async (email: string, password = TEST_PASSWORD) =>
  (await api.call(login, { body: { email, password } })).body.data as {
    accessToken: string;
    refreshToken: string;
  };
const refresh = (refreshToken: string) => api.call(refreshSession, { body: { refreshToken } });
const statusOf = async (token: string) => (await api.call(getProfile, { token })).status;

describe('tokens', () => {
  test('P13 a squatter who signed up with a victim’s address is out once the victim resets the password', async () => {
    const email = 'victim@example.test';
    const squatter = await api.call(signup, {
      body: { name: 'Squatter', email, password: 'Quiet-lantern-81' },
    });
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    const done = await api.call(resetPassword, { body: { email, otp, newPassword: 'Harbour-moss-64!' } });
    expect([done.status, 'data' in done.body]).toEqual([200, false]);
    expect(await statusOf(squatter.body.data.accessToken)).toBe(401);
    expect((await refresh(squatter.body.data.refreshToken)).status).toBe(401);
    expect((await readPerson(api.db, squatter.body.data.user.id)).emailVerifiedAt).not.toBeNull();
    const late = await api.call(login, { body: { email, password: 'Quiet-lantern-81' } });
    expect(late.status).toBe(401);
  });

  test('P14 no live token stands in any table or in the log, and one kind does not do for the other', async () => {
    const person = await addPerson(api.db);
    const { accessToken, refreshToken } = await signIn(person.email);
    const { body } = await refresh(refreshToken);
    const secrets = [accessToken, refreshToken, body.data.accessToken];
    const dump = await dumpEverything(api.db);
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
      expect(dump.includes(secret)).toBe(false);
      expect(api.logged().includes(secret)).toBe(false);
    }
    expect(await statusOf(refreshToken)).toBe(401);
    expect((await refresh(accessToken)).status).toBe(401);
    for (const token of [accessToken.slice(0, -1), `${accessToken}A`, accessToken.toLowerCase(), person.id]) {
      expect(await statusOf(token)).toBe(401);
    }
    const inQuery = await api.request(`/api/auth/profile?access_token=${accessToken}`);
    expect(inQuery.status).toBe(401);
  });

  test('CALL-03 CALL-04 Q3 P15 P17 a client that stores nothing new refreshes fifty times, and every tab that asked stays signed in', async () => {
    const person = await addPerson(api.db);
    const { accessToken, refreshToken } = await signIn(person.email);
    const tokens = [accessToken];
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
      for (const { status, body } of replies) {
        expect([status, Object.keys(body.data)]).toEqual([200, ['accessToken']]);
        tokens.push(body.data.accessToken);
      }
    }
    expect(new Set(tokens).size).toBe(51);
    expect(await Promise.all(tokens.map(statusOf))).toEqual(Array(51).fill(200));
    const listed = await api.call(listOwnSessions, { token: person.token });
    expect(listed.body.data.sessions).toHaveLength(2);
    const out = await api.call(logout, { token: tokens[50] });
    expect([out.status, out.body]).toMatchObject([200, { success: true, message: expect.any(String) }]);
    expect(await Promise.all(tokens.map(statusOf))).toEqual(Array(51).fill(401));
    expect((await refresh(refreshToken)).status).toBe(401);
    expect(await statusOf(person.token)).toBe(200);
  });

  test('P15 twenty refreshes that race a log-out: none is good afterwards', async () => {
    const { email } = await addPerson(api.db);
    const { accessToken, refreshToken } = await signIn(email);
    const [out, ...replies] = await Promise.all([
      api.call(logout, { token: accessToken }),
      ...Array.from({ length: 20 }, () => refresh(refreshToken)),
    ]);
    expect(out?.status).toBe(200);
    expect(replies.every(({ status }) => status === 200 || status === 401)).toBe(true);
    const won = replies.flatMap(({ status, body }) => (status === 200 ? [body.data.accessToken] : []));
    expect(await Promise.all(won.map(statusOf))).toEqual(won.map(() => 401));
  });

  test('P16 a learner’s session lasts seven days and no longer, a staff session twelve hours, on both sides', async () => {
    for (const [role, seconds] of [
      ['PIONEER', 7 * 86_400],
      ['ADMIN', 7 * 86_400],
      ['PATHFINDER', 12 * 3600],
      ['GRAND_PATHFINDER', 12 * 3600],
    ] as const) {
      const person = await addPerson(api.db, { role });
      const { refreshToken } = await signIn(person.email);
      const age = (by: number) =>
        api.db
          .update(sessions)
          .set({
            createdAt: sql`${sessions.createdAt} - ${by} * interval '1 second'`,
            expiresAt: sql`${sessions.expiresAt} - ${by} * interval '1 second'`,
          })
          .where(and(eq(sessions.userId, person.id), sql`${sessions.id} <> ${person.sessionId}`));
      await age(seconds - 60);
      expect([role, (await refresh(refreshToken)).status]).toEqual([role, 200]);
      const { accessToken } = (await refresh(refreshToken)).body.data;
      const { body } = await api.call(listOwnSessions, { token: accessToken });
      const { createdAt, expiresAt } = body.data.sessions[0];
      expect([role, Date.parse(expiresAt) - Date.parse(createdAt)]).toEqual([role, seconds * 1000]);
      await age(61);
      expect([role, (await refresh(refreshToken)).status]).toEqual([role, 401]);
      expect([role, await statusOf(accessToken)]).toEqual([role, 401]);
      const listed = await api.call(listOwnSessions, { token: person.token });
      expect([role, listed.body.data.sessions.length]).toEqual([role, 1]);
    }
  });

  test('P14 an access token ends after 15 minutes', async () => {
    const { sessionId, token } = await addPerson(api.db);
    const age = (minutes: number) =>
      api.db
        .update(accessTokens)
        .set({ expiresAt: sql`${accessTokens.expiresAt} - ${minutes} * interval '1 minute'` })
        .where(eq(accessTokens.sessionId, sessionId));
    await age(14);
    expect(await statusOf(token)).toBe(200);
    await age(2);
    const expired = await api.call(getProfile, { token });
    expect([expired.status, expired.body.error]).toEqual([401, 'Invalid or expired token']);
  });

  test('P16 somebody made staff lives by the twelve hours from then on', async () => {
    const person = await addPerson(api.db);
    const { refreshToken } = await signIn(person.email);
    const age = (hours: number) =>
      api.db
        .update(sessions)
        .set({ createdAt: sql`now() - ${hours} * interval '1 hour'` })
        .where(eq(sessions.userId, person.id));
    await age(13);
    expect([await statusOf(person.token), (await refresh(refreshToken)).status]).toEqual([200, 200]);
    await api.db.update(users).set({ role: 'PATHFINDER' }).where(eq(users.id, person.id));
    expect([await statusOf(person.token), (await refresh(refreshToken)).status]).toEqual([401, 401]);
    await age(11);
    expect([await statusOf(person.token), (await refresh(refreshToken)).status]).toEqual([200, 200]);
  });
});

describe('rights that were taken away', () => {
  let grand: Person;
  beforeAll(async () => {
    grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  });
  const suspend = (userId: string, status = 'SUSPENDED') =>
    api.call(updateUserStatus, { token: grand.token, body: { userId, newStatus: status } });
  const addWeek = (token: string, order: number) =>
    api.call(createWeek, { token, body: { name: `W${order}`, order, leagueId: league.id } });

  test('P17 demotion and loss of a league count on the next call', async () => {
    const staff = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, staff.id, league.id);
    expect((await addWeek(staff.token, 50)).status).toBe(201);
    const lost = await api.call(removePathfinderLeague, {
      token: grand.token,
      params: { pathfinderId: staff.id, leagueId: league.id },
    });
    expect(lost.status).toBe(200);
    expect((await addWeek(staff.token, 51)).body.error).toBe('No access to this league');
    await addScope(api.db, staff.id, league.id);
    const body = { userId: staff.id, newRole: 'PIONEER' };
    expect((await api.call(updateUserRole, { token: grand.token, body })).status).toBe(200);
    expect((await addWeek(staff.token, 52)).status).toBe(403);
    expect(
      await api.db.select().from(pathfinderScopes).where(eq(pathfinderScopes.pathfinderId, staff.id)),
    ).toEqual([]);
  });

  test('P17 suspension ends access and refresh, and lifting it does not bring the old tokens back', async () => {
    const person = await addPerson(api.db);
    const { accessToken, refreshToken } = await signIn(person.email);
    expect((await suspend(person.id)).status).toBe(200);
    const refused = await refresh(refreshToken);
    expect([await statusOf(accessToken), refused.status]).toEqual([403, 401]);
    expect(refused.body.error).toBe('User not found or suspended');
    expect((await suspend(person.id, 'ACTIVE')).status).toBe(200);
    expect([await statusOf(accessToken), (await refresh(refreshToken)).status]).toEqual([401, 401]);
    expect(await statusOf((await signIn(person.email)).accessToken)).toBe(200);
  });

  test('P17 of fifty writes that race a suspension every accepted one was committed before it', async () => {
    const person = await addPerson(api.db);
    const write = (index: number) =>
      api.call(updateProfile, { token: person.token, body: { name: `Racer ${index}` } });
    const [suspended, ...writes] = await Promise.all([
      new Promise((resolve) => setTimeout(resolve, 15)).then(() => suspend(person.id)),
      ...Array.from({ length: 50 }, (_, index) =>
        new Promise((resolve) => setTimeout(resolve, index)).then(() => write(index)),
      ),
    ]);
    expect(suspended?.status).toBe(200);
    const trail = await api.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.targetUserId, person.id),
          inArray(auditLog.action, ['USER_PROFILE_CHANGED', 'USER_STATUS_CHANGED']),
        ),
      )
      .orderBy(auditLog.id);
    const accepted = writes.filter(({ status }) => status === 200).length;
    expect(writes.every(({ status }) => status === 200 || status === 403)).toBe(true);
    expect(trail.map(({ action }) => action)).toEqual([
      ...Array(accepted).fill('USER_PROFILE_CHANGED'),
      'USER_STATUS_CHANGED',
    ]);
  });
});

describe('P26 no step is skipped', () => {
  const refusedWrites = async (person: Person): Promise<[number, string][]> => {
    const resourceId = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
    const writes: [Pick<Call, 'method' | 'path'>, Record<string, string>, unknown][] = [
      [completeResource, { resourceId }, {}],
      [{ method: 'POST', path: '/resource-progress/:resourceId/revision' }, { resourceId }, {}],
      [{ method: 'PUT', path: '/resource-progress/:resourceId/note' }, { resourceId }, { personalNote: 'x' }],
      [
        { method: 'POST', path: '/progress/sections/:id/complete' },
        { id: league.weeks[0]?.sections[0]?.id ?? '' },
        {},
      ],
      [submitAssignment, { assignmentId: 'p26' }, { content: 'x' }],
    ];
    const replies = [];
    for (const [call, params, body] of writes) {
      replies.push(await api.call(call, { token: person.token, params, body }));
    }
    return replies.map(({ status, body }) => [status, body.code]);
  };

  test('P26 pending, unverified, inactive and not enrolled accounts are refused each write, and no row changes', async () => {
    await addAssignment(api.db, league.id, { id: 'p26' });
    const pending = await addPerson(api.db, { status: 'PENDING' });
    const unverified = await addPerson(api.db, { verified: false });
    const inactive = await addPerson(api.db, { status: 'INACTIVE' });
    const outsider = await addPerson(api.db);
    for (const person of [pending, unverified, inactive]) await enroll(api.db, person.id, league);
    const before = await digestEverything(api.db);
    expect(await refusedWrites(pending)).toEqual(Array(5).fill([403, 'ACCOUNT_PENDING']));
    expect(await refusedWrites(unverified)).toEqual(Array(5).fill([403, 'EMAIL_UNVERIFIED']));
    expect(await refusedWrites(inactive)).toEqual(Array(5).fill([403, 'ACCOUNT_INACTIVE']));
    expect((await refusedWrites(outsider)).map(([status]) => status)).toEqual(Array(5).fill(403));
    const enrolling = await api.call(
      { method: 'POST', path: '/progress/enroll' },
      { token: pending.token, body: { cohortId: league.cohortId, leagueId: league.id } },
    );
    expect([400, 403]).toContain(enrolling.status);
    expect(await digestEverything(api.db)).toEqual(before);
  });

  test('P26 an address nobody proved reads no leaderboard, league or assignment, though its cohort approves by itself', async () => {
    await api.db.update(cohorts).set({ autoApprove: true }).where(eq(cohorts.id, league.cohortId));
    const email = 'made-up@example.test';
    const { data } = (
      await api.call(signup, {
        body: { name: 'Made Up', email, password: 'Quiet-lantern-81', cohortId: league.cohortId },
      })
    ).body;
    const token = data.accessToken;
    expect(data.user.status).toBe('ACTIVE');
    const params = { id: league.id, leagueId: league.id };
    const read = async () => {
      const calls = [getLeaderboard, getFilteredLeaderboard, getMyRank, getLeague, getLeagueAssignment];
      const replies = [];
      for (const call of calls) replies.push(await api.call(call, { token, params }));
      return replies.map(({ status, body }) => [status, body.code]);
    };
    expect(await read()).toEqual(Array(5).fill([403, 'EMAIL_UNVERIFIED']));
    expect((await api.call(sendVerificationOtp, { token })).status).toBe(200);
    const otp = await mailedCode(api, email);
    expect((await api.call(verifyEmailOtp, { token, body: { otp } })).status).toBe(200);
    expect(await read()).toEqual(Array(5).fill([200, undefined]));
  });

  test('P26 the overview of somebody whom staff enrolled tells nothing of the league before the address is verified', async () => {
    const own = await addLeague(api.db);
    await api.db.insert(assignments).values({
      id: 'p26-due',
      leagueId: own.id,
      title: 'Task',
      description: 'Do it',
      dueAt: sql`now() + interval '1 day'` as unknown as Date,
    });
    const learner = await addLearner(api.db, own, { verified: false });
    const nextUp = async () => {
      const { resources, assignments } = (await api.call(getDashboard, { token: learner.token })).body.data
        .nextUp;
      return [resources.length, assignments.length];
    };
    const set = (change: Partial<typeof users.$inferInsert>) =>
      api.db.update(users).set(change).where(eq(users.id, learner.id));
    expect(await nextUp()).toEqual([0, 0]);
    await set({ emailVerifiedAt: new Date() });
    expect(await nextUp()).toEqual([1, 1]);
    await set({ status: 'INACTIVE' });
    expect(await nextUp()).toEqual([0, 0]);
  });
});
