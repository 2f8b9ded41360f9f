import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { defineCall } from '#contract/call.ts';
import { toElysia } from '../../app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { accessTokens, sessions, users } from '../db/schema/accounts.ts';
import { createLog } from '../process/log.ts';
import { ApiRouter } from './router.ts';

const readOwn = defineCall('getLeague', {
  route: 'GET /own-secret',
  access: 'grand',
  summary: 'A read of its caller, for one role',
});

const api = await openTestApp();
const { db, config, secret } = api;
const router = new ApiRouter({ db, config, secret, log: createLog('error', () => {}) });
router.serveOwn(
  readOwn,
  (id) => sql`json_build_object('canary', ${id})`,
  async ({ own }) => own,
);
const ask = async (token: string | null) => {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await toElysia(router).handle(new Request('http://localhost/api/own-secret', { headers }));
  return { status: response.status, text: await response.text() };
};

test('P24 a read that comes with its caller is answered only after the caller was judged', async () => {
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const answered = await ask(grand.token);
  expect([answered.status, JSON.parse(answered.text).data]).toEqual([200, { canary: grand.id }]);

  for (const role of ['PIONEER', 'LUMINARY', 'PATHFINDER', 'CHIEF_PATHFINDER'] as const) {
    const person = await addPerson(api.db, { role });
    const { status, text } = await ask(person.token);
    expect([role, status, text.includes('canary'), text.includes(person.id)]).toEqual([
      role,
      403,
      false,
      false,
    ]);
  }
  const suspended = await addPerson(api.db, { role: 'GRAND_PATHFINDER', status: 'SUSPENDED' });
  const refused = await ask(suspended.token);
  expect([refused.status, refused.text.includes('canary')]).toEqual([403, false]);
});

test('P17 without a live session there is no such reply, however the session ended', async () => {
  const endings = {
    expired: () => api.db.update(accessTokens).set({ expiresAt: sql`now() - interval '1 second'` }),
    signedOut: () => api.db.update(sessions).set({ revokedAt: sql`now()` }),
    sessionOver: () => api.db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` }),
    staffHoursOver: () => api.db.update(sessions).set({ createdAt: sql`now() - interval '13 hours'` }),
    deleted: () => api.db.delete(users),
  };
  for (const [ending, end] of Object.entries(endings)) {
    const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    expect([ending, (await ask(token)).status]).toEqual([ending, 200]);
    await end();
    const { status, text } = await ask(token);
    expect([ending, status, text.includes('canary')]).toEqual([ending, 401, false]);
  }
  for (const token of [null, '', 'x', "' or 1=1 --", 'A'.repeat(43), 'A'.repeat(5000)]) {
    const { status, text } = await ask(token);
    expect([token, status, text.includes('canary')]).toEqual([token, 401, false]);
  }
});
