import { and, desc, eq, exists, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Dashboard, LEARNING_ERRORS, type ProgressSums } from '#contract/learning.ts';
import type { Announcement } from '#contract/news.ts';
import { toPercentage } from '#contract/shared.ts';
import { certificatesOf, presentCertificate } from '../awards/certificates/own.ts';
import { createPinnedReader } from '../community/news/audience.ts';
import type { Actor } from '../platform/access/actor.ts';
import { isExpired, mayRead } from '../platform/access/league-scope.ts';
import { badgeLeague } from '../platform/db/badge-league.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { currentCurriculumVersion, keptForVersion } from '../platform/db/curriculum-version.ts';
import { asRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { badges, userBadges, userSpecializations } from '../platform/db/schema/awards.ts';
import {
  cohorts,
  leagues,
  sections,
  specializationLeagues,
  specializations,
  weeks,
} from '../platform/db/schema/curriculum.ts';
import { enrollments, leagueProgress, sectionProgress } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { activityOf, presentActivity } from './activity-year.ts';
import { nextUpOf, presentNextUp } from './next-up.ts';
import { decideViewing, isViewableLeague } from './tracking.ts';

type Counts = Omit<ProgressSums, 'progressPercentage'>;

/** Needs `leagues` and `league_progress` in the query. */
export const leagueCounts = {
  completedResources: sql<number>`coalesce(${leagueProgress.completedResources}, 0)`,
  totalResources: sql<number>`${leagues.resourcesCount}`,
  completedSections: sql<number>`coalesce(${leagueProgress.completedSections}, 0)`,
  totalSections: sql<number>`${leagues.sectionsCount}`,
  completedWeeks: sql<number>`coalesce(${leagueProgress.completedWeeks}, 0)`,
  weeksCount: sql<number>`${leagues.weeksCount}`,
};

/** In order, by league. */
async function listModules(db: Database) {
  const rows = await db
    .select({
      leagueId: weeks.leagueId,
      id: weeks.id,
      name: weeks.name,
      sections: rowList(
        selectRow({ id: sections.id, resources: sections.resourcesCount })
          .from(sections)
          .where(eq(sections.weekId, weeks.id)),
      ),
    })
    .from(weeks)
    .orderBy(weeks.order, weeks.id);
  return Map.groupBy(rows, ({ leagueId }) => leagueId);
}
type Modules = Awaited<ReturnType<typeof listModules>>;

/** The percentage counts resources (docs/product.md OPEN-48). */
export function toProgressSums(counts: Counts): ProgressSums {
  return { ...counts, progressPercentage: toPercentage(counts.completedResources, counts.totalResources) };
}

/** Runs in the session statement. */
export const wholeDashboard = (timeZone: string) =>
  asRow({
    ...recordFields(),
    certificates: certificatesOf(users.id),
    nextUp: nextUpOf(timeZone),
    activity: activityOf(timeZone),
    today: asRow({ goal: users.dailyGoal }),
  });
type FoundDashboard = ReturnType<typeof wholeDashboard>['_']['type'];

/** `own` is the `wholeDashboard` of `actor`. Throws PROGRESS_OF_OTHERS_REFUSED, USER_NOT_FOUND. */
export function createDashboardReader(db: Database, timeZone: string) {
  const modulesOf = keptForVersion(() => listModules(db));
  const readPinned = createPinnedReader(db);
  const isAsked = eq(users.id, sql.placeholder('userId'));
  const findWhole = db
    .select({ found: wholeDashboard(timeZone) })
    .from(users)
    .where(isAsked)
    .prepare('dashboard_of_another');
  const findInScope = db
    .select(recordFields(sql`${sql.placeholder('viewerId')}`))
    .from(users)
    .where(isAsked)
    .prepare('dashboard_in_scope');

  return async (actor: Actor, own: FoundDashboard, askedUserId?: string): Promise<Dashboard> => {
    const { userId, viewerId } = decideViewing(actor, askedUserId);
    if (!viewerId) {
      const [row] = userId === actor.id ? [{ found: own }] : await findWhole.execute({ userId });
      if (!row) throw new ApiError(LEARNING_ERRORS.USER_NOT_FOUND);
      const { version } = row.found;
      return presentDashboard(row.found, await modulesOf(version), await readPinned(userId, version));
    }
    const [found] = await findInScope.execute({ userId, viewerId });
    if (!found) throw new ApiError(LEARNING_ERRORS.USER_NOT_FOUND);
    if (found.enrollments.length === 0) throw new ApiError(LEARNING_ERRORS.PROGRESS_OF_OTHERS_REFUSED);
    return presentRecord(found, await modulesOf(found.version));
  };
}

function presentDashboard(
  { certificates, nextUp, activity, today, ...record }: FoundDashboard,
  modules: Modules,
  pinned: Announcement[],
): Dashboard {
  return {
    ...presentRecord(record, modules),
    certificates: certificates.map(presentCertificate),
    nextUp: presentNextUp(nextUp),
    activity: presentActivity(activity),
    today,
    pinned,
  };
}

function recordFields(viewerId?: SQL) {
  const isViewable = (leagueId: SQLWrapper) => viewerId && isViewableLeague(leagueId, viewerId);
  const isViewableSpecialization =
    viewerId &&
    exists(
      selectRow({ id: specializationLeagues.id })
        .from(specializationLeagues)
        .where(
          and(
            eq(specializationLeagues.specializationId, specializations.id),
            isViewable(specializationLeagues.leagueId),
          ),
        ),
    );
  return {
    version: currentCurriculumVersion,
    mayRead: sql<boolean>`${mayRead}`,
    completed: rowList(
      selectRow({ sectionId: sectionProgress.sectionId, count: sectionProgress.completedResources })
        .from(sectionProgress)
        .where(eq(sectionProgress.userId, users.id)),
    ),
    user: asRow({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      createdAt: users.createdAt,
    }),
    enrollments: rowList(
      selectRow({
        id: enrollments.id,
        enrolledAt: enrollments.enrolledAt,
        league: asRow({
          id: leagues.id,
          name: leagues.name,
          description: leagues.description,
          totalResources: leagues.resourcesCount,
          isExpired,
          expiresAt: leagues.expiresAt,
        }),
        cohort: asRow({ id: cohorts.id, name: cohorts.name }),
        counts: asRow(leagueCounts),
      })
        .from(enrollments)
        .innerJoin(leagues, eq(leagues.id, enrollments.leagueId))
        .innerJoin(cohorts, eq(cohorts.id, enrollments.cohortId))
        .leftJoin(
          leagueProgress,
          and(eq(leagueProgress.userId, enrollments.userId), eq(leagueProgress.leagueId, leagues.id)),
        )
        .where(and(eq(enrollments.userId, users.id), isViewable(enrollments.leagueId)))
        .orderBy(desc(enrollments.enrolledAt), enrollments.id),
    ),
    badges: rowList(
      selectRow({
        id: badges.id,
        name: badges.name,
        description: badges.description,
        imageUrl: badges.imageUrl,
        league: asRow(badgeLeague),
        earnedAt: userBadges.earnedAt,
      })
        .from(userBadges)
        .innerJoin(badges, eq(badges.id, userBadges.badgeId))
        .leftJoin(leagues, eq(leagues.id, badges.leagueId))
        .where(and(eq(userBadges.userId, users.id), isViewable(badges.leagueId)))
        .orderBy(desc(userBadges.earnedAt), badges.id),
    ),
    specializations: rowList(
      selectRow({
        id: specializations.id,
        name: specializations.name,
        description: specializations.description,
        completedAt: userSpecializations.completedAt,
      })
        .from(userSpecializations)
        .innerJoin(specializations, eq(specializations.id, userSpecializations.specializationId))
        .where(and(eq(userSpecializations.userId, users.id), isViewableSpecialization))
        .orderBy(desc(userSpecializations.completedAt), specializations.id),
    ),
    totalLeagues: sql<number>`(select count(*)::int from leagues)`,
  };
}
type FoundRecord = {
  [Name in keyof ReturnType<typeof recordFields>]: ReturnType<typeof recordFields>[Name]['_']['type'];
};

function presentRecord(found: FoundRecord, modules: Modules): Dashboard {
  const completed = new Map(found.completed.map(({ sectionId, count }) => [sectionId, count]));
  const presentModule = ({ id, name, sections }: NonNullable<ReturnType<Modules['get']>>[number]) => ({
    id,
    name,
    completedResources: sections.reduce((sum, section) => sum + (completed.get(section.id) ?? 0), 0),
    totalResources: sections.reduce((sum, section) => sum + section.resources, 0),
  });
  const enrollments = found.enrollments.map(({ id, enrolledAt, league, cohort, counts }) => ({
    id,
    enrollmentId: id,
    enrolledAt: toIso(enrolledAt),
    createdAt: toIso(enrolledAt),
    league: { ...league, expiresAt: toIso(league.expiresAt) },
    cohort,
    progress: toProgressSums(counts),
    modules: found.mayRead ? (modules.get(league.id) ?? []).map(presentModule) : [],
  }));
  return {
    user: { ...found.user, createdAt: toIso(found.user.createdAt) },
    enrollments,
    statistics: {
      totalEnrollments: enrollments.length,
      totalLeagues: found.totalLeagues,
      ...addUp(enrollments),
      badgesEarned: found.badges.length,
      specializationsCompleted: found.specializations.length,
    },
    badges: found.badges.map((badge) => ({ ...badge, earnedAt: toIso(badge.earnedAt) })),
    specializations: found.specializations.map((done) => ({ ...done, completedAt: toIso(done.completedAt) })),
  };
}

// A league with enrollments in two cohorts counts once.
function addUp(enrollments: Dashboard['enrollments']) {
  const leagues = [...new Map(enrollments.map(({ league, progress }) => [league.id, progress])).values()];
  const sum = (key: keyof Counts) => leagues.reduce((total, counts) => total + counts[key], 0);
  const totalResources = sum('totalResources');
  const totalCompletedResources = sum('completedResources');
  return {
    totalSections: sum('totalSections'),
    totalCompletedSections: sum('completedSections'),
    totalResources,
    totalCompletedResources,
    overallProgress: toPercentage(totalCompletedResources, totalResources),
  };
}
