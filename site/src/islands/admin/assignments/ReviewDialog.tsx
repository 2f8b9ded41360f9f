import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FEEDBACK_MAX_LENGTH, REVIEW_STATUSES, type SubmissionDetail } from '#contract/submissions.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { SelectField } from '#site/islands/shared/form/SelectField.tsx';
import { TextareaField } from '#site/islands/shared/form/TextareaField.tsx';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Disclosure } from '#site/islands/ui/Disclosure.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { SUBMISSION_STATUS_LABELS } from '#site/labels.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { AttemptColumns } from './AttemptColumns.tsx';
import { toClaimText } from './claim-text.ts';
import { createReviewForm } from './review-form.ts';
import { assignmentOf } from './review-queue.ts';
import type { Notice, ReviewSession, ReviewView } from './review-session.ts';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { listenForShortcuts } from './shortcuts.ts';

export function ReviewDialog({ session }: { session: ReviewSession }) {
  const view = useStore(session.$view);
  if (!view) return null;
  if (view.phase === 'reviewing') return <ReviewForm key={view.detail.id} session={session} view={view} />;
  const detail = 'detail' in view ? view.detail : null;
  return (
    <Dialog
      open
      size="wide"
      title={detail ? `Submission of ${detail.user.name}` : 'Submission'}
      description={detail ? <Head detail={detail} /> : undefined}
      onClose={session.close}
      actions={
        <>
          <Button variant="secondary" onClick={session.close}>
            Close
          </Button>
          {view.phase === 'held' ? <Button onClick={() => void session.next()}>Review Next</Button> : null}
        </>
      }
    >
      <Shown view={view} />
    </Dialog>
  );
}

function Shown({ view }: { view: Exclude<ReviewView, { phase: 'reviewing' }> }) {
  if (view.phase === 'opening') return <ListSkeleton label="Loading submission..." />;
  if (view.phase === 'failed') {
    return (
      <ErrorState title={view.failure} onRetry={view.retry}>
        Nothing was changed. Check your connection, then try again.
      </ErrorState>
    );
  }
  return (
    <div className="grid scroll-mt-5 gap-5" tabIndex={-1} data-first-focus>
      {view.phase === 'held' ? (
        <Alert tone="warning" title={toClaimText(view.claim)}>
          One person reviews a submission at a time. It is released when they save or close it, or their time
          runs out. You can read it, or take the next one.
        </Alert>
      ) : null}
      <TaskAndAnswer detail={view.detail} />
    </div>
  );
}

const KEYS = [
  { keys: 'A', label: 'approved' },
  { keys: 'R', label: 'needs revision' },
  { keys: 'U', label: 'under review' },
  { keys: 'N', label: 'next, without saving' },
  { keys: 'Ctrl + Enter', label: 'save and go on' },
];

interface FormProps {
  session: ReviewSession;
  view: Extract<ReviewView, { phase: 'reviewing' }>;
}

function ReviewForm({ session, view }: FormProps) {
  const { detail, free, notice } = view;
  const opensNext = useRef(view.opensNext);
  const [form] = useState(() =>
    createReviewForm({
      read: () => {
        const now = session.$view.get();
        return now?.phase === 'reviewing' ? now.detail : detail;
      },
      onSaved: () => session.saved(opensNext.current),
      onConflict: () => void session.renew(),
    }),
  );
  const { status } = useStore(form.$form).values;
  useEffect(() => form.$form.listen(session.touch), [form, session]);
  useEffect(() => {
    const isBusy = () => form.$form.get().busy;
    const choose = (status: string) => () => {
      if (!isBusy()) form.change('status', status);
    };
    return listenForShortcuts(
      {
        a: choose('APPROVED'),
        r: () => {
          choose('NEEDS_REVISION')();
          document.querySelector<HTMLElement>('dialog[open] textarea[name="feedback"]')?.focus();
        },
        u: choose('UNDER_REVIEW'),
        n: () => document.querySelector<HTMLElement>('dialog[open] [aria-keyshortcuts="n"]')?.click(),
        'mod+enter': async () => {
          if (isBusy()) return;
          const before = opensNext.current;
          opensNext.current = true;
          await form.submit();
          // After a refusal the button keeps its meaning.
          opensNext.current = before;
        },
      },
      // Ignores keys while a question or the command palette is on top.
      () => document.querySelectorAll('dialog[open]').length === 1,
    );
  }, [form]);
  return (
    <FormDialog
      size="wide"
      title={`Review ${detail.user.name}`}
      description={<Head detail={detail} />}
      form={form}
      submitLabel={view.opensNext && free !== 0 ? 'Save and Next' : 'Save Review'}
      secondAction={{ label: 'Skip', keys: 'n', onTake: () => void session.next() }}
      onClose={session.close}
    >
      {notice ? <NoticeAlert notice={notice} detail={detail} /> : null}
      {/* The focus starts here, so that reviewers read the answer first. */}
      <div tabIndex={-1} data-first-focus className="scroll-mt-5 outline-none">
        <TaskAndAnswer detail={detail} />
      </div>
      <div className="grid items-start gap-5 border-t border-line pt-5 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <SelectField
          form={form}
          name="status"
          label="Status"
          required
          placeholder="Choose a status"
          hint="The learner gets an email when you approve or ask for a revision."
          options={REVIEW_STATUSES.map((status) => ({
            value: status,
            label: SUBMISSION_STATUS_LABELS[status].words,
          }))}
        />
        <TextareaField
          form={form}
          name="feedback"
          label="Feedback"
          required={status === 'NEEDS_REVISION'}
          rows={5}
          hint="Say what is good and what is missing. The preview shows what the learner sees."
          counterMax={FEEDBACK_MAX_LENGTH}
          isMarkdown
        />
      </div>
      <div className="grid gap-1">
        {free ? <p className="text-sm text-muted">{toFreeText(free)} after this one.</p> : null}
        <ShortcutHelp keys={KEYS} />
      </div>
    </FormDialog>
  );
}

function TaskAndAnswer({ detail }: { detail: SubmissionDetail }) {
  const { data: assignment } = useQuery(assignmentOf(detail.assignment.leagueId));
  const [isOpen, setIsOpen] = useState(() => matchMedia('(min-width: 64rem)').matches);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-6">
      <Disclosure className="-mx-2 min-w-0" title="Assignment" open={isOpen} onToggle={setIsOpen}>
        <div className="px-2">
          {assignment ? (
            <Markdown text={assignment.description} />
          ) : (
            <ListSkeleton label="Loading assignment..." />
          )}
        </div>
      </Disclosure>
      <AttemptColumns attempts={detail.history} dueDate={detail.dueDate} />
    </div>
  );
}

function toFreeText(free: number): string {
  return free === 1 ? 'One more submission waits' : `${toNumber(free)} more submissions wait`;
}

function NoticeAlert({ notice, detail }: { notice: Notice; detail: SubmissionDetail }): ReactNode {
  if (notice.kind === 'lost') {
    return (
      <Alert tone="danger" title={toClaimText(notice.claim)}>
        Your time ran out and they took it over. You can save what you wrote only if they release it; copy it
        if they should have it.
      </Alert>
    );
  }
  if (notice.kind === 'reviewed') {
    return (
      <Alert tone="warning" title="Someone else has reviewed it">
        It is {SUBMISSION_STATUS_LABELS[detail.status].words.toLowerCase()} now. What you wrote is still here;
        saving replaces that review.
      </Alert>
    );
  }
  return (
    <Alert tone="warning" title={`Attempt ${detail.attempts} came in while you were reviewing`}>
      It is shown first below. What you wrote is still here; read the new attempt before you save.
    </Alert>
  );
}

function Head({ detail: { user, assignment, reviewedBy, reviewedAt } }: { detail: SubmissionDetail }) {
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
          Last reviewed {reviewedBy ? `by ${reviewedBy.name} ` : ''}on {toShortDate(reviewedAt)}
        </p>
      ) : null}
    </>
  );
}
