import { afterEach, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { sendResetOtp } from '#contract/otp.ts';
import { countOf, queueCode, queueNotice, setUp, stopAll } from '../../test/mail-bench.ts';
import { addPerson } from '../../test/people.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog, outboxMessages } from '../db/schema/operations.ts';
import { queueMail } from './outbox.ts';

afterEach(stopAll);

test('P11 P12 every request for a reset stores the same row, and the worker sends to known addresses alone', async () => {
  const { api, mailServer, start } = await setUp();
  const [person, suspended] = [await addPerson(api.db), await addPerson(api.db)];
  await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, suspended.id));
  const emails = [person.email, suspended.email, 'nobody@example.test'];
  for (const email of emails) expect((await api.call(sendResetOtp, { body: { email } })).status).toBe(200);
  const stored = await api.db.select().from(outboxMessages);
  expect(stored.map(({ toAddress, userId, kind }) => [toAddress, userId, kind]).sort()).toEqual(
    emails.map((email) => [email, null, 'PASSWORD_RESET']).sort(),
  );
  expect(new Set(stored.map(({ sealedContent }) => sealedContent?.length)).size).toBe(1);

  expect(await start().drain()).toBe(1);
  expect(emails.map((email) => countOf(mailServer, email))).toEqual([1, 0, 0]);
  const kept = await api.db.select().from(outboxMessages);
  expect(kept.map(({ userId, sealedContent }) => [userId, sealedContent])).toEqual([[person.id, null]]);
  const entries = await api.db.select().from(auditLog).where(eq(auditLog.action, 'PASSWORD_RESET_REQUESTED'));
  expect(entries.filter(({ targetUserId }) => targetUserId === person.id)).toHaveLength(1);
  expect(entries).toHaveLength(3);
  for (const { ipAddress } of entries) expect(ipAddress).not.toBeNull();
});

test('P7 mail about the safety of an account goes before codes, and codes before the rest', async () => {
  const { api, mailServer, start } = await setUp();
  for (let i = 0; i < 10; i++) await queueNotice(api, `rest-${i}@example.test`);
  for (let i = 0; i < 10; i++) await queueCode(api, `code-${i}@example.test`);
  for (let i = 0; i < 10; i++) {
    const to = { id: null, email: `safety-${i}@example.test` };
    const change = { name: 'Asha', signedOut: 'elsewhere', passkeys: null, token: null } as const;
    await queueMail(api, 'PASSWORD_CHANGED', to, change);
  }
  await api.db.update(outboxMessages).set({ nextAttemptAt: sql`${outboxMessages.createdAt}` });
  await start().drain();
  const order = mailServer.received.map(({ to }) => to[0]?.split('-')[0]);
  expect(order).toEqual([...Array(10).fill('safety'), ...Array(10).fill('code'), ...Array(10).fill('rest')]);
});
