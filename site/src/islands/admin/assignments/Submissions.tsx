import { type ReactNode, useEffect, useState } from 'react';
import { exportSubmissions, QUEUE_PAGE_SIZE, type QueueCounts } from '#contract/review-queue.ts';
import { SUBMISSION_STATUSES } from '#contract/submissions.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { SUBMISSION_STATUS_LABELS } from '#site/labels.ts';
import { useAccess } from '../access/access.ts';
import { DataList } from '../list/DataList.tsx';
import { toFilter, toLabels } from '../list/data-table.ts';
import type { ListFilter } from '../list/ListToolbar.tsx';
import { useServedList } from '../list/served-list.ts';
import { BackLink, PageHeader } from '../page/PageHeader.tsx';
import { assignmentList } from './assignment-list.ts';
import { toAge } from './claim-text.ts';
import { DueDate } from './DueDate.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { assignmentOf, createReviewQueue } from './review-queue.ts';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { listenForShortcuts } from './shortcuts.ts';
import { LEAGUE_COLUMNS, QUEUE_COLUMNS } from './submission-columns.tsx';
import { useFreshness, useReview } from './use-review.ts';

const STATUS = toFilter(
  'status',
  'Status',
  toLabels(SUBMISSION_STATUSES, (status) => SUBMISSION_STATUS_LABELS[status].words),
);
const HOLDER = toFilter('holder', 'Claimed by', { nobody: 'No one', me: 'Me', others: 'Someone else' });
const KEYS = [
  { keys: 'N', label: 'review next' },
  { keys: 'J', label: 'row down' },
  { keys: 'K', label: 'row up' },
  { keys: 'Enter', label: 'open' },
];

export function Submissions({ leagueId }: { leagueId: string | null }) {
  return leagueId === null ? <QueueOfAll /> : <QueueOfLeague leagueId={leagueId} />;
}

/** On the page of a league, below the assignment. */
export function SubmissionsPart({ leagueId }: { leagueId: string }) {
  return (
    <SubmissionList
      leagueId={leagueId}
      filters={[STATUS, HOLDER]}
      head={(counts, actions) => (
        <PageHeader level={2} title="Submissions" counters={toCounters(counts)} actions={actions}>
          Longest wait first. Opening a submission claims it until you save or close it.
        </PageHeader>
      )}
    />
  );
}

const toCounters = (counts: QueueCounts | undefined) => [
  { label: 'Waiting', value: counts?.waiting },
  { label: 'Unclaimed', value: counts?.free },
  {
    label: 'Longest wait',
    value: counts ? (counts.oldestAt ? toAge(counts.oldestAt) : 'none') : null,
  },
];

function QueueOfAll() {
  const assignments = useQuery(assignmentList).data ?? [];
  const titles = assignments
    .map(({ title, league: { id, name } }) => [id, `${name}: ${title}`] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  const league = toFilter('leagueId', 'Assignment', Object.fromEntries(titles));
  return (
    <SubmissionList
      leagueId={null}
      filters={[STATUS, league, HOLDER]}
      head={(counts, actions) => (
        <PageHeader title="Review Queue" back={BACK} counters={toCounters(counts)} actions={actions}>
          Longest wait first. Opening a submission claims it until you save or close it.
        </PageHeader>
      )}
    />
  );
}

function QueueOfLeague({ leagueId }: { leagueId: string }) {
  const { data: assignment } = useQuery(assignmentOf(leagueId));
  return (
    <SubmissionList
      leagueId={leagueId}
      filters={[STATUS, HOLDER]}
      head={(counts, actions) => (
        <>
          <PageHeader
            title={assignment ? `Submissions: ${assignment.title}` : 'Submissions'}
            back={BACK}
            counters={[
              { label: 'Submissions', value: counts?.total },
              { label: 'Waiting', value: counts?.waiting },
            ]}
            actions={actions}
          >
            {assignment ? (
              <>
                League {assignment.league.name}, longest wait first. {assignment.dueDate ? 'Due ' : null}
                <DueDate dueDate={assignment.dueDate} />
              </>
            ) : null}
          </PageHeader>
        </>
      )}
    />
  );
}

const BACK = <BackLink href="/admin/assignments">All assignments</BackLink>;

interface ListProps {
  leagueId: string | null;
  filters: readonly ListFilter[];
  head: (counts: QueueCounts | undefined, actions: ReactNode) => ReactNode;
}

function SubmissionList({ leagueId, filters, head }: ListProps) {
  const access = useAccess();
  const [queue] = useState(() => createReviewQueue(leagueId));
  const { data: view, table } = useServedList(queue);
  const session = useReview(() => leagueId ?? (queue.list.$list.get().filters.leagueId || undefined));
  useFreshness(queue.query.invalidate);
  const isFree = (view?.counts.free ?? 0) > 0;
  useEffect(
    () =>
      listenForShortcuts(
        {
          ...(isFree ? { n: () => void session.next() } : {}),
          j: () => focusRow(1),
          k: () => focusRow(-1),
        },
        () => !document.querySelector('dialog[open]'),
      ),
    [session, isFree],
  );
  return (
    <div className="grid gap-4">
      {head(
        view?.counts,
        isFree ? (
          <Button aria-keyshortcuts="n" onClick={() => void session.next()}>
            Review Next
          </Button>
        ) : null,
      )}
      <DataList
        many="submissions"
        {...table}
        columns={leagueId === null ? QUEUE_COLUMNS : LEAGUE_COLUMNS}
        pageSize={QUEUE_PAGE_SIZE}
        rowKey={({ id }) => id}
        rowLabel={({ user }) => user.name}
        placeholder="Name, email or roll number"
        filters={filters}
        exportCall={exportSubmissions}
        emptyTitle="No submissions yet"
        emptyText="What learners hand in appears here."
        noMatchTitle="No matching submissions"
        actions={(row) => {
          const mayReview = access?.mayIn(row.assignment.leagueId, 'canCreateContent') === true;
          return (
            <Button
              variant="secondary"
              size="small"
              className="max-md:min-h-11"
              data-row
              onClick={() => void session.open({ id: row.id, mayReview })}
            >
              {mayReview ? 'Review' : 'View'}
              <span className="sr-only"> {row.user.name}</span>
            </Button>
          );
        }}
      />
      {view && view.submissions.length > 0 ? <ShortcutHelp keys={KEYS} /> : null}
      <ReviewDialog session={session} />
    </div>
  );
}

function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#main [data-row]')];
  const row = document.activeElement?.closest('[role="row"]')?.querySelector<HTMLElement>('[data-row]');
  const at = row ? rows.indexOf(row) : step === 1 ? -1 : rows.length;
  rows[at + step]?.focus();
}
