import { useRef, useState } from 'react';
import type { Assignment } from '#contract/assignments.ts';
import type { MySubmission, SubmissionAttempt, SubmissionStatus } from '#contract/submissions.ts';
import { calendar } from '#site/icons/learning.ts';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { toLongDate, toShortDate } from '../../shared/format/dates.ts';
import { DUE_BADGES, toDueDistance, toDueState } from '../../shared/format/due-date.ts';
import { listAttempts, type Offer, toOffer } from '../data/assignment.ts';
import { Attempts, SubmissionBadge } from './Attempts.tsx';
import { ClampedText } from './ClampedText.tsx';
import { SubmissionForm } from './SubmissionForm.tsx';
import { UnsentAnswer, useUnsentAnswer } from './UnsentAnswer.tsx';

interface Props {
  leagueId: string;
  assignment: Assignment;
  submissions: readonly MySubmission[];
}

const NEXT_STEP: Record<SubmissionStatus, string> = {
  SUBMITTED: "Handed in. A pathfinder will review it and we'll email you.",
  UNDER_REVIEW: "A pathfinder is reviewing it. We'll email you.",
  APPROVED: 'Approved. You are done here.',
  NEEDS_REVISION: 'Read the feedback below, then improve your answer and resubmit it.',
};

export function AssignmentCard({ leagueId, assignment, submissions }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [takenBack, setTakenBack] = useState<OutboxAction>();
  const heading = useRef<HTMLHeadingElement>(null);
  const attempts = listAttempts({ submissions });
  const [latest] = attempts;
  const kept = useUnsentAnswer(leagueId, assignment.id);
  const mayAnswer = toOffer({ submissions });
  const offer = kept ? null : mayAnswer;
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
          <Button className="max-sm:w-full" onClick={() => setIsOpen(true)}>
            {offer === 'submit' ? 'Submit' : 'Resubmit'}
            <span className="sr-only"> answer</span>
          </Button>
        ) : null}
      </div>
      <div className="px-4 pb-5 sm:px-5">
        <ClampedText text={assignment.description} subject="description" />
      </div>
      {kept && kept.id !== takenBack?.id ? (
        <UnsentAnswer
          action={kept}
          onChange={mayAnswer ? () => setTakenBack(kept) : null}
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
