import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  ANALYTICS_ERRORS,
  ANALYTICS_PAGE_SIZE,
  type CohortAnalytics,
  type PlatformAnalytics,
  type UserAnalytics,
} from '#contract/reports.ts';
import { readPage, toPercentage } from '#contract/shared.ts';
import { type Database, queryRows, toIso } from '../../platform/db/client.ts';
import { countWhere, findPage } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { badges, userBadges, userSpecializations } from '../../platform/db/schema/awards.ts';
import { assignments, cohorts, leagues, specializations } from '../../platform/db/schema/curriculum.ts';
import { enrollments, leagueProgress, submissions } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { learnersByProgress } from './completion.ts';
import { isVisibleLeague, isVisibleSpecialization, type VisibleLeagues } from './visible.ts';

/** Throws ANALYTICS_COHORT_NOT_FOUND. */
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
  const newestFirst = [desc(enrollments.enrolledAt), desc(enrollments.id)];
  const [{ ids, pagination }, offered] = await Promise.all([
    findPage(db, enrollments, {
      where: and(eq(enrollments.cohortId, cohortId), isVisible(visible)),
      order: newestFirst,
      page,
    }),
    db.$count(specializations, eq(specializations.cohortId, cohortId)),
  ]);
  const rows = await selectStandings(db)
    .where(inArray(enrollments.id, ids))
    .orderBy(...newestFirst);
  return {
    cohort,
    totalEnrollments: pagination.total,
    totalSpecializations: Number(offered),
    leagueProgress: rows.map((row) => ({
      userId: row.userId,
      userName: row.userName,
      ...toStanding(row),
    })),
    pagination,
  };
}

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
        where u.user_id = ${userId} and ${isVisibleLeague(visible, sql`b.league_id`)})`.mapWith(Number),
      specializationsCompleted: sql<number>`(
        select count(*) from user_specializations u
        where u.user_id = ${userId} and ${isVisibleSpecialization(visible, sql`u.specialization_id`)})`.mapWith(
        Number,
      ),
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
  // Enrollment through two cohorts counts once.
  const shares = [...new Map(progressData.map((row) => [row.league.id, row.progressPercentage])).values()];
  const sum = shares.reduce((total, share) => total + share, 0);
  return {
    user: { id: user.id, name: user.name, role: user.role },
    summary: {
      totalEnrollments: progressData.length,
      badgesEarned: user.badgesEarned,
      specializationsCompleted: user.specializationsCompleted,
      averageProgress: shares.length === 0 ? 0 : Math.round(sum / shares.length),
    },
    progressData,
  };
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

export async function readPlatformAnalytics(
  db: Database,
  visible: VisibleLeagues,
): Promise<PlatformAnalytics> {
  const ofVisible = (condition: SQL) => (visible === null ? undefined : condition);
  const [people, content, standing, totalEnrollments, awarded, completed, submitted] = await Promise.all([
    readPeople(db, visible),
    readContent(db, visible),
    readStanding(db, visible),
    db.$count(enrollments, visible === null ? undefined : inArray(enrollments.leagueId, visible)),
    db.$count(
      userBadges,
      ofVisible(sql`${userBadges.badgeId} in (
        select ${badges.id} from ${badges} where ${isVisibleLeague(visible, badges.leagueId)})`),
    ),
    db.$count(
      userSpecializations,
      ofVisible(isVisibleSpecialization(visible, userSpecializations.specializationId)),
    ),
    db.$count(
      submissions,
      ofVisible(sql`${submissions.assignmentId} in (
        select ${assignments.id} from ${assignments} where ${isVisibleLeague(visible, assignments.leagueId)})`),
    ),
  ]);
  return {
    users: people,
    learning: {
      ...content,
      totalEnrollments,
      overallCompletionRate: toPercentage(standing.done, standing.due),
    },
    achievements: {
      badgesAwarded: awarded,
      specializationsCompleted: completed,
      assignmentSubmissions: submitted,
    },
  };
}

async function readPeople(db: Database, visible: VisibleLeagues): Promise<PlatformAnalytics['users']> {
  const seen = db
    .select({ userId: enrollments.userId })
    .from(enrollments)
    .where(isVisibleLeague(visible, enrollments.leagueId));
  const [row] = await db
    .select({
      total: count(),
      active: countWhere(eq(users.status, 'ACTIVE')),
      pending: countWhere(eq(users.status, 'PENDING')),
      suspended: countWhere(eq(users.status, 'SUSPENDED')),
    })
    .from(users)
    .where(visible === null ? undefined : inArray(users.id, seen));
  return row ?? { total: 0, active: 0, pending: 0, suspended: 0 };
}

async function readContent(db: Database, visible: VisibleLeagues) {
  const total = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [row] = await db
    .select({
      totalLeagues: count(),
      totalWeeks: total(leagues.weeksCount),
      totalSections: total(leagues.sectionsCount),
      totalResources: total(leagues.resourcesCount),
    })
    .from(leagues)
    .where(isVisibleLeague(visible, leagues.id));
  return row ?? { totalLeagues: 0, totalWeeks: 0, totalSections: 0, totalResources: 0 };
}

// `due` is the number of resources over all enrollments, `done` the completed part.
async function readStanding(db: Database, visible: VisibleLeagues): Promise<{ due: number; done: number }> {
  const [row] = await queryRows<Record<'due' | 'done', number | string>>(
    db,
    sql`select coalesce(sum(learners * l.resources_count), 0) as due,
        coalesce(sum(learners * least(done, l.resources_count)), 0) as done
      from (${learnersByProgress(visible)}) standing join leagues l on l.id = standing.league_id`,
  );
  return { due: Number(row?.due), done: Number(row?.done) };
}
