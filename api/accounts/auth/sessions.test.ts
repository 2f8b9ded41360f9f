import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { getProfile, login, logout, refreshSession } from '#contract/auth.ts';
import { accessTokens, sessions, users } from '../../platform/db/schema/accounts.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, signInPerson, TEST_PASSWORD } from '../../test/people.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

describe('sessions', () => {
  test('CALL-03 a refresh token stays good for its whole life, for many tabs at once', async () => {
    const person = await addPerson(api.db);
    const { body } = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    const { refreshToken, accessToken } = body.data;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.call(refreshSession, { body: { refreshToken } })),
    );
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(Object.keys(reply.body.data)).toEqual(['accessToken']);
      expect((await api.call(getProfile, { token: reply.body.data.accessToken })).status).toBe(200);
    }
    expect((await api.call(getProfile, { token: accessToken })).status).toBe(200);
  });

  test('refresh refuses a missing, unknown or ended token', async () => {
    expect((await api.call(refreshSession, { body: {} })).body.error).toBe('Refresh token is required');
    const unknown = await api.call(refreshSession, { body: { refreshToken: 'x'.repeat(43) } });
    expect([unknown.status, unknown.body.error]).toEqual([401, 'Invalid refresh token']);
    const person = await addPerson(api.db);
    const signedIn = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, person.id));
    const suspended = await api.call(refreshSession, {
      body: { refreshToken: signedIn.body.data.refreshToken },
    });
    expect([suspended.status, suspended.body.error]).toEqual([401, 'User not found or suspended']);
  });

  test('CALL-04 P17 log-out ends its own session at once and no other', async () => {
    const person = await addPerson(api.db);
    const first = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    const second = await signInPerson(api.db, person.id);
    const reply = await api.call(logout, { token: first.body.data.accessToken });
    expect(reply.status).toBe(200);
    expect(reply.body.success).toBe(true);
    expect((await api.call(getProfile, { token: first.body.data.accessToken })).status).toBe(401);
    const refresh = await api.call(refreshSession, { body: { refreshToken: first.body.data.refreshToken } });
    expect(refresh.status).toBe(401);
    expect((await api.call(getProfile, { token: second.token })).status).toBe(200);
  });

  test('P14 tokens are opaque and only their hashes are stored', async () => {
    const person = await addPerson(api.db);
    const { body } = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    expect(body.data.accessToken).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify([
      await api.db.select().from(sessions),
      await api.db.select().from(accessTokens),
    ]);
    expect(stored).not.toContain(body.data.accessToken);
    expect(stored).not.toContain(body.data.refreshToken);
  });

  test('an access token ends after 15 minutes, a staff session after 12 hours', async () => {
    const pioneer = await addPerson(api.db);
    await api.db
      .update(accessTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(accessTokens.sessionId, pioneer.sessionId));
    const expired = await api.call(getProfile, { token: pioneer.token });
    expect([expired.status, expired.body.error]).toEqual([401, 'Invalid or expired token']);

    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await api.db
      .update(sessions)
      .set({ createdAt: sql`now() - interval '12 hours 1 minute'` })
      .where(eq(sessions.id, chief.sessionId));
    expect((await api.call(getProfile, { token: chief.token })).status).toBe(401);
  });

  test.each([
    [undefined, 'Access token is required'],
    ['Basic abc', 'Access token is required'],
    ['Bearer null', 'Invalid or expired token'],
    [`Bearer ${'x'.repeat(15_000)}`, 'Invalid or expired token'],
    ['Bearer a, Bearer b', 'Invalid or expired token'],
    ["Bearer ' OR 1=1--", 'Invalid or expired token'],
  ])('a garbled token %# is 401, never 500', async (authorization, error) => {
    const reply = await api.call(getProfile, { headers: authorization ? { authorization } : {} });
    expect([reply.status, reply.body.error]).toEqual([401, error]);
  });

  test('P17 a suspended account is refused on the next call', async () => {
    const person = await addPerson(api.db);
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, person.id));
    const reply = await api.call(getProfile, { token: person.token });
    expect([reply.status, reply.body.error]).toEqual([403, 'Account is suspended']);
  });
});
