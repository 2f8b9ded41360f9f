import type { ExportQuery } from '#contract/exports.ts';
import { filterRows, type ListRules, sortRows } from '#contract/list-rules.ts';

/** Returns the rows that the list's screen would show, in its order. */
export function filterList<Row>(
  rows: readonly Row[],
  { searched, filters: matches, sorts }: ListRules<Row>,
  { search = '', sort = '', direction, ...filters }: ExportQuery & Record<string, string | undefined>,
): readonly Row[] {
  const set = Object.fromEntries(
    Object.entries(filters).map(([name, value]): [string, string] => [name, String(value ?? '')]),
  );
  const left = filterRows(rows, { search, filters: set }, { searched, matches });
  return sortRows(
    left,
    Object.hasOwn(sorts, sort) ? sorts[sort] : undefined,
    direction === 'desc' ? 'desc' : 'asc',
  );
}

export async function* searchBatches<Row>(
  batches: AsyncGenerator<readonly Row[], void>,
  { searched }: ListRules<Row>,
  { search = '' }: ExportQuery,
): AsyncGenerator<readonly Row[], void> {
  for await (const rows of batches) yield filterRows(rows, { search, filters: {} }, { searched });
}
