import { describe, expect, test } from 'bun:test';
import type { Call } from '#contract/call.ts';
import { pathOf } from '#contract/call.ts';
import { digestEverything } from '../test/digest.ts';
import { type DemoName, differences, openDemo } from './wire.ts';

const demo = await openDemo({
  PUBLIC_SITE_URL: 'https://league.example.org',
  CORS_ORIGINS: 'https://app.example.org',
});

const fill = (call: Pick<Call, 'path'>, id = 'some-id') =>
  `/api${pathOf(call, Object.fromEntries([...call.path.matchAll(/:([A-Za-z]+)/g)].map((match) => [match[1] ?? '', id])))}`;
const bearer = (name: DemoName) => ({ authorization: `Bearer ${demo.people[name].token}` });
const paths = () => [...new Set(demo.app.router.calls.map((call) => fill(call)))];

/** Every path of docs/api.md 1 and 2 that the product serves, written out by hand from the contract. */
const CONTRACT = `
POST /auth/signup|POST /auth/login|POST /auth/refresh|POST /auth/logout|GET /auth/profile|PUT /auth/profile
POST /auth/password-reset/send-otp|POST /auth/password-reset/verify-otp|POST /auth/password-reset/reset-password
GET /auth/password-reset/status|GET /auth/email-verification/verification-status
POST /auth/email-verification/send-verification-otp|POST /auth/email-verification/verify-email-otp
GET /migration/status|POST /migration/migrate-to-v2|GET /public/cohorts-structure
GET /progress/dashboard|POST /progress/enroll|GET /progress/leagues/x|POST /progress/sections/x/complete
PUT /progress/sections/x|GET /progress/enrollments|GET /resource-progress/section/x/resources
POST /resource-progress/x/complete|POST /resource-progress/x/revision|PUT /resource-progress/x/note
DELETE /resource-progress/x/reset|GET /resource-progress/x|GET /resource-progress/revision/list
GET /cohorts|POST /cohorts|PUT /cohorts/x|DELETE /cohorts/x|GET /cohorts/x
GET /leagues|GET /leagues/x|POST /leagues|PUT /leagues/x|DELETE /leagues/x|GET /leagues/x/stats
GET /weeks|POST /weeks|PUT /weeks/x|DELETE /weeks/x|GET /weeks/x|GET /weeks/league/x|GET /weeks/x/sections
PUT /weeks/x/sections/reorder|GET /sections|POST /sections|PUT /sections/x|DELETE /sections/x|GET /sections/x
GET /resources|POST /sections/x/resources|PUT /resources/x|DELETE /resources/x
PUT /sections/x/resources/reorder|GET /sections/x/resources|GET /resources/x
GET /specializations|POST /specializations|PUT /specializations/x|DELETE /specializations/x|GET /specializations/x
GET /assignments/league/x|GET /assignments/my-submissions|POST /assignments/x/submit
GET /admin/assignments|POST /admin/assignments|PUT /admin/assignments/x|DELETE /admin/assignments/x
GET /admin/assignments/league/x|POST /admin/assignments/x/submit|GET /admin/assignments/submissions
PUT /admin/assignments/submissions/x/review|GET /leaderboard|GET /leaderboard/my-rank|GET /leaderboard/filtered
GET /badges|GET /badges/my-badges|POST /badges|PUT /badges/x|POST /badges/x/award|DELETE /badges/x/revoke
GET /badges/analytics|DELETE /badges/x|GET /social/twitter/section/x|GET /social/linkedin/week/x
GET /social/twitter/badge/x|GET /social/linkedin/badge/x|GET /admin/users|GET /admin/pending-users
POST /admin/approve-user|PUT /admin/update-role|PUT /admin/update-status|POST /admin/assign-leagues
GET /admin/pathfinder-leagues/x|DELETE /admin/pathfinder-leagues/x/x|GET /admin/pathfinder-assignments
PUT /admin/pathfinder-leagues/x/x/permissions|GET /activity/dashboard|GET /activity/heatmap
GET /activity/stats|GET /activity/years|GET /admin/users/x|PUT /admin/users/x/approve|PUT /admin/users/x/role
PUT /admin/users/x/status|GET /admin/audit-logs|GET /analytics/platform|GET /analytics/cohort/x
GET /analytics/user/x|GET /analytics/counts|GET /social/twitter/specialization/x
POST /auth/email-verification/admin-verify-email/x|GET /auth/email-verification/verification-status/x`
  .trim()
  .split(/[|\n]/)
  .map((line) => line.split(' ') as [string, string]);

describe('api.md 0 every call', () => {
  test('each path of the contract is served under exactly its method', async () => {
    for (const [method, path] of CONTRACT) {
      const reply = await demo.request(`/api${path}`, { method });
      expect([method, path, reply.status !== 404 && reply.status !== 405]).toEqual([method, path, true]);
    }
  });

  test('PATCH, TRACE and methods a path does not have are 405 in JSON and change nothing', async () => {
    const before = await digestEverything(demo.db);
    for (const path of paths()) {
      for (const method of ['PATCH', 'PROPFIND']) {
        const reply = await demo.request(path, { method, headers: bearer('grand') });
        expect([method, path, reply.status]).toEqual([method, path, 405]);
        expect(await reply.json()).toMatchObject({ success: false, error: 'Method not allowed' });
      }
    }
    expect(await digestEverything(demo.db)).toEqual(before);
  });

  test('HEAD answers as GET without a body and never writes; on write-only paths it is 405', async () => {
    const before = await digestEverything(demo.db);
    const reads = new Set(
      demo.app.router.calls.filter((call) => call.method === 'GET').map((call) => fill(call)),
    );
    for (const path of paths()) {
      const [head, get] = await Promise.all([
        demo.request(path, { method: 'HEAD', headers: bearer('grand') }),
        demo.request(path, { headers: bearer('grand') }),
      ]);
      expect([path, head.status, await head.text()]).toEqual([path, get.status, '']);
      // An opened link leads to the page.
      if (path.startsWith('/api/news/unsubscribe/')) continue;
      if (!reads.has(path)) expect([path, head.status]).toEqual([path, 405]);
    }
    expect(await digestEverything(demo.db)).toEqual(before);
  });

  test('P35 fault 5 OPTIONS names methods and headers to listed origins alone, without credentials', async () => {
    for (const [index, path] of paths().entries()) {
      const origin = index % 2 ? 'https://league.example.org' : 'https://app.example.org';
      const headers = { origin, 'access-control-request-method': 'PUT' };
      const reply = await demo.request(path, { method: 'OPTIONS', headers });
      expect([path, reply.status < 300]).toEqual([path, true]);
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
      expect(reply.headers.get('access-control-allow-headers')).toMatch(/Authorization, Content-Type/);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        expect(reply.headers.get('access-control-allow-methods')).toContain(method);
      }
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    }
    for (const origin of ['https://evil.example', 'null', 'https://league.example.org.evil.example']) {
      const reply = await demo.request('/api/cohorts', { headers: { origin, ...bearer('fresh') } });
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('CALL-76 ROLE-15 LEADER-01 Bearer null, no token, a garbled one and a suspended account are refused everywhere before the body', async () => {
    for (const call of demo.app.router.calls.filter((one) => one.access !== 'public')) {
      const send = async (authorization: string | undefined) => {
        const body = call.method === 'GET' ? undefined : '{not json';
        const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
        const reply = await demo.request(fill(call), { method: call.method, headers, body });
        return [reply.status, ((await reply.json()) as { error: string }).error];
      };
      expect([call.name, await send(undefined)]).toEqual([call.name, [401, 'Access token is required']]);
      expect([call.name, await send('Bearer null')]).toEqual([call.name, [401, 'Invalid or expired token']]);
      expect([call.name, await send(bearer('suspended').authorization)]).toEqual([
        call.name,
        [403, 'Account is suspended'],
      ]);
    }
  });

  test('every refused write of every principal leaves every row as it was', async () => {
    const writes = demo.app.router.calls.filter((call) => call.method !== 'GET' && call.access !== 'public');
    const harmless = new Set([
      'logout',
      'updateProfile',
      'saveLearningChoices',
      'saveNewsChoices',
      'sendVerificationOtp',
      'verifyEmailOtp',
      'migrateToV2',
      'endOtherSessions',
      // Asks for nothing in particular; nothing waits here.
      'claimNextSubmission',
      // Has no body.
      'renewCalendarFeed',
      // Hand out a challenge, which no row holds.
      'startPasskey',
      'startProof',
    ]);
    const before = await digestEverything(demo.db);
    // The body of a caller who may not write is not read.
    const bodies = ['{}', '', '{"name":null,"order":""}', '[]', '{'];
    const asked = {
      pathfinder: bodies,
      grand: bodies,
      fresh: ['{}'],
      pending: ['{}'],
      newcomer: ['{}'],
      admin: ['{}'],
      suspended: ['{}'],
    };
    for (const name of Object.keys(asked) as (keyof typeof asked)[]) {
      for (const call of writes.filter((one) => !harmless.has(one.name))) {
        for (const body of asked[name]) {
          const reply = await demo.request(fill(call), {
            method: call.method,
            headers: { 'content-type': 'application/json', ...bearer(name) },
            body,
          });
          expect([name, call.name, body, reply.status >= 400 && reply.status < 500]).toEqual([
            name,
            call.name,
            body,
            true,
          ]);
          expect(differences(await reply.json(), { success: 'boolean', error: 'string' })).toEqual([]);
        }
      }
    }
    expect(await digestEverything(demo.db)).toEqual(before);
  });
});

/** A reply that goes on for minutes has tests of its own. */
const isStream = (call: Call) => call.files?.includes('text/event-stream') === true;

const GARBAGE = ['', '-1', 'abc', '1e9', '[1]', '{"$gt":0}', '%00', "' OR 1=1--", 'x'.repeat(3000)];
const UNKNOWN = ['unknown', '__proto__'];
/** What a call takes, and what none takes. */
const parametersOf = (call: Call) =>
  Object.keys((call.query as { shape?: object } | undefined)?.shape ?? {}).concat(UNKNOWN);

describe('api.md 0.3 queries', () => {
  test('fault 9 garbage in any query parameter of any read answers in the envelope, never 500', async () => {
    const reads = demo.app.router.calls.filter((call) => call.method === 'GET' && !isStream(call));
    const wrong: unknown[] = [];
    for (const call of reads) {
      for (const parameter of parametersOf(call)) {
        // Whole files take their time on the embedded database: every third value there, NUL among them.
        const values = UNKNOWN.includes(parameter) ? GARBAGE.slice(-2) : GARBAGE;
        const replies = await Promise.all(
          values
            .filter((_, at) => demo.kind !== 'pglite' || !call.files || at % 3 === 0)
            .map(async (value) => {
              const sent = value.startsWith('%') ? value : encodeURIComponent(value);
              const reply = await demo.request(`${fill(call)}?limit=1&${parameter}=${sent}`, {
                headers: bearer('grand'),
              });
              // A file is no envelope; its refusals are.
              await (call.files && reply.ok ? reply.text() : reply.json());
              return [call.name, parameter, value.slice(0, 20), reply.status] as const;
            }),
        );
        const paging = ['page', 'limit', ...UNKNOWN].includes(parameter) && !call.path.includes(':');
        const missingEmail = call.name === 'getResetStatus';
        wrong.push(
          ...replies.filter(([, , , status]) => status >= 500 || (paging && !missingEmail && status !== 200)),
        );
      }
    }
    expect(wrong).toEqual([]);
  });

  test('a repeated key counts once, a huge page is empty, limits are capped at 1000', async () => {
    const { grand } = demo.people;
    const twice = await grand.get('leagues?limit=2&limit=3');
    expect([twice.status, twice.body.data.leagues.length]).toEqual([200, 3]);
    const far = await grand.get('leagues?page=999999&limit=5');
    expect([far.status, far.body.data.leagues, far.body.data.pagination.total]).toEqual([200, [], 11]);
    const huge = await grand.get('resources?limit=1000000');
    expect(huge.body.data.pagination.limit).toBe(1000);
    const pages = await Promise.all([1, 2, 3].map((page) => grand.get(`leagues?page=${page}&limit=4`)));
    const ids = pages.flatMap((page) => page.body.data.leagues.map((league: { id: string }) => league.id));
    expect(new Set(ids).size).toBe(11);
  });
});
