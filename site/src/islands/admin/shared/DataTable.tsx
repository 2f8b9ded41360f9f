import { useStore } from '@nanostores/react';
import { type RowData, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { BareCheckbox, Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { type Column, Table } from '#site/islands/ui/Table.tsx';
import { type DataColumn, FEATURES, type Selection, toColumnDefs } from './data-table.ts';
import { useGradual } from './gradual.ts';
import type { ListControl } from './list-state.ts';
import { Pager } from './Pager.tsx';

/** Rows on a page of a staff list, unless a screen says otherwise. */
const PAGE_ROWS = 50;

export interface DataTableProps<Row> {
  /** What is listed; read aloud. */
  caption: string;
  columns: readonly DataColumn<Row>[];
  /** All rows that pass search and filters; or, with `total`, the rows of this page. Keep the array stable. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Names a row for its check box: 'Select {label}'. */
  rowLabel: (row: Row) => string;
  list: ListControl;
  /** How many rows pass search and filters, when the server sorts and pages. */
  total?: number;
  pageSize?: number;
  /** Check boxes for bulk actions. */
  selection?: { chosen: Selection; onChange: (chosen: Selection) => void };
  /** Buttons at the end of a row; their names carry the row's: 'Edit Finance'. */
  actions?: (row: Row) => ReactNode;
  /** A click on the row that meets no control; there must be a button that does the same. */
  onOpen?: (row: Row) => void;
}

/**
 * A staff list: order, pages and choice by the table library, the look by `ui/Table`. Its state is the list's, which
 * stands in the address. With `total` the server does the work and the table only shows and asks.
 */
export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowKey,
  rowLabel,
  list,
  total,
  pageSize = PAGE_ROWS,
  selection,
  actions,
  onOpen,
}: DataTableProps<Row>) {
  const { sort, page } = useStore(list.$list);
  const isServed = total !== undefined;
  const count = total ?? rows.length;
  const lastPage = Math.max(1, Math.ceil(count / pageSize));
  const shownPage = Math.min(page, lastPage);
  const defs = useMemo(() => toColumnDefs(columns), [columns]);
  const chosen = selection?.chosen;
  const table = useTable({
    features: FEATURES,
    columns: defs,
    data: rows,
    getRowId: rowKey,
    autoResetPageIndex: false,
    manualSorting: isServed,
    manualPagination: isServed,
    rowCount: count,
    state: {
      sorting: sort ? [{ id: sort.key, desc: sort.direction === 'descending' }] : [],
      pagination: { pageIndex: shownPage - 1, pageSize },
      rowSelection: chosen ?? {},
    },
    onRowSelectionChange: (change) =>
      selection?.onChange(typeof change === 'function' ? change(chosen ?? {}) : change),
  });
  const models = table.getRowModel().rows;
  const drawn = useGradual(models.length, models[0]?.id ?? '');
  // Counted here: the library's own answer is that of the render before.
  const chosenHere = models.filter((model) => chosen?.[model.id]).length;
  const isAllChosen = models.length > 0 && chosenHere === models.length;
  const sortable = columns.filter((column) => isSortable(column, isServed));

  const shown: Column<(typeof models)[number]>[] = columns.map(({ cell, value: _value, ...column }) => ({
    ...column,
    sortable: isSortable({ ...column, value: _value }, isServed),
    cell: (model) => cell(model.original),
  }));
  if (selection) {
    shown.unshift({
      key: 'select',
      bare: true,
      phone: 'corner',
      header: (
        <BareCheckbox
          className="min-h-8"
          label="Select all rows of this page"
          checked={isAllChosen}
          ref={(box) => {
            if (box) box.indeterminate = chosenHere > 0 && !isAllChosen;
          }}
          onChange={(event) => table.toggleAllPageRowsSelected(event.currentTarget.checked)}
        />
      ),
      cell: (model) => (
        <BareCheckbox
          className="min-h-11 md:min-h-8"
          label={`Select ${rowLabel(model.original)}`}
          checked={model.getIsSelected()}
          onChange={model.getToggleSelectedHandler()}
        />
      ),
    });
  }
  if (actions) {
    shown.push({
      key: 'actions',
      header: 'Actions',
      align: 'end',
      bare: true,
      cell: (model) => (
        <div className="flex flex-wrap items-center gap-1 md:flex-nowrap md:justify-end md:gap-0 xl:gap-1">
          {actions(model.original)}
        </div>
      ),
    });
  }

  return (
    <div className="grid gap-3">
      {models.length > 0 && (sortable.length > 0 || selection) ? (
        <div className="flex items-end gap-4 md:hidden">
          {selection ? (
            <Checkbox
              label="Select all"
              checked={isAllChosen}
              onChange={(event) => table.toggleAllPageRowsSelected(event.currentTarget.checked)}
            />
          ) : null}
          {sortable.length > 0 ? <SortSelect columns={sortable} list={list} /> : null}
        </div>
      ) : null}
      <div ref={drawn.box} style={drawn.style}>
        <Table
          caption={caption}
          className="[--table-top:var(--nav-height)]"
          density="compact"
          columns={shown}
          rows={models.slice(0, drawn.count)}
          rowKey={(model) => model.id}
          sort={sort ?? undefined}
          onSort={list.sortBy}
          isMarked={(model) => chosen?.[model.id] === true}
          onRowClick={onOpen ? (model) => onOpen(model.original) : undefined}
        />
      </div>
      <Pager page={shownPage} lastPage={lastPage} count={count} pageSize={pageSize} onTurn={list.turnTo} />
    </div>
  );
}

function isSortable<Row>(column: Pick<DataColumn<Row>, 'value' | 'sortable'>, isServed: boolean): boolean {
  return isServed ? column.sortable === true : column.value !== undefined;
}

/** On a phone the header row is only read aloud, so the order has a control of its own. */
function SortSelect<Row>({ columns, list }: { columns: readonly DataColumn<Row>[]; list: ListControl }) {
  const { sort } = useStore(list.$list);
  return (
    <Field label="Sort by" className="min-w-0 flex-1">
      <Select
        value={sort ? `${sort.key} ${sort.direction}` : ''}
        placeholder="As listed"
        className="text-sm"
        onChange={({ currentTarget }) => {
          const [key, direction] = currentTarget.value.split(' ');
          list.order(key && direction ? { key, direction: direction as 'ascending' | 'descending' } : null);
        }}
        options={columns.flatMap(({ key, header }) => [
          { value: `${key} ascending`, label: `${header}, ascending` },
          { value: `${key} descending`, label: `${header}, descending` },
        ])}
      />
    </Field>
  );
}
