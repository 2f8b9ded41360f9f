import { useState } from 'react';
import { isHttpUrl } from '#contract/shared.ts';
import { type StaffSubmission, SUBMISSION_STATUSES } from '#contract/submissions.ts';
import { arrowLeft } from '#site/icons/arrows.ts';
import { isLate } from '#site/islands/dashboard/assignments/due-date.ts';
import { linksOf, SUBMISSION_STATUS_LABELS } from '#site/islands/dashboard/assignments/submission-words.ts';
import { toShortDate } from '#site/islands/dashboard/dates.ts';
import { toTime } from '#site/islands/shared/time.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { DataList } from '../shared/DataList.tsx';
import type { DataColumn } from '../shared/data-table.ts';
import { createListState } from '../shared/list-state.ts';
import { useAccess } from '../shared/own-leagues.ts';
import { PageHeader } from '../shared/PageHeader.tsx';
import { useQuery } from '../shared/queries.ts';
import { DueDate } from './DueDate.tsx';
import { SubmissionDialog } from './SubmissionDialog.tsx';
import { listWaiting, submissionsOf } from './submission-list.ts';

/** The columns; a late answer is told by the due date. */
function columnsFor(dueDate: string | null): readonly DataColumn<StaffSubmission>[] {
  return [
    {
      key: 'learner',
      header: 'Learner',
      isRowHeader: true,
      value: ({ user }) => user.name,
      cell: ({ user }) => (
        <span className="block max-w-64">
          <span className="block font-semibold text-strong wrap-anywhere" dir="auto">
            {user.name}
          </span>
          <span className="block text-sm font-normal text-muted">
            <EmailText email={user.email} />
          </span>
        </span>
      ),
    },
    {
      key: 'submitted',
      header: 'Submitted',
      value: ({ submittedAt }) => Date.parse(submittedAt),
      cell: ({ submittedAt, attempts }) => (
        <span className="grid justify-items-start gap-1">
          <time dateTime={submittedAt} className="whitespace-nowrap tabular-nums">
            {toShortDate(submittedAt)}, {toTime(submittedAt)}
          </time>
          {attempts > 1 ? <span className="text-xs text-muted">Attempt {attempts}</span> : null}
          {isLate(submittedAt, dueDate) ? <Badge tone="warning">Late</Badge> : null}
        </span>
      ),
    },
    { key: 'answer', header: 'Answer', cell: (row) => <Answer submission={row} /> },
    {
      key: 'status',
      header: 'Status',
      value: ({ status }) => SUBMISSION_STATUSES.indexOf(status),
      cell: ({ status }) => (
        <Badge tone={SUBMISSION_STATUS_LABELS[status].tone}>{SUBMISSION_STATUS_LABELS[status].words}</Badge>
      ),
    },
  ];
}

/** The answers to the assignment of a league, with their review (AASSIGN-11, AASSIGN-14). */
export function Submissions({ leagueId }: { leagueId: string }) {
  const access = useAccess();
  const query = submissionsOf(leagueId);
  const loaded = useQuery(query);
  const [list] = useState(() => createListState({ filters: ['status'] }));
  const [opened, setOpened] = useState<{ submission: StaffSubmission; goesOn: boolean } | null>(null);
  const assignment = loaded.data;
  const dueDate = assignment?.dueDate ?? null;
  const [columns, setColumns] = useState(() => ({ dueDate, columns: columnsFor(dueDate) }));
  if (columns.dueDate !== dueDate) setColumns({ dueDate, columns: columnsFor(dueDate) });
  const mayReview = access?.mayIn(leagueId, 'canCreateContent') === true;
  const waiting = listWaiting(assignment?.submissions ?? []);
  const [next] = waiting;

  const openNext = () => {
    const [oldest] = listWaiting(query.$query.get().data?.submissions ?? []);
    setOpened(oldest ? { submission: oldest, goesOn: true } : null);
  };
  return (
    <div className="grid gap-6">
      <div>
        <ButtonLink href="/admin/assignments" variant="ghost" size="small" className="-ms-3 max-md:min-h-11">
          <Icon path={arrowLeft} size={18} />
          All assignments
        </ButtonLink>
      </div>
      <PageHeader
        title={assignment ? `Submissions: ${assignment.title}` : 'Submissions'}
        counters={[
          { label: 'submissions', value: assignment?.submissions.length ?? null },
          { label: 'waiting', value: assignment ? waiting.length : null },
        ]}
        actions={mayReview && next ? <Button onClick={openNext}>Review Next</Button> : null}
      >
        {assignment ? <>League {assignment.league.name}. What waits longest comes first.</> : null}
      </PageHeader>
      {assignment ? (
        <div className="flex flex-wrap items-baseline gap-x-3">
          {assignment.dueDate ? <span className="text-sm text-muted">Due</span> : null}
          <DueDate dueDate={assignment.dueDate} />
        </div>
      ) : null}
      <DataList
        many="submissions"
        loaded={{ ...loaded, data: assignment?.submissions }}
        onRetry={query.reload}
        list={list}
        columns={columns.columns}
        rowKey={({ id }) => id}
        rowLabel={({ user }) => user.name}
        placeholder="Name or email"
        searched={({ user }) => [user.name, user.email]}
        filters={[
          {
            name: 'status',
            label: 'Status',
            all: 'All',
            options: SUBMISSION_STATUSES.map((value) => ({
              value,
              label: SUBMISSION_STATUS_LABELS[value].words,
            })),
            matches: ({ status }, value) => status === value,
          },
        ]}
        emptyTitle="No submissions yet"
        emptyText="What learners hand in appears here."
        noMatchTitle="No submission fits"
        actions={(row) => (
          <Button
            variant="secondary"
            size="small"
            className="max-md:min-h-11"
            onClick={() => setOpened({ submission: row, goesOn: false })}
          >
            {mayReview ? 'Review' : 'View'}
            <span className="sr-only"> {row.user.name}</span>
          </Button>
        )}
      />
      {opened ? (
        <SubmissionDialog
          key={opened.submission.id}
          submission={opened.submission}
          dueDate={dueDate}
          mayReview={mayReview}
          othersWaiting={opened.goesOn ? waiting.filter(({ id }) => id !== opened.submission.id).length : 0}
          onSaved={opened.goesOn ? openNext : () => setOpened(null)}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </div>
  );
}

function Answer({ submission }: { submission: StaffSubmission }) {
  return (
    <span className="grid max-w-80 gap-1 text-sm">
      {linksOf(submission).map(({ words, url }) => (
        <span key={url} className="block">
          <span className="block text-xs text-muted">{words}</span>
          {isHttpUrl(url) ? (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="line-clamp-2 font-semibold text-strong underline decoration-line decoration-2 underline-offset-4 wrap-anywhere hover:decoration-brand"
            >
              {url}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ) : (
            <span className="line-clamp-2 wrap-anywhere">{url}</span>
          )}
        </span>
      ))}
      {submission.content ? (
        <span className="line-clamp-3 whitespace-pre-line wrap-anywhere" dir="auto">
          {submission.content}
        </span>
      ) : null}
    </span>
  );
}
