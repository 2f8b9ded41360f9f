import { useState } from 'react';
import type { League } from '#contract/leagues.ts';
import { plus } from '#site/icons/actions.ts';
import { toShortDate } from '#site/islands/dashboard/dates.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
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
import { LeagueDialog } from './LeagueDialog.tsx';
import { leagueList, removeLeague } from './league-list.ts';

const COLUMNS: readonly DataColumn<League>[] = [
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    value: ({ name }) => name,
    cell: ({ name }) => (
      <span className="flex min-w-0 items-center gap-3 md:py-1">
        <LeagueEmblem league={name} size={28} />
        <span className="block max-w-64 font-semibold md:min-w-28 text-strong wrap-break-word">{name}</span>
      </span>
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
    key: 'modules',
    header: 'Modules',
    align: 'end',
    value: ({ weeksCount }) => weeksCount,
    cell: ({ weeksCount }) => weeksCount,
  },
  {
    key: 'enrollments',
    header: 'Enrollments',
    align: 'end',
    value: ({ _count }) => _count.enrollments,
    cell: ({ _count }) => _count.enrollments,
  },
  {
    key: 'ends',
    header: 'Ends',
    value: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt, isExpired }) =>
      isExpired ? <Badge tone="inactive">Expired</Badge> : toShortDate(expiresAt) || 'No end',
  },
];

/** /admin/leagues (ALEAGUE-01 to ALEAGUE-04). */
export function Leagues() {
  const loaded = useQuery(leagueList);
  const [list] = useState(() => createListState({ filters: ['cohort', 'state'] }));
  const [deletion] = useState(() =>
    createConfirmedAction<League>({ action: 'delete league', run: removeLeague, done: 'League deleted' }),
  );
  const [edited, setEdited] = useState<League | 'new' | null>(() => (wantsNew() ? 'new' : null));
  const rows = loaded.data;
  const cohorts = new Map(rows?.map(({ cohort }) => [cohort.id, cohort.name]));
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Icon path={plus} size={18} />
      Create League
    </Button>
  );
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Leagues"
        counters={[
          { label: 'Leagues', value: rows?.length ?? null },
          { label: 'Modules', value: rows?.reduce((sum, row) => sum + row.weeksCount, 0) ?? null },
          {
            label: 'Enrollments',
            value: rows?.reduce((sum, row) => sum + row._count.enrollments, 0) ?? null,
          },
        ]}
        actions={add}
      >
        The learning tracks of every cohort. Modules, topics and resources live inside them.
      </PageHeader>
      <ActionFailure action={deletion} />
      <DataList
        many="leagues"
        loaded={loaded}
        onRetry={leagueList.reload}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        searched={({ name, description, cohort }) => [name, description, cohort.name]}
        filters={[
          {
            name: 'cohort',
            label: 'Cohort',
            all: 'All cohorts',
            options: [...cohorts].map(([value, label]) => ({ value, label })),
            matches: ({ cohortId }, value) => cohortId === value,
          },
          {
            name: 'state',
            label: 'State',
            all: 'All',
            options: [
              { value: 'open', label: 'Open' },
              { value: 'expired', label: 'Expired' },
            ],
            matches: ({ isExpired }, value) => isExpired === (value === 'expired'),
          },
        ]}
        emptyTitle="No leagues found"
        emptyText="A league belongs to a cohort and holds modules. Create a cohort first, then its leagues."
        emptyAction={add}
        actions={(league) => (
          <>
            <EditButton name={league.name} onClick={() => setEdited(league)} />
            <DeleteButton name={league.name} onClick={() => deletion.ask(league)} />
          </>
        )}
      />
      {edited ? (
        <LeagueDialog league={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
      <QuestionDialog
        action={deletion}
        title={({ name }) => `Delete ${name}`}
        question={(league) => (
          <>
            <p>Are you sure you want to delete this league? This action cannot be undone.</p>
            <Contents league={league} />
          </>
        )}
        confirmLabel="Delete"
        busyLabel="Deleting…"
      />
    </div>
  );
}

/** What would go with a league. */
function Contents({ league: { weeksCount, sectionsCount, resourcesCount, _count } }: { league: League }) {
  if (weeksCount + _count.enrollments === 0) return null;
  return (
    <p className="mt-2 font-semibold text-danger">
      With it go {weeksCount} modules, {sectionsCount} topics, {resourcesCount} resources and{' '}
      {_count.enrollments} enrollments.
    </p>
  );
}
