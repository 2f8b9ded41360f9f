import { useState } from 'react';
import {
  FEEDBACK_MAX_LENGTH,
  REVIEW_STATUSES,
  type StaffSubmission,
  type SubmissionDetail,
} from '#contract/submissions.ts';
import { Attempts } from '#site/islands/dashboard/assignments/Attempts.tsx';
import { SUBMISSION_STATUS_LABELS } from '#site/islands/dashboard/assignments/submission-words.ts';
import { toLongDate } from '#site/islands/dashboard/dates.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { FormDialog } from '../shared/FormDialog.tsx';
import { toLoadFailure } from '../shared/failures.ts';
import { ListSkeleton } from '../shared/ListSkeleton.tsx';
import { useQuery } from '../shared/queries.ts';
import { SelectField } from '../shared/SelectField.tsx';
import { TextareaField } from '../shared/TextareaField.tsx';
import { createReviewForm } from './review-form.ts';
import { detailOf } from './submission-list.ts';

interface Props {
  submission: StaffSubmission;
  dueDate: string | null;
  mayReview: boolean;
  /** How many others wait, when it goes on to the next one after this; else 0. */
  othersWaiting: number;
  onSaved: () => void;
  onClose: () => void;
}

/** A learner's answer with every attempt, and its review. */
export function SubmissionDialog(props: Props) {
  const { submission, dueDate, mayReview, onClose } = props;
  const [query] = useState(() => detailOf(submission));
  const { data, error, isLoading } = useQuery(query);
  if (data && mayReview) return <ReviewDialog {...props} detail={data} />;
  return (
    <Dialog
      open
      size="large"
      title={`Submission of ${submission.user.name}`}
      description={<Head submission={data ?? submission} />}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {data ? (
        <History detail={data} dueDate={dueDate} />
      ) : error ? (
        <ErrorState title={toLoadFailure('submission', error)} onRetry={query.reload} busy={isLoading}>
          Nothing was changed. Check your connection, then try again.
        </ErrorState>
      ) : (
        <ListSkeleton label="Loading submission..." />
      )}
    </Dialog>
  );
}

function ReviewDialog({
  detail,
  dueDate,
  othersWaiting,
  onSaved,
  onClose,
}: Props & { detail: SubmissionDetail }) {
  const [form] = useState(() => createReviewForm(detail, onSaved));
  return (
    <FormDialog
      size="large"
      title={`Review ${detail.user.name}`}
      description={<Head submission={detail} />}
      form={form}
      submitLabel={othersWaiting > 0 ? 'Save and Next' : 'Save Review'}
      onClose={onClose}
    >
      <History detail={detail} dueDate={dueDate} />
      <SelectField
        form={form}
        name="status"
        label="Status"
        required
        placeholder="Choose a status"
        hint="The learner is told by mail of an approval and of a revision"
        options={REVIEW_STATUSES.map((status) => ({
          value: status,
          label: SUBMISSION_STATUS_LABELS[status].words,
        }))}
      />
      <TextareaField
        form={form}
        name="feedback"
        label="Feedback"
        rows={5}
        hint="What is good, what is missing. The learner reads it as you write it."
        counterMax={FEEDBACK_MAX_LENGTH}
      />
      {othersWaiting > 0 ? (
        <p className="text-sm text-muted">
          {othersWaiting === 1 ? 'One more submission waits' : `${othersWaiting} more submissions wait`} after
          this one.
        </p>
      ) : null}
    </FormDialog>
  );
}

function Head({ submission: { user, assignment, reviewedBy, reviewedAt } }: { submission: StaffSubmission }) {
  return (
    <>
      <p>
        <EmailText email={user.email} />
      </p>
      <p className="wrap-anywhere">
        {assignment.title}, {assignment.league.name}
      </p>
      {reviewedAt ? (
        <p>
          Last reviewed {reviewedBy ? `by ${reviewedBy.name} ` : ''}on {toLongDate(reviewedAt)}
        </p>
      ) : null}
    </>
  );
}

function History({ detail, dueDate }: { detail: SubmissionDetail; dueDate: string | null }) {
  // Reading comes before judging: the focus begins here, not at the status below a long answer.
  return (
    <div
      tabIndex={-1}
      data-first-focus
      className="-mx-5 -mt-5 border-b border-line outline-none *:border-t-0 *:px-5 md:-mx-6 md:*:px-6"
    >
      <Attempts attempts={detail.history} dueDate={dueDate} isWhole />
    </div>
  );
}
