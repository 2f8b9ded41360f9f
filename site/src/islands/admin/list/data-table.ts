import type { ReactNode } from 'react';
import type { ListFilter } from './ListToolbar.tsx';

export interface DataColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** For lists that the server sorts. */
  sortable?: boolean;
  align?: 'start' | 'end';
  /** Marks the column that names the row; exactly one has it. */
  isRowHeader?: boolean;
  /** On phones, moves before the earlier columns. */
  phone?: 'first';
  /** Hidden from 768 to 1,279 px; the opened row shows the value. */
  isWideOnly?: boolean;
  /** On phones, shows the value without the column's name. */
  bare?: boolean;
}

/** `labels` by the values in the address. */
export function toFilter(
  name: string,
  label: string,
  labels: Readonly<Record<string, string>>,
  all = 'All',
): ListFilter {
  const options = Object.entries(labels).map(([value, text]) => ({ value, label: text }));
  return { name, label, all, options };
}

export function toLabels<Value extends string>(
  values: readonly Value[],
  toText: (value: Value) => string,
): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, toText(value)]));
}
