import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { compareValues, type SortValue } from '#contract/list-rules.ts';

/** The parts of the table library that staff lists use; the rest stays out of the bundle. */
export const FEATURES = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

export interface DataColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What it is sorted by when all rows are here. A column without it cannot be sorted, unless the server sorts. */
  value?: (row: Row) => SortValue;
  /** The server sorts by it; for lists with `total`. */
  sortable?: boolean;
  align?: 'start' | 'end';
  /** Names the row: read with every cell. One column has it. */
  isRowHeader?: boolean;
  /** On phones: before the values that stand before it in the table. */
  phone?: 'first';
  /** As in `ui/Table`: only from this width on; 'phone-and-lg' leaves it out where the table stands narrow. */
  from?: 'md' | 'lg' | 'xl' | 'phone-and-lg';
  /** On phones the value stands alone, without its column's name before it. */
  bare?: boolean;
}

/** What is chosen, by row key; the shape the table library keeps. */
export type Selection = Record<string, true>;

/** The keys that are chosen. */
export function selectedKeys(selection: Selection): string[] {
  return Object.keys(selection);
}

/** The columns as the table library wants them; it only decides about order, pages and choice. */
export function toColumnDefs<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
): ColumnDef<typeof FEATURES, Row>[] {
  return columns.map(({ key, value }) => ({
    id: key,
    accessorFn: (row: Row) => value?.(row) ?? null,
    enableSorting: true,
    sortFn: (one, other) => compareValues(one.getValue<SortValue>(key), other.getValue<SortValue>(key)),
  }));
}
