import { and, eq, sql } from 'drizzle-orm';
import { REVIEW_ERRORS } from '#contract/review-queue.ts';
import type { ReviewBody, ReviewStatus, StaffSubmission } from '#contract/submissions.ts';
import { grantAwards } from '../awards/award.ts';
import { requireScope } from '../platform/access/actor.ts';
import { recordAudit } from '../platform/audit/record.ts';
import { inTransaction, toIso } from '../platform/db/client.ts';
import { learnerStats, submissionAttempts, submissions } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { By } from '../platform/http/request-info.ts';
import type { Deps } from '../platform/http/router.ts';
import { toSubmissionReviewedMessage } from '../platform/mail/messages/submission-reviewed.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { lockSubmission, requireFree, requireOthersSubmission } from './claims.ts';
import { findSubmission, type SubmissionRow, toStaffSubmission } from './submission-row.ts';
import { lockAssignment } from './submissions.ts';

/**
 * Sets state and feedback of the latest attempt, with reviewer and moment. Feedback that is not sent stays as this
 * attempt has it; that of an earlier attempt ends here. The claim ends with it. The learner is told a verdict by mail,
 * once. Who never claimed may review what nobody holds. Throws SUBMISSION_NOT_FOUND, LEAGUE_OUT_OF_SCOPE,
 * PERMISSION_MISSING, OWN_SUBMISSION, SUBMISSION_CLAIMED while somebody else holds it, and SUBMISSION_CHANGED when another attempt or
 * review came than the caller says they saw.
 */
export async function reviewSubmission(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { actor, requestInfo }: By,
  id: string,
  { status, feedback, ...expected }: ReviewBody,
): Promise<StaffSubmission> {
  return inTransaction(db, async (tx) => {
    const before = await lockSubmission(tx, id);
    const assignment = await lockAssignment(tx, before.assignmentId);
    await requireScope(tx, actor, assignment.leagueId, 'canCreateContent');
    const own = await requireOthersSubmission(tx, actor, before);
    requireFree(before, actor);
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
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: before.userId,
      action: 'SUBMISSION_REVIEWED',
      metadata: {
        id,
        leagueId: before.leagueId,
        attempt: before.attempts,
        status: { from: before.status, to: status },
        ...own,
      },
      requestInfo,
    });
    if (status === 'APPROVED') await grantAfterApproval({ db: tx, secret }, before);
    const reviewed = await findSubmission(tx, id);
    const isNews = before.status !== status || before.feedback !== reviewed.feedback;
    if (isNews && status !== 'UNDER_REVIEW') await notifyLearner({ db: tx, secret }, reviewed, status);
    return toStaffSubmission(reviewed);
  });
}

/**
 * The certificate of a league that was completed before its assignment was approved. The learner's sums are locked, as
 * a tick locks them: of a last tick and an approval at once, the later one sees the other.
 */
async function grantAfterApproval(
  { db: tx, secret }: Pick<Deps, 'db' | 'secret'>,
  { userId, leagueId }: SubmissionRow,
): Promise<void> {
  await tx
    .select({ userId: learnerStats.userId })
    .from(learnerStats)
    .where(eq(learnerStats.userId, userId))
    .for('update');
  await grantAwards(tx, { userId, leagueId }, { secret });
}

/** Who says what they saw is not to judge what they have not seen. */
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
  await queueMail(deps, {
    kind: 'SUBMISSION_REVIEWED',
    userId: reviewed.userId,
    to: reviewed.userEmail,
    message: toSubmissionReviewedMessage({
      name: reviewed.userName,
      assignment: reviewed.title,
      league: { id: reviewed.leagueId, name: reviewed.leagueName },
      status,
      feedback: reviewed.feedback,
      reviewer: reviewed.reviewerName ?? '',
    }),
  });
}
