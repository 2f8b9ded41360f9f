import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { checkCertificate } from '#contract/certificate-check.ts';
import { getMyRank } from '#contract/leaderboard.ts';
import { completeResource, saveNote } from '#contract/resource-progress.ts';
import { addLeague, enroll } from '../../test/leagues.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person } from '../../test/people.ts';
import type { Database } from '../db/client.ts';
import { progressEvents } from '../db/schema/learning.ts';
import { rateLimits } from '../db/schema/operations.ts';
import { CallCounter } from './call-counter.ts';
import { LIMITS, type LimitName } from './call-limits.ts';
import { ROWS_MAX } from './limits.ts';

const api = await openTestApp({ RATE_LIMIT_SCALE: '1' });

/** Whoever asks it fails: for what must cost no statement. */
const noDatabase = new Proxy({} as Database, {
  get: () => {
    throw new Error('The database was asked');
  },
});

/** The calls that pass, until one is refused; the seconds it was told to wait. */
function passAll(counter: CallCounter, subject: string, most = 100_000) {
  for (let passed = 0; passed < most; passed++) {
    try {
      counter.take('read', 'account', subject);
    } catch (error) {
      return { passed, wait: (error as { retryAfter?: number }).retryAfter };
    }
  }
  return { passed: most, wait: 0 };
}

describe('what people do', () => {
  test('P53 costs no statement: reads and ticks, up to their limit', () => {
    const counter = new CallCounter({ db: noDatabase, scale: 1 });
    expect(passAll(counter, 'learner').passed).toBe(LIMITS.read[0].max);
    for (let tick = 0; tick < LIMITS.learningWrite[0].max; tick++)
      expect(counter.take('learningWrite', 'account', 'learner')).toBeUndefined();
  });

  test('P53 a client that makes a hundred calls for one page opens a page every five seconds, all day', () => {
    let now = 0;
    const counter = new CallCounter({ db: noDatabase, scale: 1, now: () => now });
    for (let page = 0; page < 260; page++) {
      for (let call = 0; call < 100; call++) counter.take('read', 'account', 'client');
      now += 5000;
    }
    expect(passAll(counter, 'script').passed).toBe(LIMITS.read[0].max);
  });

  test('a thousand kept actions that six devices send at once are no flood', () => {
    expect(LIMITS.learningWrite[0].max).toBeGreaterThanOrEqual(6 * 1000);
  });
});

describe('processes', () => {
  const passedOf = (taken: readonly PromiseSettledResult<unknown>[]) =>
    taken.filter(({ status }) => status === 'fulfilled').length;

  for (const [name, max] of [
    ['signIn', 12],
    ['code', 12],
    ['ownAccount', 6],
    ['export', 4],
  ] as const) {
    test(`P21 P53 share '${name}': a burst at two of them gets what one would give, and nothing more after a restart`, async () => {
      const open = () => new CallCounter({ db: api.db, scale: 0.1 });
      const both = [open(), open()];
      const burst = Array.from({ length: 20 }, () =>
        both.map((counter) => counter.take(name, 'account', 'burst')),
      );
      expect(passedOf(await Promise.allSettled(burst.flat()))).toBe(max);
      await expect(open().take(name, 'account', 'burst')).rejects.toMatchObject({ status: 429 });
      expect(passedOf(await Promise.allSettled([open().take(name, 'account', 'other')]))).toBe(1);
    });
  }

  test('who is refused costs no statement, and may call again when the window is over', () => {
    let now = 0;
    const counter = new CallCounter({ db: noDatabase, scale: 0.01, now: () => now });
    expect(passAll(counter, 'flood')).toEqual({ passed: 150, wait: 600 });
    now += 599_001;
    for (let call = 0; call < 1000; call++) expect(passAll(counter, 'flood')).toEqual({ passed: 0, wait: 1 });
    now += 999;
    expect(passAll(counter, 'flood', 50).passed).toBe(50);
  });
});

describe('bounds', () => {
  test('P53 a million addresses fill no memory, and neither accounts nor an address that goes on calling are forgotten', () => {
    const counter = new CallCounter({ db: noDatabase, scale: 0.01 });
    const [perAccount, perAddress] = LIMITS.read.map(({ max }) => max * 0.01);
    expect(passAll(counter, 'learner').passed).toBe(perAccount ?? 0);
    let passed = 0;
    for (let address = 0; address < 1_000_000; address++) {
      counter.take('read', 'address', `2001:db8:${address >> 16}:${address & 65535}::/64`);
      if (address % 500) continue;
      try {
        counter.take('read', 'address', '10.0.0.1');
        passed += 1;
      } catch {}
    }
    expect([counter.size > 10_000, counter.size <= 20_001]).toEqual([true, true]);
    expect([passed, passAll(counter, 'learner').passed]).toEqual([perAddress ?? 0, 0]);
  });

  test('P53 an IPv6 network that tries from every corner leaves a bounded number of rows, and no count that matters goes', async () => {
    await api.db.execute(sql`
      insert into rate_limits (key, count, window_ends_at)
      select 'certificate-check:' || n, 1, now() + interval '1 hour' from generate_series(1, ${ROWS_MAX}) n`);
    await api.db.execute(sql`insert into rate_limits (key, count, window_ends_at)
      values ('certificate-check:nearly-used-up', 50, now() + interval '50 minutes'), ('other:kind', 1, now())`);
    for (let first = 0; first < 300; first += 20) {
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          api.call(checkCertificate, {
            params: { code: 'AAAA-AAAA-AAAA' },
            address: `2001:db8:${(first + index).toString(16)}:1::1`,
          }),
        ),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    }
    const rows = await api.db
      .select()
      .from(rateLimits)
      .where(sql`key like 'certificate-check:%' or key = 'other:kind'`);
    expect(rows.length).toBeLessThan(ROWS_MAX + 250);
    expect(
      rows.filter(({ key }) => key === 'certificate-check:nearly-used-up' || key === 'other:kind'),
    ).toHaveLength(2);
  });
});

test('F12 P22 a learner who floods is told to wait and writes nothing more; others and reads go on', async () => {
  const strict = await makeApp({ RATE_LIMIT_SCALE: '0.001' });
  const league = await addLeague(strict.db);
  const [flooder, neighbour] = [await addPerson(strict.db), await addPerson(strict.db)];
  for (const { id } of [flooder, neighbour]) await enroll(strict.db, id, league);
  const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
  const write = ({ token }: Person, text: string) =>
    strict.call(saveNote, { token, params, body: { personalNote: text } });
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => write(flooder, `note ${index}`)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(14);
  expect(refused[0]?.body).toMatchObject({
    success: false,
    error: 'Too Many Requests',
    code: 'TOO_MANY_REQUESTS',
  });
  const seconds = Number(refused[0]?.headers.get('retry-after'));
  expect([seconds > 0, seconds <= 600, seconds]).toEqual([true, true, refused[0]?.body.retryAfter]);
  expect(await strict.db.$count(progressEvents)).toBe(6);
  // One limit for all that a learner writes.
  const tick = { token: flooder.token, params, body: {} };
  expect((await strict.call(completeResource, tick)).status).toBe(429);
  expect((await strict.call(getMyRank, { token: flooder.token })).status).toBe(200);
  expect((await write(neighbour, 'mine')).status).toBe(200);
  await strict.close();
});

test('every limit is at least what a page of a hundred calls needs, but for files, passwords and own accounts', () => {
  const small = Object.entries(LIMITS).flatMap(([name, limits]) => (limits[0].max < 100 ? [name] : []));
  expect(small as LimitName[]).toEqual(['ownAccount', 'export', 'ownData']);
});

test('docs/security.md names every limit as it is', async () => {
  const page = await Bun.file(`${import.meta.dir}/../../../docs/security.md`).text();
  const [, rows = ''] = /### Limits\n(.*?)\n\| # \| Promise/s.exec(page) ?? [];
  const numbers = new Set(rows.match(/\b\d[\d,]*\b/g));
  const all = Object.values(LIMITS).flatMap((limits) => limits.map(({ max }) => max.toLocaleString('en')));
  expect(all.filter((max) => !numbers.has(max))).toEqual([]);
});
