import { useState } from 'react';
import type { Cohort } from '#contract/cohorts.ts';
import { plus } from '#site/icons/actions.ts';
import { check, minus } from '#site/icons/states.ts';
import { toShortDate } from '#site/islands/dashboard/dates.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { ActionFailure } from '../shared/ActionFailure.tsx';
import { createConfirmedAction } from '../shared/confirmed-action.ts';
import { DataList } from '../shared/DataList.tsx';
import type { DataColumn } from '../shared/data-table.ts';
import { createListState } from '../shared/list-state.ts';
import { PageHeader } from '../shared/PageHeader.tsx';
import { QuestionDialog } from '../shared/QuestionDialog.tsx';
import { useQuery } from '../shared/queries.ts';
import { DeleteButton, EditButton } from '../shared/RowButton.tsx';
import { wantsNew } from '../shared/wants-new.ts';
import { CohortDialog } from './CohortDialog.tsx';
import { cohortList, removeCohort } from './cohort-list.ts';

const COLUMNS: readonly DataColumn<Cohort>[] = [
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    value: ({ name }) => name,
    cell: ({ name }) => (
      <span className="block max-w-64 font-semibold md:min-w-28 text-strong wrap-break-word">{name}</span>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    bare: true,
    from: 'phone-and-lg',
    cell: ({ description }) => (
      <span className="line-clamp-2 max-w-prose text-muted md:line-clamp-1">
        {description ?? 'No description'}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    value: ({ isActive }) => (isActive ? 0 : 1),
    cell: ({ isActive }) => <ActiveBadge isActive={isActive} />,
  },
  {
    key: 'enrollments',
    header: 'Enrollments',
    align: 'end',
    value: ({ _count }) => _count.enrollments,
    cell: ({ _count }) => _count.enrollments,
  },
  {
    key: 'specializations',
    header: 'Specializations',
    align: 'end',
    value: ({ _count }) => _count.specializations,
    cell: ({ _count }) => _count.specializations,
  },
  {
    key: 'created',
    header: 'Created',
    from: 'xl',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap">
        {toShortDate(createdAt)}
      </time>
    ),
  },
];

function ActiveBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge tone={isActive ? 'active' : 'inactive'}>
      <Icon path={isActive ? check : minus} size={13} className="-ms-0.5" />
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  );
}

/** /admin/cohorts (ACOHORT-01 to ACOHORT-06). */
export function Cohorts() {
  const loaded = useQuery(cohortList);
  const [list] = useState(() => createListState({ filters: ['state'] }));
  const [deletion] = useState(() =>
    createConfirmedAction<Cohort>({ action: 'delete cohort', run: removeCohort, done: 'Cohort deleted' }),
  );
  const [edited, setEdited] = useState<Cohort | 'new' | null>(() => (wantsNew() ? 'new' : null));
  const rows = loaded.data;
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Icon path={plus} size={18} />
      Create Cohort
    </Button>
  );
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Cohorts"
        counters={[
          { label: 'Cohorts', value: rows?.length ?? null },
          { label: 'Active', value: rows?.filter(({ isActive }) => isActive).length ?? null },
          {
            label: 'Enrollments',
            value: rows?.reduce((sum, { _count }) => sum + _count.enrollments, 0) ?? null,
          },
        ]}
        actions={add}
      >
        An intake with its leagues and specializations. The newest active cohort takes new enrollments.
      </PageHeader>
      <ActionFailure action={deletion} />
      <DataList
        many="cohorts"
        loaded={loaded}
        onRetry={cohortList.reload}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        searched={({ name, description }) => [name, description]}
        filters={[
          {
            name: 'state',
            label: 'State',
            all: 'All',
            options: [
              { value: 'active', label: 'Active' },
              { value: 'inactive', label: 'Inactive' },
            ],
            matches: ({ isActive }, value) => isActive === (value === 'active'),
          },
        ]}
        emptyTitle="No cohorts found"
        emptyText="A cohort holds leagues and the people who enroll in them."
        emptyAction={add}
        actions={(cohort) => (
          <>
            <EditButton name={cohort.name} onClick={() => setEdited(cohort)} />
            <DeleteButton name={cohort.name} onClick={() => deletion.ask(cohort)} />
          </>
        )}
      />
      {edited ? (
        <CohortDialog cohort={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
      <QuestionDialog
        action={deletion}
        title={({ name }) => `Delete ${name}`}
        question="Are you sure you want to delete this cohort? This action cannot be undone."
        confirmLabel="Delete"
        busyLabel="Deleting…"
      />
    </div>
  );
}
