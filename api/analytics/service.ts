import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  ANALYTICS_ERRORS,
  ANALYTICS_PAGE_SIZE,
  type CohortAnalytics,
  type PlatformAnalytics,
  type UserAnalytics,
} from '#contract/analytics.ts';
import { readPage, toPagination, toPercentage } from '#contract/shared.ts';
import { type Database, queryRows, toIso } from '../db/client.ts';
import { toWindow } from '../db/paging.ts';
import { users } from '../db/schema/accounts.ts';
import { cohorts, leagues, specializations } from '../db/schema/curriculum.ts';
import { enrollments, leagueProgress } from '../db/schema/learning.ts';
import { ApiError } from '../errors/api-error.ts';
import { isSeen, type VisibleLeagues } from './visible.ts';

/** Totals of people, learning and achievements over the visible leagues; one statement (docs/api.md 2). */
export async function readPlatformAnalytics(
  db: Database,
  visible: VisibleLeagues,
): Promise<PlatformAnalytics> {
  const seen = (column: SQL) => isSeen(visible, column);
  const people =
    visible === null
      ? sql`users`
      : sql`(select * from users where id in (select user_id from enrollments where ${seen(sql`league_id`)})) seen_users`;
  const [row] = await queryRows<Record<string, number | string>>(
    db,
    sql`
      with content as (
        select count(*) as leagues, coalesce(sum(weeks_count), 0) as weeks,
          coalesce(sum(sections_count), 0) as sections, coalesce(sum(resources_count), 0) as resources
        from leagues where ${seen(sql`id`)}
      ), people as (
        select count(*) as total, count(*) filter (where status = 'ACTIVE') as active,
          count(*) filter (where status = 'PENDING') as pending,
          count(*) filter (where status = 'SUSPENDED') as suspended
        from ${people}
      ), enrolled as (
        select count(*) as enrollments, coalesce(sum(l.resources_count), 0) as due,
          coalesce(sum(least(p.completed_resources, l.resources_count)), 0) as done
        from enrollments e join leagues l on l.id = e.league_id
        left join league_progress p on p.user_id = e.user_id and p.league_id = e.league_id
        where ${seen(sql`e.league_id`)}
      )
      select people.*, content.leagues, content.weeks, content.sections, content.resources,
        enrolled.enrollments, enrolled.due, enrolled.done,
        (select count(*) from user_badges u join badges b on b.id = u.badge_id where ${seen(sql`b.league_id`)}) as badges,
        (select count(*) from user_specializations u where ${isSeenSpecialization(visible)}) as specializations,
        (select count(*) from submissions s join assignments a on a.id = s.assignment_id
          where ${seen(sql`a.league_id`)}) as submissions
      from people, content, enrolled`,
  );
  const figure = (name: string) => Number(row?.[name] ?? 0);
  return {
    users: {
      total: figure('total'),
      active: figure('active'),
      pending: figure('pending'),
      suspended: figure('suspended'),
    },
    learning: {
      totalLeagues: figure('leagues'),
      totalWeeks: figure('weeks'),
      totalSections: figure('sections'),
      totalResources: figure('resources'),
      totalEnrollments: figure('enrollments'),
      overallCompletionRate: toPercentage(figure('done'), figure('due')),
    },
    achievements: {
      badgesAwarded: figure('badges'),
      specializationsCompleted: figure('specializations'),
      assignmentSubmissions: figure('submissions'),
    },
  };
}

/** How the learners of a cohort stand in the visible leagues, a page at a time. Throws ANALYTICS_COHORT_NOT_FOUND. */
export async function readCohortAnalytics(
  db: Database,
  visible: VisibleLeagues,
  cohortId: string,
  query: { page?: string; limit?: string },
): Promise<CohortAnalytics> {
  const [cohort] = await db
    .select({ id: cohorts.id, name: cohorts.name })
    .from(cohorts)
    .where(eq(cohorts.id, cohortId));
  if (!cohort) throw new ApiError(ANALYTICS_ERRORS.ANALYTICS_COHORT_NOT_FOUND);
  const page = readPage(query, ANALYTICS_PAGE_SIZE);
  const { limit, offset } = toWindow(page);
  const asked = and(eq(enrollments.cohortId, cohortId), isVisible(visible));
  const [rows, total, offered] = await Promise.all([
    selectStandings(db)
      .where(asked)
      .orderBy(desc(enrollments.enrolledAt), desc(enrollments.id))
      .limit(limit)
      .offset(offset),
    db.$count(enrollments, asked),
    db.$count(specializations, eq(specializations.cohortId, cohortId)),
  ]);
  return {
    cohort,
    totalEnrollments: Number(total),
    totalSpecializations: Number(offered),
    leagueProgress: rows.map((row) => ({
      userId: row.userId,
      userName: row.userName,
      ...toStanding(row),
    })),
    pagination: toPagination(page, Number(total)),
  };
}

/** One learner's report over the visible leagues. Throws ANALYTICS_USER_NOT_FOUND. */
export async function readUserAnalytics(
  db: Database,
  visible: VisibleLeagues,
  userId: string,
): Promise<UserAnalytics> {
  const [user] = await db
    .select({
      id: users.id,
      name: users.name,
      role: users.role,
      badgesEarned: sql<number>`(
        select count(*) from user_badges u join badges b on b.id = u.badge_id
        where u.user_id = ${userId} and ${isSeen(visible, sql`b.league_id`)})`.mapWith(Number),
      specializationsCompleted: sql<number>`(
        select count(*) from user_specializations u
        where u.user_id = ${userId} and ${isSeenSpecialization(visible)})`.mapWith(Number),
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new ApiError(ANALYTICS_ERRORS.ANALYTICS_USER_NOT_FOUND);
  const rows = await selectStandings(db)
    .where(and(eq(enrollments.userId, userId), isVisible(visible)))
    .orderBy(desc(enrollments.enrolledAt), desc(enrollments.id));
  const progressData = rows.map((row) => ({
    cohort: row.cohort,
    enrolledAt: toIso(row.enrolledAt),
    ...toStanding(row),
  }));
  const sum = progressData.reduce((total, { progressPercentage }) => total + progressPercentage, 0);
  return {
    user: { id: user.id, name: user.name, role: user.role },
    summary: {
      totalEnrollments: progressData.length,
      badgesEarned: user.badgesEarned,
      specializationsCompleted: user.specializationsCompleted,
      averageProgress: progressData.length === 0 ? 0 : Math.round(sum / progressData.length),
    },
    progressData,
  };
}

/** A specialization counts where one of its leagues is visible; `u` is its row in user_specializations. */
function isSeenSpecialization(visible: VisibleLeagues): SQL {
  if (visible === null) return sql`true`;
  return sql`exists (select 1 from specialization_leagues l
    where l.specialization_id = u.specialization_id and ${isSeen(visible, sql`l.league_id`)})`;
}

function isVisible(visible: VisibleLeagues): SQL | undefined {
  return visible === null ? undefined : inArray(enrollments.leagueId, visible);
}

function selectStandings(db: Database) {
  return db
    .select({
      userId: enrollments.userId,
      userName: users.name,
      enrolledAt: enrollments.enrolledAt,
      cohort: { id: cohorts.id, name: cohorts.name },
      league: { id: leagues.id, name: leagues.name },
      totalSections: leagues.sectionsCount,
      totalResources: leagues.resourcesCount,
      completedSections: leagueProgress.completedSections,
      completedResources: leagueProgress.completedResources,
    })
    .from(enrollments)
    .innerJoin(users, eq(users.id, enrollments.userId))
    .innerJoin(cohorts, eq(cohorts.id, enrollments.cohortId))
    .innerJoin(leagues, eq(leagues.id, enrollments.leagueId))
    .leftJoin(
      leagueProgress,
      and(eq(leagueProgress.userId, enrollments.userId), eq(leagueProgress.leagueId, enrollments.leagueId)),
    )
    .$dynamic();
}

type StandingRow = Awaited<ReturnType<typeof selectStandings>>[number];

function toStanding(row: StandingRow) {
  const completedResources = row.completedResources ?? 0;
  return {
    league: row.league,
    totalSections: row.totalSections,
    completedSections: row.completedSections ?? 0,
    totalResources: row.totalResources,
    completedResources,
    progressPercentage: toPercentage(completedResources, row.totalResources),
  };
}
