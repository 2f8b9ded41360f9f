import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { listAuditLogs } from '#contract/audit-log.ts';
import type { Database } from '../db/client.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { mostRowsRead } from '../test/rows-read.ts';

const ENTRIES = 24_000;
/** A count ends at 10,001. */
const READ_MAX = 10_500;
/** Where entries themselves are looked at, it ends at 2,001; an estimate looks at 5,000. */
const LOOKED_AT_MAX = 6500;

/**
 * One in three is a sign-in, every tenth of a league; 24 of a rare action, none of them of the league. Seven are of one
 * moment each, so that ties are part of every page.
 */
async function addMany(db: Database): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, password_hash, name)
    select 'many-' || n, 'p' || n || '@m.test', repeat('x', 150),
      case when n = 7 then 'Zoya Quixley' else 'B Rao' end from generate_series(1, 3000) n`);
  for (let first = 1; first < ENTRIES; first += 6000) {
    await db.execute(sql`
      insert into audit_log (actor_id, target_user_id, action, description, metadata, created_at)
      select 'many-' || n % 3000, 'many-' || (n + 1) % 3000,
        case when n % 1000 = 5 then 'COHORT_CREATED' when n % 3 = 0 then 'LOGIN_SUCCEEDED' else 'RESOURCE_COMPLETED' end,
        repeat('w', 200), case when n % 10 = 0 then '{"leagueId":"of-many"}' end,
        now() - ${ENTRIES}::int * interval '1 minute' + n / 7 * interval '1 minute'
      from generate_series(${first}::int, ${first + 5999}::int) n`);
  }
  // As an index alone tells only of what was vacuumed.
  await db.execute(sql`vacuum analyze audit_log, users`);
}

let api: TestApp;
let grand: Person;
beforeAll(async () => {
  api = await makeApp({}, addMany);
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
}, 300_000);
afterAll(() => api.close());

const read = async (query: Record<string, string>) => {
  const { status, body } = await api.call(listAuditLogs, { token: grand.token, query });
  expect(status).toBe(200);
  return body.data;
};

describe('a log of more entries than are counted', () => {
  const ASKED: [string, Record<string, string>, number][] = [
    ['all', {}, READ_MAX],
    ['page 100', { page: '100' }, READ_MAX],
    // Met in the order of the whole log, two out of three.
    ['of a frequent action', { action: 'RESOURCE_COMPLETED' }, 1.5 * READ_MAX],
    ['of a rare action', { action: 'COHORT_CREATED' }, 100],
    ['about something rare', { entity: 'cohort' }, 100],
    ['of a league', { leagueId: 'of-many' }, LOOKED_AT_MAX],
    [
      'of an action and a league that have nothing in common',
      { action: 'COHORT_CREATED', leagueId: 'of-many' },
      2500,
    ],
    ['of a person', { userId: 'many-7' }, 100],
    ['by a rare name', { actor: 'quixley' }, 100],
    ['by an address', { actor: 'p7@m' }, 100],
    ['by a name of many', { actor: 'rao' }, READ_MAX],
    ['of a day', { from: '2001-01-01', to: '2001-01-02' }, 100],
  ];
  for (const [what, query, max] of ASKED) {
    test(`${what}: no statement reads them all`, async () => {
      expect(await mostRowsRead(api.db, 'audit_log', () => read(query))).toBeLessThanOrEqual(max);
    });
  }

  test('a total beyond the bound says that it is an estimate', async () => {
    const { pagination } = await read({});
    expect([pagination.totalIsEstimate, pagination.hasNextPage]).toEqual([true, true]);
    expect(Math.abs(pagination.total / ENTRIES - 1)).toBeLessThan(0.1);
    const rare = await read({ action: 'COHORT_CREATED' });
    expect([rare.pagination.total, rare.pagination.totalIsEstimate]).toEqual([24, undefined]);
  });

  test('who reads on meets every entry once, in order', async () => {
    for (const [query, expected] of [
      [{ leagueId: 'of-many' }, ENTRIES / 10],
      [{ action: 'LOGIN_SUCCEEDED', leagueId: 'of-many' }, ENTRIES / 30],
      [{ userId: 'many-7' }, 16],
      [{ actor: 'p7@m.test' }, 8],
    ] as const) {
      const ids: number[] = [];
      const moments: string[] = [];
      for (let page = 1; ; page++) {
        const { logs, pagination } = await read({ ...query, page: String(page), limit: '500' });
        for (const { id, createdAt } of logs) {
          ids.push(Number(id));
          moments.push(createdAt);
        }
        if (!pagination.hasNextPage) {
          expect([pagination.total, pagination.totalIsEstimate]).toEqual([expected, undefined]);
          break;
        }
      }
      expect(new Set(ids).size).toBe(expected);
      expect(moments).toEqual(moments.toSorted().reverse());
    }
  });

  test('people are found as in the list of users', async () => {
    const actors = async (actor: string) =>
      new Set((await read({ actor })).logs.map((row: { actor: { id: string } }) => row.actor.id));
    for (const text of ['Zoya Quix', 'qui zo', 'QUIXLEY', 'p7@', 'zo', 'oya']) {
      expect([text, await actors(text)]).toEqual([text, new Set(['many-7'])]);
    }
    for (const text of ['quixley rao', 'xy']) expect([text, await actors(text)]).toEqual([text, new Set()]);
  });
});
