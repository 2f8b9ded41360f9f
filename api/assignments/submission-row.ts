import { desc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type {
  StaffSubmission,
  Submission,
  SubmissionAttempt,
  SubmissionStatus,
} from '../contract/submissions.ts';
import { type Database, toIso } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { assignments, leagues } from '../db/schema/curriculum.ts';
import { submissionAttempts, submissions } from '../db/schema/learning.ts';

const reviewers = alias(users, 'reviewers');

/** Submissions with their assignment, league and learner; add a condition and an order. */
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
    })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(leagues, eq(leagues.id, assignments.leagueId))
    .innerJoin(users, eq(users.id, submissions.userId))
    .leftJoin(reviewers, eq(reviewers.id, submissions.reviewedById))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectSubmissions>>[number];

/** As its learner sees it: nobody's name or address in it. */
export function toSubmission(row: Row): Submission {
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

export function toStaffSubmission(row: Row): StaffSubmission {
  return {
    ...toSubmission(row),
    user: { id: row.userId, name: row.userName, email: row.userEmail },
    reviewedBy: row.reviewerId === null ? null : { id: row.reviewerId, name: row.reviewerName ?? '' },
  };
}

/** Every attempt of these submissions, the latest first, by submission id. */
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
