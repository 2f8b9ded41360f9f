import { and, eq, sql } from 'drizzle-orm';
import { REVIEW_ERRORS } from '#contract/review-queue.ts';
import type { ReviewBody, ReviewStatus, StaffSubmission } from '#contract/submissions.ts';
import { grantAwards } from '../awards/award.ts';
import { isMailWanted } from '../community/news/choices.ts';
import { addNews } from '../community/news/news.ts';
import { toUnsubscribeToken } from '../community/news/unsubscribe.ts';
import { requireScope } from '../platform/access/actor.ts';
import { recordBy } from '../platform/audit/record.ts';
import { type Database, inTransaction, toIso } from '../platform/db/client.ts';
import { learnerStats, submissionAttempts, submissions } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../platform/http/request-info.ts';
import type { Deps } from '../platform/http/router.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { lockSubmission, refuseOwnSubmission, requireUnclaimed } from './claims.ts';
import { findSubmission, type SubmissionRow, toStaffSubmission } from './submission-row.ts';
import { lockAssignmentAgainstDeletion } from './submissions.ts';

/**
 * Sets status and feedback of the latest attempt, ends the claim and mails a verdict once. Without feedback in the
 * body, the attempt keeps its own. Throws SUBMISSION_NOT_FOUND, OWN_SUBMISSION, SUBMISSION_CLAIMED, SUBMISSION_CHANGED
 * or scope errors.
 */
export async function reviewSubmission(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { actor, requestInfo }: ActorAndRequest,
  id: string,
  { status, feedback, ...expected }: ReviewBody,
): Promise<StaffSubmission> {
  return inTransaction(db, async (tx) => {
    const before = await lockSubmission(tx, id);
    const assignment = await lockAssignmentAgainstDeletion(tx, before.assignmentId);
    await requireScope(tx, actor, assignment.leagueId, 'canCreateContent');
    const own = await refuseOwnSubmission(tx, actor, before);
    requireUnclaimed(before, actor);
    requireUnchanged(before, expected);
    const review = { status, reviewedById: actor.id, reviewedAt: sql`now()` };
    const [attempt] = await tx
      .update(submissionAttempts)
      .set({ ...review, feedback })
      .where(and(eq(submissionAttempts.submissionId, id), eq(submissionAttempts.number, before.attempts)))
      .returning({ feedback: submissionAttempts.feedback });
    await tx
      .update(submissions)
      .set({
        ...review,
        feedback: attempt?.feedback ?? null,
        claimedById: null,
        claimedUntil: null,
        updatedAt: sql`now()`,
      })
      .where(eq(submissions.id, id));
    await recordBy(tx, { actor, requestInfo }, 'SUBMISSION_REVIEWED', {
      targetUserId: before.userId,
      metadata: {
        id,
        leagueId: before.leagueId,
        attempt: before.attempts,
        status: { from: before.status, to: status },
        ...own,
      },
    });
    if (status === 'APPROVED') await grantAfterApproval(tx, before);
    const reviewed = await findSubmission(tx, id);
    const isNews = before.status !== status || before.feedback !== reviewed.feedback;
    if (isNews && status !== 'UNDER_REVIEW') {
      await notifyLearner({ db: tx, secret }, reviewed, status);
    }
    return toStaffSubmission(reviewed);
  });
}

// Issues the certificate of a league completed before the approval. The lock on the learner's totals, which a tick
// takes too, lets the later of the two see the other.
async function grantAfterApproval(tx: Database, { userId, leagueId }: SubmissionRow): Promise<void> {
  await tx
    .select({ userId: learnerStats.userId })
    .from(learnerStats)
    .where(eq(learnerStats.userId, userId))
    .for('update');
  await grantAwards(tx, 'league', { userId, leagueId });
}

// Throws SUBMISSION_CHANGED when the reviewer saw an older attempt or review.
function requireUnchanged(
  { attempts, reviewedAt }: SubmissionRow,
  { expectedAttempt, expectedReviewedAt }: Pick<ReviewBody, 'expectedAttempt' | 'expectedReviewedAt'>,
): void {
  const hasNewAttempt = expectedAttempt != null && expectedAttempt !== attempts;
  const hasNewReview = expectedReviewedAt !== undefined && expectedReviewedAt !== toIso(reviewedAt);
  if (hasNewAttempt || hasNewReview) throw new ApiError(REVIEW_ERRORS.SUBMISSION_CHANGED);
}

async function notifyLearner(
  deps: Pick<Deps, 'db' | 'secret'>,
  reviewed: SubmissionRow,
  status: Exclude<ReviewStatus, 'UNDER_REVIEW'>,
): Promise<void> {
  const { userId, leagueId, leagueName, title: assignment } = reviewed;
  const league = { id: leagueId, name: leagueName };
  await addNews(deps.db, 'SUBMISSION_REVIEWED', [userId], {
    assignment,
    league,
    isApproved: status === 'APPROVED',
  });
  if (!(await isMailWanted(deps.db, userId, 'SUBMISSION_REVIEWED'))) return;
  await queueMail(
    deps,
    'SUBMISSION_REVIEWED',
    { id: userId, email: reviewed.userEmail },
    {
      name: reviewed.userName,
      assignment,
      league,
      status,
      feedback: reviewed.feedback,
      reviewer: reviewed.reviewerName ?? '',
      unsubscribe: toUnsubscribeToken(deps.secret, 'SUBMISSION_REVIEWED', userId),
    },
  );
}
