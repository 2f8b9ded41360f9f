import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import {
  approveUserById,
  endUserSessions,
  updateRoleById,
  updateStatusById,
  verifyUserEmail,
} from '#contract/admin-users.ts';
import { updateProfile } from '#contract/auth.ts';
import { deleteLeague } from '#contract/leagues.ts';
import { enrollInLeague } from '#contract/learning.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { assignLeagues, removePathfinderLeague, updateLeaguePermissions } from '#contract/scopes.ts';
import { approveUsers, updateUserStatuses } from '#contract/user-batches.ts';
import { queryRows } from '../../platform/db/client.ts';
import { addLeague, type TestLeague } from '../../test/leagues.ts';
import type { TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person, TEST_PASSWORD } from '../../test/people.ts';
import { type Action, type Arena, act, listBrokenHistory, makeArena, racePairs } from './battery.ts';

setDefaultTimeout(600_000);

interface Subject {
  target: Person;
  chief: Person;
  league: TestLeague;
}

let api: TestApp;
let cohortId: string;
let grand: Arena['grand'];
let asGrand: Arena['asGrand'];
beforeAll(async () => {
  ({ api, cohortId, grand, asGrand } = await makeArena());
});
afterAll(() => api.close());

async function make(target: Parameters<typeof addPerson>[1]): Promise<Subject> {
  const [person, chief, league] = await Promise.all([
    addPerson(api.db, target),
    addPerson(api.db, { role: 'CHIEF_PATHFINDER' }),
    addLeague(api.db, { cohortId, weeks: 0 }),
  ]);
  await addScope(api.db, chief.id, league.id);
  return { target: person, chief, league };
}

const setRole = (role: string): Action<Subject> =>
  act(`make ${role}`, [200, 400, 404], ({ target }) =>
    asGrand(updateRoleById, { params: { userId: target.id }, body: { role } }),
  );
const setStatus = (status: string): Action<Subject> =>
  act(`make ${status}`, [200, 400, 404], ({ target }) =>
    asGrand(updateStatusById, { params: { userId: target.id }, body: { status } }),
  );

// 409 where the role became another one meanwhile: whether the account is held would be decided by the old one.
const deleteAccount: Action<Subject> = act(
  'delete the account',
  [200, 401, 403, 409],
  ({ target: { token } }) =>
    api.call(deleteOwnAccount, { token, body: { password: TEST_PASSWORD, confirmation: 'DELETE' } }),
);

const APPROVALS: readonly Action<Subject>[] = [
  act('approve', [200, 400, 404], ({ chief: { token }, target }) =>
    api.call(approveUserById, { token, params: { userId: target.id }, body: {} }),
  ),
  act('approve as a pathfinder', [200, 400, 404], ({ target }) =>
    asGrand(approveUserById, { params: { userId: target.id }, body: { role: 'PATHFINDER' } }),
  ),
  act('approve several', [200], ({ target, chief }) =>
    asGrand(approveUsers, { body: { userIds: [target.id, chief.id] } }),
  ),
  setStatus('SUSPENDED'),
  setRole('LUMINARY'),
  act('verify the address', [200, 400, 404], ({ chief: { token }, target }) =>
    api.call(verifyUserEmail, { token, params: { userId: target.id }, body: {} }),
  ),
  act('change the profile', [200, 401], ({ target: { token } }) =>
    api.call(updateProfile, { token, body: { name: 'Asha V. Verma' } }),
  ),
  deleteAccount,
];

/** What must hold of an account whatever was done to it. */
async function check({ target }: Subject): Promise<string[]> {
  const rows = await queryRows<{ fault: string }>(
    api.db,
    sql`select role || ' with leagues of staff' as fault from users u where id = ${target.id}
        and role not in ('PATHFINDER','CHIEF_PATHFINDER')
        and exists (select 1 from pathfinder_scopes where pathfinder_id = u.id)
      union all select 'suspended and signed in' from users u where id = ${target.id} and status = 'SUSPENDED'
        and exists (select 1 from sessions where user_id = u.id and revoked_at is null)
      union all select 'a session of nobody' from sessions s
        where user_id = ${target.id} and not exists (select 1 from users u where u.id = s.user_id)
      union all select 'approved ' || count(*) || ' times' from audit_log
        where target_user_id = ${target.id} and action = 'USER_APPROVED' having count(*) > 1`,
  );
  return [...rows.map(({ fault }) => fault), ...(await listBrokenHistory(api, target.id))];
}

test('F17 CALL-41 an account that waits is approved once, whatever else happens to it', async () => {
  await racePairs(api, {
    make: () => make({ status: 'PENDING', verified: false }),
    actions: APPROVALS,
    check,
  });
});

const ON_STAFF: readonly Action<Subject>[] = [
  setRole('PIONEER'),
  setRole('CHIEF_PATHFINDER'),
  setStatus('SUSPENDED'),
  setStatus('ACTIVE'),
  act('suspend several', [200], ({ target, chief }) =>
    asGrand(updateUserStatuses, { body: { userIds: [chief.id, target.id], newStatus: 'SUSPENDED' } }),
  ),
  act('assign the league', [200, 400, 404], ({ target, league }) =>
    asGrand(assignLeagues, { body: { pathfinderId: target.id, leagueIds: [league.id] } }),
  ),
  act('take the league away', [200, 400, 404], ({ target, league }) =>
    asGrand(removePathfinderLeague, { params: { pathfinderId: target.id, leagueId: league.id } }),
  ),
  act('change permissions', [200, 400, 404], ({ target, league }) =>
    asGrand(updateLeaguePermissions, {
      params: { pathfinderId: target.id, leagueId: league.id },
      body: { permissions: { canManageUsers: false, canViewAnalytics: true, canCreateContent: true } },
    }),
  ),
  act('enroll', [201, 400, 403, 404, 409], ({ target, league }) =>
    asGrand(enrollInLeague, { body: { userId: target.id, cohortId, leagueId: league.id } }),
  ),
  act('enroll whoever acts on it', [201, 400, 401, 403, 404, 409], ({ target: { token }, league }) =>
    api.call(enrollInLeague, { token, body: { userId: grand().id, cohortId, leagueId: league.id } }),
  ),
  act('end the sessions', [200, 404], ({ target }) =>
    asGrand(endUserSessions, { params: { userId: target.id }, body: { reason: 'A lost phone' } }),
  ),
  act('delete the league', [200, 404], ({ league }) => asGrand(deleteLeague, { params: { id: league.id } })),
  deleteAccount,
];

test('F17 P17 roles, states and leagues of staff at once: the log tells one order, and rights go with the role', async () => {
  await racePairs(api, {
    make: async () => {
      const subject = await make({ role: 'PATHFINDER' });
      await addScope(api.db, subject.target.id, subject.league.id);
      return subject;
    },
    actions: ON_STAFF,
    check,
  });
});

test('F17 three who take each other’s role at once: whoever acted still had the right, and one is left', async () => {
  for (let round = 0; round < 10; round++) {
    const ring = await Promise.all(
      Array.from({ length: 3 }, () => addPerson(api.db, { role: 'GRAND_PATHFINDER' })),
    );
    const replies = await Promise.all(
      ring.map(({ token }, index) =>
        api.call(updateStatusById, {
          token,
          params: { userId: ring[(index + 1) % 3]?.id ?? '' },
          body: { status: 'SUSPENDED' },
        }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.every((status) => [200, 401, 403].includes(status))).toBe(true);
    const done = statuses.filter((status) => status === 200).length;
    const rows = await queryRows<{ id: string; status: string }>(
      api.db,
      sql`select id, status from users where id in (${sql.join(
        ring.map(({ id }) => sql`${id}`),
        sql`, `,
      )})`,
    );
    expect(rows.filter(({ status }) => status === 'ACTIVE')).toHaveLength(3 - done);
    expect(done).toBeLessThan(3);
  }
});
