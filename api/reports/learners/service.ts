import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DataOf } from '#contract/call.ts';
import {
  type getLeagueLearner,
  LEARNER_FILTERS,
  LEARNERS_PAGE_SIZE,
  type LeagueLearner,
  type LearnerCounts,
  type LearnerFilter,
  type LearnersLeague,
  type LearnersQuery,
  type listLeagueLearners,
} from '#contract/league-learners.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { STOPPED_DAYS } from '#contract/reports.ts';
import { readPage, toPagination, toPercentage } from '#contract/shared.ts';
import type { SubmissionStatus } from '#contract/submissions.ts';
import { isWaiting } from '../../assignments/queue.ts';
import { type Actor, listScopes } from '../../platform/access/actor.ts';
import {
  accountContains,
  nameContains,
  searchPeople,
  toPeopleTerms,
} from '../../platform/db/account-search.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { alphabetical, countWhere, type Listing, toWindow } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { badges, certificates, userBadges } from '../../platform/db/schema/awards.ts';
import { assignments, cohorts, leagues, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import {
  enrollments,
  leagueProgress,
  sectionProgress,
  submissionAttempts,
  submissions,
} from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** Statements do not grow with the league. Invalid filters and paging fall back to the defaults. */
export async function listLearners(
  db: Database,
  actor: Actor,
  leagueId: string,
  query: LearnersQuery,
): Promise<DataOf<typeof listLeagueLearners>> {
  const asked = readPage(query, LEARNERS_PAGE_SIZE);
  const page = { ...asked, limit: asked.limit ?? LEARNERS_PAGE_SIZE };
  const [league, managesUsers] = await Promise.all([
    readLeague(db, leagueId),
    managesUsersOf(db, actor, leagueId),
  ]);
  const search = searchOf(query, managesUsers);
  const filter = filterOf(query);
  const [ids, counts, found] = await Promise.all([
    selectIds(db, league, query, search).limit(page.limit).offset(toWindow(page).offset),
    countLearners(db, league),
    search && countShown(db, league, filter, search),
  ]);
  return {
    league,
    counts,
    learners: await readLearners(
      db,
      league,
      ids.map(({ id }) => id),
      managesUsers,
    ),
    pagination: toPagination(page, found ?? counts[filter ?? 'total']),
  };
}

export async function findLearners(
  db: Database,
  actor: Actor,
  leagueId: string,
  query: LearnersQuery,
): Promise<Listing<LeagueLearner>> {
  const league = await readLeague(db, leagueId);
  const managesUsers = await managesUsersOf(db, actor, leagueId);
  const ids = await selectIds(db, league, query, searchOf(query, managesUsers));
  return {
    ids: ids.map(({ id }) => id),
    read: (batch) => readLearners(db, league, batch, managesUsers),
  };
}

/** Throws LEAGUE_NOT_ENROLLED. */
export async function getLearner(
  db: Database,
  actor: Actor,
  { id: leagueId, userId }: { id: string; userId: string },
): Promise<DataOf<typeof getLeagueLearner>> {
  const league = await readLeague(db, leagueId);
  const managesUsers = await managesUsersOf(db, actor, leagueId);
  const [[learner], modules, attempts] = await Promise.all([
    readLearners(db, league, [userId], managesUsers),
    db
      .select({
        id: weeks.id,
        name: weeks.name,
        totalResources: sum(sections.resourcesCount),
        completedResources: sum(sectionProgress.completedResources),
      })
      .from(weeks)
      .leftJoin(sections, eq(sections.weekId, weeks.id))
      .leftJoin(
        sectionProgress,
        and(eq(sectionProgress.sectionId, sections.id), eq(sectionProgress.userId, userId)),
      )
      .where(eq(weeks.leagueId, leagueId))
      .groupBy(weeks.id)
      .orderBy(asc(weeks.order)),
    db
      .select({
        number: submissionAttempts.number,
        status: submissionAttempts.status,
        submittedAt: submissionAttempts.submittedAt,
        reviewedAt: submissionAttempts.reviewedAt,
      })
      .from(submissionAttempts)
      .innerJoin(submissions, eq(submissions.id, submissionAttempts.submissionId))
      .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
      .where(and(eq(assignments.leagueId, leagueId), eq(submissions.userId, userId)))
      .orderBy(desc(submissionAttempts.number)),
  ]);
  if (!learner) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_ENROLLED);
  return {
    learner,
    modules,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      status: attempt.status as SubmissionStatus,
      submittedAt: toIso(attempt.submittedAt),
      reviewedAt: toIso(attempt.reviewedAt),
    })),
  };
}

const sum = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

async function readLeague(db: Database, id: string): Promise<LearnersLeague> {
  const [row] = await db
    .select({
      id: leagues.id,
      name: leagues.name,
      totalResources: leagues.resourcesCount,
      assignmentId: assignments.id,
      title: assignments.title,
      dueAt: assignments.dueAt,
    })
    .from(leagues)
    .leftJoin(assignments, eq(assignments.leagueId, leagues.id))
    .where(eq(leagues.id, id));
  if (!row) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  const { assignmentId, title, dueAt, ...league } = row;
  const assignment =
    assignmentId === null ? null : { id: assignmentId, title: title ?? '', dueDate: toIso(dueAt) };
  return { ...league, assignment };
}

async function managesUsersOf(db: Database, actor: Actor, leagueId: string): Promise<boolean> {
  if (actor.role === 'GRAND_PATHFINDER') return true;
  const scopes = await listScopes(db, actor);
  return scopes.some((scope) => scope.leagueId === leagueId && scope.canManageUsers);
}

// Every enrollment has its row of `league_progress`, which stays when the enrollment ends.
const isLearner = (leagueId: string): SQL =>
  sql`${leagueProgress.leagueId} = ${leagueId} and exists (
    select 1 from ${enrollments}
    where ${enrollments.userId} = ${leagueProgress.userId} and ${enrollments.leagueId} = ${leagueId})`;

function toCondition({ totalResources, assignment }: LearnersLeague, filter: LearnerFilter): SQL {
  const done = leagueProgress.completedResources;
  const isFinished = sql`(${done} >= ${totalResources} and ${totalResources} > 0)`;
  return {
    'not-started': sql`${done} = 0`,
    inactive: sql`(${done} > 0 and not ${isFinished}
      and ${leagueProgress.lastCompletedAt} < now() - ${STOPPED_DAYS} * interval '1 day')`,
    finished: isFinished,
    waiting: sql`${leagueProgress.userId} in (
      select ${submissions.userId} from ${submissions}
      where ${submissions.assignmentId} = ${assignment?.id ?? ''} and ${isWaiting})`,
  }[filter];
}

function filterOf({ show }: LearnersQuery): LearnerFilter | undefined {
  return LEARNER_FILTERS.find((known) => known === show);
}

function searchOf({ search }: LearnersQuery, managesUsers: boolean): SQL | undefined {
  const contains = managesUsers ? accountContains : nameContains;
  return searchPeople(leagueProgress.userId, toPeopleTerms(search), contains);
}

function selectIds(db: Database, league: LearnersLeague, query: LearnersQuery, search: SQL | undefined) {
  const filter = filterOf(query);
  return db
    .select({ id: leagueProgress.userId })
    .from(leagueProgress)
    .innerJoin(users, eq(users.id, leagueProgress.userId))
    .where(and(isLearner(league.id), filter && toCondition(league, filter), search))
    .orderBy(...orderOf(query))
    .$dynamic();
}

function orderOf({ sort, direction }: LearnersQuery): SQL[] {
  const { completedResources: done, lastCompletedAt: last, userId } = leagueProgress;
  const isDown = direction === 'desc';
  if (sort === 'progress') {
    return isDown
      ? [sql`${done} desc nulls last`, sql`${last} desc nulls last`, asc(userId)]
      : [sql`${done} asc nulls first`, sql`${last} asc nulls first`, desc(userId)];
  }
  if (sort === 'active') {
    return isDown
      ? [sql`${last} desc nulls last`, asc(userId)]
      : [sql`${last} asc nulls first`, desc(userId)];
  }
  const name = alphabetical(users.name);
  return isDown ? [sql`${name} desc`, desc(users.id)] : [name, asc(users.id)];
}

async function countLearners(db: Database, league: LearnersLeague): Promise<LearnerCounts> {
  const countOf = (filter: LearnerFilter) => countWhere(toCondition(league, filter));
  const [counts] = await db
    .select({
      total: countWhere(undefined),
      'not-started': countOf('not-started'),
      inactive: countOf('inactive'),
      finished: countOf('finished'),
      waiting: countOf('waiting'),
    })
    .from(leagueProgress)
    .where(isLearner(league.id));
  return counts ?? { total: 0, 'not-started': 0, inactive: 0, finished: 0, waiting: 0 };
}

function countShown(
  db: Database,
  league: LearnersLeague,
  filter: LearnerFilter | undefined,
  search: SQL,
): Promise<number> {
  return db.$count(leagueProgress, and(isLearner(league.id), filter && toCondition(league, filter), search));
}

async function readLearners(
  db: Database,
  league: LearnersLeague,
  ids: readonly string[],
  managesUsers: boolean,
): Promise<LeagueLearner[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      cohort: { id: cohorts.id, name: cohorts.name },
      enrolledAt: enrollments.enrolledAt,
      completedResources: leagueProgress.completedResources,
      lastActiveAt: leagueProgress.lastCompletedAt,
      submission: { id: submissions.id, status: submissions.status, submittedAt: submissions.submittedAt },
      badgeEarnedAt: userBadges.earnedAt,
      certificateIssuedAt: certificates.issuedAt,
    })
    .from(leagueProgress)
    .innerJoin(users, eq(users.id, leagueProgress.userId))
    .innerJoin(
      enrollments,
      and(eq(enrollments.userId, leagueProgress.userId), eq(enrollments.leagueId, leagueProgress.leagueId)),
    )
    .innerJoin(cohorts, eq(cohorts.id, enrollments.cohortId))
    .leftJoin(
      submissions,
      and(
        eq(submissions.assignmentId, league.assignment?.id ?? ''),
        eq(submissions.userId, leagueProgress.userId),
      ),
    )
    .leftJoin(badges, eq(badges.leagueId, leagueProgress.leagueId))
    .leftJoin(userBadges, and(eq(userBadges.badgeId, badges.id), eq(userBadges.userId, users.id)))
    .leftJoin(
      certificates,
      and(
        eq(certificates.leagueId, leagueProgress.leagueId),
        eq(certificates.userId, users.id),
        isNull(certificates.revokedAt),
        isNull(certificates.erasedAt),
      ),
    )
    .where(and(eq(leagueProgress.leagueId, league.id), inArray(leagueProgress.userId, [...ids])))
    // The first of several enrollments is the last to be put into the map.
    .orderBy(desc(enrollments.enrolledAt), desc(enrollments.id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Learners who left between the two statements are skipped.
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { email, enrolledAt, lastActiveAt, submission, badgeEarnedAt, certificateIssuedAt, ...plain } = row;
    return {
      ...plain,
      ...(managesUsers ? { email } : {}),
      enrolledAt: toIso(enrolledAt),
      progressPercentage: toPercentage(row.completedResources, league.totalResources),
      isFinished: league.totalResources > 0 && row.completedResources >= league.totalResources,
      lastActiveAt: toIso(lastActiveAt),
      submission: submission && {
        id: submission.id,
        status: submission.status as SubmissionStatus,
        submittedAt: toIso(submission.submittedAt),
      },
      badgeEarnedAt: toIso(badgeEarnedAt),
      certificateIssuedAt: toIso(certificateIssuedAt),
    };
  });
}
