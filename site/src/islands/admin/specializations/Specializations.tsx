import { lazy, Suspense, useEffect, useState } from 'react';
import type { Specialization } from '#contract/specializations.ts';
import { plus } from '#site/icons/actions.ts';
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
import { toChosen } from './chosen-leagues.ts';
import { removeSpecialization, specializationList } from './specialization-list.ts';

// The form brings the sortable list with it; the screen is readable before that is there.
const loadDialog = () => import('./SpecializationDialog.tsx');
const SpecializationDialog = lazy(async () => ({ default: (await loadDialog()).SpecializationDialog }));

const COLUMNS: readonly DataColumn<Specialization>[] = [
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
    key: 'cohort',
    header: 'Cohort',
    value: ({ cohort }) => cohort.name,
    cell: ({ cohort }) => (
      <span className="block truncate md:max-w-40" title={cohort.name}>
        {cohort.name}
      </span>
    ),
  },
  {
    key: 'leagues',
    header: 'Leagues',
    bare: true,
    value: ({ _count }) => _count.leagues,
    cell: ({ leagues }) => (
      <ol className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
        {toChosen(leagues).map(({ id, label }, index) => (
          <li key={id} className="whitespace-nowrap">
            <span className="font-bold text-muted tabular-nums">{index + 1}</span> {label}
          </li>
        ))}
      </ol>
    ),
  },
  {
    key: 'completed',
    header: 'Completed by',
    align: 'end',
    value: ({ _count }) => _count.userSpecializations,
    cell: ({ _count }) => _count.userSpecializations,
  },
];

/** /admin/specializations (ASPEC-01 to ASPEC-10). */
export function Specializations() {
  const loaded = useQuery(specializationList);
  const [list] = useState(() => createListState({ filters: ['cohort'] }));
  const [deletion] = useState(() =>
    createConfirmedAction<Specialization>({
      action: 'delete specialization',
      run: removeSpecialization,
      done: 'Specialization deleted',
    }),
  );
  const [edited, setEdited] = useState<Specialization | 'new' | null>(() => (wantsNew() ? 'new' : null));
  useEffect(() => void loadDialog().catch(() => undefined), []);
  const rows = loaded.data;
  const cohorts = new Map(rows?.map(({ cohort }) => [cohort.id, cohort.name]));
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Icon path={plus} size={18} />
      Create Specialization
    </Button>
  );
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Specializations"
        counters={[
          { label: 'Specializations', value: rows?.length ?? null },
          {
            label: 'Completions',
            value: rows?.reduce((sum, { _count }) => sum + _count.userSpecializations, 0) ?? null,
          },
        ]}
        actions={add}
      >
        A chosen set of leagues in an order. Whoever completes them all completes the specialization.
      </PageHeader>
      <ActionFailure action={deletion} />
      <DataList
        many="specializations"
        loaded={loaded}
        onRetry={specializationList.reload}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        searched={({ name, description, leagues }) => [
          name,
          description,
          ...leagues.map(({ league }) => league.name),
        ]}
        filters={[
          {
            name: 'cohort',
            label: 'Cohort',
            all: 'All cohorts',
            options: [...cohorts].map(([value, label]) => ({ value, label })),
            matches: ({ cohortId }, value) => cohortId === value,
          },
        ]}
        emptyTitle="No specializations found"
        emptyText="Choose leagues that belong together and put them in order."
        emptyAction={add}
        actions={(row) => (
          <>
            <EditButton name={row.name} onClick={() => setEdited(row)} />
            <DeleteButton name={row.name} onClick={() => deletion.ask(row)} />
          </>
        )}
      />
      {edited ? (
        <Suspense>
          <SpecializationDialog
            specialization={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      ) : null}
      <QuestionDialog
        action={deletion}
        title={({ name }) => `Delete ${name}`}
        question="Are you sure you want to delete this specialization? This action cannot be undone."
        confirmLabel="Delete"
        busyLabel="Deleting…"
      />
    </div>
  );
}
