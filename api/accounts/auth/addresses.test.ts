import { describe, expect, test } from 'bun:test';
import { login, signup } from '#contract/auth.ts';
import { sendResetOtp } from '#contract/otp.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { openTestApp } from '../../test/open-app.ts';

const api = await openTestApp();

describe('H4 addresses that are not what they seem', () => {
  const password = 'Banyan-shade-77';
  test.each([
    'mıke@example.test',
    'İ@example.test',
    'oﬃce@example.test',
    '"quoted local"@example.test',
    'a@[127.0.0.1]',
    'a@exämple.test',
    'zero\u200bwidth@example.test',
    'a@b.co\r\nBcc: x@example.test',
    'a@b.co,x@example.test',
    'a@b.co;x@example.test',
    'a@@example.test',
    '@example.test',
    'a@localhost',
    `${'a'.repeat(65)}@example.test`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.test`,
    'a\0@example.test',
    [['a@example.test']],
    { $gt: '' },
    true,
    42,
  ])('%j is refused by sign-up, sign-in and reset, and leaves no account and no mail', async (email) => {
    const before = Number(await api.db.$count(users));
    const mails = (await listStoredMessages(api)).length;
    const joined = await api.call(signup, { body: { name: 'Ila Rao', email, password } });
    expect(joined.status).toBe(400);
    const signedIn = await api.call(login, { body: { email, password } });
    expect([400, 401]).toContain(signedIn.status);
    expect((await api.call(sendResetOtp, { body: { email } })).status).toBe(400);
    expect(Number(await api.db.$count(users))).toBe(before);
    expect((await listStoredMessages(api)).length).toBe(mails);
  });

  test('an address is stored lower-case and trimmed, is found in any case, and mail goes where it is stored', async () => {
    const typed = '  Tag+One.Two@Example.TEST ';
    const stored = 'tag+one.two@example.test';
    const joined = await api.call(signup, { body: { name: 'Ila Rao', email: typed, password } });
    expect(joined.body.data.user.email).toBe(stored);
    const twin = await api.call(signup, {
      body: { name: 'Twin', email: 'TAG+ONE.TWO@example.test', password },
    });
    expect(twin.status).toBe(409);
    expect((await api.call(login, { body: { email: 'tag+ONE.two@example.TEST', password } })).status).toBe(
      200,
    );
    await api.call(sendResetOtp, { body: { email: 'TAG+one.TWO@EXAMPLE.test' } });
    const [message] = await listStoredMessages(api);
    expect([message?.to, message?.kind]).toEqual([stored, 'PASSWORD_RESET']);
    expect((await api.call(sendResetOtp, { body: { email: 'tag@example.test' } })).status).toBe(200);
    expect((await listStoredMessages(api))[0]?.id).toBe(message?.id ?? '');
  });

  test('an address of 254 characters is one, of 255 is none', async () => {
    const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}`;
    const fill = 254 - 64 - 1 - domain.length - 1;
    for (const [extra, status] of [
      [0, 201],
      [1, 400],
    ] as const) {
      const email = `${'a'.repeat(64)}@${domain}.${'e'.repeat(fill + extra)}`;
      expect(email.length).toBe(254 + extra);
      const reply = await api.call(signup, { body: { name: 'Ila Rao', email, password } });
      expect([email.length, reply.status]).toEqual([email.length, status]);
    }
  });
});
