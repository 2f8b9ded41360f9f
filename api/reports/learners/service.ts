import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DataOf } from '#contract/call.ts';
import {
  type getLeagueLearner,
  LEARNER_FILTERS,
  LEARNERS_PAGE_SIZE,
  type LeagueLearner,
  type LearnerCounts,
  type LearnerDetail,
  type LearnerFilter,
  type LearnersQuery,
  type listLeagueLearners,
} from '#contract/league-learners.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { STOPPED_DAYS } from '#contract/reports.ts';
import { readPage, toPagination, toPercentage } from '#contract/shared.ts';
import { isWaiting } from '../../assignments/queue.ts';
import { type Actor, listScopes } from '../../platform/access/actor.ts';
import {
  accountContains,
  nameContains,
  searchPeople,
  toPeopleTerms,
} from '../../platform/db/account-search.ts';
import { type Database, isoOf } from '../../platform/db/client.ts';
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
  const page = readPage(query, LEARNERS_PAGE_SIZE);
  const league = await readLeague(db, actor, leagueId);
  const isShown = toShown(league, query);
  const read = async () => {
    const rows = selectIds(db, league, query, isShown).limit(page.limit).offset(toWindow(page).offset);
    const ids = (await rows).map(({ id }) => id);
    const learners = new Map((await readLearners(db, league, ids)).map((row) => [row.id, row]));
    // Learners who left between the two statements are skipped.
    return ids.flatMap((id) => learners.get(id) ?? []);
  };
  const [learners, { shown, ...counts }] = await Promise.all([read(), countLearners(db, league, isShown)]);
  return { counts, learners, pagination: toPagination(page, shown) };
}

export async function findLearners(
  db: Database,
  actor: Actor,
  leagueId: string,
  query: LearnersQuery,
): Promise<Listing<LeagueLearner>> {
  const league = await readLeague(db, actor, leagueId);
  const rows = await selectIds(db, league, query, toShown(league, query));
  return { ids: rows.map(({ id }) => id), read: (ids) => readLearners(db, league, ids) };
}

/** Throws LEAGUE_NOT_ENROLLED. */
export async function getLearner(
  db: Database,
  actor: Actor,
  { id: leagueId, userId }: { id: string; userId: string },
): Promise<DataOf<typeof getLeagueLearner>> {
  const league = await readLeague(db, actor, leagueId);
  const [[learner], modules, attempts] = await Promise.all([
    readLearners(db, league, [userId]),
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
        submittedAt: isoOf(submissionAttempts.submittedAt),
        reviewedAt: isoOf(submissionAttempts.reviewedAt),
      })
      .from(submissionAttempts)
      .innerJoin(submissions, eq(submissions.id, submissionAttempts.submissionId))
      .where(and(eq(submissions.assignmentId, league.assignmentId ?? ''), eq(submissions.userId, userId)))
      .orderBy(desc(submissionAttempts.number)),
  ]);
  if (!learner) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_ENROLLED);
  return { learner, modules, attempts: attempts as LearnerDetail['attempts'] };
}

const sum = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

type League = Awaited<ReturnType<typeof readLeague>>;

async function readLeague(db: Database, actor: Actor, id: string) {
  const [[league], scopes] = await Promise.all([
    db
      .select({
        id: leagues.id,
        cohortId: leagues.cohortId,
        totalResources: leagues.resourcesCount,
        assignmentId: assignments.id,
        // Somebody may be enrolled through two cohorts.
        hasOtherCohorts: sql<boolean>`exists (
          select 1 from enrollments e where e.league_id = ${leagues.id} and e.cohort_id <> ${leagues.cohortId})`,
      })
      .from(leagues)
      .leftJoin(assignments, eq(assignments.leagueId, leagues.id))
      .where(eq(leagues.id, id)),
    actor.role === 'GRAND_PATHFINDER' ? [] : listScopes(db, actor),
  ]);
  if (!league) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  const scope = scopes.find(({ leagueId }) => leagueId === id);
  return { ...league, managesUsers: actor.role === 'GRAND_PATHFINDER' || scope?.canManageUsers === true };
}

// One enrollment of each learner: through the league's own cohort, else the earliest.
const isLearner = ({ id, cohortId, hasOtherCohorts }: League): SQL | undefined =>
  and(
    eq(enrollments.leagueId, id),
    hasOtherCohorts
      ? sql`(${enrollments.cohortId} = ${cohortId} or not exists (
          select 1 from enrollments o
          where o.user_id = ${enrollments.userId} and o.league_id = ${id} and o.id <> ${enrollments.id} and
            (o.cohort_id = ${cohortId} or (o.enrolled_at, o.id) < (${enrollments.enrolledAt}, ${enrollments.id}))))`
      : undefined,
  );

// Joins by one column: by both, counting 20,000 learners takes half as long again.
const progressIn = ({ id }: League): SQL | undefined =>
  and(eq(leagueProgress.userId, enrollments.userId), eq(leagueProgress.leagueId, id));
const completed = sql<number>`coalesce(${leagueProgress.completedResources}, 0)`.mapWith(Number);

function toCondition({ totalResources, assignmentId }: League, filter: LearnerFilter): SQL {
  const isFinished = sql`(${completed} >= ${totalResources} and ${totalResources} > 0)`;
  return {
    'not-started': sql`${completed} = 0`,
    inactive: sql`(${completed} > 0 and not ${isFinished}
      and ${leagueProgress.lastCompletedAt} < now() - ${STOPPED_DAYS} * interval '1 day')`,
    finished: isFinished,
    waiting: sql`${enrollments.userId} in (
      select ${submissions.userId} from ${submissions}
      where ${submissions.assignmentId} = ${assignmentId ?? ''} and ${isWaiting})`,
  }[filter];
}

/** By search and filter. */
function toShown(league: League, { show, search }: LearnersQuery): SQL | undefined {
  const filter = LEARNER_FILTERS.find((known) => known === show);
  const contains = league.managesUsers ? accountContains : nameContains;
  return and(
    filter && toCondition(league, filter),
    searchPeople(enrollments.userId, toPeopleTerms(search), contains),
  );
}

function selectIds(db: Database, league: League, query: LearnersQuery, isShown: SQL | undefined) {
  return db
    .select({ id: enrollments.userId })
    .from(enrollments)
    .innerJoin(users, eq(users.id, enrollments.userId))
    .leftJoin(leagueProgress, progressIn(league))
    .where(and(isLearner(league), isShown))
    .orderBy(...orderOf(query))
    .$dynamic();
}

function orderOf({ sort, direction }: LearnersQuery): SQL[] {
  const isDown = direction === 'desc';
  if (sort !== 'progress' && sort !== 'active') {
    const name = alphabetical(users.name);
    return isDown ? [sql`${name} desc`, desc(users.id)] : [name, asc(users.id)];
  }
  const way = isDown ? sql`desc nulls last` : sql`asc nulls first`;
  const keys =
    sort === 'progress' ? [completed, leagueProgress.lastCompletedAt] : [leagueProgress.lastCompletedAt];
  return [...keys.map((key) => sql`${key} ${way}`), isDown ? asc(users.id) : desc(users.id)];
}

async function countLearners(
  db: Database,
  league: League,
  isShown: SQL | undefined,
): Promise<LearnerCounts & { shown: number }> {
  const byFilter = LEARNER_FILTERS.map((filter) => [filter, countWhere(toCondition(league, filter))]);
  const counts = Object.fromEntries(byFilter) as Record<LearnerFilter, SQL<number>>;
  const [row] = await db
    .select({ ...counts, total: countWhere(undefined), shown: countWhere(isShown) })
    .from(enrollments)
    .leftJoin(leagueProgress, progressIn(league))
    .where(isLearner(league));
  return row as NonNullable<typeof row>;
}

async function readLearners(db: Database, league: League, ids: readonly string[]): Promise<LeagueLearner[]> {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      ...(league.managesUsers ? { email: users.email } : {}),
      cohort: { id: cohorts.id, name: cohorts.name },
      enrolledAt: isoOf(enrollments.enrolledAt),
      completedResources: completed,
      lastActiveAt: isoOf(leagueProgress.lastCompletedAt),
      submission: { status: submissions.status, submittedAt: isoOf(submissions.submittedAt) },
      badgeEarnedAt: isoOf(userBadges.earnedAt),
      certificateIssuedAt: isoOf(certificates.issuedAt),
    })
    .from(enrollments)
    .innerJoin(users, eq(users.id, enrollments.userId))
    .leftJoin(leagueProgress, progressIn(league))
    .innerJoin(cohorts, eq(cohorts.id, enrollments.cohortId))
    .leftJoin(
      submissions,
      and(eq(submissions.assignmentId, league.assignmentId ?? ''), eq(submissions.userId, users.id)),
    )
    .leftJoin(badges, eq(badges.leagueId, enrollments.leagueId))
    .leftJoin(userBadges, and(eq(userBadges.badgeId, badges.id), eq(userBadges.userId, users.id)))
    .leftJoin(
      certificates,
      and(
        eq(certificates.leagueId, enrollments.leagueId),
        eq(certificates.userId, users.id),
        isNull(certificates.revokedAt),
        isNull(certificates.erasedAt),
      ),
    )
    .where(and(isLearner(league), inArray(enrollments.userId, [...ids])));
  return rows.map((row) => ({
    ...row,
    submission: row.submission as LeagueLearner['submission'],
    progressPercentage: toPercentage(row.completedResources, league.totalResources),
  }));
}
