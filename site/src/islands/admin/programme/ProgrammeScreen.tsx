import { type ReactNode, useCallback, useState } from 'react';
import type { DeletionKind } from '#contract/deletions.ts';
import type { ListRules } from '#contract/list-rules.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import type { AnyCall } from '#site/islands/shared/http/api.ts';
import { useQuery } from '../../shared/query/query.ts';
import type { WholeList } from '../data/whole-list.ts';
import { DeletionDialog } from '../deletion/DeletionDialog.tsx';
import { consumeNewParameter } from '../form/staff-form.ts';
import { DataList } from '../list/DataList.tsx';
import type { DataColumn } from '../list/data-table.ts';
import type { ListFilter } from '../list/ListToolbar.tsx';
import { createListState } from '../list/list-state.ts';
import { DeleteButton, EditButton } from '../list/RowButton.tsx';
import { type Counter, CreateButton, PageHeader } from '../page/PageHeader.tsx';

interface Props<Row extends { id: string }> {
  /** Singular, lower case: 'cohort' gives 'Cohorts', 'Create Cohort' and 'Cohort deleted'. */
  kind: string;
  list: Omit<WholeList<Row>, 'create' | 'update'>;
  columns: readonly DataColumn<Row>[];
  rules: ListRules<Row>;
  filters?: (rows: readonly Row[]) => readonly ListFilter[];
  exportCall?: AnyCall;
  /** Gets null while loading. */
  counters: (rows: readonly Row[] | null) => readonly Counter[];
  emptyText: string;
  /** Set if a deletion takes learners' work. */
  deletes?: { kind: DeletionKind; offer: (row: Row) => ReactNode };
  /** Null if the row can be deleted. */
  refusal?: (row: Row) => string | null;
  rowActions?: (row: Row) => ReactNode;
  form: (row: Row | null, onClose: () => void) => ReactNode;
  children: ReactNode;
}

export function ProgrammeScreen<Row extends { id: string; name: string }>({
  kind,
  list: rows,
  columns,
  rules,
  filters = () => [],
  exportCall,
  counters,
  emptyText,
  deletes,
  refusal,
  rowActions,
  form,
  children,
}: Props<Row>) {
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  const many = `${kind}s`;
  const question = `Are you sure you want to delete this ${kind}? This action cannot be undone.`;
  const loaded = useQuery(rows);
  const known = filters(loaded.data ?? []);
  const [list] = useState(() => createListState({ filters: known.map(({ name }) => name) }));
  const [deletion] = useState(() =>
    createConfirmedAction<Row>({ action: `delete ${kind}`, run: rows.remove, done: `${title} deleted` }),
  );
  const [edited] = useState(() => createDialogState<Row | 'new'>(consumeNewParameter() ? 'new' : null));
  const actions = useCallback(
    (row: Row) => (
      <>
        {rowActions?.(row)}
        <EditButton name={row.name} onClick={() => edited.open(row)} />
        <DeleteButton name={row.name} onClick={() => deletion.ask(row)} />
      </>
    ),
    [rowActions, edited, deletion],
  );
  const add = <CreateButton onClick={() => edited.open('new')}>Create {title}</CreateButton>;
  return (
    <div className="grid gap-4">
      <PageHeader
        title={`${title}s`}
        counters={counters(loaded.data)}
        // An empty list has its own create button.
        actions={loaded.data?.length === 0 ? null : add}
      >
        {children}
      </PageHeader>
      <ActionFailure action={deletion} />
      <DataList
        many={many}
        loaded={loaded}
        onRetry={rows.invalidate}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rules={rules}
        filters={known}
        exportCall={exportCall}
        emptyTitle={`No ${many} found`}
        emptyText={emptyText}
        emptyAction={add}
        actions={actions}
      />
      <DeferredDialog state={edited}>
        {(row) => form(row === 'new' ? null : row, edited.close)}
      </DeferredDialog>
      {deletes ? (
        <DeletionDialog
          {...deletes}
          action={deletion}
          nameOf={({ name }) => name}
          question={() => question}
        />
      ) : (
        <QuestionDialog
          action={deletion}
          title={({ name }) => `Delete ${name}`}
          refusal={refusal}
          question={question}
        />
      )}
    </div>
  );
}
