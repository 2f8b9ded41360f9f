import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { exportWeeks, WEEK_LIST, type Week } from '#contract/weeks.ts';
import { grip } from '#site/icons/actions.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { toLoadFailure } from '#site/islands/shared/action/failures.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { type LeagueChoice, useAccess, useOwnLeagues } from '../access/access.ts';
import { LeagueCell } from '../access/LeagueName.tsx';
import { toOptions, useLeagueFilter } from '../content/league-filter.ts';
import { leagueList } from '../data/league-list.ts';
import { weekList, weekOrder } from '../data/week-list.ts';
import { DeletionDialog } from '../deletion/DeletionDialog.tsx';
import { RowDialog } from '../form/EditorDialog.tsx';
import { DESCRIPTION_FIELD, defineEditor, NAME_FIELD, orderField } from '../form/editor-fields.ts';
import { consumeNewParameter } from '../form/staff-form.ts';
import { countColumn } from '../list/cells.tsx';
import { DataList } from '../list/DataList.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { createListState } from '../list/list-state.ts';
import { NotLoaded } from '../list/NotLoaded.tsx';
import { DeleteButton, EditButton, RowButton } from '../list/RowButton.tsx';
import { DeferredOrderDialog } from '../order/DeferredOrderDialog.tsx';
import type { OrderParent } from '../order/order-change.ts';
import { CreateButton, ImportLink, PageHeader } from '../page/PageHeader.tsx';

const COLUMNS: readonly DataColumn<Week>[] = [
  {
    key: 'order',
    header: 'Order',
    cell: ({ order }) => <span className="font-semibold text-muted tabular-nums">{order}</span>,
  },
  {
    key: 'name',
    header: 'Module',
    isRowHeader: true,
    phone: 'first',
    cell: ({ name }) => (
      <span className="block max-w-96 font-semibold text-strong wrap-break-word">{name}</span>
    ),
  },
  {
    key: 'league',
    header: 'League',
    cell: ({ league }) => <LeagueCell league={league} />,
  },
  countColumn('topics', 'Topics', ({ _count }) => _count.sections),
];

export function Weeks() {
  const access = useAccess();
  const leagues = useOwnLeagues();
  const leagueFilter = useLeagueFilter();
  const loaded = useQuery(weekList);
  const [list] = useState(() => createListState({ filters: ['leagueId'] }));
  const { search, filters } = useStore(list.$list);
  const [deletion] = useState(() =>
    createConfirmedAction<Week>({ action: 'delete week', run: weekList.remove, done: 'Module deleted' }),
  );
  const [edited] = useState(() => createDialogState<Week | 'new'>(consumeNewParameter() ? 'new' : null));
  const [ordered] = useState(() => createDialogState<OrderParent>());
  const rowActions = useCallback(
    (week: Week) =>
      access?.mayIn(week.leagueId, 'canCreateContent') ? (
        <>
          <RowButton
            label={`Reorder modules of ${week.league.name}, from ${week.name}`}
            icon={grip}
            onClick={() => ordered.open(week.league)}
          />
          <EditButton name={week.name} onClick={() => edited.open(week)} />
          <DeleteButton name={week.name} onClick={() => deletion.ask(week)} />
        </>
      ) : null,
    [access, deletion, edited, ordered],
  );
  const rows = loaded.data;
  const chosen = leagues.data?.find(({ id }) => id === filters.leagueId);
  const mayAdd = access?.mayAnywhere('canCreateContent') === true;

  const header = (
    <PageHeader
      title="Module Management"
      counters={[{ label: 'Your Modules', value: rows?.length }]}
      actions={
        mayAdd && leagues.data?.length !== 0 ? (
          <>
            <ImportLink kind="weeks" />
            <CreateButton onClick={() => edited.open('new')}>Create New Module</CreateButton>
          </>
        ) : null
      }
    >
      Modules hold topics. Learners see them in this order.
    </PageHeader>
  );
  if (leagues.data ? leagues.data.length === 0 : leagues.error) {
    return (
      <div className="grid gap-4">
        {header}
        {leagues.data ? (
          <EmptyState title="No leagues found. Please create a league first before adding modules.">
            {access?.isGrand ? null : 'You have no league yet. Ask a Grand Pathfinder for access.'}
          </EmptyState>
        ) : (
          <NotLoaded
            many="leagues"
            error={leagues.error}
            onRetry={leagueList.invalidate}
            busy={leagues.isLoading}
          />
        )}
      </div>
    );
  }

  const createFirst = mayAdd ? (
    <CreateButton onClick={() => edited.open('new')}>Create First Module</CreateButton>
  ) : null;
  const isLeagueEmpty = chosen && !search && rows && !rows.some(({ leagueId }) => leagueId === chosen.id);
  return (
    <div className="grid gap-4">
      {header}
      <ActionFailure action={deletion} />
      <DataList
        many="modules"
        failedAs="weeks"
        loaded={loaded}
        onRetry={weekList.invalidate}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rules={WEEK_LIST}
        filters={leagueFilter}
        exportCall={exportWeeks}
        emptyTitle="No modules found"
        emptyText="None of your leagues has a module yet."
        emptyAction={createFirst}
        noMatch={
          isLeagueEmpty ? (
            <EmptyState title="No modules found" action={createFirst}>
              {chosen.name} has no modules yet.
            </EmptyState>
          ) : undefined
        }
        actions={mayAdd ? rowActions : undefined}
      />
      <DeferredDialog state={edited}>
        {(week) => (
          <WeekDialog
            week={week === 'new' ? null : week}
            leagueId={chosen?.id ?? onlyOne(leagues.data)}
            onClose={edited.close}
          />
        )}
      </DeferredDialog>
      <DeferredOrderDialog state={ordered} {...weekOrder} />
      <DeletionDialog
        action={deletion}
        kind="weeks"
        nameOf={({ name }) => name}
        question={() => 'Are you sure you want to delete this week? This action cannot be undone.'}
      />
    </div>
  );
}

function onlyOne(leagues: readonly LeagueChoice[] | null): string {
  return leagues?.length === 1 ? (leagues[0]?.id ?? '') : '';
}

export const WEEK_EDITOR = defineEditor({
  kind: 'week',
  title: 'Module',
  fields: {
    name: { ...NAME_FIELD, label: 'Module Name', called: 'Module name' },
    leagueId: { kind: 'choice', label: 'League', required: true, placeholder: 'Choose a league' },
    order: orderField('league'),
    description: { ...DESCRIPTION_FIELD, rows: 2 },
  },
  place: {
    of: 'leagueId',
    siblingsIn: (leagueId) => weekList.$state.get().data?.filter((week) => week.leagueId === leagueId) ?? [],
  },
  fieldFailures: {
    WEEK_ORDER_TAKEN: { order: 'Choose an order that no other module of the league has' },
    LEAGUE_NOT_FOUND: { leagueId: 'Choose another league' },
    LEAGUE_OUT_OF_SCOPE: { leagueId: 'Choose a league that you work in' },
  },
  list: weekList,
});

function WeekDialog({
  week,
  leagueId,
  onClose,
}: {
  week: Week | null;
  leagueId: string;
  onClose: () => void;
}) {
  const { data: leagues, error } = useOwnLeagues('canCreateContent');
  const choices = {
    failure: error && !leagues && toLoadFailure('leagues', error),
    options: toOptions(leagues ?? (week ? [week.league] : [])),
  };
  return (
    <RowDialog
      editor={WEEK_EDITOR}
      row={week}
      start={{ leagueId }}
      choices={{ leagueId: choices }}
      onClose={onClose}
    />
  );
}
