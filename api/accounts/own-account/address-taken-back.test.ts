import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { checkReportLink, getProfile, login, logout, reportSignIn, signup } from '#contract/auth.ts';
import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { confirmEmailChange, deleteOwnAccount, requestEmailChange } from '#contract/own-account.ts';
import { queryRows } from '../../platform/db/client.ts';
import {
  formerAddresses,
  oneTimeCodes,
  passkeys,
  recoveryCodes,
  reportLinks,
  sessions,
} from '../../platform/db/schema/accounts.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { createId, createToken } from '../../platform/process/secrets.ts';
import { dumpEverything } from '../../test/digest.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, readPerson, TEST_PASSWORD } from '../../test/people.ts';
import { markProvenByPasskey } from '../../test/proofs.ts';

const api = await openTestApp();

const NEW_PASSWORD = 'Harbour-moss-64!';

const moveTo = async (token: string, newEmail: string) => {
  await api.db.delete(oneTimeCodes);
  const body = { newEmail, currentPassword: TEST_PASSWORD };
  expect((await api.call(requestEmailChange, { token, body })).status).toBe(200);
  const otp = await mailedCode(api, newEmail);
  return api.call(confirmEmailChange, { token, body: { otp } });
};
const mailsTo = async (email: string, kind = 'EMAIL_CHANGED') =>
  (await listStoredMessages(api)).filter((mail) => mail.to === email && mail.kind === kind);
/** The secret in the newest such mail; empty where it has none. */
const linkTo = async (email: string, kind = 'EMAIL_CHANGED') => {
  const [mail] = await mailsTo(email, kind);
  expect(mail).toBeDefined();
  return /\/not-me#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
};
const report = (token: string) => api.call(reportSignIn, { body: { token } });
const check = async (token: string) => (await api.call(checkReportLink, { body: { token } })).body.code;
const signUpAs = (email: string) =>
  api.call(signup, { body: { email, password: TEST_PASSWORD, name: 'Squatter' } });
const statusOf = async (token: string) => (await api.call(getProfile, { token })).status;
const signIn = (email: string, password = TEST_PASSWORD) =>
  api.call(login, { body: { email, password }, headers: { [DEVICE_TOKEN_HEADER]: createToken() } });
const thiefOf = ({ id }: Person, name = 'thief') => `${name}-${id}@example.test`;
/** Puts the change so many minutes before its end of seven days. */
const age = async ({ id }: Person, minutes: number) => {
  const createdAt = sql`now() - interval '7 days' + ${minutes} * interval '1 minute'`;
  await api.db.update(formerAddresses).set({ createdAt }).where(eq(formerAddresses.userId, id));
  await api.db.update(reportLinks).set({ createdAt }).where(eq(reportLinks.userId, id));
};

describe('the mail about a changed address', () => {
  test('P16 its link gives the account back where no sign-in was mailed, and takes what that session made', async () => {
    const person = await addPerson(api.db);
    const [{ beganAt } = { beganAt: new Date() }] = await api.db
      .select({ beganAt: sessions.createdAt })
      .from(sessions)
      .where(eq(sessions.userId, person.id));
    for (const [name, seconds] of [
      ['Own', -1],
      ['Planted', 0],
    ] as const) {
      const createdAt = new Date(beganAt.getTime() + seconds * 1000);
      const key = { id: createId(), userId: person.id, credentialId: createToken(), publicKey: 'key' };
      await api.db.insert(passkeys).values({ ...key, counter: 0, name, isSynced: false, createdAt });
      await markProvenByPasskey(api.db, person.id);
      await api.db.insert(recoveryCodes).values({ userId: person.id, codeHash: name, createdAt });
    }
    // Some time passes before the session moves the account.
    await api.db
      .update(sessions)
      .set({ createdAt: sql`${sessions.createdAt} - interval '5 days'` })
      .where(eq(sessions.userId, person.id));
    for (const table of [passkeys, recoveryCodes]) {
      await api.db
        .update(table)
        .set({ createdAt: sql`${table.createdAt} - interval '5 days'` })
        .where(eq(table.userId, person.id));
    }
    expect(await mailsTo(person.email, 'NEW_DEVICE')).toEqual([]);
    const thief = thiefOf(person);
    expect((await moveTo(person.token, thief)).status).toBe(200);

    const link = await linkTo(person.email);
    expect([link.length, await check(link)]).toEqual([43, undefined]);
    expect((await signUpAs(person.email)).status).toBe(409);
    const other = await addPerson(api.db);
    expect((await moveTo(other.token, person.email)).status).toBe(409);
    expect((await readPerson(api.db, other.id)).email).toBe(other.email);
    // The thief ends the session that did it, and waits until nothing is left of it.
    expect((await api.call(logout, { token: person.token })).status).toBe(200);
    const later = (await signIn(thief)).body.data.accessToken;
    await api.db.execute(sql`delete from sessions where user_id = ${person.id} and revoked_at is not null`);

    expect((await report(link)).status).toBe(200);
    const account = await readPerson(api.db, person.id);
    expect([account.email, account.emailVerifiedAt === null]).toEqual([person.email, false]);
    expect(await statusOf(later)).toBe(401);
    expect((await signIn(person.email)).status).toBe(401);
    const keys = await api.db.select().from(passkeys).where(eq(passkeys.userId, person.id));
    expect(keys.map(({ name }) => name)).toEqual(['Own']);
    const codes = await api.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id));
    expect(codes.map(({ codeHash }) => codeHash)).toEqual(['Own']);
    // A passkey of an earlier session may be somebody else's too: the owner is told of what is left.
    const [told, ...more] = await mailsTo(person.email, 'SIGN_IN_REPORTED');
    expect(more).toEqual([]);
    const addedOn = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeZone: api.config.TIME_ZONE,
    }).format(keys[0]?.createdAt);
    expect(told?.text.replace(/\s+/g, ' ')).toContain(
      `These passkeys still work: “Own”, added on ${addedOn}. Remove any that are not yours in your account settings.`,
    );
    expect(told?.text).not.toContain('Planted');
    // The thief is told, and gets no link by which it would go on.
    expect(await linkTo(thief)).toBe('');
    expect((await signUpAs(thief)).status).toBe(201);

    await api.call(sendResetOtp, { body: { email: person.email } });
    const otp = await mailedCode(api, person.email);
    const body = { email: person.email, otp, newPassword: NEW_PASSWORD };
    expect((await api.call(resetPassword, { body })).status).toBe(200);
    const owner = await signIn(person.email, NEW_PASSWORD);
    expect(owner.status).toBe(200);
    // Good once: the owner is not put out again.
    expect([(await report(link)).status, await check(link)]).toEqual([400, 'REPORT_LINK_SPENT']);
    expect(await statusOf(owner.body.data.accessToken)).toBe(200);
  });

  test('P16 for seven days no second change is possible, back by hand included, and the refusal says until when', async () => {
    const person = await addPerson(api.db);
    const thief = thiefOf(person);
    expect((await moveTo(person.token, thief)).status).toBe(200);
    const now = Date.now();
    await api.db
      .update(formerAddresses)
      .set({ createdAt: new Date(now - 86_400_000) })
      .where(eq(formerAddresses.userId, person.id));
    const until = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: api.config.TIME_ZONE,
    }).format(now + 6 * 86_400_000);
    for (const newEmail of [person.email, thiefOf(person, 'two')]) {
      const body = { newEmail, currentPassword: TEST_PASSWORD };
      const refused = await api.call(requestEmailChange, { token: person.token, body });
      expect([refused.status, refused.body.code]).toEqual([409, 'EMAIL_CHANGED_RECENTLY']);
      expect(refused.body.error).toContain(until.slice(0, until.indexOf(':')));
    }
    expect(await api.db.$count(oneTimeCodes, eq(oneTimeCodes.email, thief))).toBe(0);
    await age(person, -1);
    expect((await moveTo(person.token, thiefOf(person, 'two'))).status).toBe(200);
    expect(await api.db.$count(formerAddresses, eq(formerAddresses.userId, person.id))).toBe(1);
  });

  test('P16 a code from before a change does not confirm a second one', async () => {
    const person = await addPerson(api.db);
    const body = { newEmail: thiefOf(person), currentPassword: TEST_PASSWORD };
    expect((await api.call(requestEmailChange, { token: person.token, body })).status).toBe(200);
    const otp = await mailedCode(api, body.newEmail);
    await api.db.insert(formerAddresses).values({ userId: person.id, email: thiefOf(person, 'first') });
    const refused = await api.call(confirmEmailChange, { token: person.token, body: { otp } });
    expect([refused.status, refused.body.code]).toEqual([409, 'EMAIL_CHANGED_RECENTLY']);
    expect((await readPerson(api.db, person.id)).email).toBe(person.email);
  });

  test('P16 links at the new address neither move the account nor void those of its owner', async () => {
    const person = await addPerson(api.db);
    const thief = thiefOf(person);
    await moveTo(person.token, thief);
    await signIn(thief);
    const [owners, thiefs] = [await linkTo(person.email), await linkTo(thief, 'NEW_DEVICE')];
    expect((await report(thiefs)).status).toBe(200);
    expect((await readPerson(api.db, person.id)).email).toBe(thief);
    expect([await check(owners), await check(thiefs)]).toEqual([undefined, 'REPORT_LINK_SPENT']);
    expect((await signUpAs(person.email)).status).toBe(409);

    await api.call(sendResetOtp, { body: { email: thief } });
    const otp = await mailedCode(api, thief);
    const body = { email: thief, otp, newPassword: NEW_PASSWORD };
    expect((await api.call(resetPassword, { body })).status).toBe(200);
    await signIn(thief, NEW_PASSWORD);
    const later = [await linkTo(thief, 'NEW_DEVICE'), await linkTo(thief, 'PASSWORD_CHANGED')];
    for (const link of later) expect(await check(link)).toBeUndefined();
    const replies = await Promise.all(Array.from({ length: 20 }, () => report(owners)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect((await readPerson(api.db, person.id)).email).toBe(person.email);
    // The owner's voids them all.
    for (const link of [owners, ...later]) expect(await check(link)).toBe('REPORT_LINK_SPENT');
    expect(await api.db.$count(formerAddresses, eq(formerAddresses.userId, person.id))).toBe(0);
    const told = await mailsTo(person.email, 'SIGN_IN_REPORTED');
    expect(told.map(({ text }) => text.includes('passkeys'))).toEqual([false]);
  });

  test('P16 links of owner and thief at once: the account is at the owner’s address in the end', async () => {
    const person = await addPerson(api.db);
    const thief = thiefOf(person);
    await moveTo(person.token, thief);
    await signIn(thief);
    const [owners, thiefs] = [await linkTo(person.email), await linkTo(thief, 'NEW_DEVICE')];
    const [owner] = await Promise.all([report(owners), report(thiefs)]);
    expect(owner.status).toBe(200);
    expect((await readPerson(api.db, person.id)).email).toBe(person.email);
    expect(await check(thiefs)).toBe('REPORT_LINK_SPENT');
  });

  test('P16 an address that nobody proved gets no link: it may be a stranger’s', async () => {
    const person = await addPerson(api.db, { verified: false });
    const moved = thiefOf(person, 'moved');
    expect((await moveTo(person.token, moved)).status).toBe(200);
    const [mail] = await mailsTo(person.email);
    expect(mail?.text).toContain('If this was not you, write to');
    expect(mail?.text).not.toContain('not-me');
    expect(await api.db.$count(formerAddresses, eq(formerAddresses.userId, person.id))).toBe(0);
    expect((await signUpAs(person.email)).status).toBe(201);
  });

  test('P16 is good for seven days, and the address is kept for as long', async () => {
    const person = await addPerson(api.db);
    await moveTo(person.token, thiefOf(person));
    const link = await linkTo(person.email);
    await age(person, 1);
    expect([await check(link), (await signUpAs(person.email)).status]).toEqual([undefined, 409]);
    await age(person, -1);
    expect([await check(link), (await report(link)).status]).toEqual(['REPORT_LINK_SPENT', 400]);
    expect((await signUpAs(person.email)).status).toBe(201);
  });

  test('P16 goes with the account, and its secret stands in no table and no log', async () => {
    const person = await addPerson(api.db);
    await moveTo(person.token, thiefOf(person));
    const link = await linkTo(person.email);
    expect((await dumpEverything(api.db)).includes(link)).toBe(false);
    expect(api.logged().includes(link)).toBe(false);
    const body = { password: TEST_PASSWORD, confirmation: 'DELETE' };
    expect((await api.call(deleteOwnAccount, { token: person.token, body })).status).toBe(200);
    expect([await check(link), (await report(link)).status]).toEqual(['REPORT_LINK_SPENT', 400]);
    expect((await signUpAs(person.email)).status).toBe(201);
  });

  // The embedded engine answers one after the other: nobody waits there for an address that is being left.
  test.if(Boolean(process.env.TEST_DATABASE_URL))(
    'P16 nobody who waits for the address at the moment it is left gets it',
    async () => {
      const person = await addPerson(api.db);
      const other = await addPerson(api.db);
      const body = { newEmail: person.email, currentPassword: TEST_PASSWORD };
      // As if it had been free when they asked.
      await api.db.execute(sql`update users set email = ${`away-${person.email}`} where id = ${person.id}`);
      expect((await api.call(requestEmailChange, { token: other.token, body })).status).toBe(200);
      const otp = await mailedCode(api, person.email);
      await api.db.execute(sql`update users set email = ${person.email} where id = ${person.id}`);
      const waiting = async (count: number): Promise<void> => {
        const rows = await queryRows(
          api.db,
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        if (rows.length >= count) return;
        await Bun.sleep(10);
        await waiting(count);
      };
      const attempts: ReturnType<typeof signUpAs>[] = [];
      await api.db.transaction(async (tx) => {
        await tx.insert(formerAddresses).values({ userId: person.id, email: person.email });
        await tx.execute(sql`update users set email = ${thiefOf(person)} where id = ${person.id}`);
        attempts.push(
          signUpAs(person.email),
          api.call(confirmEmailChange, { token: other.token, body: { otp } }),
        );
        await waiting(2);
      });
      const replies = await Promise.all(attempts);
      expect(replies.map(({ status }) => status)).toEqual([409, 409]);
    },
  );
});
