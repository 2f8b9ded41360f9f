import type { ReactNode } from 'react';
import type { SortValue } from '#contract/list-rules.ts';

export interface DataColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Sort value when all rows are here; without it only the server sorts the column. */
  value?: (row: Row) => SortValue;
  /** The server sorts by it; for lists with `total`. */
  sortable?: boolean;
  align?: 'start' | 'end';
  /** Names the row: read with every cell. One column has it. */
  isRowHeader?: boolean;
  /** On phones: before the values that stand before it in the table. */
  phone?: 'first';
  /** Hidden between 768 and 1,279 px; the opened row shows it. */
  isWideOnly?: boolean;
  /** On phones the value stands alone, without its column's name before it. */
  bare?: boolean;
}

/** What is chosen, by row key. */
export type Selection = Record<string, true>;

/** The keys that are chosen. */
export function selectedKeys(selection: Selection): string[] {
  return Object.keys(selection);
}

/** The selection with some rows chosen as well, or without them. */
export function choose(selection: Selection, keys: readonly string[], isChosen: boolean): Selection {
  const next = { ...selection };
  for (const key of keys) {
    if (isChosen) next[key] = true;
    else delete next[key];
  }
  return next;
}
