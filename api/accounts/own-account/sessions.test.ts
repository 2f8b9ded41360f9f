import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { getProfile, login, refreshSession } from '#contract/auth.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/own-account.ts';
import { sessions } from '../../platform/db/schema/accounts.ts';
import { readActions } from '../../test/audit-entries.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, signInPerson, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();

const twenty = <Result>(work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));

/** Signs in through the front door, as a browser would. */
async function signIn(email: string, userAgent: string, address = '203.0.113.77', password = TEST_PASSWORD) {
  const reply = await api.call(login, {
    body: { email, password },
    headers: { 'user-agent': userAgent },
    address,
  });
  return reply.body.data as { accessToken: string; refreshToken: string };
}

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

describe('where I am signed in', () => {
  test('the list names device, short address and moments, the asking session first, and nothing secret', async () => {
    const person = await addPerson(api.db);
    const phone = await signIn(person.email, IPHONE, '2001:db8:85a3:8d3:1319:8a2e:370:7348');
    const laptop = await signIn(person.email, CHROME);
    const reply = await api.call(listOwnSessions, { token: laptop.accessToken });
    expect(reply.status).toBe(200);
    const listed = reply.body.data.sessions;
    expect(Object.keys(listed[0]).sort()).toEqual([
      'address',
      'createdAt',
      'device',
      'expiresAt',
      'id',
      'isCurrent',
      'lastSeenAt',
    ]);
    expect(listed.map((one: Record<string, unknown>) => [one.device, one.address, one.isCurrent])).toEqual([
      ['Chrome on Windows', '203.0.113.x', true],
      ['Safari on iPhone', '2001:db8:85a3:x', false],
      ['Unknown device', null, false],
    ]);
    const text = JSON.stringify(reply.body);
    for (const secret of [laptop.accessToken, laptop.refreshToken, phone.refreshToken, 'Mozilla', '7348']) {
      expect(text).not.toContain(secret);
    }
  });

  test('expired, ended and other people’s sessions are not listed', async () => {
    const person = await addPerson(api.db);
    await addPerson(api.db);
    const expired = await signInPerson(api.db, person.id);
    await api.db
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(sessions.id, expired.sessionId));
    const ended = await signInPerson(api.db, person.id);
    await api.call(endOwnSession, { token: person.token, params: { id: ended.sessionId } });
    const { body } = await api.call(listOwnSessions, { token: person.token });
    expect(body.data.sessions.map((one: { id: string }) => one.id)).toEqual([person.sessionId]);
  });

  test('P17 signing out of one session ends it at once and no other; a second time it is 404', async () => {
    const person = await addPerson(api.db);
    const other = await signIn(person.email, CHROME);
    const listed = (await api.call(listOwnSessions, { token: person.token })).body.data.sessions;
    const id = listed.find((one: { isCurrent: boolean }) => !one.isCurrent).id;
    const reply = await api.call(endOwnSession, { token: person.token, params: { id } });
    expect([reply.status, reply.body.message]).toEqual([200, 'Signed out of that session']);
    expect((await api.call(getProfile, { token: other.accessToken })).status).toBe(401);
    expect((await api.call(refreshSession, { body: { refreshToken: other.refreshToken } })).status).toBe(401);
    expect((await api.call(getProfile, { token: person.token })).status).toBe(200);
    const again = await api.call(endOwnSession, { token: person.token, params: { id } });
    expect([again.status, again.body.error]).toEqual([404, 'Session not found']);
    expect(await readActions(api.db, person.id)).toContain('SESSION_ENDED');
  });

  test('another person’s session cannot be ended, whatever id is tried', async () => {
    const person = await addPerson(api.db);
    const stranger = await addPerson(api.db);
    for (const id of [stranger.sessionId, person.id, 'nowhere']) {
      const reply = await api.call(endOwnSession, { token: person.token, params: { id } });
      expect([id, reply.status, reply.body.error]).toEqual([id, 404, 'Session not found']);
    }
    expect((await api.call(getProfile, { token: stranger.token })).status).toBe(200);
  });

  test('twenty requests at once end a session once', async () => {
    const person = await addPerson(api.db);
    const { sessionId } = await signInPerson(api.db, person.id);
    const replies = await twenty(() =>
      api.call(endOwnSession, { token: person.token, params: { id: sessionId } }),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(19).fill(404)]);
  });

  test('P17 signing out everywhere else keeps the asking session and counts the live ones', async () => {
    const person = await addPerson(api.db);
    const others = await Promise.all([1, 2, 3].map(() => signInPerson(api.db, person.id)));
    const reply = await api.call(endOtherSessions, { token: person.token });
    expect([reply.status, reply.body.data]).toEqual([200, { endedCount: 3 }]);
    for (const { token } of others) expect((await api.call(getProfile, { token })).status).toBe(401);
    expect((await api.call(getProfile, { token: person.token })).status).toBe(200);
    const again = await api.call(endOtherSessions, { token: person.token });
    expect(again.body.data).toEqual({ endedCount: 0 });
  });
});
