import { describe, expect, test } from 'bun:test';
import { desc, eq, sql } from 'drizzle-orm';
import { oneTimeCodes, users } from '../platform/db/schema/accounts.ts';
import { readEntries } from '../test/audit-entries.ts';
import { ageCode, mailedCode, wrongFor } from '../test/mailed-code.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../test/people.ts';
import { expectRefusal } from '../test/refusals.ts';
import { differences, openDemo, type Shape } from './wire.ts';

const demo = await openDemo();

const RESET = 'auth/password-reset';
const VERIFY = 'auth/email-verification';

describe('api.md 1.2 password reset', () => {
  test('CALL-07 CALL-08 CALL-09 CALL-10 P13 send, verify without using up, reset: the sequence of both client ages', async () => {
    const person = await addPerson(demo.db, { email: 'forgot@example.test' });
    const sent = await demo.anyone.post(`${RESET}/send-otp`, { email: 'Forgot@example.test' });
    expect([sent.status, sent.body.success, typeof sent.body.message]).toEqual([200, true, 'string']);
    expect(differences(sent.body.data, { expiresAt: 'moment' })).toEqual([]);
    const status = await demo.anyone.get(`${RESET}/status?email=forgot%40example.test`);
    expect(
      differences(status.body.data, { hasPendingOTP: 'boolean', createdAt: 'moment', expiresAt: 'moment' }),
    ).toEqual([]);
    expect(status.body.data.hasPendingOTP).toBe(true);

    const otp = await mailedCode(demo, person.email);
    const wrong = await demo.anyone.post(`${RESET}/verify-otp`, { email: person.email, otp: wrongFor(otp) });
    expect([wrong.status, wrong.body.error, wrong.body.data]).toEqual([
      400,
      'Invalid OTP.',
      { attemptsRemaining: 4 },
    ]);
    for (let round = 0; round < 3; round++) {
      const checked = await demo.anyone.post(`${RESET}/verify-otp`, { email: person.email, otp });
      expect([checked.status, typeof checked.body.message]).toEqual([200, 'string']);
      expect(differences(checked.body.data, { expiresAt: 'moment' })).toEqual([]);
    }
    const newPassword = 'Another-river-43!';
    const wrongReset = await demo.anyone.post(`${RESET}/reset-password`, {
      email: person.email,
      otp: wrongFor(otp),
      newPassword,
    });
    expect([wrongReset.status, wrongReset.body.error, wrongReset.body.data]).toEqual([
      400,
      'Invalid OTP.',
      { attemptsRemaining: 3 },
    ]);
    const done = await demo.anyone.post(`${RESET}/reset-password`, { email: person.email, otp, newPassword });
    expect([done.status, done.body.success, typeof done.body.message]).toEqual([200, true, 'string']);
    expect((await demo.as(person.token).get('auth/profile')).status).toBe(401);
    const login = (password: string) => demo.anyone.post('auth/login', { email: person.email, password });
    expect((await login(newPassword)).status).toBe(200);
    expect((await login(TEST_PASSWORD)).status).toBe(401);
  });

  test('RESET-08 RESET-09 RESET-10 RESET-11 RESET-12 P3 each refusal has its exact words and uses up no attempt', async () => {
    const person = await addPerson(demo.db, { email: 'words@example.test' });
    await demo.anyone.post(`${RESET}/send-otp`, { email: person.email });
    const otp = await mailedCode(demo, person.email);
    const { email } = person;
    const refused: [string, unknown, string][] = [
      ['send-otp', {}, 'Email is required'],
      ['send-otp', { email: 'nobody' }, 'Please provide a valid email address'],
      ['verify-otp', { email }, 'Email and OTP are required'],
      ['verify-otp', { email, otp: '12345' }, 'OTP must be exactly 6 digits'],
      ['verify-otp', { email, otp: 'abcdef' }, 'OTP must be exactly 6 digits'],
      ['reset-password', { email, otp }, 'Email, OTP, and new password are required'],
      ['reset-password', {}, 'Email, OTP, and new password are required'],
      [
        'reset-password',
        { email: 'x', otp, newPassword: 'Another-river-43!' },
        'Please provide a valid email address',
      ],
      [
        'reset-password',
        { email, otp, newPassword: '..' },
        'Password must be at least 8 characters long, Password must contain at least one uppercase letter, Password must contain at least one lowercase letter, Password must contain at least one number',
      ],
      [
        'reset-password',
        { email, otp: '1', newPassword: 'Another-river-43!' },
        'OTP must be exactly 6 digits',
      ],
      ['reset-password', { email, otp, newPassword: 'Ab1!x' }, 'Password must be at least 8 characters long'],
      [
        'reset-password',
        { email, otp, newPassword: 'kestrel-river' },
        'Password must contain at least one uppercase letter, Password must contain at least one number, Password must contain at least one special character',
      ],
      [
        'reset-password',
        { email, otp, newPassword: 'KESTREL-RIVER4' },
        'Password must contain at least one lowercase letter, Password must contain at least one special character',
      ],
    ];
    for (const [call, body, words] of refused) {
      const reply = await demo.anyone.post(`${RESET}/${call}`, body);
      expect([call, body, reply.status, reply.body.error]).toEqual([call, body, 400, words]);
    }
    const again = await demo.anyone.post(`${RESET}/send-otp`, { email });
    expect(again.status).toBe(400);
    expect(again.body.error).toMatch(/^Please wait \d+ seconds before requesting another OTP\.$/);
    const [row] = await demo.db
      .select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.kind, 'PASSWORD_RESET'))
      .orderBy(desc(oneTimeCodes.createdAt))
      .limit(1);
    expect(row?.attempts).toBe(0);
    expectRefusal(await demo.anyone.get(`${RESET}/status`), 400, 'Email is required');
    await ageCode(demo, 'PASSWORD_RESET', email, 120);
    expect((await demo.anyone.post(`${RESET}/send-otp`, { email })).status).toBe(200);
  });
});

describe('api.md 1.3 e-mail verification', () => {
  test('CALL-11 CALL-12 CALL-13 the screen goes from status through send with an empty JSON body to verified', async () => {
    const { newcomer } = demo.people;
    const status = await newcomer.get(`${VERIFY}/verification-status`);
    expect([status.status, status.body.emailVerified]).toEqual([200, false]);
    expect(status.body.data).toMatchObject({ emailVerified: false, pendingOTP: false });
    const sent = await newcomer.post(`${VERIFY}/send-verification-otp`);
    expect([sent.status, sent.body.success, sent.body.email]).toEqual([
      200,
      true,
      'ne***@demo.openleague.test',
    ]);
    const otp = await mailedCode(demo, newcomer.email);
    const waiting = await newcomer.get(`${VERIFY}/verification-status`);
    expect(waiting.body.data).toMatchObject({ pendingOTP: true, email: 'ne***@demo.openleague.test' });
    const wrong = await newcomer.post(`${VERIFY}/verify-email-otp`, { otp: wrongFor(otp) });
    expectRefusal(wrong, 400, 'Invalid or expired OTP');
    const verified = await newcomer.post(`${VERIFY}/verify-email-otp`, { otp });
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({ success: true, emailVerified: true, accountStatus: 'ACTIVE' });
    expect(typeof verified.body.message).toBe('string');
    for (const again of [
      await newcomer.post(`${VERIFY}/verify-email-otp`, { otp }),
      await newcomer.post(`${VERIFY}/send-verification-otp`),
    ]) {
      expect([again.status, again.body.error]).toEqual([400, 'Email is already verified']);
    }
    expect((await newcomer.get(`${VERIFY}/verification-status`)).body.emailVerified).toBe(true);
  });

  test('Q1 verifying approves nobody, and the two kinds of code do not wipe each other', async () => {
    const person = await addPerson(demo.db, {
      email: 'both@example.test',
      verified: false,
      status: 'PENDING',
    });
    const wire = demo.as(person.token);
    await wire.post(`${VERIFY}/send-verification-otp`);
    const otp = await mailedCode(demo, person.email);
    await demo.anyone.post(`${RESET}/send-otp`, { email: person.email });
    const crossed = await demo.anyone.post(`${RESET}/verify-otp`, { email: person.email, otp });
    expect([crossed.status, crossed.body.error]).toEqual([400, 'Invalid OTP.']);
    expect((await wire.post(`${VERIFY}/verify-email-otp`, { otp })).status).toBe(200);
    expect((await readPerson(demo.db, person.id)).status).toBe('PENDING');
  });
});

const MIGRATION: Shape = {
  needsMigration: 'boolean',
  requiresMigration: 'boolean',
  isV2User: 'boolean',
  migratedToV2: 'boolean?',
  isOldUser: 'boolean',
  hasOLID: 'boolean',
  emailVerified: 'boolean',
  userSince: 'moment',
};

describe('api.md 1.4 profile migration', () => {
  const form = {
    institute: 'Sample Institute',
    department: 'Other',
    graduationYear: new Date().getUTCFullYear() + 2,
    phoneNumber: '9876543210',
    studentId: 'SI-7',
    discordUsername: '',
    portfolioUrl: '',
  };

  test('CALL-14 CALL-15 ENT-25 ENT-26 status, migrate, status; twenty at once migrate once; an audit entry is written', async () => {
    const person = await addPerson(demo.db, { migrated: false, status: 'PENDING', verified: false });
    const wire = demo.as(person.token);
    const before = await wire.get('migration/status');
    expect(differences(before.body.data, MIGRATION)).toEqual([]);
    expect(before.body.data).toMatchObject({
      needsMigration: true,
      requiresMigration: true,
      isOldUser: true,
      isV2User: false,
      hasOLID: false,
    });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        wire.post('migration/migrate-to-v2', { ...form, olid: 'OL000000001' }),
      ),
    );
    const done = replies.filter((reply) => reply.status === 200);
    expect(done).toHaveLength(1);
    const { discordUsername: _, portfolioUrl: _none, ...academic } = form;
    expect(done[0]?.body.data).toMatchObject({
      migrationCompleted: true,
      user: { ...academic, migratedToV2: true },
    });
    expect(done[0]?.body.data.user.olid).toMatch(
      new RegExp(`^OL${String(new Date().getUTCFullYear()).slice(-3)}\\d{6}$`),
    );
    expect(done[0]?.body.data.user.olid).not.toBe('OL000000001');
    for (const reply of replies.filter((one) => one.status !== 200)) {
      expect([reply.status, reply.body.error]).toEqual([400, 'User is already migrated to V2']);
    }
    const row = await readPerson(demo.db, person.id);
    expect(row).toMatchObject({
      status: 'PENDING',
      emailVerifiedAt: null,
      discordUsername: null,
      portfolioUrl: null,
    });
    expect(row.currentCohortId).not.toBeNull();
    expect((await wire.get('migration/status')).body.data).toMatchObject({
      isV2User: true,
      needsMigration: false,
      migratedToV2: true,
      hasOLID: true,
    });
    const entry = { actorId: person.id, action: 'USER_MIGRATED_TO_V2' };
    expect(await readEntries(demo.db, entry)).toHaveLength(1);
  });

  test('OL IDs never repeat', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, () => addPerson(demo.db, { migrated: false })),
    );
    await Promise.all(people.map((person) => demo.as(person.token).post('migration/migrate-to-v2', form)));
    const rows = await demo.db.select({ olid: users.olid }).from(users).where(sql`${users.olid} is not null`);
    expect(new Set(rows.map((row) => row.olid)).size).toBe(rows.length);
    const digits = rows.map((row) => Number(row.olid?.slice(-6))).sort((a, b) => a - b);
    expect(digits).toEqual(digits.map((_, index) => index + 1));
  });
});
