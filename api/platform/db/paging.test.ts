import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { listUsers } from '#contract/admin-users.ts';
import { listAuditLogs } from '#contract/audit-log.ts';
import { listBadgeHolders } from '#contract/badges.ts';
import type { Call } from '#contract/call.ts';
import { listCertificates } from '#contract/certificates.ts';
import { listEnrollments } from '#contract/learning.ts';
import { listReviewQueue } from '#contract/review-queue.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';

const PEOPLE = 60;

/** Everybody has a row in each list, five at a time of one moment; one in ten is called Kumar, one alone by each rare name. */
const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const staff = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
const people = sql`generate_series(1, ${PEOPLE}::int) n`;
const at = sql`now() - n / 5 * interval '1 minute'`;
const statements = [
  sql`insert into cohorts (id, name) values ('many', 'Many')`,
  sql`insert into leagues (id, cohort_id, name) values ('many', 'many', 'Many'), ('other', 'many', 'Other')`,
  sql`insert into badges (id, name) values ('many', 'Many')`,
  sql`insert into assignments (id, league_id, title, description) values ('many', 'many', 'Build it', 'Well')`,
  sql`insert into users (id, email, password_hash, name, github_username, created_at)
    select 'many-' || n, 'p' || n || '@m.test', 'x', case when n = 7 then 'Zoya Quixley' when n = 8 then 'प्रिया शर्मा'
      when n % 10 = 0 then 'A Kumar' else 'B Rao' end, case when n = 9 then 'octo_wq' end, ${at} from ${people}`,
  sql`insert into enrollments (id, user_id, cohort_id, league_id, enrolled_at)
    select 'many-' || n, 'many-' || n, 'many', case when n % 4 = 0 then 'other' else 'many' end, ${at} from ${people}`,
  sql`insert into certificates (id, kind, user_id, league_id, holder_name, title, issuer, completed_at, issued_at,
      revoked_at, revocation_reason)
    select u.id, 'LEAGUE', u.id, 'many', u.name, 'Many', 'Us', now(), u.created_at,
      case when u.name = 'A Kumar' then now() end, case when u.name = 'A Kumar' then 'Not their own' end
    from users u where u.id like 'many-%'`,
  sql`insert into user_badges (id, user_id, badge_id, earned_at)
    select u.id, u.id, 'many', u.created_at from users u where u.id like 'many-%'`,
  sql`insert into submissions (id, assignment_id, user_id, status, content, submitted_at)
    select u.id, 'many', u.id, case when u.name = 'A Kumar' then 'SUBMITTED' else 'APPROVED' end, 'w', u.created_at
    from users u where u.id like 'many-%'`,
  sql`insert into audit_log (actor_id, action, created_at)
    select u.id, case when u.name = 'A Kumar' then 'COHORT_CREATED' else 'LOGIN_SUCCEEDED' end, u.created_at
    from users u where u.id like 'many-%'`,
];
for (const statement of statements) await api.owner.execute(statement);
await addScope(api.db, staff.id, 'many');

type Query = Record<string, string>;
type ListCall = Pick<Call, 'method' | 'path' | 'name'>;

const ask = async (call: ListCall, query: Query, person = grand) => {
  const { status, body } = await api.call(call, { token: person.token, params: { id: 'many' }, query });
  expect(status).toBe(200);
  return body;
};

/** Every row of a list, read page by page. */
async function readOn(call: ListCall, rows: string | null, query: Query = {}, person = grand) {
  const found: { id: string; [field: string]: unknown }[] = [];
  for (let page = 1; ; page++) {
    const { data, pagination } = await ask(call, { ...query, page: String(page), limit: '7' }, person);
    const paging = pagination ?? data.pagination;
    found.push(...(rows === null ? data : data[rows]));
    expect([paging.totalPages, paging.totalCount]).toEqual([Math.ceil(paging.total / 7), paging.total]);
    if (!paging.hasNextPage) {
      expect([found.length, new Set(found.map(({ id }) => id)).size]).toEqual([paging.total, paging.total]);
      return found;
    }
  }
}

const LISTS = [
  { call: listUsers, rows: 'users', at: 'createdAt', search: {} },
  { call: listEnrollments, rows: 'enrollments', at: 'enrolledAt', search: null },
  { call: listCertificates, rows: 'certificates', at: 'issuedAt', search: {} },
  { call: listBadgeHolders, rows: 'holders', at: 'earnedAt', search: {} },
  { call: listReviewQueue, rows: 'submissions', at: 'submittedAt', search: { direction: 'desc' } },
  { call: listSubmissions, rows: null, at: 'submittedAt', search: null },
] as const;

test.each(LISTS)(
  '$call.name: pages hold every row once, newest first, and the total is exact',
  async (list) => {
    const found = await readOn(list.call, list.rows, list.search ?? {});
    const others = list.call === listUsers ? 2 : 0;
    expect(found).toHaveLength(PEOPLE + others);
    const moments = found.map((row) => String(row[list.at]));
    expect(moments).toEqual(moments.toSorted().reverse());
  },
);

test.each(LISTS.filter(({ search }) => search))(
  '$call.name: a search finds and counts exactly',
  async (list) => {
    const idsOf = async (search: string) =>
      (await readOn(list.call, list.rows, { ...list.search, search })).map(({ id }) => id);
    expect(await idsOf('QUIX')).toEqual(['many-7']);
    expect(await idsOf('xylophon')).toEqual([]);
    expect((await idsOf('kumar')).toSorted()).toEqual(
      [10, 20, 30, 40, 50, 60].map((n) => `many-${n}`).toSorted(),
    );
    expect((await ask(list.call, { search: 'kumar', page: '9', limit: '7' })).data[list.rows ?? '']).toEqual(
      [],
    );
  },
);

test('pages of the audit log hold every entry once, newest first, for each filter', async () => {
  for (const [query, expected] of [
    [{ action: 'COHORT_CREATED' }, 6],
    [{ entity: 'cohort' }, 6],
    [{ actor: 'rao' }, PEOPLE - 8],
    [{ actor: 'rao', action: 'COHORT_CREATED' }, 0],
    [{ userId: 'many-7' }, 1],
    [{ from: '2001-01-01', to: '2001-01-02' }, 0],
  ] satisfies [Query, number][]) {
    const found = await readOn(listAuditLogs, 'logs', query as Query);
    expect([query, found.length]).toEqual([query, expected]);
    const moments = found.map((row) => String(row.createdAt));
    expect(moments).toEqual(moments.toSorted().reverse());
  }
});
