import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { ASSIGNMENT_LIST, type AssignmentRow, exportAssignments } from '#contract/assignments.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { countOf } from '#site/islands/shared/format/text.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { LeagueCell } from '../access/LeagueName.tsx';
import { toLeagueFilter } from '../content/league-filter.ts';
import { consumeNewParameter } from '../form/staff-form.ts';
import { DataList } from '../list/DataList.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { createListState } from '../list/list-state.ts';
import { LoadFailure } from '../list/NotLoaded.tsx';
import { DeleteButton, EditButton } from '../list/RowButton.tsx';
import { CreateButton, PageHeader } from '../page/PageHeader.tsx';
import { AssignmentDeletion } from './AssignmentDeletion.tsx';
import { AssignmentDialog } from './AssignmentDialog.tsx';
import { assignmentList, createAssignmentDeletion } from './assignment-list.ts';
import { DueDate } from './DueDate.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { queueCounts } from './review-queue.ts';
import { Submissions } from './Submissions.tsx';
import { useFreshness, useReview } from './use-review.ts';

const COLUMNS: readonly DataColumn<AssignmentRow>[] = [
  {
    key: 'title',
    header: 'Assignment',
    isRowHeader: true,
    cell: ({ title, description, _count }) => (
      <span className="block max-w-96 md:min-w-36">
        <span className="block font-semibold text-strong wrap-anywhere">{title}</span>
        <span className="mt-0.5 line-clamp-2 text-sm font-normal text-muted wrap-anywhere">
          <PlainText text={description} />
        </span>
        {/* Shown where the column is hidden. */}
        <span className="hidden text-xs font-normal text-muted md:max-xl:block">
          {countOf(_count.submissions, 'submission')}
        </span>
      </span>
    ),
  },
  {
    key: 'league',
    header: 'League',
    cell: ({ league }) => <LeagueCell league={league} />,
  },
  {
    key: 'due',
    header: 'Due',
    cell: ({ dueDate }) => <DueDate dueDate={dueDate} />,
  },
  {
    key: 'submissions',
    header: 'Submissions',
    isWideOnly: true,
    align: 'end',
    cell: ({ _count }) => _count.submissions,
  },
];

export function Assignments() {
  const [{ leagueId, isQueue }] = useState(() => {
    const address = new URLSearchParams(location.search);
    return { leagueId: address.get('of'), isQueue: address.has('queue') };
  });
  return leagueId || isQueue ? <Submissions leagueId={leagueId || null} /> : <AssignmentListScreen />;
}

function AssignmentListScreen() {
  const access = useAccess();
  const leagues = useOwnLeagues();
  const loaded = useQuery(assignmentList);
  const counts = useQuery(queueCounts);
  const session = useReview(() => undefined);
  useFreshness(queueCounts.invalidate);
  const [list] = useState(() => createListState({ filters: ['leagueId'] }));
  const { filters } = useStore(list.$list);
  const [deletion] = useState(createAssignmentDeletion);
  const [edited] = useState(() =>
    createDialogState<AssignmentRow | 'new'>(consumeNewParameter() ? 'new' : null),
  );
  const rowActions = useCallback(
    (row: AssignmentRow) => (
      <>
        <ButtonLink
          href={`/admin/assignments?of=${row.leagueId}`}
          variant="secondary"
          size="small"
          className="max-md:min-h-11"
        >
          Submissions<span className="sr-only"> of {row.title}</span>
        </ButtonLink>
        {access?.mayIn(row.leagueId, 'canCreateContent') ? (
          <>
            <EditButton name={row.title} onClick={() => edited.open(row)} />
            <DeleteButton name={row.title} onClick={() => deletion.ask(row)} />
          </>
        ) : null}
      </>
    ),
    [access, deletion, edited],
  );
  const rows = loaded.data;
  const mayAdd = access?.mayAnywhere('canCreateContent') === true;
  const create = mayAdd ? (
    <CreateButton onClick={() => edited.open('new')}>Create Assignment</CreateButton>
  ) : null;
  return (
    <div className="grid gap-4">
      <PageHeader
        title="Assignment Management"
        counters={[
          { label: 'Assignments', value: rows?.length },
          { label: 'Submissions', value: rows?.reduce((sum, row) => sum + row._count.submissions, 0) },
          { label: 'Waiting', value: counts.data?.waiting },
        ]}
        actions={
          <>
            {counts.data?.total ? (
              <ButtonLink href="/admin/assignments?queue=all" variant="secondary">
                Review Queue
              </ButtonLink>
            ) : null}
            {counts.data?.free ? (
              <Button variant="secondary" onClick={() => void session.next()}>
                Review Next
              </Button>
            ) : null}
            {rows?.length ? create : null}
          </>
        }
      >
        Each league has one assignment. Learners hand in, and you give feedback.
      </PageHeader>
      <ActionFailure action={deletion} />
      {rows && counts.error && !counts.data ? (
        <LoadFailure
          many="submissions"
          error={counts.error}
          onRetry={queueCounts.invalidate}
          busy={counts.isLoading}
        />
      ) : null}
      <DataList
        many="assignments"
        loaded={loaded}
        onRetry={assignmentList.invalidate}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ title }) => title}
        rules={ASSIGNMENT_LIST}
        filters={[toLeagueFilter(leagues.data)]}
        exportCall={exportAssignments}
        emptyTitle="No assignments"
        emptyText={mayAdd ? 'Get started by creating a new assignment.' : 'None of your leagues has one yet.'}
        emptyAction={create}
        noMatchTitle="No matching assignments"
        actions={rowActions}
      />
      <DeferredDialog state={edited}>
        {(row) => (
          <AssignmentDialog
            assignment={row === 'new' ? null : row}
            assignments={rows ?? []}
            leagueId={filters.leagueId ?? ''}
            onClose={edited.close}
          />
        )}
      </DeferredDialog>
      <ReviewDialog session={session} />
      <AssignmentDeletion action={deletion} />
    </div>
  );
}
