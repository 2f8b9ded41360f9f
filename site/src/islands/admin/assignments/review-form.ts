import {
  FEEDBACK_MAX_LENGTH,
  REVIEW_STATUSES,
  type ReviewStatus,
  type SubmissionDetail,
} from '#contract/submissions.ts';
import { cleanProse, lengthOf, toTooLong } from '#contract/text.ts';
import { createDialogForm } from '#site/islands/shared/form/dialog-form.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { saveReview } from './review-queue.ts';

export interface ReviewValues {
  /** '' while none is chosen. */
  status: string;
  feedback: string;
}

interface Begin {
  read: () => SubmissionDetail;
  onSaved: () => void;
  /** Called if another attempt or reviewer came first. */
  onConflict: () => void;
}

const CONFLICT_CODES = ['SUBMISSION_CHANGED', 'SUBMISSION_CLAIMED'];

export function createReviewForm({ read, onSaved, onConflict }: Begin): Form<ReviewValues> {
  const submission = read();
  return createDialogForm<ReviewValues>({
    draftId: `${submission.id}-${submission.history.length}`,
    initial: {
      status: toReviewStatus(submission.status) ?? '',
      feedback: submission.history[0]?.feedback ?? '',
    },
    validate: validateReview,
    action: 'save review',
    done: `Review of ${submission.user.name} saved`,
    save: async ({ status, feedback }) => {
      const chosen = toReviewStatus(status);
      if (!chosen) return;
      try {
        await saveReview(read(), { status: chosen, feedback: cleanProse(feedback) || null });
      } catch (error) {
        if (error instanceof ApiFailure && CONFLICT_CODES.includes(error.code ?? '')) onConflict();
        throw error;
      }
    },
    onSaved,
  });
}

export function validateReview({ status, feedback }: ReviewValues): FieldErrors<ReviewValues> {
  const errors: FieldErrors<ReviewValues> = {};
  if (!toReviewStatus(status)) errors.status = 'Choose a status';
  if (status === 'NEEDS_REVISION' && !cleanProse(feedback)) errors.feedback = 'Say what needs to be revised';
  if (lengthOf(feedback.trim()) > FEEDBACK_MAX_LENGTH) {
    errors.feedback = toTooLong('Feedback', FEEDBACK_MAX_LENGTH);
  }
  return errors;
}

function toReviewStatus(status: string): ReviewStatus | undefined {
  return REVIEW_STATUSES.find((known) => known === status);
}
