import type { QueueRow } from '#contract/review-queue.ts';
import { isWaitingStatus } from '#contract/submissions.ts';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { isLate } from '#site/islands/shared/format/due-date.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { SubmissionBadge } from '#site/islands/shared/submission/SubmissionBadge.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { LeagueName } from '../access/LeagueName.tsx';
import { PersonCell } from '../list/cells.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { AnswerLinks } from './AnswerLinks.tsx';
import { toAge, toClaimText } from './claim-text.ts';

const LEARNER: DataColumn<QueueRow> = {
  key: 'learner',
  header: 'Learner',
  isRowHeader: true,
  cell: ({ user }) => <PersonCell {...user} />,
};

const ASSIGNMENT: DataColumn<QueueRow> = {
  key: 'assignment',
  header: 'Assignment',
  cell: ({ assignment }) => (
    <span className="block max-w-56 max-md:flex-1 max-md:basis-32 max-md:text-end">
      <span className="block wrap-anywhere">{assignment.title}</span>
      <span className="block text-xs text-muted wrap-anywhere">
        <LeagueName {...assignment.league} />
      </span>
    </span>
  ),
};

/** `auto` instead of `1fr` keeps the column as wide as its unbroken contents. */
const LINES = 'grid grid-cols-[auto] justify-items-end gap-1 md:justify-items-start';

const SUBMITTED: DataColumn<QueueRow> = {
  key: 'submitted',
  header: 'Submitted',
  sortable: true,
  cell: ({ submittedAt, attempts, dueDate, status }) => (
    <span className={LINES}>
      <time dateTime={submittedAt} className="md:whitespace-nowrap tabular-nums">
        {toShortDateTime(submittedAt)}
      </time>
      {isWaitingStatus(status) ? (
        <span className="text-xs text-muted">Waits {toAge(submittedAt)}</span>
      ) : null}
      {attempts > 1 ? <span className="text-xs text-muted">Attempt {attempts}</span> : null}
      {isLate(submittedAt, dueDate) ? <Badge tone="warning">Late</Badge> : null}
    </span>
  ),
};

const ANSWER: DataColumn<QueueRow> = {
  key: 'answer',
  header: 'Answer',
  isWideOnly: true,
  cell: (row) => (
    <span className="grid max-w-80 gap-1 text-sm">
      <AnswerLinks answer={row} isShort />
      {row.content ? (
        <span className="line-clamp-3 whitespace-pre-wrap wrap-anywhere" dir="auto">
          <PlainText text={row.content} />
        </span>
      ) : null}
    </span>
  ),
};

const STATUS: DataColumn<QueueRow> = {
  key: 'status',
  header: 'Status',
  cell: ({ status, claim }) => (
    <span className={LINES}>
      <SubmissionBadge status={status} />
      {claim ? (
        <span
          className={`max-w-44 text-xs wrap-anywhere ${claim.isMine ? 'font-semibold text-strong' : 'text-muted'}`}
        >
          {toClaimText(claim)}
        </span>
      ) : null}
    </span>
  ),
};

export const LEAGUE_COLUMNS: readonly DataColumn<QueueRow>[] = [LEARNER, SUBMITTED, ANSWER, STATUS];
export const QUEUE_COLUMNS: readonly DataColumn<QueueRow>[] = [
  LEARNER,
  ASSIGNMENT,
  SUBMITTED,
  ANSWER,
  STATUS,
];
