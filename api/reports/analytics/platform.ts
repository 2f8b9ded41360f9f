import { count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PlatformAnalytics } from '#contract/reports.ts';
import { toPercentage } from '#contract/shared.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { countWhere } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { badges, userBadges, userSpecializations } from '../../platform/db/schema/awards.ts';
import { assignments, leagues } from '../../platform/db/schema/curriculum.ts';
import { enrollments, submissions } from '../../platform/db/schema/learning.ts';
import { learnersByProgress } from './completion.ts';
import { isVisibleLeague, isVisibleSpecialization, type VisibleLeagues } from './visible.ts';

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
