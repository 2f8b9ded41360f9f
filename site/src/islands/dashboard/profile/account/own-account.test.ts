import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { takeSignOutReason } from '#site/islands/shared/http/session-end.ts';
import { stopSession } from '../../../shared/session/session.ts';
import { ok, refusal, setUpFakeBrowser } from '../../../shared/testing/fake-browser.ts';
import { createFakeClock } from '../../../shared/testing/fake-clock.ts';
import { createEmailChange } from './change-email.ts';
import { createPasswordForm } from './change-password.ts';
import { $download, clearDownload, createDeletionForm, downloadData, toDeletionText } from './own-data.ts';

afterEach(stopSession);
const browser = setUpFakeBrowser();
beforeEach(() => {
  localStorage.setItem('accessToken', 'a');
  localStorage.setItem('refreshToken', 'r');
});

describe('change password', () => {
  const PASSWORD = 'PUT /users/me/password';
  let done: number;
  const open = () => {
    done = 0;
    const form = createPasswordForm(() => {
      done += 1;
    });
    form.change('currentPassword', 'Old.lantern.80');
    form.change('newPassword', 'Quiet.lantern.81');
    form.change('confirmPassword', 'Quiet.lantern.81');
    return form;
  };

  test('pressed twice it is sent once, and the screen is told', async () => {
    browser.answer(PASSWORD, ok());
    const form = open();
    await Promise.all([form.submit(), form.submit()]);
    expect(browser.sent(PASSWORD).map(({ body }) => body)).toEqual([
      { currentPassword: 'Old.lantern.80', newPassword: 'Quiet.lantern.81' },
    ]);
    expect(done).toBe(1);
  });

  for (const [status, code, field] of [
    [400, 'PASSWORD_WRONG', 'currentPassword'],
    [400, 'PASSWORD_UNCHANGED', 'newPassword'],
    [400, 'INVALID_INPUT', 'newPassword'],
  ] as const) {
    test(`${code} stands beside ${field}, and what was typed stays`, async () => {
      browser.answer(PASSWORD, refusal(status, 'Words of the server', { code }));
      const form = open();
      await form.submit();
      expect(form.$form.get()).toMatchObject({
        errors: { [field]: 'Words of the server' },
        failure: null,
        busy: false,
        values: { newPassword: 'Quiet.lantern.81' },
      });
      expect(done).toBe(0);
    });
  }
});

describe('change e-mail', () => {
  const ASK = 'POST /users/me/email-change';
  const CONFIRM = 'PUT /users/me/email-change';
  const open = () => {
    const clock = createFakeClock();
    const done: string[] = [];
    return { clock, done, change: createEmailChange({ onDone: (email) => void done.push(email) }, clock) };
  };

  test('the code is asked for, waited for, resent after 60 seconds and taken', async () => {
    browser.answer(ASK, ok({}));
    browser.answer('GET /auth/profile', ok({ id: 'u1', email: 'new@example.org' }));
    const { clock, done, change } = open();
    change.addressForm.change('newEmail', ' new@example.org ');
    change.addressForm.change('currentPassword', 'Old.lantern.80');
    await change.addressForm.submit();
    expect(browser.sent(ASK)[0]?.body).toEqual({
      newEmail: 'new@example.org',
      currentPassword: 'Old.lantern.80',
    });
    expect(change.$change.get()).toMatchObject({ newEmail: 'new@example.org', secondsLeft: 60 });
    await change.resend();
    await clock.advance(60_000);
    await change.resend();
    expect(browser.sent(ASK)).toHaveLength(2);

    browser.answer(CONFIRM, refusal(400, 'Invalid code.', { data: { attemptsRemaining: 4 } }));
    change.codeForm.change('otp', '123');
    await change.codeForm.submit();
    expect(change.codeForm.$form.get().errors.otp).toBe('Code must be exactly 6 digits');
    change.codeForm.change('otp', '123456');
    await change.codeForm.submit();
    expect(change.codeForm.$form.get().failure).toBe('Invalid code.\n4 attempts remaining');
    browser.answer(CONFIRM, ok({ email: 'new@example.org', emailVerified: true }));
    await change.codeForm.submit();
    expect(done).toEqual(['new@example.org']);
    change.stop();
  });

  test('refusals stand beside what they are about', async () => {
    const { change } = open();
    change.addressForm.change('newEmail', 'new@example.org');
    change.addressForm.change('currentPassword', 'x');
    for (const [code, field] of [
      ['PASSWORD_WRONG', 'currentPassword'],
      ['EMAIL_UNCHANGED', 'newEmail'],
      ['INVALID_INPUT', 'newEmail'],
    ]) {
      browser.answer(ASK, refusal(400, 'Words', { code }));
      await change.addressForm.submit();
      expect(change.addressForm.$form.get().errors).toEqual({ [field ?? '']: 'Words' });
      expect(change.$change.get().newEmail).toBeNull();
    }
    for (const [status, code] of [
      [429, 'EMAIL_CHANGE_WAIT'],
      [409, 'EMAIL_CHANGED_RECENTLY'],
    ] as const) {
      browser.answer(ASK, refusal(status, `Words of ${code}`, { code }));
      await change.addressForm.submit();
      expect(change.addressForm.$form.get().failure).toBe(`Words of ${code}`);
    }
  });

  test('a dialog that closed before the answer came counts and watches nothing', async () => {
    const { clock, change } = open();
    const createdAt = new Date(clock.now()).toISOString();
    browser.answer(
      'GET /users/me/email-change',
      ok({ newEmail: 'new@example.org', createdAt, expiresAt: createdAt }),
    );
    const starting = change.start();
    change.stop();
    await starting;
    const asked = browser.requests.length;
    await clock.advance(60_000);
    expect(change.$change.get()).toMatchObject({ newEmail: null, secondsLeft: 0 });
    expect(browser.requests).toHaveLength(asked);
  });

  test('a change that waits goes on with its code; resending asks for the password anew', async () => {
    const { clock, change } = open();
    const createdAt = new Date(clock.now() - 20_000).toISOString();
    browser.answer(
      'GET /users/me/email-change',
      ok({ newEmail: 'new@example.org', createdAt, expiresAt: createdAt }),
    );
    await change.start();
    expect(change.$change.get()).toMatchObject({ newEmail: 'new@example.org', secondsLeft: 40 });
    await clock.advance(40_000);
    await change.resend();
    expect(browser.sent(ASK)).toHaveLength(0);
    expect(change.$change.get().newEmail).toBeNull();
    expect(change.addressForm.$form.get().values.newEmail).toBe('new@example.org');
    change.stop();
  });
});

describe('own data', () => {
  const DATA = 'GET /users/me/data';
  afterEach(clearDownload);

  test('a file is fetched with the token and saved under the name the server gives it', async () => {
    browser.answer(DATA, {
      status: 200,
      text: '<h1>All of it</h1>',
      headers: { 'Content-Disposition': 'attachment; filename="../my-data-2026.html"' },
    });
    const saved: [string, string][] = [];
    await downloadData('html', async ({ name, content }) => void saved.push([name, await content.text()]));
    await Bun.sleep(1);
    expect(saved).toEqual([['my-data-2026.html', '<h1>All of it</h1>']]);
    expect(browser.sent(DATA)[0]?.url).toContain('format=html');
    expect(browser.sent(DATA)[0]?.headers.get('authorization')).toBe('Bearer a');
    expect($download.get().result).toEqual({ kind: 'success', text: 'Saved as my-data-2026.html.' });
  });

  test('SESSION-05 an expired token is renewed for a file too, and a failure says that nothing was saved', async () => {
    browser.answer('POST /auth/refresh', ok({ accessToken: 'b' }));
    browser.answer(DATA, ({ headers }) =>
      headers.get('authorization') === 'Bearer b' ? ok({}) : refusal(401, 'Invalid or expired token'),
    );
    let saved = 0;
    await downloadData('json', () => {
      saved += 1;
    });
    expect(saved).toBe(1);
    browser.answer(DATA, refusal(503, 'Service temporarily unavailable'));
    await downloadData('json', () => {
      saved += 1;
    });
    expect(saved).toBe(1);
    expect($download.get().result?.text).toBe('Nothing was saved: Service temporarily unavailable');
  });

  test('deletion says what the server does: at once, or of staff after seven days', () => {
    expect(toDeletionText('CHIEF_PATHFINDER')).toMatch(/^You are signed out now.*erased after 7 days/);
    expect(toDeletionText('PIONEER')).toMatch(/^Your account is deleted now and cannot be restored/);
    expect(toDeletionText('PIONEER')).not.toContain('staff');
  });

  test('an account is deleted once, with password and word; then nothing stays here', async () => {
    const visited: string[] = [];
    const navigation = { go: () => {}, replace: (path: string) => void visited.push(path) };
    const form = createDeletionForm(navigation);
    await form.submit();
    expect(form.$form.get().errors).toEqual({
      password: 'Password is required',
      confirmation: 'Type DELETE to confirm',
    });
    form.change('password', 'Quiet.lantern.81');
    form.change('confirmation', 'delete');
    await form.submit();
    expect(browser.requests).toHaveLength(0);

    form.change('confirmation', 'DELETE');
    browser.answer(
      'DELETE /users/me',
      refusal(400, 'Current password is incorrect', { code: 'PASSWORD_WRONG' }),
    );
    await form.submit();
    expect(form.$form.get().errors).toEqual({ password: 'Current password is incorrect' });
    expect(localStorage.getItem('accessToken')).toBe('a');
    browser.answer('DELETE /users/me', refusal(409, 'You are the last', { code: 'LAST_GRAND' }));
    await form.submit();
    expect(form.$form.get().failure).toBe('You are the last');

    browser.answer('DELETE /users/me', ok({ isHeld: false }));
    await Promise.all([form.submit(), form.submit()]);
    expect(browser.sent('DELETE /users/me')).toHaveLength(3);
    expect(visited).toEqual(['/signin']);
    expect([localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]).toEqual([null, null]);
    expect(takeSignOutReason()).toBe('deleted');
  });

  test('after a deletion that is held the sign-in screen is told that the account is closed, not gone', async () => {
    const form = createDeletionForm({ go: () => {}, replace: () => {} });
    form.change('password', 'Quiet.lantern.81');
    form.change('confirmation', 'DELETE');
    browser.answer('DELETE /users/me', ok({ isHeld: true }));
    await form.submit();
    expect(localStorage.getItem('accessToken')).toBeNull();
    expect(takeSignOutReason()).toBe('closed');
  });
});
