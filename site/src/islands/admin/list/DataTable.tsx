import { useStore } from '@nanostores/react';
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { type ListRules, sortRows } from '#contract/list-rules.ts';
import { useIncrementalList } from '#site/islands/shared/list/incremental-list.ts';
import { BareCheckbox, Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { focusNearby, rememberRow } from '#site/islands/ui/focus-nearby.ts';
import { Select } from '#site/islands/ui/Select.tsx';
import { type Column, Table } from '#site/islands/ui/Table.tsx';
import type { DataColumn } from './data-table.ts';
import type { ListControl } from './list-state.ts';
import { Pager } from './Pager.tsx';

const PAGE_ROWS = 50;

export interface DataTableProps<Row> {
  /** Read by screen readers only. */
  caption: string;
  columns: readonly DataColumn<Row>[];
  /** All matching rows, or one page with `total`. Keep the array stable. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowLabel: (row: Row) => string;
  list: ListControl;
  /** By column, if all rows are loaded. */
  sorts?: ListRules<Row>['sorts'];
  /** Set if the server sorts and pages. */
  total?: number;
  pageSize?: number;
  selection?: {
    /** By key. */
    chosen: ReadonlyMap<string, unknown>;
    onChoose: (rows: readonly Row[], isChosen: boolean) => void;
  };
  /** Keep the function stable: a new one redraws every row. */
  actions?: (row: Row) => ReactNode;
  /** Click on the row itself; keyboard users need a button for the same. */
  onOpen?: (row: Row) => void;
}

/** Keeps its state in the address. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLabel,
  list,
  sorts,
  total,
  pageSize = PAGE_ROWS,
  selection,
  actions,
  onOpen,
}: DataTableProps<Row>) {
  const { sort, page } = useStore(list.$list);
  const count = total ?? rows.length;
  const lastPage = Math.max(1, Math.ceil(count / pageSize));
  const shownPage = Math.min(page, lastPage);
  const sorted = useMemo(() => {
    if (!sort) return rows;
    return sortRows(rows, sorts?.[sort.key], sort.direction === 'descending' ? 'desc' : 'asc');
  }, [rows, sort, sorts]);
  const pageRows =
    total !== undefined ? sorted : sorted.slice((shownPage - 1) * pageSize, shownPage * pageSize);
  const keys = pageRows.map(rowKey);
  const drawn = useIncrementalList({ keys });
  const place = useRowFocus(pageRows);
  const isChosen = (row: Row) => selection?.chosen.has(rowKey(row)) === true;
  const chosenHere = pageRows.filter(isChosen).length;
  const isAllChosen = keys.length > 0 && chosenHere === keys.length;
  const sortable = columns.filter((column) => isSortable(column, sorts));

  const latest = useRef<Choosing<Row>>({ rows: pageRows, rowLabel, onChoose: selection?.onChoose });
  latest.current = { rows: pageRows, rowLabel, onChoose: selection?.onChoose };
  const isSelectable = selection !== undefined;
  const isSomeChosen = chosenHere > 0 && !isAllChosen;
  // New columns would redraw every row.
  const shown = useMemo(() => {
    const all: Column<Row>[] = columns.map((column) => ({
      ...column,
      sortable: isSortable(column, sorts),
    }));
    if (isSelectable) all.unshift(toSelectColumn(latest, isAllChosen, isSomeChosen));
    if (actions) all.push(toActionsColumn(actions));
    return all;
  }, [columns, sorts, isSelectable, isAllChosen, isSomeChosen, actions]);

  return (
    <div className="grid gap-3">
      {keys.length > 0 && (sortable.length > 0 || selection) ? (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2 md:hidden">
          {selection ? (
            <Checkbox
              label="Select all"
              checked={isAllChosen}
              onChange={(event) => selection.onChoose(pageRows, event.currentTarget.checked)}
            />
          ) : null}
          {sortable.length > 0 ? <SortSelect columns={sortable} list={list} /> : null}
        </div>
      ) : null}
      <div ref={drawn.box} style={drawn.style} {...place}>
        <Table
          caption={caption}
          className="[--table-top:var(--nav-height)]"
          density="compact"
          columns={shown}
          rows={pageRows.slice(0, drawn.count)}
          rowKey={rowKey}
          sort={sort ?? undefined}
          onSort={list.sortBy}
          isMarked={isChosen}
          onRowClick={onOpen}
        />
      </div>
      <Pager
        page={shownPage}
        lastPage={lastPage}
        count={count}
        pageSize={pageSize}
        keepsPlace={drawn.keepsPlace}
        onTurn={list.turnTo}
      />
    </div>
  );
}

/** Moves the focus to a nearby row when the focused row disappears, even after a dialog returned the focus. */
function useRowFocus(rows: readonly unknown[]) {
  const focused = useRef<{ control: Element; findNext: () => HTMLElement | null } | null>(null);
  const leadOn = useCallback(() => {
    const { control, findNext } = focused.current ?? {};
    if (!control || !findNext || control.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    if (document.querySelector('dialog[open]')) return;
    const next = findNext();
    if (next) next.focus({ preventScroll: true });
    else focusNearby();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useEffect(leadOn, [rows]);
  useEffect(() => leadOn, [leadOn]);
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = { control: target, findNext: rememberRow(target) };
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      // Null if the control itself disappears.
      if (relatedTarget) focused.current = null;
    },
  };
}

function isSortable<Row>({ key, sortable }: DataColumn<Row>, sorts: DataTableProps<Row>['sorts']): boolean {
  return sortable === true || sorts?.[key] !== undefined;
}

interface Choosing<Row> {
  rows: readonly Row[];
  rowLabel: (row: Row) => string;
  onChoose: ((rows: readonly Row[], isChosen: boolean) => void) | undefined;
}

/** Reads the selection at the click, so that the column stays stable. */
function toSelectColumn<Row>(
  latest: RefObject<Choosing<Row>>,
  isAllChosen: boolean,
  isSomeChosen: boolean,
): Column<Row> {
  return {
    key: 'select',
    bare: true,
    phone: 'corner',
    header: (
      <>
        <span className="md:hidden">Selected</span>
        <BareCheckbox
          className="min-h-8 max-md:hidden"
          label="Select all rows of this page"
          checked={isAllChosen}
          ref={(box) => {
            if (box) box.indeterminate = isSomeChosen;
          }}
          onChange={(event) => latest.current.onChoose?.(latest.current.rows, event.currentTarget.checked)}
        />
      </>
    ),
    cell: (row, _index, isMarked) => (
      <BareCheckbox
        className="min-h-11 justify-end max-md:w-11 md:min-h-8"
        label={`Select ${latest.current.rowLabel(row)}`}
        checked={isMarked}
        onChange={(event) => latest.current.onChoose?.([row], event.currentTarget.checked)}
      />
    ),
  };
}

export function toActionsColumn<Row>(actions: (row: Row) => ReactNode): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    bare: true,
    cell: (row) => (
      <div className="flex flex-wrap items-center gap-2 md:flex-nowrap md:justify-end md:gap-1">
        {actions(row)}
      </div>
    ),
  };
}

/** Phones show no column headers, so sorting has a separate control. */
function SortSelect<Row>({ columns, list }: { columns: readonly DataColumn<Row>[]; list: ListControl }) {
  const { sort } = useStore(list.$list);
  return (
    <Field label="Sort by" className="min-w-0 flex-1 basis-32">
      <Select
        value={sort ? `${sort.key} ${sort.direction}` : ''}
        placeholder="As listed"
        className="md:pointer-fine:text-sm"
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
