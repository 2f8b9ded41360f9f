import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Assignment } from '#contract/assignments.ts';
import type { MySubmission, SubmissionAttempt, SubmissionStatus } from '#contract/submissions.ts';
import { calendar } from '#site/icons/learning.ts';
import { toLongDate, toShortDate } from '#site/islands/shared/format/dates.ts';
import { DUE_BADGES, toDueDistance, toDueState } from '#site/islands/shared/format/due-date.ts';
import { Markdown, useRenderer } from '#site/islands/shared/markdown/Markdown.tsx';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { SubmissionBadge } from '#site/islands/shared/submission/SubmissionBadge.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import {
  type AssignmentView,
  assignmentOf,
  listAttempts,
  type Offer,
  toLoadFailure,
  toOffer,
} from '../data/assignment.ts';
import { AssignmentSkeleton, NoAssignment } from './AssignmentSkeleton.tsx';
import { Attempts, ExpandButton } from './Attempts.tsx';
import { SubmissionForm } from './SubmissionForm.tsx';
import { UnsentAnswer, useUnsentAnswer } from './UnsentAnswer.tsx';

export function AssignmentPanel({ leagueId, isPreview }: Pick<Props, 'leagueId' | 'isPreview'>) {
  const query = useMemo(() => assignmentOf(leagueId), [leagueId]);
  const { data, error, isLoading } = useQuery(query);
  const isReady = useRenderer(useMemo(() => textsOf(data), [data])) !== undefined;
  if (data) {
    const { assignment } = data;
    const submissions = isPreview ? [] : data.submissions;
    if (!assignment) return <NoAssignment />;
    if (!isReady) return <AssignmentSkeleton />;
    return <AssignmentCard {...{ leagueId, assignment, submissions, isPreview }} />;
  }
  if (error && !isLoading) {
    return (
      <ErrorState
        title="The assignment did not load"
        retryLabel="Try Again"
        onRetry={() => void query.ensure()}
      >
        {toLoadFailure(error)}
      </ErrorState>
    );
  }
  return <AssignmentSkeleton />;
}

function textsOf(view: AssignmentView | null | undefined): string {
  if (!view) return '';
  const attempts = listAttempts({ submissions: view.submissions });
  return [
    view.assignment?.description,
    ...attempts.flatMap(({ content, feedback }) => [content, feedback]),
  ].join('\n');
}

interface Props {
  leagueId: string;
  assignment: Assignment;
  submissions: readonly MySubmission[];
  isPreview: boolean;
}

const NEXT_STEP: Record<SubmissionStatus, string> = {
  SUBMITTED: "Handed in. A pathfinder will review it and we'll email you.",
  UNDER_REVIEW: "A pathfinder is reviewing it. We'll email you.",
  APPROVED: 'Approved. You are done here.',
  NEEDS_REVISION: 'Read the feedback below, then improve your answer and resubmit it.',
};

function AssignmentCard({ leagueId, assignment, submissions, isPreview }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [takenBack, setTakenBack] = useState<OutboxAction>();
  const heading = useRef<HTMLHeadingElement>(null);
  const attempts = listAttempts({ submissions });
  const [latest] = attempts;
  const own = useUnsentAnswer(leagueId, assignment.id);
  const unsent = isPreview ? undefined : own;
  const mayAnswer = toOffer({ submissions });
  const offer = unsent ? null : mayAnswer;
  const close = () => {
    setIsOpen(false);
    setTakenBack(undefined);
    // Moves focus before the focused control disappears with the form.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <section
      aria-labelledby={`assignment-${assignment.id}`}
      className="min-w-0 rounded-lg border border-line bg-surface"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 p-4 sm:p-5">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs font-semibold text-league">
            Assignment
            <StateBadge latest={latest} />
          </p>
          <h2
            id={`assignment-${assignment.id}`}
            ref={heading}
            tabIndex={-1}
            className="mt-1 text-xl [overflow-wrap:anywhere]"
          >
            {assignment.title}
          </h2>
          {latest ? <p className="mt-2 font-semibold text-strong">{NEXT_STEP[latest.status]}</p> : null}
          <DueLine dueDate={assignment.dueDate} offer={offer} />
        </div>
        {offer && !isOpen && !takenBack ? (
          <Button className="max-sm:w-full" disabled={isPreview} onClick={() => setIsOpen(true)}>
            {offer === 'submit' ? 'Submit' : 'Resubmit'}
            <span className="sr-only"> answer</span>
          </Button>
        ) : null}
      </div>
      <div className="px-4 pb-5 sm:px-5">
        <ClampedText text={assignment.description} />
      </div>
      {unsent && unsent.id !== takenBack?.id ? (
        <UnsentAnswer
          action={unsent}
          onChange={mayAnswer ? () => setTakenBack(unsent) : null}
          onLeave={() => focusLater(() => heading.current)}
        />
      ) : null}
      {isOpen || takenBack ? (
        <SubmissionForm
          key={takenBack?.id}
          leagueId={leagueId}
          assignmentId={assignment.id}
          title={assignment.title}
          latest={latest}
          takenBack={takenBack}
          onClose={close}
        />
      ) : null}
      <Attempts attempts={attempts} dueDate={assignment.dueDate} />
    </section>
  );
}

function StateBadge({ latest }: { latest: SubmissionAttempt | undefined }) {
  if (!latest) return <Badge tone="pending">Pending</Badge>;
  return (
    <>
      <SubmissionBadge status={latest.status} />
      {latest.status === 'SUBMITTED' ? null : (
        <span className="font-normal text-muted">
          <span>Submitted</span> <time dateTime={latest.submittedAt}>{toShortDate(latest.submittedAt)}</time>
        </span>
      )}
    </>
  );
}

function DueLine({ dueDate, offer }: { dueDate: string | null; offer: Offer }) {
  const state = toDueState(dueDate);
  const badge = DUE_BADGES[state];
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <Icon path={calendar} size={16} />
      {dueDate && state !== 'none' ? (
        <span>
          Due <time dateTime={dueDate}>{toLongDate(dueDate)}</time>
          {offer ? <> · {toDueDistance(dueDate)}</> : null}
        </span>
      ) : (
        <span>No due date</span>
      )}
      {offer && badge ? <Badge tone={badge.tone}>{badge.label}</Badge> : null}
    </p>
  );
}

function ClampedText({ text }: { text: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const { ref, isCut } = useIsCut(text, isExpanded);
  return (
    <div className="max-w-measure">
      <div ref={ref} className={isExpanded ? '' : 'line-clamp-3'}>
        <Markdown text={text} />
      </div>
      {isCut || isExpanded ? (
        <ExpandButton subject="description" isExpanded={isExpanded} onChange={setIsExpanded} />
      ) : null}
    </div>
  );
}

function useIsCut(text: string, isExpanded: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [isCut, setIsCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another height
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || isExpanded) return;
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, isExpanded]);
  return { ref, isCut };
}
