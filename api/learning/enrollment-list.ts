import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import type { listEnrollments as listEnrollmentsCall, ProgressSums } from '#contract/learning.ts';
import type { Page } from '#contract/shared.ts';
import { type Actor, listScopes } from '../access/actor.ts';
import { countBounded } from '../db/bounded-count.ts';
import { type Database, queryRows, toIso } from '../db/client.ts';
import { rowsUpTo, toCountedPagination, toWindow } from '../db/paging.ts';
import { enrollments } from '../db/schema/learning.ts';
import { leagueCountsJson, toProgressSums } from './dashboard.ts';

interface EnrollmentFilter {
  cohortId?: string | undefined;
  leagueId?: string | undefined;
  userId?: string | undefined;
}

/** Enrollments with progress, newest first; rows and total only of leagues whose learners the caller may see. */
export async function listEnrollments(
  db: Database,
  actor: Actor,
  filter: EnrollmentFilter,
  page: Page & { limit: number },
): Promise<DataOf<typeof listEnrollmentsCall>> {
  const leagueIds = await listLeagues(db, actor, filter.leagueId);
  const matching = and(
    leagueIds ? inArray(enrollments.leagueId, leagueIds) : undefined,
    filter.cohortId ? eq(enrollments.cohortId, filter.cohortId) : undefined,
    filter.userId ? eq(enrollments.userId, filter.userId) : undefined,
  );
  const [rows, counted] = await Promise.all([
    readRows(db, leagueIds, filter, page),
    countBounded(db, enrollments, { matching }),
  ]);
  return {
    enrollments: rows.slice(0, page.limit).map((row) => ({
      ...row,
      enrolledAt: toIso(row.enrolledAt),
      updatedAt: toIso(row.updatedAt),
      progress: toProgressSums(row.progress),
    })),
    pagination: toCountedPagination(page, counted.matching, rows.length),
  };
}

/** The leagues whose enrollments are listed; null for all. */
async function listLeagues(db: Database, actor: Actor, asked: string | undefined): Promise<string[] | null> {
  if (actor.role === 'GRAND_PATHFINDER') return asked ? [asked] : null;
  const scopes = await listScopes(db, actor);
  const seen = scopes.filter(({ canManageUsers, canViewAnalytics }) => canManageUsers || canViewAnalytics);
  return seen.map(({ leagueId }) => leagueId).filter((id) => !asked || id === asked);
}

/**
 * The rows of a page, and one more where there is one. A narrowed list is read by the index of what narrows it, each
 * league by itself: in the order of the whole list the rows of an old league are among the last of millions.
 */
async function readRows(
  db: Database,
  leagueIds: string[] | null,
  { cohortId, userId }: EnrollmentFilter,
  page: Page & { limit: number },
): Promise<FoundEnrollment[]> {
  const { limit, offset } = toWindow(page);
  const ofUser = userId ? sql`and user_id = ${userId}` : sql``;
  const newest = (within: SQL, order: SQL) => sql`
    select * from enrollments where ${within} ${ofUser}
    order by ${order} enrolled_at desc, id desc limit ${rowsUpTo(offset + limit + 1)}`;
  const ofCohort = cohortId ? sql`and cohort_id = ${cohortId}` : sql``;
  let found = newest(sql`true`, sql``);
  if (leagueIds !== null) {
    found = sql`select own.* from json_array_elements_text(${JSON.stringify(leagueIds)}::json) league
      cross join lateral (${newest(sql`${isAlone(sql`league_id`, sql`league.value`)} ${ofCohort}`, sql`league_id,`)}) own`;
  } else if (cohortId) found = newest(isAlone(sql`cohort_id`, sql`${cohortId}`), sql`cohort_id,`);
  return queryRows(
    db,
    sql`select e.id, e.enrolled_at as "enrolledAt", e.updated_at as "updatedAt",
        json_build_object('id', u.id, 'name', u.name, 'email', u.email) as "user",
        json_build_object('id', c.id, 'name', c.name) as cohort,
        json_build_object('id', l.id, 'name', l.name) as league,
        ${leagueCountsJson} as progress
      from (
        select * from (${found}) found order by enrolled_at desc, id desc limit ${limit + 1} offset ${offset}
      ) e
      join users u on u.id = e.user_id
      join cohorts c on c.id = e.cohort_id
      join leagues l on l.id = e.league_id
      left join league_progress lp on lp.user_id = e.user_id and lp.league_id = e.league_id
      order by e.enrolled_at desc, e.id desc`,
  );
}

/** Equal, but so that an order by this column and another is left to the index on both. */
const isAlone = (column: SQL, value: SQL) => sql`${column} >= ${value} and ${column} <= ${value}`;

interface Named {
  id: string;
  name: string;
}

interface FoundEnrollment {
  id: string;
  enrolledAt: string;
  updatedAt: string;
  user: Named & { email: string };
  cohort: Named;
  league: Named;
  progress: Omit<ProgressSums, 'progressPercentage'>;
}
