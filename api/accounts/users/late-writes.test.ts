import { beforeEach, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import {
  approveUser,
  endUserSessions,
  updateUserRole,
  updateUserStatus,
  verifyUserEmail,
} from '#contract/admin-users.ts';
import { assignLeagues } from '#contract/scopes.ts';
import type { Database } from '../../platform/db/client.ts';
import { pathfinderScopes, sessions, users } from '../../platform/db/schema/accounts.ts';
import { addLeague } from '../../test/leagues.ts';
import type { TestReply } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person, readPerson } from '../../test/people.ts';

let grand: Person;

const api = await openTestApp();
const league = await addLeague(api.db);
beforeEach(async () => {
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
});

/** Makes a change, lets the writes come while it is not committed yet, and answers how they ended. */
async function during(change: (tx: Database) => Promise<unknown>, start: () => Promise<TestReply>[]) {
  let writes: Promise<TestReply>[] = [];
  await api.db.transaction(async (tx) => {
    await change(tx as unknown as Database);
    writes = start();
    await Bun.sleep(300);
  });
  return Promise.all(writes);
}

test('P17 a write about another account that waits for the end of its session is refused', async () => {
  const pending = await addPerson(api.db, { status: 'PENDING', verified: false });
  const pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
  const { token } = grand;
  const replies = await during(
    async (tx) => {
      await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, grand.id));
      await tx.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.userId, grand.id));
    },
    () => [
      api.call(approveUser, { token, body: { userId: pending.id } }),
      api.call(updateUserRole, { token, body: { userId: pathfinder.id, newRole: 'GRAND_PATHFINDER' } }),
      api.call(updateUserStatus, { token, body: { userId: pathfinder.id, newStatus: 'SUSPENDED' } }),
      api.call(verifyUserEmail, { token, params: { userId: pending.id }, body: {} }),
      api.call(endUserSessions, {
        token,
        params: { userId: pathfinder.id },
        body: { reason: 'Too late' },
      }),
      api.call(assignLeagues, { token, body: { pathfinderId: pathfinder.id, leagueIds: [league.id] } }),
    ],
  );
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  expect(await readPerson(api.db, pending.id)).toMatchObject({ status: 'PENDING', emailVerifiedAt: null });
  expect(await readPerson(api.db, pathfinder.id)).toMatchObject({ role: 'PATHFINDER', status: 'ACTIVE' });
  expect(await api.db.$count(pathfinderScopes, eq(pathfinderScopes.pathfinderId, pathfinder.id))).toBe(0);
});

test('P17 an approval with a role that waits for its Grand Pathfinder to become a chief is refused', async () => {
  const pending = await addPerson(api.db, { status: 'PENDING' });
  const [reply] = await during(
    async (tx) => {
      await tx.update(users).set({ role: 'CHIEF_PATHFINDER' }).where(eq(users.id, grand.id));
      await addScope(tx, grand.id, league.id);
    },
    () => [
      api.call(approveUser, {
        token: grand.token,
        body: { userId: pending.id, role: 'GRAND_PATHFINDER' },
      }),
    ],
  );
  expect([reply?.status, reply?.body.error]).toEqual([403, 'Grand Pathfinder access required']);
  expect(await readPerson(api.db, pending.id)).toMatchObject({ status: 'PENDING', role: 'PIONEER' });
  const plain = await api.call(approveUser, { token: grand.token, body: { userId: pending.id } });
  expect([plain.status, plain.body.data.role]).toEqual([200, 'PIONEER']);
});
