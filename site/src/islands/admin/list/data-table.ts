import type { ReactNode } from 'react';
import type { Column } from '#site/islands/ui/Table.tsx';
import type { ListFilter } from './ListToolbar.tsx';

/** Set `sortable` if the server sorts; `isRowHeader` marks the one column that names the row. */
export interface DataColumn<Row> extends Omit<Column<Row>, 'header' | 'cell' | 'phone'> {
  header: string;
  cell: (row: Row) => ReactNode;
  phone?: 'first';
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
