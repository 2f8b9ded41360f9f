import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { listBadgeHolders } from '#contract/badges.ts';
import type { Call } from '#contract/call.ts';
import { listCertificates } from '#contract/certificates.ts';
import { listReviewQueue } from '#contract/review-queue.ts';
import { listSubmissions } from '#contract/submissions.ts';
import type { Database } from '../db/client.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { mostRowsRead } from '../test/rows-read.ts';
import { explainStatement, type PlanStep, readStatements } from '../test/statements.ts';

const PEOPLE = 10_800;
/** A count ends at 10,001. */
const READ_MAX = 10_200;

/** From there on who is called Rao is called Iyer as well: of the newest first the last. */
const FIRST_IYER = 8501;

/** Everybody has a certificate, a badge and a submission; one in ten is called Kumar, one in 400 was revoked. */
async function addMany(db: Database): Promise<void> {
  await db.execute(sql`insert into cohorts (id, name) values ('many', 'Many')`);
  await db.execute(sql`insert into leagues (id, cohort_id, name) values ('many', 'many', 'Many')`);
  await db.execute(sql`insert into badges (id, name) values ('many', 'Many')`);
  await db.execute(sql`
    insert into assignments (id, league_id, title, description) values ('many', 'many', 'Build it', 'Well')`);
  for (let first = 1; first < PEOPLE; first += 900) await addPart(db, first, first + 899);
  for (const table of ['users', 'certificates', 'user_badges', 'submissions']) {
    // As a server does by itself: what is read of an index alone depends on it.
    await db.execute(sql.raw(`vacuum analyze ${table}`));
  }
}

async function addPart(db: Database, first: number, last: number): Promise<void> {
  const people = sql`generate_series(${first}::int, ${last}::int) n`;
  await db.execute(sql`
    insert into users (id, email, password_hash, name)
    select 'many-' || n, 'p' || n || '@m.test', repeat('x', 150),
      case when n = 7777 then 'Zoya Quixley' when n % 10 = 0 then 'A Kumar'
        when n >= ${FIRST_IYER}::int then 'B Rao Iyer' else 'B Rao' end from ${people}`);
  await db.execute(sql`
    insert into certificates (id, kind, user_id, league_id, holder_name, title, issuer, completed_at, issued_at,
      revoked_at, revocation_reason)
    select 'many-' || n, 'LEAGUE', u.id, 'many', u.name, 'Many', 'Us', now(), now() - n / 5 * interval '1 minute',
      case when n % 400 = 0 then now() end, case when n % 400 = 0 then 'Not their own' end
    from ${people} join users u on u.id = 'many-' || n`);
  await db.execute(sql`
    insert into user_badges (id, user_id, badge_id, earned_at)
    select 'many-' || n, 'many-' || n, 'many', now() - n / 5 * interval '1 minute' from ${people}`);
  await db.execute(sql`
    insert into submissions (id, assignment_id, user_id, status, content, submitted_at)
    select 'many-' || n, 'many', 'many-' || n, case when n % 20 = 0 then 'SUBMITTED' else 'APPROVED' end,
      repeat('w', 1500), now() - n / 5 * interval '1 minute' from ${people}`);
}

let api: TestApp;
let grand: Person;
beforeAll(async () => {
  api = await makeApp({}, addMany);
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
}, 300_000);
afterAll(() => api.close());

type Query = Record<string, string>;
const ask = async (call: Pick<Call, 'method' | 'path'>, query: Query) => {
  const { status, body } = await api.call(call, { token: grand.token, params: { id: 'many' }, query });
  expect(status).toBe(200);
  return body.data;
};

const LISTS = {
  certificates: { call: listCertificates, table: 'certificates', rows: 'certificates' },
  // How many hold a badge is known exactly, however many.
  'holders of a badge': { call: listBadgeHolders, table: 'users', rows: 'holders' },
  'the review queue': { call: listReviewQueue, table: 'submissions', rows: 'submissions' },
} as const;

for (const [name, { call, table, rows }] of Object.entries(LISTS)) {
  describe(name, () => {
    const QUERIES: Query[] = [{}, { page: '20' }];
    test.each(QUERIES)('%p: no statement reads them all', async (query) => {
      expect(await mostRowsRead(api.db, table, () => ask(call, query))).toBeLessThanOrEqual(READ_MAX);
      expect(await mostRowsRead(api.db, 'users', () => ask(call, query))).toBeLessThanOrEqual(READ_MAX);
    });

    test('a total beyond the bound says that it is an estimate, unless it was counted anyway', async () => {
      const { pagination, badge } = await ask(call, {});
      if (call === listBadgeHolders) {
        expect([pagination.total, pagination.totalIsEstimate, badge.holders]).toEqual([
          PEOPLE,
          undefined,
          PEOPLE,
        ]);
        return;
      }
      expect([pagination.totalIsEstimate, pagination.hasNextPage]).toEqual([true, true]);
      expect(Math.abs(pagination.total / PEOPLE - 1)).toBeLessThan(0.1);
    });

    test('a rare name is found and counted; of a frequent one every row is met once', async () => {
      const rare = await ask(call, { search: 'QUIX' });
      expect([rare.pagination.total, rare.pagination.totalIsEstimate]).toEqual([1, undefined]);
      expect(rare[rows].map(({ id }: { id: string }) => id)).toEqual(['many-7777']);
      expect((await ask(call, { search: 'xylophon' })).pagination.total).toBe(0);
      const ids: string[] = [];
      for (let page = 1; ; page++) {
        const data = await ask(call, { search: 'kumar', page: String(page), limit: '100' });
        ids.push(...data[rows].map(({ id }: { id: string }) => id));
        if (!data.pagination.hasNextPage) break;
      }
      expect([ids.length, new Set(ids).size]).toEqual([PEOPLE / 10, PEOPLE / 10]);
    });
  });
}

test.each([
  { call: listBadgeHolders, rows: 'holders', query: {} as Query },
  { call: listReviewQueue, rows: 'submissions', query: { direction: 'desc' } },
])(
  'a name that thousands have is found in the order of the list: $call.name',
  async ({ call, rows, query }) => {
    const search = { ...query, search: 'iyer' };
    const read = async (page: string) =>
      (await ask(call, { ...search, page, limit: '100' }))[rows].map(({ id }: { id: string }) => id);
    const iyers = Array.from({ length: PEOPLE - FIRST_IYER + 1 }, (_, n) => FIRST_IYER + n)
      .filter((n) => n % 10 > 0)
      // Five at a time at one moment, of which the greater id comes first.
      .toSorted((a, b) => Math.floor(a / 5) - Math.floor(b / 5) || (`many-${a}` < `many-${b}` ? 1 : -1))
      .map((n) => `many-${n}`);
    expect(await read('1')).toEqual(iyers.slice(0, 100));
    expect(await read(String(Math.ceil(iyers.length / 100)))).toEqual(
      iyers.slice(100 * Math.floor(iyers.length / 100)),
    );
    expect(await read('40')).toEqual([]);
  },
);

test('what waits for a decision is counted by its index alone', async () => {
  const sent = await readStatements(api.db, () => ask(listReviewQueue, {}));
  const steps: PlanStep[] = [];
  for (const statement of sent.filter(({ text }) => text.includes("in ('SUBMITTED','UNDER_REVIEW')"))) {
    const more = await explainStatement(api.db, statement);
    steps.push(...more);
  }
  const ofWaiting = steps.filter(
    (step) => step['Relation Name'] === 'submissions' && step['Actual Rows'] === PEOPLE / 20,
  );
  expect(ofWaiting.map((step) => step['Node Type'])).toEqual(['Index Only Scan', 'Index Only Scan']);
});

test('the plain list of submissions reads as few', async () => {
  const queries: Query[] = [{ limit: '50' }, { status: 'SUBMITTED', limit: '50' }];
  for (const query of queries) {
    const { status, body } = await api.call(listSubmissions, { token: grand.token, query });
    expect([status, body.data.length]).toEqual([200, 50]);
    expect(
      await mostRowsRead(api.db, 'submissions', () =>
        api.call(listSubmissions, { token: grand.token, query }),
      ),
    ).toBeLessThanOrEqual(READ_MAX);
  }
});

test('figures are exact up to the bound and say where they are estimates', async () => {
  const { counts } = await ask(listCertificates, {});
  expect(counts.estimated).toEqual(['total', 'genuine']);
  expect(counts.withdrawn).toBe(PEOPLE / 400);
  expect(counts.genuine).toBe(counts.total - counts.withdrawn);
  expect((await ask(listCertificates, { state: 'withdrawn' })).pagination.total).toBe(PEOPLE / 400);
  const queue = (await ask(listReviewQueue, {})).counts;
  expect(queue.estimated).toEqual(['total']);
  expect([queue.waiting, queue.free]).toEqual([PEOPLE / 20, PEOPLE / 20]);
  expect((await ask(listReviewQueue, { status: 'SUBMITTED' })).pagination.total).toBe(PEOPLE / 20);
});
