import { eq, inArray, sql } from 'drizzle-orm';
import type { UserRow } from '#contract/admin-users.ts';
import type { Role, Status } from '#contract/roles.ts';
import { alphabetical } from '../../platform/db/alphabet.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { cohorts, leagues } from '../../platform/db/schema/curriculum.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';

export const rowColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  status: users.status,
  closedAt: users.closedAt,
  olid: users.olid,
  emailVerifiedAt: users.emailVerifiedAt,
  migratedToV2At: users.migratedToV2At,
  phoneNumber: users.phoneNumber,
  institute: users.institute,
  department: users.department,
  graduationYear: users.graduationYear,
  studentId: users.studentId,
  portfolioUrl: users.portfolioUrl,
  discordUsername: users.discordUsername,
  twitterHandle: users.twitterHandle,
  linkedinUrl: users.linkedinUrl,
  githubUsername: users.githubUsername,
  kaggleUsername: users.kaggleUsername,
  currentCohortId: users.currentCohortId,
  cohortName: cohorts.name,
  cohortIsActive: cohorts.isActive,
  approvedById: users.approvedById,
  approvedBy: sql<string | null>`(select a.name from users a where a.id = ${users.approvedById})`,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};

type PlainRow = Pick<typeof users.$inferSelect, keyof typeof users.$inferSelect & keyof typeof rowColumns> & {
  cohortName: string | null;
  cohortIsActive: boolean | null;
  approvedBy: string | null;
};

export async function toUserRows(db: Database, rows: PlainRow[]): Promise<UserRow[]> {
  const ids = rows.map((row) => row.id);
  const [enrolled, scoped] =
    ids.length === 0 ? [[], []] : await Promise.all([listEnrollments(db, ids), listScopes(db, ids)]);
  const enrollmentsOf = Map.groupBy(enrolled, (row) => row.userId);
  const scopesOf = Map.groupBy(scoped, (row) => row.userId);
  return rows.map((row) => {
    const { emailVerifiedAt, migratedToV2At, cohortName, cohortIsActive, ...plain } = row;
    return {
      ...plain,
      closedAt: row.closedAt && toIso(row.closedAt),
      role: row.role as Role,
      status: row.status as Status,
      emailVerified: emailVerifiedAt !== null,
      migratedToV2: migratedToV2At === null ? null : true,
      currentCohort:
        row.currentCohortId === null || cohortName === null
          ? null
          : { id: row.currentCohortId, name: cohortName, isActive: cohortIsActive === true },
      createdAt: toIso(row.createdAt),
      updatedAt: toIso(row.updatedAt),
      enrollments: (enrollmentsOf.get(row.id) ?? []).map(({ userId: _, enrolledAt, ...enrollment }) => ({
        ...enrollment,
        enrolledAt: toIso(enrolledAt),
      })),
      pathfinderScopes: (scopesOf.get(row.id) ?? []).map(({ userId: _, ...scope }) => scope),
    };
  });
}

function listEnrollments(db: Database, ids: string[]) {
  return db
    .select({
      userId: enrollments.userId,
      id: enrollments.id,
      enrolledAt: enrollments.enrolledAt,
      league: { id: leagues.id, name: leagues.name },
      cohort: { id: cohorts.id, name: cohorts.name },
    })
    .from(enrollments)
    .innerJoin(leagues, eq(leagues.id, enrollments.leagueId))
    .innerJoin(cohorts, eq(cohorts.id, enrollments.cohortId))
    .where(inArray(enrollments.userId, ids))
    .orderBy(sql`${enrollments.enrolledAt} desc`, enrollments.id);
}

function listScopes(db: Database, ids: string[]) {
  return db
    .select({
      userId: pathfinderScopes.pathfinderId,
      leagueId: pathfinderScopes.leagueId,
      league: { id: leagues.id, name: leagues.name },
      canManageUsers: pathfinderScopes.canManageUsers,
      canViewAnalytics: pathfinderScopes.canViewAnalytics,
      canCreateContent: pathfinderScopes.canCreateContent,
    })
    .from(pathfinderScopes)
    .innerJoin(leagues, eq(leagues.id, pathfinderScopes.leagueId))
    .where(inArray(pathfinderScopes.pathfinderId, ids))
    .orderBy(alphabetical(leagues.name));
}
