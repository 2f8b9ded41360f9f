import type { DataOf } from '../../api/contract/call.ts';
import type { LeaderboardData, LeaderboardRow } from '../../api/contract/leaderboard.ts';
import type { listLeagues } from '../../api/contract/leagues.ts';
import type { User } from '../../api/contract/users.ts';
import type { Dashboard, League, LeagueProgress } from './learner.ts';

const MOMENT = '2026-03-04T05:06:07.000Z';

/** An account that exists in a test only, for shapes that the demo data lacks. */
export function imaginaryUser(changes: Partial<User> = {}): User {
  return {
    id: 'user-abc123',
    name: 'Meera Nair',
    email: 'meera@journey.test',
    role: 'PIONEER',
    status: 'ACTIVE',
    emailVerified: true,
    olid: 'OL-000042',
    createdAt: MOMENT,
    updatedAt: MOMENT,
    institute: null,
    department: null,
    graduationYear: null,
    studentId: null,
    phoneNumber: null,
    portfolioUrl: null,
    githubUsername: null,
    twitterHandle: null,
    linkedinUrl: null,
    discordUsername: null,
    kaggleUsername: null,
    migratedToV2: true,
    currentCohortId: null,
    currentCohort: null,
    approvedById: null,
    approvedBy: null,
    enrollments: [],
    pathfinderScopes: [],
    specializations: [],
    ...changes,
  };
}

/** An overview with leagues of the given names and shares done. */
export function imaginaryDashboard(
  leagues: readonly { name: string; done?: number; total?: number }[],
): Dashboard {
  const enrollments = leagues.map(({ name, done = 0, total = 10 }, index) => ({
    id: `enrollment-${index}`,
    enrollmentId: `enrollment-${index}`,
    enrolledAt: MOMENT,
    createdAt: MOMENT,
    league: {
      id: `league-${index}`,
      name,
      description: `What ${name} teaches.`,
      totalResources: total,
      isExpired: false,
      expiresAt: null,
    },
    cohort: { id: 'cohort-1', name: 'Cohort 1.5' },
    progress: {
      completedResources: done,
      totalResources: total,
      completedSections: 1,
      totalSections: 4,
      completedWeeks: 0,
      weeksCount: 2,
      progressPercentage: total ? Math.round((100 * done) / total) : 0,
    },
  }));
  const sum = (pick: (entry: (typeof enrollments)[number]) => number) =>
    enrollments.reduce((total, entry) => total + pick(entry), 0);
  return {
    user: {
      id: 'user-abc123',
      name: 'Meera Nair',
      email: 'meera@journey.test',
      role: 'PIONEER',
      createdAt: MOMENT,
    },
    enrollments,
    statistics: {
      totalEnrollments: enrollments.length,
      totalLeagues: Math.max(9, enrollments.length),
      totalSections: sum(({ progress }) => progress.totalSections),
      totalCompletedSections: sum(({ progress }) => progress.completedSections),
      totalResources: sum(({ progress }) => progress.totalResources),
      totalCompletedResources: sum(({ progress }) => progress.completedResources),
      overallProgress: 0,
      badgesEarned: 0,
      specializationsCompleted: 0,
    },
    badges: [],
    specializations: [],
  };
}

/** Leagues for the catalogue. */
export function imaginaryLeagues(names: readonly string[]): DataOf<typeof listLeagues> {
  const leagues: League[] = names.map((name, index) => ({
    id: `league-${index}`,
    name,
    description: `What ${name} teaches.`,
    cohortId: 'cohort-1',
    cohort: { id: 'cohort-1', name: 'Cohort 1.5' },
    expiresAt: null,
    isExpired: false,
    weeksCount: 2,
    sectionsCount: 4,
    resourcesCount: 12,
    totalResources: 12,
    createdAt: MOMENT,
    updatedAt: MOMENT,
    _count: { weeks: 2, sections: 4, resources: 12, enrollments: 3, badges: 1, specializations: 0 },
  }));
  return {
    leagues,
    pagination: {
      page: 1,
      limit: leagues.length,
      total: leagues.length,
      totalCount: leagues.length,
      totalPages: 1,
      hasNextPage: false,
      hasPreviousPage: false,
    },
  };
}

interface LeagueShape {
  name?: string;
  description?: string | null;
  /** Resources of each section of each week: [[3, 0], [2]] is two weeks, the first with an empty section. */
  weeks?: readonly (readonly number[])[];
  title?: (position: number) => string;
  type?: (position: number) => string;
  url?: (position: number) => string;
}

/** A league's page of any shape; the first resource of all is done, the second marked for revision. */
export function imaginaryLeague({
  name = 'Quantum',
  description = 'From a single qubit to your first circuit.',
  weeks = [[2, 2]],
  title = (position) => `Resource ${position}`,
  type = () => 'ARTICLE',
  url = (position) => `https://example.org/${position}`,
}: LeagueShape = {}): LeagueProgress {
  let position = 0;
  const total = weeks.flat().reduce((sum, count) => sum + count, 0);
  return {
    user: { id: 'user-abc123', name: 'Meera Nair', email: 'meera@journey.test' },
    league: {
      id: 'league-0',
      name,
      description,
      cohortId: 'cohort-1',
      isExpired: false,
      expiresAt: null,
      hasAssignment: false,
    },
    enrollment: { id: 'enrollment-0', enrolledAt: MOMENT },
    progress: {
      completedResources: total > 0 ? 1 : 0,
      totalResources: total,
      completedSections: 0,
      totalSections: weeks.flat().length,
      completedWeeks: 0,
      weeksCount: weeks.length,
      progressPercentage: total > 0 ? Math.round(100 / total) : 0,
      weeks: weeks.map((sections, weekIndex) => ({
        id: `week-${weekIndex}`,
        name: `Week name ${weekIndex + 1}`,
        description: null,
        order: weekIndex + 1,
        isCompleted: false,
        completedResources: 0,
        totalResources: sections.reduce((sum, count) => sum + count, 0),
        completedSections: 0,
        totalSections: sections.length,
        progressPercentage: 0,
        sections: sections.map((count, sectionIndex) => ({
          id: `section-${weekIndex}-${sectionIndex}`,
          name: `Section name ${weekIndex + 1}.${sectionIndex + 1}`,
          description: null,
          order: sectionIndex + 1,
          resourceCount: count,
          completedResources: 0,
          progress: { isCompleted: false, completedAt: null, personalNote: null, markedForRevision: false },
          resources: Array.from({ length: count }, () => {
            position += 1;
            return {
              id: `resource-${position}`,
              title: title(position),
              url: url(position),
              type: type(position),
              minutes: null,
              order: position,
              progress: {
                isCompleted: position === 1,
                completedAt: position === 1 ? MOMENT : null,
                markedForRevision: position === 2,
                personalNote: null,
                timeSpent: null,
              },
            };
          }),
        })),
      })),
    },
    badge: null,
    certificate: null,
    assignment: null,
    submissions: [],
  };
}

/** A row of the leaderboard at a place counted from 1; the further down, the less is done. */
export function imaginaryStanding(
  place: number,
  changes: Partial<LeaderboardRow['user']> = {},
): LeaderboardRow {
  const done = Math.max(0, 60 - place);
  return {
    rank: place,
    user: {
      id: `learner-${String(place).padStart(6, '0')}`,
      name: `Learner ${place}`,
      role: 'PIONEER',
      ...changes,
    },
    stats: {
      resourcesCompleted: done,
      totalResources: 120,
      completionPercentage: Math.round((100 * done) / 120),
      badgesEarned: place % 3,
      enrolledCohorts: 1,
    },
    resourcesCompleted: done,
    totalResources: 120,
    badgesEarned: place % 3,
    recentActivity: {
      lastCompletedResource:
        done > 0
          ? { name: `Resource ${place}`, completedAt: new Date(Date.now() - place * 3_600_000).toISOString() }
          : null,
      lastBadgeEarned: null,
    },
  };
}

/** A page of the leaderboard; the own place is given where it is far from the rows. */
export function imaginaryBoard(
  leaderboard: LeaderboardRow[],
  {
    total = leaderboard.length,
    ownRank = 77,
    ...changes
  }: { total?: number; ownRank?: number | null } & Partial<LeaderboardData> = {},
): LeaderboardData {
  const own = imaginaryStanding(ownRank ?? 0, { id: 'user-abc123', name: 'Meera Nair' });
  return {
    leaderboard,
    totalUsers: total,
    lastUpdated: '2026-03-04T05:06:07.000Z',
    pagination: {
      page: 1,
      limit: 50,
      total,
      totalPages: Math.ceil(total / 50),
      totalCount: total,
      hasNextPage: total > 50,
      hasPreviousPage: false,
    },
    isCut: false,
    place: 'everybody',
    own: { ...own, rank: ownRank, place: 'everybody', isInLeague: null },
    version: '1-1',
    ...changes,
  };
}
