import { expect, test } from 'bun:test';
import { users } from '../platform/db/schema/accounts.ts';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { addPerson } from '../test/people.ts';
import { readStatements } from '../test/statements.ts';
import { openDemo } from './wire.ts';

// The faults of docs/security.md 6 that a client can see; 2, 3, 5, 8 and 9 have more tests beside the calls they hit.

const demo = await openDemo();
const ml = demo.idOf('ML');

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
  const health = await (await demo.request('/health?debug=true&verbose=1')).text();
  expect(health).not.toMatch(/postgres|version|pid|host|secret|path/i);
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
