import { desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { User } from '#contract/users.ts';
import { permissionColumns } from '../platform/access/actor.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { asRow, oneRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { alphabetical } from '../platform/db/paging.ts';
import { pathfinderScopes, users } from '../platform/db/schema/accounts.ts';
import { userSpecializations } from '../platform/db/schema/awards.ts';
import { cohorts, leagues, specializations } from '../platform/db/schema/curriculum.ts';
import { enrollments } from '../platform/db/schema/learning.ts';

const approvers = alias(users, 'approvers');
const givers = alias(users, 'givers');

export const accountColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  status: users.status,
  olid: users.olid,
  institute: users.institute,
  department: users.department,
  graduationYear: users.graduationYear,
  studentId: users.studentId,
  phoneNumber: users.phoneNumber,
  portfolioUrl: users.portfolioUrl,
  githubUsername: users.githubUsername,
  twitterHandle: users.twitterHandle,
  linkedinUrl: users.linkedinUrl,
  discordUsername: users.discordUsername,
  kaggleUsername: users.kaggleUsername,
  currentCohortId: users.currentCohortId,
  approvedById: users.approvedById,
};

export const userRow = asRow({
  ...accountColumns,
  emailVerifiedAt: users.emailVerifiedAt,
  migratedToV2At: users.migratedToV2At,
  dailyGoal: users.dailyGoal,
  isHiddenFromBoards: users.isHiddenFromBoards,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  currentCohort: oneRow(
    selectRow({ id: cohorts.id, name: cohorts.name, isActive: cohorts.isActive })
      .from(cohorts)
      .where(eq(cohorts.id, users.currentCohortId)),
  ),
  approver: oneRow(
    selectRow({ name: approvers.name }).from(approvers).where(eq(approvers.id, users.approvedById)),
  ),
  enrollments: rowList(
    selectRow({
      id: enrollments.id,
      userId: enrollments.userId,
      enrolledAt: enrollments.enrolledAt,
      updatedAt: enrollments.updatedAt,
      league: asRow({ id: leagues.id, name: leagues.name }),
      cohort: asRow({ id: cohorts.id, name: cohorts.name }),
    })
      .from(enrollments)
      .innerJoin(leagues, eq(leagues.id, enrollments.leagueId))
      .innerJoin(cohorts, eq(cohorts.id, enrollments.cohortId))
      .where(eq(enrollments.userId, users.id))
      .orderBy(desc(enrollments.enrolledAt), enrollments.id),
  ),
  scopes: rowList(
    selectRow({
      id: pathfinderScopes.id,
      ...permissionColumns,
      assignedAt: pathfinderScopes.assignedAt,
      league: asRow({ id: leagues.id, name: leagues.name }),
      assignedBy: oneRow(
        selectRow({ id: givers.id, name: givers.name })
          .from(givers)
          .where(eq(givers.id, pathfinderScopes.assignedById)),
      ),
    })
      .from(pathfinderScopes)
      .innerJoin(leagues, eq(leagues.id, pathfinderScopes.leagueId))
      .where(eq(pathfinderScopes.pathfinderId, users.id))
      .orderBy(alphabetical(leagues.name)),
  ),
  specializations: rowList(
    selectRow({
      id: userSpecializations.id,
      completedAt: userSpecializations.completedAt,
      specialization: asRow({ id: specializations.id, name: specializations.name }),
    })
      .from(userSpecializations)
      .innerJoin(specializations, eq(specializations.id, userSpecializations.specializationId))
      .where(eq(userSpecializations.userId, users.id))
      .orderBy(desc(userSpecializations.completedAt)),
  ),
});
export type UserRow = typeof userRow extends { _: { type: infer Row } } ? Row : never;

export async function findUser(tx: Database, id: string): Promise<User | null> {
  const [found] = await tx.select({ user: userRow }).from(users).where(eq(users.id, id));
  return found ? presentUser(found.user) : null;
}

export function presentUser({ emailVerifiedAt, migratedToV2At, approver, scopes, ...row }: UserRow): User {
  return {
    ...row,
    emailVerified: emailVerifiedAt !== null,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    migratedToV2: migratedToV2At === null ? null : true,
    approvedBy: approver?.name ?? null,
    enrollments: row.enrollments.map((enrollment) => ({
      ...enrollment,
      cohortId: enrollment.cohort.id,
      leagueId: enrollment.league.id,
      enrolledAt: toIso(enrollment.enrolledAt),
      createdAt: toIso(enrollment.enrolledAt),
      updatedAt: toIso(enrollment.updatedAt),
    })),
    pathfinderScopes: scopes.map((scope) => ({
      ...scope,
      leagueId: scope.league.id,
      assignedAt: toIso(scope.assignedAt),
    })),
    specializations: row.specializations.map((done) => ({ ...done, completedAt: toIso(done.completedAt) })),
  };
}
