import { afterEach, expect, test } from 'bun:test';
import { callApi } from '../http/api.ts';
import { takeSignOutReason } from '../http/session-end.ts';
import { readDraft, storeDraft } from '../offline/draft.ts';
import { ok, refusal, setUpFakeBrowser } from '../testing/fake-browser.ts';
import { storeReturnPath, takeReturnPath } from './return-path.ts';
import { $session, reloadUser, requireSession, startSession, stopSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

const ASHA = { id: 'u1', name: 'Asha Rao', email: 'asha@example.org', role: 'PIONEER', status: 'PENDING' };

afterEach(stopSession);
const browser = setUpFakeBrowser();

function keepTokens(accessToken = 'access-1', refreshToken = 'refresh-1'): void {
  localStorage.setItem('accessToken', accessToken);
  localStorage.setItem('refreshToken', refreshToken);
}
const storedTokens = () => [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')];

test('SESSION-12 the session used before its start raises the stated text', async () => {
  expect(() => requireSession()).toThrow('useAuth must be used within an AuthProvider');
  await startSession();
  expect(requireSession().state).toBe('signedOut');
});

test('SESSION-04 on load with an access token the profile is fetched, once', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ok(ASHA));
  await Promise.all([startSession(), startSession()]);
  expect($session.get()).toMatchObject({ state: 'signedIn', user: { name: 'Asha Rao' } });
  expect(browser.sent('GET /auth/profile')).toHaveLength(1);
});

test.each([refusal(401, 'Invalid or expired token'), { status: 503, text: 'Busy' }])(
  'SESSION-05 on profile failure a refresh is tried: %j',
  async (failure) => {
    keepTokens();
    browser.answer('GET /auth/profile', ({ headers }) =>
      headers.get('authorization') === 'Bearer access-2' ? ok(ASHA) : failure,
    );
    browser.answer('POST /auth/refresh', ok({ accessToken: 'access-2' }));
    await startSession();
    expect($session.get().state).toBe('signedIn');
    expect(browser.sent('POST /auth/refresh')[0]?.body).toEqual({ refreshToken: 'refresh-1' });
  },
);

for (const status of [401, 403, 404, 500]) {
  test(`SESSION-05 SESSION-06 profile ${status} and a refused refresh remove both tokens`, async () => {
    keepTokens();
    browser.answer('GET /auth/profile', refusal(status, 'No'));
    browser.answer('POST /auth/refresh', refusal(401, 'Invalid refresh token'));
    await startSession();
    expect($session.get().state).toBe('signedOut');
    expect(storedTokens()).toEqual([null, null]);
  });
}

test('SESSION-06 an unplugged network keeps the tokens and says what happened', async () => {
  keepTokens();
  await startSession();
  expect($session.get()).toMatchObject({
    state: 'loading',
    failure: { message: 'Network error. Please try again.' },
  });
  expect(storedTokens()).toEqual(['access-1', 'refresh-1']);
  browser.answer('GET /auth/profile', ok(ASHA));
  await reloadUser();
  expect($session.get()).toMatchObject({ state: 'signedIn', failure: null });
});

test('a failed reload keeps the account that is known', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ok(ASHA));
  await startSession();
  browser.answer('GET /auth/profile', 'network');
  await reloadUser();
  expect($session.get()).toMatchObject({
    state: 'signedIn',
    user: { id: 'u1' },
    failure: { kind: 'network' },
  });
});

test('SESSION-08 log-out tells the server and clears tokens, user and return path', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ok(ASHA));
  browser.answer('POST /auth/logout', ok());
  await startSession();
  storeReturnPath('/dashboard/leagues');
  await signOut();
  expect(browser.sent('POST /auth/logout')[0]?.headers.get('authorization')).toBe('Bearer access-1');
  expect(storedTokens()).toEqual([null, null]);
  expect($session.get()).toEqual({ state: 'signedOut', user: null, failure: null });
  expect(takeReturnPath('PIONEER')).toBe('/dashboard');
});

test('SESSION-08 log-out with an access token that ran out ends the session on the server all the same', async () => {
  keepTokens();
  browser.answer('POST /auth/logout', ({ headers }) =>
    headers.get('authorization') === 'Bearer access-2' ? ok() : refusal(401, 'Invalid or expired token'),
  );
  browser.answer('POST /auth/refresh', ok({ accessToken: 'access-2' }));
  await signOut();
  expect(browser.sent('POST /auth/logout')).toHaveLength(2);
  expect(storedTokens()).toEqual([null, null]);
});

test('SESSION-07 a sign-in in another tab signs this one in', async () => {
  await startSession();
  browser.answer('GET /auth/profile', ok(ASHA));
  browser.changeElsewhere('accessToken', 'a');
  browser.changeElsewhere('refreshToken', 'r');
  await reloadUser();
  expect($session.get()).toMatchObject({ state: 'signedIn', user: { id: 'u1' } });
});

test('SESSION-05 a refresh in another tab asks for nothing here', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ok(ASHA));
  await startSession();
  browser.changeElsewhere('accessToken', 'access-2');
  await Bun.sleep(1);
  expect(browser.sent('GET /auth/profile')).toHaveLength(1);
});

for (const [status, code, reason] of [
  [403, 'ACCOUNT_SUSPENDED', 'suspended'],
  [403, 'ACCOUNT_CLOSED', 'closed'],
  [401, 'TOKEN_INVALID', 'ended'],
] as const) {
  test(`SESSION-06 an account that the server shuts out learns why: ${reason}`, async () => {
    keepTokens();
    browser.answer('GET /auth/profile', refusal(status, 'No', { code }));
    browser.answer('POST /auth/refresh', refusal(401, 'User not found or suspended'));
    await startSession();
    expect($session.get().state).toBe('signedOut');
    expect(takeSignOutReason()).toBe(reason);
    expect(takeSignOutReason()).toBeNull();
  });
}

test('SESSION-06 the other devices of an account that its holder closed read that it is closed', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', refusal(401, 'No'));
  browser.answer('POST /auth/refresh', refusal(401, 'No', { code: 'REFRESH_CLOSED' }));
  await startSession();
  expect(takeSignOutReason()).toBe('closed');
});

/** What is kept of somebody who is signed in and at work. */
function keepAll(): void {
  keepTokens();
  localStorage.setItem('kept-account', JSON.stringify(ASHA));
  localStorage.setItem('unsent:u1:resource:r1|a', '{}');
  storeDraft({ name: 'wizard', owner: 'u1' }, { institute: 'Sample' });
  sessionStorage.setItem('verificationSentAt:u1', '1');
}

for (const [name, refuse, reason] of [
  ['revoked or run out', () => browser.answer('POST /auth/refresh', refusal(401, 'No')), 'ended'],
  [
    'of an account suspended long ago',
    () => browser.answer('POST /auth/refresh', refusal(401, 'No', { code: 'REFRESH_USER_REFUSED' })),
    'suspended',
  ],
  [
    'of an account suspended a moment ago',
    () => browser.answer('GET /progress', refusal(403, 'No', { code: 'ACCOUNT_SUSPENDED' })),
    'suspended',
  ],
] as const) {
  test(`SESSION-06 P45 a session ${name} is over for the whole page with the first call that hears of it`, async () => {
    keepAll();
    browser.answer('GET /auth/profile', ok(ASHA));
    await startSession();
    browser.answer('GET /progress', refusal(401, 'Invalid or expired token'));
    refuse();
    await callApi({ method: 'GET', path: '/progress', access: 'any' }).catch(() => {});
    expect($session.get()).toEqual({ state: 'signedOut', user: null, failure: null });
    expect(takeSignOutReason()).toBe(reason);
    expect([storedTokens(), localStorage.getItem('kept-account')]).toEqual([[null, null], null]);
    expect(localStorage.getItem('unsent:u1:resource:r1|a')).toBe('{}');
    expect(readDraft({ name: 'wizard', owner: 'u1' })).toEqual({ institute: 'Sample' });
    expect(sessionStorage.length).toBe(1);
  });
}

test('SESSION-06 P45 a session whose time ran out while the browser was closed is over at once, and nothing is asked', async () => {
  browser.answer('POST /auth/login', ok({ accessToken: 'a', refreshToken: 'r', user: ASHA }));
  await signIn({ email: 'asha@example.org', password: 'x' });
  const [latest] = [Number(localStorage.getItem('session-expiry')) - Date.now()];
  expect(Math.round(latest / 3_600_000)).toBe(7 * 24);
  stopSession();
  keepAll();
  localStorage.setItem('session-expiry', String(Date.now() - 1));
  await startSession();
  expect([$session.get().state, takeSignOutReason()]).toEqual(['signedOut', 'ended']);
  expect([
    ...storedTokens(),
    localStorage.getItem('kept-account'),
    localStorage.getItem('session-expiry'),
  ]).toEqual([null, null, null, null]);
  expect(browser.sent('GET /auth/profile')).toHaveLength(0);
});

test('P45 a staff session is taken for over after its twelve hours', async () => {
  const user = { ...ASHA, role: 'GRAND_PATHFINDER' };
  browser.answer('POST /auth/login', ok({ accessToken: 'a', refreshToken: 'r', user }));
  await signIn({ email: 'asha@example.org', password: 'x' });
  const left = Number(localStorage.getItem('session-expiry')) - Date.now();
  expect(Math.round(left / 3_600_000)).toBe(12);
});

test('P45 a page that finds nobody signed in leaves nothing of whoever was', async () => {
  localStorage.setItem('kept-account', JSON.stringify(ASHA));
  await startSession();
  expect(localStorage.getItem('kept-account')).toBeNull();
});

test('SESSION-06 P45 another tab learns the reason with the end, and keeps the words', async () => {
  keepAll();
  browser.answer('GET /auth/profile', ok(ASHA));
  await startSession();
  browser.changeElsewhere('session-end', 'suspended');
  browser.changeElsewhere('accessToken', null);
  expect($session.get().state).toBe('signedOut');
  expect(takeSignOutReason()).toBe('suspended');
  browser.changeElsewhere('refreshToken', null);
  expect(takeSignOutReason()).toBeNull();
  expect(readDraft({ name: 'wizard', owner: 'u1' })).toEqual({ institute: 'Sample' });
  expect(localStorage.getItem('kept-account')).toBeNull();
});

test('SESSION-08 P45 a log-out in another tab takes what this one had typed, and gives no reason', async () => {
  keepAll();
  browser.answer('GET /auth/profile', ok(ASHA));
  await startSession();
  browser.changeElsewhere('accessToken', null);
  expect($session.get().state).toBe('signedOut');
  expect([takeSignOutReason(), sessionStorage.length]).toEqual([null, 0]);
});

test('SESSION-06 a suspension that somebody else meanwhile signed in after leaves that sign-in alone', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ok(ASHA));
  await startSession();
  browser.answer('GET /progress', () => {
    keepTokens('other', 'other-refresh');
    return refusal(403, 'No', { code: 'ACCOUNT_SUSPENDED' });
  });
  await callApi({ method: 'GET', path: '/progress', access: 'any' }).catch(() => {});
  expect(storedTokens()).toEqual(['other', 'other-refresh']);
});

test('GUARD-14 a call refused for a lost right asks for the account again', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ok({ ...ASHA, role: 'CHIEF_PATHFINDER' }));
  await startSession();
  browser.answer('GET /auth/profile', ok(ASHA));
  browser.answer('GET /progress', refusal(403, 'No', { code: 'ROLE_REFUSED' }));
  await callApi({ method: 'GET', path: '/progress', access: 'any' }).catch(() => {});
  await reloadUser();
  expect($session.get().user?.role).toBe('PIONEER');
  expect(browser.sent('GET /auth/profile')).toHaveLength(2);
});

test('SESSION-08 whoever signs out is not told that the session has ended, and leaves no draft', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ok(ASHA));
  await startSession();
  storeDraft({ name: 'wizard', owner: 'u1' }, { institute: 'Sample' });
  let release = (_: unknown) => {};
  browser.answer('GET /auth/profile', async () => {
    await new Promise((resolve) => {
      release = resolve;
    });
    return refusal(401, 'Invalid or expired token');
  });
  const profile = reloadUser();
  await Bun.sleep(1);
  await signOut();
  release(null);
  await profile;
  expect($session.get().state).toBe('signedOut');
  expect(takeSignOutReason()).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test("SESSION-07 a sign-in keeps the own drafts of this tab and nobody else's", async () => {
  storeDraft({ name: 'wizard', owner: 'u1' }, { institute: 'Mine' });
  storeDraft({ name: 'wizard', owner: 'u2' }, { institute: 'Theirs' });
  storeDraft({ name: 'sign-up', owner: '' }, { email: 'a@b.co' });
  browser.answer('POST /auth/login', ok({ accessToken: 'a', refreshToken: 'r', user: ASHA }));
  await signIn({ email: 'asha@example.org', password: 'x' });
  expect(readDraft({ name: 'wizard', owner: 'u1' })).toEqual({ institute: 'Mine' });
  expect(sessionStorage.length).toBe(1);
});
