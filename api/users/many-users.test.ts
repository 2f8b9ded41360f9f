import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { UserListQuery } from '#contract/admin-users.ts';
import { findForStaff } from '../command-palette/service.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { getPathfinders } from '../scopes/service.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { mostRowsRead } from '../test/rows-read.ts';
import { readStatements } from '../test/statements.ts';
import { listUsers } from './list.ts';

const PEOPLE = 24_000;
/** A count ends at 10,001 that pass; of the accounts above three in four did migrate. */
const READ_MAX = 14_000;

/** One in fifty waits, one in 1,000 is staff, one in ten is called Kumar, and one alone by each rare name. */
async function addMany(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    // A busy machine needs longer for so many than a call may take.
    await tx.execute(sql`set local statement_timeout = 0`);
    for (let first = 1; first < PEOPLE; first += 3000) await addPart(tx, first, first + 2999);
    await tx.execute(sql`analyze users`);
  });
}

async function addPart(db: Database, first: number, last: number): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, password_hash, name, role, status, email_verified_at, migrated_to_v2_at, olid,
      github_username, created_at)
    select 'many-' || n, 'p' || n || '@m.test', repeat('x', 150),
      case when n = 7777 then 'Zoya Quixley' when n = 8888 then 'प्रिया शर्मा' when n % 10 = 0 then 'A Kumar' else 'B Rao' end,
      case when n % 1000 = 0 then 'PATHFINDER' else 'PIONEER' end, case when n % 50 = 0 then 'PENDING' else 'ACTIVE' end,
      now(), case when n % 4 > 0 then now() end, case when n % 2 = 0 then 'O' || n end,
      case when n = 9999 then 'octo_wq' end, now() - n * interval '1 minute'
    from generate_series(${first}::int, ${last}::int) n`);
}

let api: TestApp;
beforeAll(async () => {
  api = await makeApp({}, addMany);
}, 300_000);
afterAll(() => api.close());

const list = (query: UserListQuery) => listUsers(api.db, { excludeRole: 'GRAND_PATHFINDER', ...query });
const namesOf = async (query: UserListQuery) => (await list(query)).users.map(({ name }) => name);

describe('a list of more accounts than are counted', () => {
  const QUERIES: Record<string, UserListQuery> = {
    newest: {},
    oldest: { sort: 'createdAt', direction: 'asc' },
    'by name': { sort: 'name', direction: 'asc' },
    'by name, last first': { sort: 'name', direction: 'desc' },
    'by OL ID': { sort: 'olid', direction: 'asc' },
    'by OL ID, last first': { sort: 'olid', direction: 'desc' },
    waiting: { status: 'PENDING' },
    closed: { status: 'CLOSED' },
    'of a rare role': { role: 'PATHFINDER' },
    'not migrated': { migrated: 'false' },
    'migrated, by name': { migrated: 'true', sort: 'name' },
  };

  for (const [what, query] of Object.entries(QUERIES)) {
    test(`${what}: no statement reads them all`, async () => {
      expect(await mostRowsRead(api.db, 'users', () => list(query))).toBeLessThanOrEqual(READ_MAX);
    });
  }

  test('the few who are staff are found by their role', async () => {
    const sent = await readStatements(api.db, () => getPathfinders(api.db));
    // A plan made for any role would read all accounts by name.
    expect(sent.map(({ values }) => values)).toEqual([[], []]);
    expect((await getPathfinders(api.db)).totalPathfinders).toBe(PEOPLE / 1000);
    expect(await mostRowsRead(api.db, 'users', () => getPathfinders(api.db))).toBeLessThanOrEqual(100);
  });

  test('figures and totals are exact up to a bound and estimates beyond it', async () => {
    const { counts, pagination } = await list({});
    expect(counts.estimated).toEqual(['total', 'active', 'migrated']);
    expect(counts.pending).toBe(PEOPLE / 50);
    expect(counts.total).toBe(pagination.total);
    expect(pagination.totalIsEstimate).toBe(true);
    expect(Math.abs(counts.total / PEOPLE - 1)).toBeLessThan(0.05);
    expect(Math.abs(counts.migrated / (0.75 * PEOPLE) - 1)).toBeLessThan(0.2);
    const waiting = (await list({ status: 'PENDING' })).pagination;
    expect([waiting.total, waiting.totalIsEstimate]).toEqual([PEOPLE / 50, undefined]);
  });

  test('who reads on while pages follow meets everybody', async () => {
    for (const query of [{}, { status: 'ACTIVE', sort: 'name' }] satisfies UserListQuery[]) {
      const pages = Math.ceil((query.status ? 0.98 : 1) * (PEOPLE / 1000));
      for (let page = pages - 2; page <= pages; page++) {
        const { users, pagination } = await list({ ...query, page: String(page), limit: '1000' });
        const isLast = page === pages;
        expect([page, pagination.hasNextPage, pagination.totalIsEstimate]).toEqual([
          page,
          !isLast,
          isLast ? undefined : true,
        ]);
        if (isLast) expect(pagination.total).toBe((page - 1) * 1000 + users.length);
        else expect(pagination.total).toBeGreaterThan(page * 1000);
      }
    }
  });

  test('a term is found wherever it stands', async () => {
    expect(await namesOf({ search: 'qui OYA' })).toEqual(['Zoya Quixley']);
    expect(await namesOf({ search: 'y' })).toEqual(['Zoya Quixley']);
    expect(await namesOf({ search: 'या श' })).toEqual(['प्रिया शर्मा']);
    expect((await list({ search: 'WQ' })).users.map(({ id }) => id)).toEqual(['many-9999']);
    expect((await list({ search: '_wq' })).users.map(({ id }) => id)).toEqual(['many-9999']);
    expect((await list({ search: 'p12345@m.test' })).users.map(({ id }) => id)).toEqual(['many-12345']);
    expect((await list({ search: 'kumar' })).pagination.total).toBe(PEOPLE / 10);
    for (const nobody of ["'", '\\', '%', "a' & 'b", ':*', '😀']) {
      expect(await namesOf({ search: nobody })).toEqual([]);
    }
  });
});

describe('people in the search of the dashboard', () => {
  const actor = { id: 'many-1', role: 'GRAND_PATHFINDER', status: 'ACTIVE' } as Parameters<
    typeof findForStaff
  >[1];

  test('a name, an address and a handle lead to the person', async () => {
    for (const text of ['zoya quix', 'p7777@', 'quixley']) {
      expect((await findForStaff(api.db, actor, text)).people.map(({ id }) => id)).toEqual(['many-7777']);
    }
    expect((await findForStaff(api.db, actor, 'octo_wq')).people.map(({ id }) => id)).toEqual(['many-9999']);
  });
});
