import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { approveUser, updateUserRole } from '#contract/admin-users.ts';
import { login } from '#contract/auth.ts';
import { getResetStatus, sendResetOtp } from '#contract/otp.ts';
import type { Role } from '#contract/roles.ts';
import { hashPassword } from '../accounts/auth/passwords.ts';
import { DEMO_PASSWORD } from '../accounts/auth/published-passwords.ts';
import { createAdministrator } from '../accounts/users/administrator.ts';
import { createApp } from '../app.ts';
import { queryRows } from '../platform/db/client.ts';
import {
  formerAddresses,
  passkeys,
  recoveryCodes,
  reportLinks,
  users,
} from '../platform/db/schema/accounts.ts';
import { parseEnv } from '../platform/process/env.ts';
import { createLog } from '../platform/process/log.ts';
import { demoData } from '../test/demo.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, readPerson } from '../test/people.ts';
import { DEMO_PEOPLE } from './accounts.ts';
import { findPublishedAccounts, requireNoPublishedAccounts } from './published-accounts.ts';
import { removeDemo } from './remove.ts';

let api: TestApp;
beforeEach(async () => {
  api = await makeApp({}, demoData);
});
afterEach(() => api.close());

const PEOPLE = DEMO_PEOPLE.length;

describe('P48 accounts of the demo, and others with its published password', () => {
  test('are found and named, staff first, whatever address and password somebody gave them', async () => {
    const found = await findPublishedAccounts(api.db);
    expect(found).toHaveLength(PEOPLE);
    expect(found.slice(0, 4).map(({ email }) => email.split('@')[0])).toEqual(
      expect.arrayContaining(['grand', 'chief', 'pathfinder', 'admin']),
    );
    await expect(requireNoPublishedAccounts(api.db, ['NODE_ENV'])).rejects.toThrow(
      /^78 accounts are of the demo or have its published password: .*grand@demo\.openleague\.test \(GRAND_PATHFINDER\).* and 73 more, and NODE_ENV says that others .*npm run ops -- demo-remove.*npm run ops -- create-admin/,
    );
    await api.db
      .update(users)
      .set({ email: 'moved@example.test' })
      .where(eq(users.email, 'grand@demo.openleague.test'));
    const passwordHash = await hashPassword('Kestrel-river-42!');
    await api.db.update(users).set({ passwordHash }).where(eq(users.email, 'chief@demo.openleague.test'));
    await api.db
      .update(users)
      .set({ passwordHash, email: 'visitor@example.test' })
      .where(eq(users.email, 'pathfinder@demo.openleague.test'));
    const published = await hashPassword(DEMO_PASSWORD);
    for (const [name, hash] of [
      ['Head', published],
      ['Chief', passwordHash],
    ] as const) {
      const { id } = await addPerson(api.db, { name, role: 'GRAND_PATHFINDER' });
      await api.db
        .update(users)
        .set({ passwordHash: hash, email: `${name.toLowerCase()}@example.test` })
        .where(eq(users.id, id));
    }
    const after = await findPublishedAccounts(api.db);
    expect(after).toHaveLength(PEOPLE + 1);
    const stateOf = (email: string) => {
      const account = after.find((one) => one.email === email);
      return account && [account.isDemo, account.hasPublishedPassword];
    };
    expect(stateOf('moved@example.test')).toEqual([true, true]);
    expect(stateOf('chief@demo.openleague.test')).toEqual([true, false]);
    expect(stateOf('visitor@example.test')).toEqual([true, false]);
    expect(stateOf('head@example.test')).toEqual([false, true]);
    expect(stateOf('chief@example.test')).toBeUndefined();
  });

  test('one that a visitor gave a password and an address still keeps production from starting, until it is gone or taken over', async () => {
    const passwordHash = await hashPassword('Kestrel-river-42!');
    const email = 'visitor@example.test';
    await api.db
      .update(users)
      .set({ passwordHash, email })
      .where(eq(users.email, 'grand@demo.openleague.test'));
    const others = sql`email <> ${email} and id in (select user_id from demo_accounts)`;
    await api.db.update(users).set({ passwordHash }).where(others);
    await expect(requireNoPublishedAccounts(api.db, ['NODE_ENV'])).rejects.toThrow(
      /^78 accounts are of the demo .*visitor@example\.test \(GRAND_PATHFINDER\)/,
    );
    await createAdministrator(api, { email, name: 'Head of School', password: 'tall-Giraffe-77!' });
    const removal = await removeDemo(api.db);
    expect(removal.accounts).toHaveLength(PEOPLE - 1);
    expect(removal.accounts[0]).toEndWith(' (with a password of its own)');
    expect(await api.db.select({ name: users.name }).from(users)).toEqual([{ name: 'Head of School' }]);
    await requireNoPublishedAccounts(api.db, ['NODE_ENV']);
  });

  test('take along whom they made staff, at whatever remove, and nobody else', async () => {
    const { body } = await api.call(login, {
      body: { email: 'grand@demo.openleague.test', password: DEMO_PASSWORD },
    });
    const head = await addPerson(api.db, { role: 'GRAND_PATHFINDER', email: 'head@example.test' });
    const made: Record<string, Awaited<ReturnType<typeof addPerson>>> = {};
    for (const name of ['first', 'second', 'approved', 'plain', 'luminary', 'real']) {
      const status = name === 'approved' || name === 'plain' ? 'PENDING' : 'ACTIVE';
      made[name] = await addPerson(api.db, { status, email: `${name}@example.test` });
    }
    const give = async (token: string, name: string, newRole: Role) => {
      const reply = await api.call(updateUserRole, { token, body: { userId: made[name]?.id, newRole } });
      expect([name, reply.status]).toEqual([name, 200]);
    };
    // As the mail's step-up would: this is about what follows.
    await api.db.execute(sql`update sessions set proven_at = now() + interval '1 hour'`);
    const { accessToken } = body.data;
    await give(accessToken, 'first', 'GRAND_PATHFINDER');
    await give(made.first?.token ?? '', 'second', 'PATHFINDER');
    await give(accessToken, 'luminary', 'LUMINARY');
    await give(head.token, 'real', 'CHIEF_PATHFINDER');
    for (const [name, role] of [
      ['approved', 'CHIEF_PATHFINDER'],
      ['plain', undefined],
    ] as const) {
      const userId = made[name]?.id;
      await api.call(approveUser, { token: accessToken, body: { userId, role } });
    }
    const own = async () =>
      (await findPublishedAccounts(api.db))
        .filter(({ hasPublishedPassword }) => !hasPublishedPassword)
        .map(({ email }) => email.split('@')[0]);
    expect((await own()).toSorted()).toEqual(['approved', 'first', 'second']);
    await expect(requireNoPublishedAccounts(api.db, ['NODE_ENV'])).rejects.toThrow('first@example.test');
    const removed = (await removeDemo(api.db)).accounts.filter((name) => name.includes('@example.test'));
    expect(removed.toSorted()).toEqual(
      ['approved', 'first', 'second'].map((name) => `${name}@example.test (with a password of its own)`),
    );
    const left = await queryRows<{ email: string }>(api.db, sql`select email from users order by email`);
    expect(left.map(({ email }) => email.split('@')[0])).toEqual(['head', 'luminary', 'plain', 'real']);
    await requireNoPublishedAccounts(api.db, ['NODE_ENV']);
  });

  test('open no session where others are expected, nor for others where nobody is', async () => {
    const body = { email: 'grand@demo.openleague.test', password: DEMO_PASSWORD };
    const signIn = async (settings: Record<string, string>, headers = {}, address = '127.0.0.1') => {
      const config = parseEnv({ NODE_ENV: 'test', RATE_LIMIT_SCALE: '1000', ...settings });
      const app = createApp({ db: api.db, secret: api.secret, config, log: createLog('silent') });
      const request = new Request('http://localhost:3000/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return (await app.fetch(request, { requestIP: () => ({ address }) })).status;
    };
    expect(await signIn({})).toBe(200);
    expect(await signIn({}, { 'x-forwarded-for': '192.0.2.1' })).toBe(401);
    expect(await signIn({}, { host: 'league.example.org' })).toBe(401);
    expect(await signIn({}, {}, '192.0.2.1')).toBe(401);
    expect(await signIn({ DEMO_DATA: 'true' }, { 'x-forwarded-for': '192.0.2.1' })).toBe(200);
    const exposed: Record<string, string>[] = [
      { NODE_ENV: 'production' },
      { HOST: '0.0.0.0' },
      { TRUSTED_PROXIES: '10.0.0.1' },
      { PUBLIC_SITE_URL: 'https://league.example.org' },
    ];
    for (const settings of exposed) {
      expect([settings, await signIn(settings)]).toEqual([settings, 401]);
    }
  });

  test('become real ones by create-admin, which ends their sessions, passkeys and codes; others are refused as before', async () => {
    const email = 'pathfinder@demo.openleague.test';
    const session = await api.call(login, { body: { email, password: DEMO_PASSWORD } });
    const input = { email, name: 'Head of School', password: 'tall-Giraffe-77!' };
    const [known] = await api.db.select({ id: users.id }).from(users).where(eq(users.email, email));
    const userId = known?.id ?? '';
    // Left behind by somebody who looked at the demo.
    await api.db.insert(passkeys).values({
      id: 'p',
      userId,
      name: 'Mine',
      credentialId: 'c',
      publicKey: 'k',
      counter: 0,
      isSynced: false,
      transports: '',
    });
    await api.db.insert(recoveryCodes).values({ userId, codeHash: 'h' });
    const other = 'somebody.else@example.test';
    for (const asked of [email, other]) await api.call(sendResetOtp, { body: { email: asked } });
    await api.db.insert(reportLinks).values({ tokenHash: 'r', userId, email, sessionBeganAt: new Date() });
    await api.db.insert(formerAddresses).values({ userId, email });
    const id = await createAdministrator(api, input);
    expect(id).toBe(userId);
    const left = await queryRows(
      api.db,
      sql`select id from passkeys union all select user_id from recovery_codes union all select user_id from report_links
        union all select user_id from former_addresses`,
    );
    expect(left).toEqual([]);
    const hasCode = async (asked: string) =>
      (await api.call(getResetStatus, { query: { email: asked } })).body.data.hasPendingOTP;
    expect([await hasCode(email), await hasCode(other)]).toEqual([false, true]);
    expect(await readPerson(api.db, id)).toMatchObject({
      email,
      name: 'Head of School',
      role: 'GRAND_PATHFINDER',
      status: 'ACTIVE',
    });
    const { refreshToken } = session.body.data;
    const refreshed = await api.request('/api/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    });
    expect(refreshed.status).toBe(401);
    expect((await api.call(login, { body: { email, password: input.password } })).status).toBe(200);
    expect((await api.call(login, { body: { email, password: DEMO_PASSWORD } })).status).toBe(401);
    await expect(createAdministrator(api, { ...input, password: 'Other-giraffe-78!' })).rejects.toThrow(
      /exists/i,
    );
    expect((await findPublishedAccounts(api.db)).map((account) => account.email)).not.toContain(email);
    await expect(
      createAdministrator(api, {
        ...input,
        email: 'grand@demo.openleague.test',
        password: DEMO_PASSWORD,
      }),
    ).rejects.toThrow(/common/);
  });
});
