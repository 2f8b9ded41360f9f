import { type AnyColumn, and, desc, eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ASSIGNMENT_ERRORS } from '#contract/assignments.ts';
import type {
  Claim,
  StaffSubmission,
  Submission,
  SubmissionAttempt,
  SubmissionDetail,
  SubmissionStatus,
} from '#contract/submissions.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { pathfinderScopes, users } from '../platform/db/schema/accounts.ts';
import { assignments, leagues } from '../platform/db/schema/curriculum.ts';
import { submissionAttempts, submissions } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';

type Holder = { [Name in 'id' | 'role' | 'status']: AnyColumn };

/**
 * SQL condition: the claim has time left by the database's clock and its holder may still review. A suspended or
 * demoted holder does not block others.
 */
function hasRunningClaim(holder: Holder, leagueId: AnyColumn | SQL): SQL {
  return sql`${eq(holder.id, submissions.claimedById)} and ${submissions.claimedUntil} > now()
    and ${holder.status} = 'ACTIVE' and (${holder.role} = 'GRAND_PATHFINDER'
      or (${holder.role} = 'CHIEF_PATHFINDER' and exists (
        select 1 from ${pathfinderScopes} where ${pathfinderScopes.pathfinderId} = ${holder.id}
          and ${pathfinderScopes.leagueId} = ${leagueId} and ${pathfinderScopes.canCreateContent})))`;
}

/** Needs only the submission's row, and is cheap for submissions without a claim. */
export const isClaimed: SQL = sql`(${submissions.claimedById} is not null and ${submissions.claimedUntil} > now()
  and exists (select 1 from ${users} where ${hasRunningClaim(
    users,
    sql`(select ${assignments.leagueId} from ${assignments} where ${assignments.id} = ${submissions.assignmentId})`,
  )}))`;

/** SQL condition: the account may claim the submission. Own submissions are excluded. */
export function isClaimableBy(accountId: string): SQL | undefined {
  const { claimedById, userId } = submissions;
  return and(ne(userId, accountId), or(isNull(claimedById), eq(claimedById, accountId), not(isClaimed)));
}

const reviewers = alias(users, 'reviewers');
const holders = alias(users, 'holders');

export function selectSubmissions(db: Database) {
  return db
    .select({
      id: submissions.id,
      status: submissions.status,
      attempts: submissions.attempts,
      submittedAt: submissions.submittedAt,
      content: submissions.content,
      githubUrl: submissions.githubUrl,
      liveUrl: submissions.liveUrl,
      fileUrl: submissions.fileUrl,
      feedback: submissions.feedback,
      reviewedAt: submissions.reviewedAt,
      assignmentId: assignments.id,
      title: assignments.title,
      leagueId: leagues.id,
      leagueName: leagues.name,
      userId: users.id,
      userName: users.name,
      userEmail: users.email,
      reviewerId: reviewers.id,
      reviewerName: reviewers.name,
      dueAt: assignments.dueAt,
      holderId: holders.id,
      holderName: holders.name,
      claimedUntil: submissions.claimedUntil,
      secondsLeft: sql<number | null>`round(extract(epoch from ${submissions.claimedUntil} - now()))::int`,
    })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(leagues, eq(leagues.id, assignments.leagueId))
    .innerJoin(users, eq(users.id, submissions.userId))
    .leftJoin(reviewers, eq(reviewers.id, submissions.reviewedById))
    .leftJoin(holders, hasRunningClaim(holders, assignments.leagueId))
    .$dynamic();
}

export async function findSubmission(db: Database, id: string): Promise<SubmissionRow> {
  const [row] = await selectSubmissions(db).where(eq(submissions.id, id));
  if (!row) throw new ApiError(ASSIGNMENT_ERRORS.SUBMISSION_NOT_FOUND);
  return row;
}

export type SubmissionRow = Awaited<ReturnType<typeof selectSubmissions>>[number];

/** Contains no names or addresses of people. */
export function toSubmission(row: SubmissionRow): Submission {
  return {
    id: row.id,
    status: row.status as SubmissionStatus,
    attempts: row.attempts,
    submittedAt: toIso(row.submittedAt),
    content: row.content,
    githubUrl: row.githubUrl,
    liveUrl: row.liveUrl,
    fileUrl: row.fileUrl,
    feedback: row.feedback,
    reviewedAt: toIso(row.reviewedAt),
    assignment: {
      id: row.assignmentId,
      title: row.title,
      leagueId: row.leagueId,
      league: { id: row.leagueId, name: row.leagueName },
    },
  };
}

export function toStaffSubmission(row: SubmissionRow): StaffSubmission {
  return {
    ...toSubmission(row),
    user: { id: row.userId, name: row.userName, email: row.userEmail },
    reviewedBy: row.reviewerId === null ? null : { id: row.reviewerId, name: row.reviewerName ?? '' },
  };
}

export function toClaim(row: SubmissionRow, actorId: string): Claim | null {
  if (row.holderId === null || row.claimedUntil === null) return null;
  return {
    by: { id: row.holderId, name: row.holderName ?? '' },
    until: toIso(row.claimedUntil),
    secondsLeft: Number(row.secondsLeft),
    isMine: row.holderId === actorId,
  };
}

export async function toSubmissionDetail(
  db: Database,
  row: SubmissionRow,
  actorId: string,
): Promise<SubmissionDetail> {
  const history = await listAttempts(db, [row.id]);
  return {
    ...toStaffSubmission(row),
    history: history.get(row.id) ?? [],
    dueDate: toIso(row.dueAt),
    claim: toClaim(row, actorId),
  };
}

export async function listAttempts(
  db: Database,
  submissionIds: string[],
): Promise<Map<string, SubmissionAttempt[]>> {
  if (submissionIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(submissionAttempts)
    .where(inArray(submissionAttempts.submissionId, submissionIds))
    .orderBy(desc(submissionAttempts.number));
  const attempts = new Map<string, SubmissionAttempt[]>();
  for (const row of rows) {
    const list = attempts.get(row.submissionId) ?? [];
    list.push({
      number: row.number,
      status: row.status as SubmissionStatus,
      submittedAt: toIso(row.submittedAt),
      content: row.content,
      githubUrl: row.githubUrl,
      liveUrl: row.liveUrl,
      fileUrl: row.fileUrl,
      feedback: row.feedback,
      reviewedAt: toIso(row.reviewedAt),
    });
    attempts.set(row.submissionId, list);
  }
  return attempts;
}
