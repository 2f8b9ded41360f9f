import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { entityOf } from '#contract/audit-log.ts';
import { getProfile, login, logout } from '#contract/auth.ts';
import { sendResetOtp, sendVerificationOtp, verifyEmailOtp, verifyResetOtp } from '#contract/otp.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { queryRows } from '../db/client.ts';
import { recordFailure } from './sign-in-failures.ts';

const api = await openTestApp({ RATE_LIMIT_SCALE: '1' });

interface Told {
  action: string;
  actor_id: string | null;
  target_user_id: string | null;
  metadata: string | null;
  ip_address: string | null;
}
const entriesFrom = (address: string) =>
  queryRows<Told>(
    api.db,
    sql`select action, actor_id, target_user_id, metadata, ip_address from audit_log
      where ip_address = ${address} and request_id is not null order by id`,
  );
const actionsFrom = async (address: string) => (await entriesFrom(address)).map(({ action }) => action);
const countOf = async (action: string) =>
  (await queryRows(api.db, sql`select 1 from audit_log where action = ${action}`)).length;

test('P44 wrong passwords and the lock-out after them are in the log, for known and unknown addresses', async () => {
  const person = await addPerson(api.db);
  for (const [email, address, target] of [
    [person.email, '198.51.100.1', person.id],
    ['nobody@example.test', '198.51.100.2', null],
  ] as const) {
    for (let round = 0; round < 12; round++) {
      const { status } = await api.call(login, { body: { email, password: 'not this one' }, address });
      expect(status).toBe(round < 10 ? 401 : 429);
    }
    const entries = await entriesFrom(address);
    expect(entries.map(({ action }) => action)).toEqual([
      ...Array(10).fill('LOGIN_FAILED'),
      ...Array(2).fill('LOGIN_LOCKED'),
    ]);
    expect(new Set(entries.map((entry) => entry.target_user_id))).toEqual(new Set([target]));
  }
});

test('P44 wrong codes are in the log with what they were for, and a log-out with who', async () => {
  const person = await addPerson(api.db, { verified: false });
  const address = '198.51.100.3';
  const { token, email } = person;
  await api.call(sendVerificationOtp, { token, address });
  await api.call(verifyEmailOtp, { token, address, body: { otp: '000000' } });
  for (const asked of [email, 'nobody-at-all@example.test']) {
    await api.call(sendResetOtp, { body: { email: asked }, address });
    await api.call(verifyResetOtp, { body: { email: asked, otp: '000000' }, address });
  }
  expect((await api.call(logout, { token, address })).status).toBe(200);
  expect((await api.call(getProfile, { token, address })).status).toBe(401);
  const entries = await entriesFrom(address);
  const own = { actor_id: person.id, target_user_id: person.id, metadata: null, ip_address: address };
  expect(entries.filter(({ action }) => action !== 'PASSWORD_RESET_REQUESTED')).toEqual([
    { ...own, action: 'CODE_FAILED', metadata: '{"kind":"EMAIL_VERIFICATION"}' },
    { ...own, action: 'CODE_FAILED', actor_id: null, metadata: '{"kind":"PASSWORD_RESET"}' },
    {
      ...own,
      action: 'CODE_FAILED',
      actor_id: null,
      target_user_id: null,
      metadata: '{"kind":"PASSWORD_RESET"}',
    },
    { ...own, action: 'LOGGED_OUT' },
  ]);
  expect(new Set((await actionsFrom(address)).map(entityOf))).toEqual(new Set(['sign-in']));
});

test('nobody fills the log: an account gets 30 entries of a kind an hour, all unknown addresses 300 together', async () => {
  const [person, other] = [await addPerson(api.db), await addPerson(api.db)];
  const fail = (targetUserId: string | null, n: number) =>
    recordFailure(api.db, {
      actorId: null,
      targetUserId,
      action: 'CODE_FAILED',
      requestInfo: { address: `203.0.113.${n % 250}`, requestId: 'x' },
    });
  const before = await countOf('CODE_FAILED');
  for (let n = 0; n < 40; n++) await fail(person.id, n);
  expect((await countOf('CODE_FAILED')) - before).toBe(30);
  await fail(other.id, 0);
  expect((await countOf('CODE_FAILED')) - before).toBe(31);
  await api.db.execute(sql`insert into audit_log (action) select 'CODE_FAILED' from generate_series(1, 298)`);
  const filled = await countOf('CODE_FAILED');
  for (let n = 0; n < 5; n++) await fail(null, n);
  // One of the unknown address above was there already.
  expect((await countOf('CODE_FAILED')) - filled).toBe(1);
  // An hour later there is room again.
  await api.owner.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_log disable trigger user`);
    await tx.execute(sql`update audit_log set created_at = created_at - interval '61 minutes'`);
    await tx.execute(sql`alter table audit_log enable trigger user`);
  });
  await fail(person.id, 1);
  expect((await countOf('CODE_FAILED')) - filled).toBe(2);
});

test('P12 a failure beyond those that are written down is a write like the others: its commit waits for the disk as theirs does', async () => {
  const person = await addPerson(api.db);
  const fail = (targetUserId: string | null) =>
    recordFailure(api.db, {
      actorId: null,
      targetUserId,
      action: 'RECOVERY_CODE_FAILED',
      requestInfo: { address: '203.0.113.7', requestId: 'x' },
    });
  const nextTransaction = async () => {
    const [row] = await queryRows<{ id: string }>(
      api.db,
      sql`select pg_snapshot_xmax(pg_current_snapshot())::text as id`,
    );
    return BigInt(row?.id ?? 0);
  };
  for (const [subject, most] of [
    [person.id, 30],
    [null, 300],
  ] as const) {
    for (let n = 0; n < most; n++) await fail(subject);
    const before = [await countOf('RECOVERY_CODE_FAILED'), await nextTransaction()] as const;
    await fail(subject);
    expect([subject, await countOf('RECOVERY_CODE_FAILED')]).toEqual([subject, before[0]]);
    expect(await nextTransaction()).toBeGreaterThan(before[1]);
  }
});
