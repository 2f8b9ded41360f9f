import { describe, expect, spyOn, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { decideAccess } from '#contract/access.ts';
import { getProfile, logout, updateProfile } from '#contract/auth.ts';
import { ROLES, STATUSES } from '#contract/roles.ts';
import { queryRows } from './platform/db/client.ts';
import { product } from './platform/process/product.ts';
import { makeApp } from './test/make-app.ts';
import { openTestApp } from './test/open-app.ts';
import { addPerson } from './test/people.ts';

const api = await openTestApp({ PUBLIC_SITE_URL: 'https://league.example.org', DEV_PAGES: 'on' });
const asha = await addPerson(api.db);

/** Calls that need no token; anything else must refuse a stranger. */
const PUBLIC_CALLS = [
  'POST /auth/login',
  'POST /auth/passkey/login',
  'POST /auth/passkey/options',
  'POST /auth/password-reset/reset-password',
  'POST /auth/password-reset/send-otp',
  'POST /auth/password-reset/verify-otp',
  'POST /auth/refresh',
  'POST /auth/report-sign-in',
  'POST /auth/report-sign-in/check',
  'POST /auth/signup',
  'GET /auth/password-reset/status',
  'GET /public/certificates/:code',
  'GET /public/cohorts-structure',
  'GET /public/credential-status',
  'GET /public/people/:address',
  'POST /news/unsubscribe/:token',
  'GET /events/:eventId',
  'POST /events/:eventId/guests/code',
  'POST /events/:eventId/guests',
  'GET /event-registrations/:token',
  'DELETE /event-registrations/:token',
  'GET /calendar/:secret',
];
/** Routes that are not calls of the contract: documentation, health, links of mail, and the mail pages of a development machine. */
const SERVICE_ROUTES = [
  'GET /.well-known/did.json',
  'GET /api/docs',
  'GET /api/docs/assets/:name',
  'GET /api/docs/openapi.json',
  'GET /api/docs/start.js',
  'GET /api/badge-pictures/:id/:file',
  'GET /api/favicons/:host',
  'GET /api/news/unsubscribe/:token',
  'GET /dev/mail',
  'GET /dev/mail/:kind',
  'GET /dev/outbox',
  'GET /health',
  'GET /livez',
  'GET /ping',
  'GET /readyz',
];

describe('access', () => {
  test('every registered route is a declared call or a known service route', () => {
    const declared = new Set(api.app.router.calls.map((call) => `${call.method} /api${call.path}`));
    const strangers = api.app.elysia.routes
      .map((route) => `${route.method} ${route.path}`)
      .filter((route) => !declared.has(route) && !SERVICE_ROUTES.includes(route));
    expect(strangers).toEqual([]);
  });

  test('CALL-76 the calls without a token are exactly the written list', () => {
    const open = api.app.router.calls.filter((call) => call.access === 'public');
    expect(open.map((call) => `${call.method} ${call.path}`).sort()).toEqual([...PUBLIC_CALLS].sort());
  });

  test('ROLE-01 ENT-33 ADMIN passes no server role check, and no state but ACTIVE acts as staff or learner', () => {
    for (const role of ROLES) {
      for (const status of STATUSES) {
        const account = { role, status, emailVerified: true };
        const allows = (rule: 'any' | 'learner' | 'staff' | 'chief' | 'grand') =>
          decideAccess(account, rule).allowed;
        const rank = ['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER'].indexOf(role);
        expect(allows('any')).toBe(status !== 'SUSPENDED');
        expect(allows('learner')).toBe(status === 'ACTIVE');
        expect(allows('staff')).toBe(status === 'ACTIVE' && rank >= 0);
        expect(allows('chief')).toBe(status === 'ACTIVE' && rank >= 1);
        expect(allows('grand')).toBe(status === 'ACTIVE' && rank === 2);
      }
    }
    const unverified = { role: 'PIONEER', status: 'ACTIVE', emailVerified: false } as const;
    expect(decideAccess(unverified, 'learner')).toEqual({
      allowed: false,
      reason: 'EMAIL_UNVERIFIED',
    });
  });
});

describe('the envelope', () => {
  test('ENT-57 an unknown route answers 404, a wrong method 405, both in JSON', async () => {
    const unknown = await api.request('/api/nowhere');
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ success: false, error: 'Route not found' });
    const wrong = await api.request('/api/auth/login', { method: 'DELETE' });
    expect(wrong.status).toBe(405);
    expect(await wrong.json()).toMatchObject({ success: false, error: 'Method not allowed' });
    expect((await api.request('/api/auth/login', { method: 'PATCH' })).status).toBe(405);
    expect((await api.request('/api//auth/login', { method: 'POST' })).status).toBe(404);
    expect((await api.request('/api/Auth/Login', { method: 'POST' })).status).toBe(404);
  });

  test.each([
    ['application/json', '{"email":', 400, 'Request body must be valid JSON'],
    ['application/json', 'null', 400, 'Request body must be a JSON object'],
    ['application/json', '[]', 400, 'Request body must be a JSON object'],
    ['text/plain', '{}', 415, 'Content type must be application/json'],
    ['application/x-www-form-urlencoded', 'email=a@b.co', 415, 'Content type must be application/json'],
    ['application/json', '', 400, 'email is required, password is required'],
    ['application/json', '{"__proto__":{"email":"a"}}', 400, 'email is required, password is required'],
    ['application/json', `{"email":"${'x'.repeat(70_000)}"}`, 413, 'Request body is too large'],
  ])('a body of %s %# is refused in words', async (type, body, status, error) => {
    const response = await api.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ success: false, error });
  });

  test('a chunked body without a length is cut off at the limit', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(16_384))),
    });
    const response = await api.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
    });
    expect(response.status).toBe(413);
  });

  test('an empty body with a JSON content type is no error', async () => {
    const someone = await addPerson(api.db);
    const reply = await api.call(logout, {
      token: someone.token,
      headers: { 'content-type': 'application/json' },
    });
    expect([reply.status, reply.body.success]).toEqual([200, true]);
  });

  test('a failure of ours says nothing of its inside', async () => {
    const broken = await makeApp();
    const person = await addPerson(broken.db);
    await broken.owner.execute(sql`alter table enrollments rename to elsewhere`);
    const reply = await broken.call(getProfile, { token: person.token });
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      success: false,
      error: 'Internal server error',
      code: 'INTERNAL',
      requestId: reply.headers.get('x-request-id'),
    });
    expect(broken.logged()).toContain(reply.body.requestId);
    expect(broken.logged()).not.toContain('select');
    await broken.close();
  });

  test('P33 every reply carries the headers, whatever its status', async () => {
    const replies = [
      await api.request('/api/auth/profile', { headers: { authorization: `Bearer ${asha.token}` } }),
      await api.request('/api/auth/profile'),
      await api.request('/api/nowhere'),
      await api.request('/api/auth/login', { method: 'PUT' }),
      await api.request('/health'),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([200, 401, 404, 405, 200]);
    for (const reply of replies) {
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.headers.get('strict-transport-security')).toBeNull();
      expect(reply.headers.get('x-powered-by')).toBeNull();
    }
  });
});

describe('CORS', () => {
  test.each([
    'https://evil.example',
    'null',
    'https://league.example.org.evil.example',
    'https://evil-league.example.org',
    'http://league.example.org',
  ])('P35 %s is named in no reply', async (origin) => {
    for (const method of ['OPTIONS', 'GET']) {
      const response = await api.request('/api/auth/profile', { method, headers: { origin } });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('hostile input', () => {
  const texts = [
    '\u0000',
    '\uD800',
    '\u202E',
    '🙂'.repeat(13),
    'a'.repeat(60_000),
    '<script>',
    "' OR 1=1--",
    '%00',
    '{{7*7}}',
  ];
  const values = [null, [], {}, true, 1e308, -0, 2 ** 60, { $gt: 0 }, [[[[]]]]];

  test('P25 no value in any field of the profile is answered with 500, and no foreign key changes the row', async () => {
    const person = await addPerson(api.db);
    const digest = () =>
      queryRows(
        api.db,
        sql`select role, status, email, olid, password_hash, created_at from users where id = ${person.id}`,
      );
    const before = await digest();
    for (const value of [...texts, ...values]) {
      for (const field of ['name', 'twitterHandle', 'linkedinUrl', 'githubUsername', 'portfolioUrl']) {
        const reply = await api.call(updateProfile, {
          token: person.token,
          body: {
            [field]: value,
            id: 'x',
            role: 'GRAND_PATHFINDER',
            status: 'ACTIVE',
            olid: 'OL1',
            passwordHash: 'x',
            email: 'x@y.zz',
            createdAt: 0,
          },
        });
        expect([200, 400]).toContain(reply.status);
      }
    }
    expect(await digest()).toEqual(before);
  });

  test('a hostile id in a path is 404, never 500', async () => {
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const withIds = api.app.router.calls.filter((call) => call.path.includes(':') && call.method === 'GET');
    for (const call of withIds) {
      for (const id of ['%00', '..%2f..%2fetc', 'a%20b', "'--", 'x'.repeat(300)]) {
        const path = call.path.replace(/:[A-Za-z]+/g, id);
        const response = await api.request(`/api${path}`, {
          headers: { authorization: `Bearer ${grand.token}` },
        });
        expect([call.name, id, response.status]).toEqual([call.name, id, 404]);
      }
    }
  });
});

describe('documentation', () => {
  test('the OpenAPI document names every served call, and the page needs nothing from outside', async () => {
    const page = await (await api.request('/api/docs')).text();
    expect(page).toContain('/api/docs/openapi.json');
    expect(page).not.toMatch(/(src|href)="https?:/);
    const document = (await (await api.request('/api/docs/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    for (const call of api.app.router.calls) {
      const path = `/api${call.path.replace(/:([A-Za-z]+)/g, '{$1}')}`;
      expect(document.paths[path]?.[call.method.toLowerCase()]).toBeDefined();
    }
    const called = product.name;
    product.name = 'A <b> & C';
    try {
      const named = await (await api.request('/api/docs')).text();
      expect(named).toContain('<title>API | A &lt;b&gt; &amp; C</title>');
    } finally {
      product.name = called;
    }
    for (const asset of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      expect((await api.request(`/api/docs/assets/${asset}`)).status).toBe(200);
    }
    expect((await api.request('/api/docs/assets/package.json')).status).toBe(404);
  });

  test('P34 the page runs cut off from this origin, and its files load nothing when opened by themselves', async () => {
    const policyOf = async (path: string) =>
      (await api.request(path)).headers.get('content-security-policy')?.split('; ') ?? [];
    const page = await policyOf('/api/docs');
    expect(page).toContain('sandbox allow-scripts allow-popups');
    expect(page).toContain("script-src 'self'");
    expect(page.join()).not.toMatch(/allow-same-origin|connect-src|unsafe-eval/);
    expect(page).toEqual(expect.arrayContaining(["default-src 'none'", "form-action 'none'"]));
    for (const file of ['openapi.json', 'start.js', 'assets/swagger-ui.css', 'assets/swagger-ui-bundle.js']) {
      expect([file, await policyOf(`/api/docs/${file}`)]).toEqual([
        file,
        ["default-src 'none'", "frame-ancestors 'none'"],
      ]);
    }
  });
});

test('health, ping, livez and readyz answer while the database is there, and tell when it is gone', async () => {
  const dying = await makeApp();
  const health = await (await dying.request('/health')).json();
  expect(health).toMatchObject({
    success: true,
    environment: 'test',
    database: { status: 'connected' },
    memory: { unit: 'MB' },
  });
  expect(await (await dying.request('/ping')).json()).toMatchObject({ success: true, pong: true });
  expect((await dying.request('/readyz')).status).toBe(200);
  await dying.close();
  const after = await dying.request('/health');
  expect(after.status).toBe(503);
  expect(await after.json()).toMatchObject({
    success: false,
    error: 'Service temporarily unavailable',
    database: { status: 'disconnected' },
  });
  expect((await dying.request('/livez')).status).toBe(200);
  expect((await dying.request('/readyz')).status).toBe(503);
});

test('P53 who asks for the health at the same time shares one statement, so a flood asks no more', async () => {
  const execute = spyOn(api.db, 'execute');
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => api.request(index % 2 ? '/health' : '/readyz')),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(execute).toHaveBeenCalledTimes(1);
  expect((await api.request('/readyz')).status).toBe(200);
  expect(execute).toHaveBeenCalledTimes(2);
  execute.mockRestore();
});

test('the outbox page answers a page and JSON', async () => {
  const page = await api.request('/dev/outbox');
  expect(page.headers.get('content-type')).toContain('text/html');
  const json = await api.request('/dev/outbox', { headers: { accept: 'application/json' } });
  expect(await json.json()).toMatchObject({ success: true, data: { messages: [] } });
});
