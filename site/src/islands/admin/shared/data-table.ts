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
import type { ListState } from './list-state.ts';

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
  /** Names the row: read with every cell, and set first on a phone. One column has it. */
  isRowHeader?: boolean;
  /** As in `ui/Table`: only from this width on; 'phone-and-lg' leaves it out where the table stands narrow. */
  from?: 'md' | 'lg' | 'xl' | 'phone-and-lg';
  /** On phones the value stands alone, without its column's name before it. */
  bare?: boolean;
}

export type SortValue = string | number | boolean | null;

/** What is chosen, by row key; the shape the table library keeps. */
export type Selection = Record<string, true>;

/** The keys that are chosen. */
export function selectedKeys(selection: Selection): string[] {
  return Object.keys(selection);
}

const WORDS = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Smaller first, words by the alphabet with numbers as numbers; nothing comes last before turning round. */
export function compareValues(one: SortValue, other: SortValue): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  if (typeof one === 'string' && typeof other === 'string') return WORDS.compare(one, other);
  return Number(one) - Number(other);
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

interface Narrowing<Row> {
  /** The words of a row that the search looks through. */
  searched?: (row: Row) => readonly (string | null | undefined)[];
  /** Whether a row passes a filter with this value; asked only for filters that are set. */
  matches?: Readonly<Record<string, (row: Row, value: string) => boolean>>;
}

/** The rows that search and filters leave, when all rows are here. Each word of the search has to be found somewhere. */
export function narrowRows<Row>(
  rows: readonly Row[],
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
  { searched, matches = {} }: Narrowing<Row>,
): readonly Row[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const active = Object.entries(filters).filter(([name, value]) => value !== '' && matches[name]);
  if (words.length === 0 && active.length === 0) return rows;
  return rows.filter((row) => {
    if (!active.every(([name, value]) => matches[name]?.(row, value))) return false;
    if (words.length === 0 || !searched) return true;
    const text = fold(searched(row).filter(Boolean).join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** Lower case without accents, so that 'Jose' finds 'José'. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
}
