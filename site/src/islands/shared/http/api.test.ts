import { afterEach, expect, test } from 'bun:test';
import { updateUserRole } from '#contract/admin-users.ts';
import { getProfile, login, updateProfile } from '#contract/auth.ts';
import { API_BASE_PATH } from '#contract/constants.ts';
import { ok, refusal, setUpFakeBrowser } from '../testing/fake-browser.ts';
import { ApiFailure, callApi, refreshAccessToken, setProofPrompt, urlOf } from './api.ts';

afterEach(() => {
  setProofPrompt({ repair: async () => false, prove: async () => {} });
});
const browser = setUpFakeBrowser();

function keepTokens(accessToken = 'access-1', refreshToken = 'refresh-1'): void {
  localStorage.setItem('accessToken', accessToken);
  localStorage.setItem('refreshToken', refreshToken);
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiFailure)) throw new Error(`Expected an ApiFailure, got ${String(error)}`);
  return error;
}

test('SESSION-02 an authenticated call carries the bearer token and JSON content type', async () => {
  keepTokens();
  browser.answer('PUT /auth/profile', ok({ id: 'u1' }));
  await callApi(updateProfile, { body: { githubUsername: 'asha' } });
  const [request] = browser.sent('PUT /auth/profile');
  expect(request?.headers.get('authorization')).toBe('Bearer access-1');
  expect(request?.headers.get('content-type')).toBe('application/json');
  expect(request?.body).toEqual({ githubUsername: 'asha' });
});

test('SESSION-02 a public call never carries a token', async () => {
  keepTokens();
  browser.answer('POST /auth/login', refusal(401, 'Invalid email or password'));
  const failure = await failureOf(callApi(login, { body: { email: 'a@b.co', password: 'x' } }));
  expect(failure.message).toBe('Invalid email or password');
  expect(browser.requests.map((request) => request.headers.get('authorization'))).toEqual([null]);
});

test('SESSION-03 CONST-33 every call goes to {host}/api, with path and query encoded', () => {
  expect(API_BASE_PATH).toBe('/api');
  expect(urlOf({ path: '/weeks/:id' }, { id: 'a/b' }, { page: 2, limit: undefined, q: 'x&y' })).toBe(
    '/api/weeks/a%2Fb?page=2&q=x%26y',
  );
});

test('SESSION-09 an envelope with success false raises its error text, with code, data and wait', async () => {
  browser.answer('POST /auth/login', {
    status: 429,
    headers: { 'Retry-After': '12' },
    json: { success: false, error: 'Too Many Requests', code: 'TOO_MANY_REQUESTS', data: { left: 0 } },
  });
  const failure = await failureOf(callApi(login, { body: { email: 'a@b.co', password: 'x' } }));
  expect({ ...failure }).toMatchObject({
    kind: 'refused',
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    data: { left: 0 },
    retryAfter: 12,
  });
  expect(failure.message).toBe('Too Many Requests');
});

test('SESSION-10 ERR-14 an envelope failure without text raises the plain text', async () => {
  browser.answer('POST /auth/login', refusal(500));
  const failure = await failureOf(callApi(login, { body: { email: 'a@b.co', password: 'x' } }));
  expect(failure.message).toBe('API request failed');
});

test('ERR-14 a reply that is not JSON says so with its status', async () => {
  browser.answer('POST /auth/login', { status: 502, text: '<html>Bad gateway</html>' });
  const failure = await failureOf(callApi(login, { body: { email: 'a@b.co', password: 'x' } }));
  expect(failure.message).toBe('Invalid JSON response from server (HTTP 502)');
  expect(failure.kind).toBe('invalid');
});

test('SIGNIN-08 no answer at all is a network failure', async () => {
  const failure = await failureOf(callApi(login, { body: { email: 'a@b.co', password: 'x' } }));
  expect(failure.message).toBe('Network error. Please try again.');
  expect(failure.kind).toBe('network');
});

test('SESSION-05 a 401 refreshes once and repeats the call', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ({ headers }) =>
    headers.get('authorization') === 'Bearer access-2'
      ? ok({ id: 'u1' })
      : refusal(401, 'Invalid or expired token'),
  );
  browser.answer('POST /auth/refresh', ok({ accessToken: 'access-2' }));
  expect(await callApi(getProfile)).toMatchObject({ id: 'u1' });
  expect(localStorage.getItem('accessToken')).toBe('access-2');
  expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
});

test('SESSION-05 many calls that expire together refresh once', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ({ headers }) =>
    headers.get('authorization') === 'Bearer access-2'
      ? ok({ id: 'u1' })
      : refusal(401, 'Invalid or expired token'),
  );
  browser.answer('POST /auth/refresh', async () => {
    await Bun.sleep(5);
    return ok({ accessToken: 'access-2' });
  });
  await Promise.all(Array.from({ length: 8 }, () => callApi(getProfile)));
  expect(browser.sent('POST /auth/refresh')).toHaveLength(1);
});

test('SESSION-05 a tab that finds a token refreshed by another tab asks nobody', async () => {
  keepTokens('access-2');
  expect(await refreshAccessToken('access-1')).toBe('access-2');
  expect(browser.requests).toHaveLength(0);
});

test('SESSION-06 a refused refresh removes both tokens and raises the first refusal', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', refusal(401, 'Invalid or expired token'));
  browser.answer('POST /auth/refresh', refusal(401, 'Invalid refresh token'));
  const failure = await failureOf(callApi(getProfile));
  expect(failure.message).toBe('Invalid or expired token');
  expect(localStorage.getItem('accessToken')).toBeNull();
  expect(localStorage.getItem('refreshToken')).toBeNull();
});

test('SESSION-05 P18 a token renewed by another tab is taken though local storage still has the old one', async () => {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (name: string) => kept.get(name)?.clone(),
    put: async (name: string, reply: Response) => void kept.set(name, reply),
    delete: async (name: string) => kept.delete(name),
    keys: async () => [...kept.keys()],
  };
  Object.assign(globalThis, { caches: { open: async () => cache, has: async () => kept.size > 0 } });
  try {
    keepTokens();
    browser.answer('POST /auth/refresh', ok({ accessToken: 'access-2' }));
    expect(await refreshAccessToken('access-1')).toBe('access-2');
    keepTokens();
    expect(await refreshAccessToken('access-1')).toBe('access-2');
    expect(browser.sent('POST /auth/refresh')).toHaveLength(1);
    keepTokens('access-3');
    await refreshAccessToken('access-3');
    expect(browser.sent('POST /auth/refresh')).toHaveLength(2);
  } finally {
    Reflect.deleteProperty(globalThis, 'caches');
  }
});

for (const [name, reply] of [
  ['an unplugged network', 'network'],
  ['an error of the server', refusal(500, 'Internal server error')],
  ['a limit', refusal(429, 'Too Many Requests')],
  ['a page of a proxy', { status: 502, text: 'Bad gateway' }],
] as const) {
  test(`SESSION-06 ${name} during the refresh keeps both tokens`, async () => {
    keepTokens();
    browser.answer('GET /auth/profile', refusal(401, 'Invalid or expired token'));
    browser.answer('POST /auth/refresh', reply);
    await failureOf(callApi(getProfile));
    expect(localStorage.getItem('accessToken')).toBe('access-1');
    expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
  });
}

test('SESSION-06 a refusal of an old refresh token leaves a sign-in made meanwhile alone', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', ({ headers }) =>
    headers.get('authorization') === 'Bearer other'
      ? ok({ id: 'u2' })
      : refusal(401, 'Invalid or expired token'),
  );
  browser.answer('POST /auth/refresh', () => {
    keepTokens('other', 'other-refresh');
    return refusal(401, 'Invalid refresh token');
  });
  expect(await callApi(getProfile)).toMatchObject({ id: 'u2' });
  expect(localStorage.getItem('refreshToken')).toBe('other-refresh');
});

test('a repeated 401 is raised, not repeated for ever', async () => {
  keepTokens();
  browser.answer('GET /auth/profile', refusal(401, 'Invalid or expired token'));
  browser.answer('POST /auth/refresh', ok({ accessToken: 'access-2' }));
  await failureOf(callApi(getProfile));
  expect(browser.sent('GET /auth/profile')).toHaveLength(2);
});

test('a call given up by its caller says so', async () => {
  const controller = new AbortController();
  browser.answer('POST /auth/login', async () => {
    controller.abort();
    return ok();
  });
  const failure = await failureOf(
    callApi(login, { body: { email: 'a@b.co', password: 'x' }, signal: controller.signal }),
  );
  expect(failure.kind).toBe('aborted');
});

/** What the head of the page asked for, as EarlyCalls.astro leaves it. */
function askEarly(token: string, data: unknown, { status = 200, age = 0 } = {}): void {
  const reply = Promise.resolve(Response.json({ success: status < 400, data }, { status }));
  const early = { token, askedAt: performance.now() - age, reply };
  Object.assign(globalThis, { earlyReplies: new Map([[urlOf(getProfile), early]]) });
}

test('SESSION-02 an answer that the page asked for before its scripts came is taken once, and by its own token alone', async () => {
  browser.answer('GET /auth/profile', ok({ id: 'asked now' }));
  keepTokens('access-1');
  askEarly('access-1', { id: 'asked early' });
  expect(await callApi(getProfile)).toMatchObject({ id: 'asked early' });
  expect(await callApi(getProfile)).toMatchObject({ id: 'asked now' });
  expect(browser.sent('GET /auth/profile')).toHaveLength(1);
  askEarly('access-of-somebody-else', { id: 'of somebody else' });
  expect(await callApi(getProfile)).toMatchObject({ id: 'asked now' });
  askEarly('access-1', { id: 'asked long ago' }, { age: 30_001 });
  expect(await callApi(getProfile)).toMatchObject({ id: 'asked now' });
  Reflect.deleteProperty(globalThis, 'earlyReplies');
});

test('SESSION-05 a refused early answer refreshes the token once, as any other does', async () => {
  keepTokens('stale');
  askEarly('stale', null, { status: 401 });
  browser.answer('POST /auth/refresh', ok({ accessToken: 'fresh' }));
  browser.answer('GET /auth/profile', ok({ id: 'u1' }));
  expect(await callApi(getProfile)).toMatchObject({ id: 'u1' });
  expect(browser.sent('POST /auth/refresh')).toHaveLength(1);
  Reflect.deleteProperty(globalThis, 'earlyReplies');
});

test('P57 an agreed call that changes rights is sent only once the person proved who they are', async () => {
  keepTokens();
  browser.answer('PUT /admin/update-role', ok({}));
  browser.answer('PUT /auth/profile', ok({ id: 'u1' }));
  let isProven = false;
  const refused = new ApiFailure({ kind: 'refused', status: 403, message: 'Please confirm' });
  const prove = async () => {
    if (!isProven) throw refused;
  };
  setProofPrompt({ repair: async () => false, prove });
  const body = { userId: 'u2', newRole: 'LUMINARY' as const };
  expect(await failureOf(callApi(updateUserRole, { body }))).toBe(refused);
  expect(browser.sent('PUT /admin/update-role')).toHaveLength(0);
  await callApi(updateProfile, { body: { githubUsername: 'asha' } });
  isProven = true;
  await callApi(updateUserRole, { body });
  expect(browser.sent('PUT /admin/update-role')).toHaveLength(1);
});
