import { describe, expect, test } from 'bun:test';
import { getProfile, login, refreshSession } from '#contract/auth.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { readActions } from '../../test/audit-entries.ts';
import { digestEverything } from '../../test/digest.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();
/** With the limits as they are shipped. */
const strict = await openTestApp({ RATE_LIMIT_SCALE: '1' });

const NEW_PASSWORD = 'Harbour-moss-64!';

const mailTo = async (to: string) => (await listStoredMessages(api)).filter((message) => message.to === to);

describe('change of password', () => {
  test('P13 P17 the new password holds, the old one does not, every other session ends, a notice is mailed', async () => {
    const person = await addPerson(api.db);
    const credentials = { email: person.email, password: TEST_PASSWORD };
    const other = (await api.call(login, { body: credentials })).body.data;
    await api.call(sendResetOtp, { body: { email: person.email } });
    const resetCode = await mailedCode(api, person.email);
    const reply = await api.call(changePassword, {
      token: person.token,
      body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect([reply.status, Object.keys(reply.body).sort()]).toEqual([200, ['message', 'success']]);
    expect((await api.call(getProfile, { token: person.token })).status).toBe(200);
    expect((await api.call(getProfile, { token: other.accessToken })).status).toBe(401);
    expect((await api.call(refreshSession, { body: { refreshToken: other.refreshToken } })).status).toBe(401);
    expect((await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } })).status).toBe(
      401,
    );
    expect((await api.call(login, { body: { email: person.email, password: NEW_PASSWORD } })).status).toBe(
      200,
    );
    const [notice] = await mailTo(person.email);
    expect(notice?.kind).toBe('PASSWORD_CHANGED');
    expect(notice?.text).toContain('every device but the one you used');
    const late = await api.call(resetPassword, {
      body: { email: person.email, otp: resetCode, newPassword: 'Another-way-77!' },
    });
    expect(late.status).toBe(400);
    expect(await readActions(api.db, person.id)).toContain('PASSWORD_CHANGED');
  });

  test('P3 each refusal has its words and changes nothing', async () => {
    const person = await addPerson(api.db, {
      name: 'Kestrel Riverbank',
      email: 'kestrel.riverbank@example.test',
    });
    const before = await digestEverything(api.db);
    const currentPassword = TEST_PASSWORD;
    for (const [body, error] of [
      [{}, 'Current password is required, New password is required'],
      [{ currentPassword, newPassword: '' }, 'New password is required'],
      [{ currentPassword: 7, newPassword: ['x'] }, 'Current password is required, New password is required'],
      [{ currentPassword, newPassword: 'Aa1!' }, 'Password must be at least 8 characters long'],
      [
        { currentPassword, newPassword: '..' },
        'Password must be at least 8 characters long, Password must contain at least one uppercase letter, Password must contain at least one lowercase letter, Password must contain at least one number',
      ],
      [
        { currentPassword, newPassword: 'aaaaaaaa' },
        'Password must contain at least one uppercase letter, Password must contain at least one number, Password must contain at least one special character',
      ],
      [
        { currentPassword, newPassword: `${'Aa1!'.repeat(32)}x` },
        'Password must be at most 128 characters long',
      ],
      [
        { currentPassword, newPassword: 'Kestrel.Riverbank1!' },
        'Password must not be your name or email address',
      ],
      [
        { currentPassword, newPassword: 'P@ssw0rd' },
        'Password is too common. Please choose one that is harder to guess',
      ],
      [
        { currentPassword, newPassword: currentPassword },
        'New password must be different from the current one',
      ],
    ] as const) {
      const reply = await api.call(changePassword, { token: person.token, body });
      expect([reply.status, reply.body.error]).toEqual([400, error]);
      expect(JSON.stringify(reply.body)).not.toContain(currentPassword);
    }
    expect(await digestEverything(api.db)).toEqual(before);
    const wrong = await api.call(changePassword, {
      token: person.token,
      body: { currentPassword: 'not this one', newPassword: NEW_PASSWORD },
    });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'Current password is incorrect']);
    expect((await api.call(getProfile, { token: person.token })).status).toBe(200);
    expect(await readActions(api.db, person.id)).toEqual(['PASSWORD_CHECK_FAILED']);
  });

  test('of eight different passwords at once one wins, and it signs in', async () => {
    const person = await addPerson(api.db);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        api.call(changePassword, {
          token: person.token,
          body: { currentPassword: TEST_PASSWORD, newPassword: `Harbour-moss-${index}-x!` },
        }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    const winner = statuses.indexOf(200);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    const password = `Harbour-moss-${winner}-x!`;
    expect((await api.call(login, { body: { email: person.email, password } })).status).toBe(200);
  }, 300_000);

  test('P19 guesses of the own password count like guesses at login, and together with them', async () => {
    const person = await addPerson(strict.db);
    const guess = () =>
      strict.call(changePassword, {
        token: person.token,
        body: { currentPassword: 'Wrong-guess-1!', newPassword: NEW_PASSWORD },
      });
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(400);
    for (let i = 0; i < 5; i++) {
      const body = { email: person.email, password: 'Wrong-guess-1!' };
      expect((await strict.call(login, { body })).status).toBe(401);
    }
    const refused = await strict.call(changePassword, {
      token: person.token,
      body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfter));
  });
});
