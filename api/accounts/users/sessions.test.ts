import { describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import { endUserSessions } from '#contract/admin-users.ts';
import { getProfile, login, refreshSession } from '#contract/auth.ts';
import { listOwnSessions } from '#contract/own-account.ts';
import { sessions } from '../../platform/db/schema/accounts.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Noor Chenab' });

const signIn = async (email: string) =>
  (await api.call(login, { body: { email, password: TEST_PASSWORD } })).body.data as {
    accessToken: string;
    refreshToken: string;
  };
const refresh = (refreshToken: string) => api.call(refreshSession, { body: { refreshToken } });
const statusOf = async (token: string) => (await api.call(getProfile, { token })).status;

describe('P16 a session that rests', () => {
  const rest = (person: Person, minutes: number) =>
    api.db
      .update(sessions)
      // Stored to the millisecond, so that the moment itself may round to one that is still to come.
      .set({
        lastUsedAt: sql`${sessions.lastUsedAt} - ${minutes} * interval '1 minute' - interval '1 second'`,
      })
      .where(and(eq(sessions.userId, person.id), sql`${sessions.id} <> ${person.sessionId}`));

  test('ends for staff after two hours, on both sides, and being used starts the time anew', async () => {
    for (const [role, minutes] of [
      ['PATHFINDER', 120],
      ['CHIEF_PATHFINDER', 120],
      ['GRAND_PATHFINDER', 120],
    ] as const) {
      const person = await addPerson(api.db, { role });
      const { refreshToken } = await signIn(person.email);
      for (const round of [1, 2]) {
        await rest(person, minutes - 1);
        expect([role, round, (await refresh(refreshToken)).status]).toEqual([role, round, 200]);
      }
      await rest(person, minutes);
      const refused = await refresh(refreshToken);
      expect([role, refused.status, refused.body.error]).toEqual([role, 401, 'Invalid refresh token']);
      const { body } = await api.call(listOwnSessions, { token: person.token });
      expect([role, body.data.sessions.length]).toEqual([role, 1]);
    }
  });

  test('keeps the seven days of the agreed wire for everybody else', async () => {
    for (const role of ['PIONEER', 'ADMIN'] as const) {
      const person = await addPerson(api.db, { role });
      const { refreshToken } = await signIn(person.email);
      await rest(person, 7 * 24 * 60 - 1);
      expect([role, (await refresh(refreshToken)).status]).toEqual([role, 200]);
    }
  });
});

describe('P16 staff end the sessions of another account', () => {
  const end = (userId: string, body: unknown, token = grand.token) =>
    api.call(endUserSessions, { token, params: { userId }, body });

  test('every device is out at once, the reason stands in the audit log and in a mail, and they may sign in', async () => {
    const person = await addPerson(api.db);
    const other = await signIn(person.email);
    const reason = 'Your laptop was found in the library.';
    const done = await end(person.id, { reason });
    expect([done.status, done.body.data]).toEqual([200, { endedCount: 2 }]);
    expect([await statusOf(person.token), await statusOf(other.accessToken)]).toEqual([401, 401]);
    expect((await refresh(other.refreshToken)).status).toBe(401);
    expect(await statusOf(grand.token)).toBe(200);
    const [entry] = await readEntries(api.db, { targetUserId: person.id, action: 'USER_SESSIONS_ENDED' });
    expect(entry).toMatchObject({ actorId: grand.id, metadata: { endedCount: 2, reason } });
    const mail = (await listStoredMessages(api)).find(({ to }) => to === person.email);
    expect([mail?.kind, mail?.text.includes(reason)]).toEqual(['SESSIONS_ENDED', true]);
    expect(await statusOf((await signIn(person.email)).accessToken)).toBe(200);
  });

  test('a reason of 3 to 500 characters is asked for; nobody does it to themselves; unknown is 404', async () => {
    const person = await addPerson(api.db);
    for (const [body, error] of [
      [{}, 'Reason is required'],
      [{ reason: '  ' }, 'Reason is required'],
      [{ reason: 'ab' }, 'Reason must be 3 characters or more'],
      [{ reason: 'x'.repeat(501) }, 'Reason must be 500 characters or less'],
    ] as const) {
      const refused = await end(person.id, body);
      expect([refused.status, refused.body.error]).toEqual([400, error]);
    }
    expect(await statusOf(person.token)).toBe(200);
    const own = await end(grand.id, { reason: 'Just to be sure' });
    expect([own.status, own.body.error]).toEqual([400, 'Sign out your own devices in your profile']);
    expect(await statusOf(grand.token)).toBe(200);
    expect((await end('nobody', { reason: 'Just to be sure' })).status).toBe(404);
  });
});
