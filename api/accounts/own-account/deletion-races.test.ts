import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { updateRoleById, updateStatusById } from '#contract/admin-users.ts';
import { login, refreshSession, signup } from '#contract/auth.ts';
import { awardBadge } from '#contract/badges.ts';
import { enrollInLeague } from '#contract/learning.ts';
import { sendResetOtp } from '#contract/otp.ts';
import {
  changePassword,
  confirmEmailChange,
  deleteOwnAccount,
  downloadOwnData,
  endOtherSessions,
  requestEmailChange,
} from '#contract/own-account.ts';
import { reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { badges } from '../../platform/db/schema/awards.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addAssignment } from '../../test/awards.ts';
import { addLeague, enroll } from '../../test/leagues.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import type { TestReply } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../../test/people.ts';
import { sweepErased } from './erasure.ts';

const assignmentId = createId();
const badgeId = createId();
const api = await openTestApp();
const league = await addLeague(api.db);
const { id: leagueId } = league;
await addAssignment(api.db, leagueId, { id: assignmentId, title: 'Essay' });
await api.db.insert(badges).values({ id: badgeId, leagueId, name: 'Badge' });

const erase = ({ token }: Person) =>
  api.call(deleteOwnAccount, { token, body: { password: TEST_PASSWORD, confirmation: 'DELETE' } });

/** Rows that still tell of an erased account, by table; the audit log may keep ids, actions and moments. */
async function listLeftovers({ id, email }: Person): Promise<string[]> {
  const found = await queryRows<{ place: string }>(
    api.db,
    sql`select 'audit_log' as place from audit_log where target_user_id = ${id}
          and (description is not null or metadata is not null or (ip_address is not null and actor_id = ${id}))
      union all select 'audit_log' from audit_log where target_user_id = ${id} and actor_id is null and ip_address is not null
      union all select 'users' from users where id = ${id} or email = ${email}
      union all select 'codes' from one_time_codes where user_id = ${id} or email = ${email}
      union all select 'sessions' from sessions where user_id = ${id}
      union all select 'left addresses' from former_addresses where user_id = ${id}
      union all select 'report links' from report_links where user_id = ${id}
      union all select 'outbox' from outbox_messages where user_id = ${id}
      union all select 'history' from progress_events where user_id = ${id}`,
  );
  return found.map(({ place }) => place);
}

test('P17 whatever races a deletion is in time or refused, and leaves nothing behind', async () => {
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  for (let round = 0; round < 3; round += 1) {
    const person = await addPerson(api.db);
    if (round > 0) await enroll(api.db, person.id, league);
    const { token, email, id } = person;
    const signedIn = await api.call(login, { body: { email, password: TEST_PASSWORD } });
    const { refreshToken } = signedIn.body.data;
    const ask = { newEmail: `moved-${id}@example.test`, currentPassword: TEST_PASSWORD };
    const newPassword = { currentPassword: TEST_PASSWORD, newPassword: 'Quiet-lantern-81!' };
    if (round === 2) {
      const params = { assignmentId };
      await api.call(submitAssignment, { token, params, body: { content: 'Early' } });
    }
    const [answer] = await queryRows<{ id: string }>(
      api.db,
      sql`select id from submissions where user_id = ${id}`,
    );
    const racing: Promise<TestReply>[] = [
      api.call(login, { body: { email, password: TEST_PASSWORD } }),
      api.call(sendResetOtp, { body: { email }, address: '198.51.100.9' }),
      api.call(refreshSession, { body: { refreshToken } }),
      api.call(requestEmailChange, { token, body: ask }),
      api.call(enrollInLeague, { token, body: { cohortId: league.cohortId, leagueId: league.id } }),
      api.call(submitAssignment, { token, params: { assignmentId }, body: { content: 'Late' } }),
      api.call(downloadOwnData, { token }),
      api.call(endOtherSessions, { token }),
      api.call(awardBadge, { token: grand.token, params: { id: badgeId }, body: { userId: id } }),
      api.call(updateStatusById, {
        token: grand.token,
        params: { userId: id },
        body: { status: round === 0 ? 'SUSPENDED' : 'ACTIVE' },
      }),
      api.call(updateRoleById, {
        token: grand.token,
        params: { userId: id },
        body: { role: round === 1 ? 'LUMINARY' : 'PIONEER' },
      }),
      ...(round === 2 ? [api.call(changePassword, { token, body: newPassword })] : []),
      ...(answer
        ? [
            api.call(reviewSubmission, {
              token: grand.token,
              params: { id: answer.id },
              body: { status: 'APPROVED', feedback: 'Good' },
            }),
          ]
        : []),
    ];
    const [erased, ...others] = await Promise.all([erase(person), ...racing]);
    expect([200, 400, 403, 409]).toContain(erased?.status ?? 0);
    expect(others.filter(({ status }) => status >= 500)).toEqual([]);
    if (erased?.status === 200) expect([round, await listLeftovers(person)]).toEqual([round, []]);
  }
}, 300_000);

test('P17 what was being written as the account went is blanked as well', async () => {
  const person = await addPerson(api.db);
  const [written, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = api.db.transaction(async (transaction) => {
    const tx = transaction as unknown as Database;
    await tx.execute(sql`insert into one_time_codes (kind, email, user_id, code_hash, expires_at)
      values ('PASSWORD_RESET', ${person.email}, ${person.id}, 'x', now() + interval '1 hour')`);
    await tx.execute(sql`insert into audit_log (target_user_id, action, description, ip_address)
      values (${person.id}, 'PASSWORD_RESET_REQUESTED', ${person.name}, '198.51.100.9')`);
    written.resolve();
    await held.promise;
  });
  await written.promise;
  const erased = erase(person);
  await Bun.sleep(300);
  held.resolve();
  await writing;
  expect((await erased).status).toBe(200);
  expect(await listLeftovers(person)).toEqual([]);
});

test('P11 an address that is taken as a change to it is confirmed has one owner, and the loser is told', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [a, b] = [await addPerson(api.db), await addPerson(api.db)];
    const newEmail = `wanted-${round}@example.test`;
    const confirm = async ({ token }: Person) => {
      const body = { newEmail, currentPassword: TEST_PASSWORD };
      expect((await api.call(requestEmailChange, { token, body })).status).toBe(200);
      return mailedCode(api, newEmail);
    };
    const codes = [await confirm(a), await confirm(b)];
    const replies = await Promise.all([
      api.call(confirmEmailChange, { token: a.token, body: { otp: codes[0] } }),
      api.call(confirmEmailChange, { token: b.token, body: { otp: codes[1] } }),
      api.call(signup, { body: { name: 'Third', email: newEmail, password: 'Quiet-lantern-81' } }),
    ]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const owners = await queryRows(api.db, sql`select id from users where email = ${newEmail}`);
    expect(owners).toHaveLength(1);
  }
});

test('P17 a password that was still being compared as the account went leaves an address until the next sweep only', async () => {
  const [person, other] = [await addPerson(api.db), await addPerson(api.db)];
  expect((await erase(person)).status).toBe(200);
  await api.owner.insert(auditLog).values([
    { actorId: null, targetUserId: person.id, action: 'LOGIN_FAILED', ipAddress: '198.51.100.9' },
    {
      actorId: person.id,
      targetUserId: person.id,
      action: 'PASSWORD_CHECK_FAILED',
      ipAddress: '198.51.100.9',
    },
    { actorId: null, targetUserId: other.id, action: 'LOGIN_FAILED', ipAddress: '198.51.100.8' },
    { actorId: other.id, targetUserId: null, action: 'LEAGUE_CREATED', ipAddress: '198.51.100.8' },
  ]);
  expect(await listLeftovers(person)).toEqual(['audit_log', 'audit_log']);
  const before = await queryRows(
    api.db,
    sql`select * from audit_log where actor_id = ${other.id}
    or target_user_id = ${other.id} order by id`,
  );
  await sweepErased(api.db);
  expect(await listLeftovers(person)).toEqual([]);
  const after = await queryRows(
    api.db,
    sql`select * from audit_log where actor_id = ${other.id}
    or target_user_id = ${other.id} order by id`,
  );
  expect(after).toEqual(before);
});
