import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { queryRows } from '../platform/db/client.ts';
import { oneTimeCodes, pathfinderScopes, users } from '../platform/db/schema/accounts.ts';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { listStoredMessages } from '../platform/mail/outbox.ts';
import { addPerson } from '../test/people.ts';
import { readStatements } from '../test/statements.ts';
import { differences, openDemo, type Shape } from './wire.ts';

// The faults of docs/security.md 6 that a client can see; 2, 3, 5, 8 and 9 have more tests beside the calls they hit.

const demo = await openDemo();
const ml = demo.idOf('ML');
const strict = await openDemo({ RATE_LIMIT_SCALE: '1' });

test('fault 1 no debug, metrics, cleanup or mail-sending call is open, and health tells no inside', async () => {
  for (const path of [
    'health/detailed',
    'rate-limit-info',
    'metrics',
    'debug',
    'env',
    'config',
    'wake-up',
    'keep-alive',
  ]) {
    for (const prefix of ['/', '/api/']) {
      expect([path, (await demo.request(`${prefix}${path}`)).status]).toEqual([path, 404]);
    }
  }
  for (const path of [
    'emails/send',
    'emails/bulk',
    'status/incidents',
    'project-submissions/submit',
    'debug/user',
  ]) {
    const reply = await demo.people.pioneer.post(path, { to: 'x@example.test', html: 'x' });
    expect([path, [403, 404].includes(reply.status)]).toEqual([path, true]);
  }
  const health = await demo.request('/health?debug=true&verbose=1');
  expect(health.status).toBe(200);
  const body = (await health.json()) as Record<string, unknown>;
  expect(body).toMatchObject({
    success: true,
    environment: 'test',
    database: { status: 'connected', responseTime: expect.any(Number) },
    memory: { used: expect.any(Number), total: expect.any(Number), unit: expect.any(String) },
    uptime: expect.any(Number),
    timestamp: expect.stringMatching(/Z$/),
    message: expect.any(String),
  });
  expect(JSON.stringify(body)).not.toMatch(/postgres|version|pid|host|secret|path/i);
  const ping = (await (await demo.request('/ping')).json()) as Record<string, unknown>;
  expect(ping).toMatchObject({
    success: true,
    pong: true,
    timestamp: expect.any(String),
    uptime: expect.any(Number),
  });
});

test('fault 4 a permission taken away is missed at the next write; a scope without Create Content reads on', async () => {
  const { pathfinder, grand } = demo.people;
  const body = { name: 'Flagged', order: 91, leagueId: ml };
  await demo.db
    .update(pathfinderScopes)
    .set({ canCreateContent: false, canViewAnalytics: false, canManageUsers: false })
    .where(eq(pathfinderScopes.pathfinderId, pathfinder.id));
  const refused = await pathfinder.post('weeks', body);
  expect([refused.status, refused.body.error]).toEqual([403, 'Insufficient permissions']);
  expect((await pathfinder.get('weeks')).body.data.weeks.length).toBeGreaterThan(0);
  expect((await pathfinder.get('analytics/platform')).status).toBe(403);
  expect((await pathfinder.get(`progress/dashboard?userId=${demo.people.luminary.id}`)).status).toBe(403);
  const other = { userId: demo.people.fresh.id, cohortId: 'default', leagueId: ml };
  expect((await pathfinder.post('progress/enroll', other)).status).toBe(403);
  const permissions = { canManageUsers: true, canViewAnalytics: true, canCreateContent: true };
  await grand.put(`admin/pathfinder-leagues/${pathfinder.id}/${ml}/permissions`, { permissions });
  expect((await pathfinder.post('weeks', body)).status).toBe(201);
});

test('fault 5 a forwarded-for header buys no further guesses, and two page views never meet a limit', async () => {
  const guess = (index: number) =>
    strict.request('/api/auth/login', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.1.${index}.1`,
        'x-real-ip': `10.1.${index}.1`,
        forwarded: `for=10.1.${index}.1`,
      },
      body: JSON.stringify({ email: 'pioneer@demo.openleague.test', password: `Wrong-${index}-aA!` }),
    });
  const statuses: number[] = [];
  for (let index = 0; index < 14; index++) statuses.push((await guess(index)).status);
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses.at(-1)).toBe(429);
  const limited = await guess(99);
  const body = (await limited.json()) as Record<string, unknown>;
  expect([body.success, body.error]).toEqual([false, 'Too Many Requests']);
  const extras: Shape = { message: 'string', retryAfter: 'int', resetTime: 'moment', details: 'string' };
  expect(differences(body, extras)).toEqual([]);
  expect(limited.headers.get('retry-after')).toBe(String(body.retryAfter));
  const { pioneer } = strict.people;
  const views = await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      pioneer.get(['auth/profile', 'progress/dashboard'][index % 2] ?? ''),
    ),
  );
  expect(new Set(views.map(({ status }) => status))).toEqual(new Set([200]));
});

test('fault 6 codes are stored as no plain or plainly hashed text, in a kind of their own', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(demo.db, { verified: false })));
  for (const { token } of people) {
    await demo.as(token).post('auth/email-verification/send-verification-otp');
  }
  const rows = await demo.db.select().from(oneTimeCodes);
  const mails = await listStoredMessages(demo);
  for (const { email } of people) {
    const code = /\b\d{6}\b/.exec(mails.find((mail) => mail.to === email)?.text ?? '')?.[0] ?? '';
    expect(code).toHaveLength(6);
    const row = rows.find((one) => one.email === email);
    expect(row?.kind).toBe('EMAIL_VERIFICATION');
    for (const kind of ['md5', 'sha1', 'sha256'] as const) {
      const hash = new Bun.CryptoHasher(kind).update(code).digest('hex');
      expect([row?.codeHash, row?.codeHash?.includes(hash)]).toEqual([row?.codeHash, false]);
    }
    expect(row?.codeHash.includes(code)).toBe(false);
  }
  expect(demo.logged()).not.toMatch(/\b\d{6}\b(?=.*otp)/i);
});

test('P28 fault 7 no address but http and https is stored anywhere', async () => {
  const { grand, fresh } = demo.people;
  const bad = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:x',
    'java\nscript:x',
    'data:text/html,x',
  ]
    .concat([
      'vbscript:x',
      'file:///etc/passwd',
      'blob:x',
      '//evil.example',
      '\\\\evil.example',
      'https://a:b@evil.example',
      'https://a@evil.example',
    ])
    .concat([`https://example.org/${'x'.repeat(2049)}`]);
  const { resources } = (await grand.get('resources?limit=1')).body.data;
  const [badge] = (await grand.get('badges')).body.data.badges;
  for (const url of bad) {
    const replies = [
      await grand.put(`resources/${resources[0].id}`, { url }),
      await grand.put(`badges/${badge.id}`, { imageUrl: url }),
      await fresh.put('auth/profile', { portfolioUrl: url }),
      await fresh.put('auth/profile', { linkedinUrl: url }),
    ];
    expect([url, replies.map((reply) => reply.status)]).toEqual([url, [400, 400, 400, 400]]);
    expect(replies[2]?.body.error).toBe('Please enter a valid portfolio URL');
  }
});

test('fault 8 no share of a whole passes 100, whatever is completed and deleted', async () => {
  const person = await addPerson(demo.db);
  const wire = demo.as(person.token);
  const { grand } = demo.people;
  const [quantum] = (await demo.db.select().from(leagues)).filter((row) => row.name === 'Quantum');
  await wire.post('progress/enroll', { cohortId: 'default', leagueId: quantum?.id });
  const read = async () => (await wire.get('progress/dashboard')).body.data;
  const { weeks } = (await wire.get(`progress/leagues/${quantum?.id}`)).body.data.progress;
  for (const week of weeks) {
    for (const { id } of week.sections) await wire.post(`progress/sections/${id}/complete`, {});
  }
  expect((await read()).enrollments[0].progress.progressPercentage).toBe(100);
  await grand.delete(`sections/${weeks[0].sections[0].id}`);
  const { statistics, enrollments } = await read();
  expect(statistics.overallProgress).toBe(100);
  expect(enrollments[0].progress.completedResources).toBe(enrollments[0].progress.totalResources);
  const counts = (await wire.get('analytics/counts')).body.data;
  const numbers = JSON.stringify(counts).match(/\d+(?:\.\d+)?/g) ?? [];
  expect(numbers.length).toBeGreaterThan(0);
  const percentages = Object.entries(counts.global?.completionPercentages ?? {});
  expect(percentages.every(([, value]) => Number(value) <= 100)).toBe(true);
  const platform = (await grand.get('analytics/platform')).body.data;
  expect(platform.learning.overallCompletionRate).toBeLessThanOrEqual(100);
});

/** Learners by the thousand, each with a place of their own, straight in the tables. */
async function addCrowd(size: number): Promise<void> {
  await demo.db.execute(sql`insert into users (id, email, password_hash, name, status, email_verified_at)
    select 'crowd-' || n, 'crowd-' || n || '@example.test', 'x', 'Learner ' || n, 'ACTIVE', now()
    from generate_series(1, ${size}::int) n`);
  await demo.db.execute(sql`insert into learner_stats (user_id, completed_resources, last_completed_at, is_ranked)
    select 'crowd-' || n, 1 + n % 5, now() - n * interval '1 second', true from generate_series(1, ${size}::int) n`);
  await demo.db.execute(sql`analyze`);
}

test('fault 9 fault 10 with 5,000 learners the own rank is true beyond 1,000 and 32 readers at once are answered', async () => {
  await addCrowd(5000);
  const { fresh } = demo.people;
  const [counted] = await queryRows<{ ranked: number | string }>(
    demo.db,
    sql`select count(*) as ranked from learner_stats where is_ranked`,
  );
  const mine = (await fresh.get('leaderboard/my-rank')).body.data;
  expect(mine.rank).toBeGreaterThan(5000);
  expect(mine.rank).toBeLessThanOrEqual(Number(counted?.ranked));
  const replies = await Promise.all(Array.from({ length: 32 }, () => fresh.get('leaderboard')));
  expect(replies.every((reply) => reply.status === 200)).toBe(true);
  expect(replies[0]?.body.data.totalUsers).toBe(Number(counted?.ranked));
  expect(JSON.stringify(replies[0]?.body).length).toBeLessThan(60_000);
});

test('fault 11 a read asks the database a handful of times and answers no list by the megabyte', async () => {
  const { luminary, grand } = demo.people;
  const costs: unknown[] = [];
  for (const [person, path] of [
    [luminary, 'auth/profile'],
    [luminary, 'progress/dashboard'],
    [luminary, `progress/leagues/${ml}`],
    [luminary, 'cohorts'],
    [luminary, 'leagues'],
    [luminary, 'leaderboard'],
    [luminary, 'leaderboard/my-rank'],
    [luminary, 'badges'],
    [grand, 'progress/enrollments?limit=1000'],
    [grand, 'admin/users?limit=100'],
    [grand, 'weeks'],
    [grand, 'sections?limit=1000'],
    [grand, 'resources?limit=1000'],
    [grand, 'admin/assignments'],
  ] as const) {
    let reply: Awaited<ReturnType<typeof person.get>> | undefined;
    const { length: asked } = await readStatements(demo.db, async () => {
      reply = await person.get(path);
    });
    const bytes = JSON.stringify(reply?.body).length;
    if (reply?.status !== 200 || asked > 7 || bytes > 300_000)
      costs.push([path, reply?.status, asked, bytes]);
  }
  expect(costs).toEqual([]);
});

test('fault 9 wrong-typed input is 400 on every public write and adds nobody', async () => {
  const before = await demo.db.$count(users);
  const odd = [
    null,
    [],
    {},
    true,
    0,
    -1,
    2 ** 53 + 1,
    'a\u0000b',
    '\ud800',
    { $gt: 0 },
    ['a'],
    'x'.repeat(20_000),
  ];
  for (const [path, fields] of [
    ['auth/signup', ['name', 'email', 'password']],
    ['auth/login', ['email', 'password']],
    ['auth/refresh', ['refreshToken']],
    ['auth/password-reset/send-otp', ['email']],
    ['auth/password-reset/verify-otp', ['email', 'otp']],
    ['auth/password-reset/reset-password', ['email', 'otp', 'newPassword']],
  ] as const) {
    for (const value of odd) {
      for (const field of fields) {
        const body = { name: 'Odd Person', email: 'odd@', password: 'Kestrel-river-42!', [field]: value };
        const reply = await demo.anyone.post(path, body);
        expect([path, field, reply.status >= 400 && reply.status < 500]).toEqual([path, field, true]);
      }
    }
    for (const raw of ['[', '[]', '"x"', 'null', '7', `${'['.repeat(20_000)}`]) {
      expect([path, raw.slice(0, 9), (await demo.anyone.post(path, raw)).status]).toEqual([
        path,
        raw.slice(0, 9),
        400,
      ]);
    }
    expect((await demo.anyone.post(path, { name: 'x'.repeat(70_000) })).status).toBe(413);
  }
  expect(await demo.db.$count(users)).toBe(before);
});
