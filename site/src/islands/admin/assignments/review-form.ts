import {
  FEEDBACK_MAX_LENGTH,
  REVIEW_STATUSES,
  type ReviewStatus,
  type SubmissionDetail,
} from '#contract/submissions.ts';
import { lengthOf } from '#contract/text.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form.ts';
import { createStaffForm } from '../shared/staff-form.ts';
import { saveReview } from './submission-list.ts';

export interface ReviewValues {
  /** One of the states a review may set; '' while none is chosen. */
  status: string;
  feedback: string;
}

/** The review of the latest attempt. Feedback to an earlier one stays with that one. */
export function createReviewForm(submission: SubmissionDetail, onSaved: () => void): Form<ReviewValues> {
  return createStaffForm<ReviewValues>({
    initial: {
      status: toReviewStatus(submission.status) ?? '',
      feedback: submission.history[0]?.feedback ?? '',
    },
    validate: validateReview,
    action: 'save review',
    done: `Review of ${submission.user.name} saved`,
    save: async ({ status, feedback }) => {
      const chosen = toReviewStatus(status);
      if (chosen) await saveReview(submission.id, { status: chosen, feedback: feedback.trim() || null });
    },
    onSaved,
  });
}

/** Faults of the form, in the reader's words. */
export function validateReview({ status, feedback }: ReviewValues): FieldErrors<ReviewValues> {
  const errors: FieldErrors<ReviewValues> = {};
  if (!toReviewStatus(status)) errors.status = 'Choose a status';
  if (lengthOf(feedback.trim()) > FEEDBACK_MAX_LENGTH) {
    errors.feedback = `Feedback must be ${FEEDBACK_MAX_LENGTH} characters or less`;
  }
  return errors;
}

function toReviewStatus(status: string): ReviewStatus | undefined {
  return REVIEW_STATUSES.find((known) => known === status);
}
