import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import type { listEnrollments as listEnrollmentsCall } from '#contract/learning.ts';
import type { Page } from '#contract/shared.ts';
import { type Actor, listScopes } from '../platform/access/actor.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { findPage } from '../platform/db/paging.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { cohorts, leagues } from '../platform/db/schema/curriculum.ts';
import { enrollments, leagueProgress } from '../platform/db/schema/learning.ts';
import { leagueCounts, toProgressSums } from './dashboard.ts';

interface EnrollmentFilter {
  cohortId?: string | undefined;
  leagueId?: string | undefined;
  userId?: string | undefined;
}

const newestFirst = [desc(enrollments.enrolledAt), desc(enrollments.id)];

/** Contains only leagues whose learners the caller may see. */
export async function listEnrollments(
  db: Database,
  actor: Actor,
  filter: EnrollmentFilter,
  page: Page,
): Promise<DataOf<typeof listEnrollmentsCall>> {
  const { ids, pagination } = await findPage(db, enrollments, {
    where: and(
      await isViewableEnrollment(db, actor),
      filter.leagueId ? eq(enrollments.leagueId, filter.leagueId) : undefined,
      filter.cohortId ? eq(enrollments.cohortId, filter.cohortId) : undefined,
      filter.userId ? eq(enrollments.userId, filter.userId) : undefined,
    ),
    order: newestFirst,
    page,
  });
  const rows = await selectRows(db, ids);
  return {
    enrollments: rows.map((row) => ({
      ...row,
      enrolledAt: toIso(row.enrolledAt),
      updatedAt: toIso(row.updatedAt),
      progress: toProgressSums(row.progress),
    })),
    pagination,
  };
}

async function isViewableEnrollment(db: Database, actor: Actor): Promise<SQL | undefined> {
  if (actor.role === 'GRAND_PATHFINDER') return undefined;
  const scopes = await listScopes(db, actor);
  const seen = scopes.filter(({ canManageUsers, canViewAnalytics }) => canManageUsers || canViewAnalytics);
  return inArray(
    enrollments.leagueId,
    seen.map(({ leagueId }) => leagueId),
  );
}

function selectRows(db: Database, ids: readonly string[]) {
  return db
    .select({
      id: enrollments.id,
      enrolledAt: enrollments.enrolledAt,
      updatedAt: enrollments.updatedAt,
      user: { id: users.id, name: users.name, email: users.email },
      cohort: { id: cohorts.id, name: cohorts.name },
      league: { id: leagues.id, name: leagues.name },
      progress: leagueCounts,
    })
    .from(enrollments)
    .innerJoin(users, eq(users.id, enrollments.userId))
    .innerJoin(cohorts, eq(cohorts.id, enrollments.cohortId))
    .innerJoin(leagues, eq(leagues.id, enrollments.leagueId))
    .leftJoin(
      leagueProgress,
      and(eq(leagueProgress.userId, enrollments.userId), eq(leagueProgress.leagueId, enrollments.leagueId)),
    )
    .where(inArray(enrollments.id, [...ids]))
    .orderBy(...newestFirst);
}
