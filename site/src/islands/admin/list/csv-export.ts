import { CSV_MARK, type CsvValue, toCsvLine } from '#contract/csv.ts';
import type { AnyCall, RequestOptions } from '#site/islands/shared/http/api.ts';
import { type DownloadedFile, fetchFile, saveFile } from '#site/islands/shared/http/download.ts';
import type { ListState } from './list-state.ts';

export type ListQuery = NonNullable<RequestOptions['query']>;
export type ToListQuery = (state: ListState, search: string) => ListQuery;

/** A long export takes minutes; the server streams it. */
const TIMEOUT_MS = 180_000;

export function toListQuery({ filters, sort, page }: ListState, search: string): ListQuery {
  const direction = sort?.direction === 'ascending' ? 'asc' : 'desc';
  return {
    ...(page > 1 ? { page } : {}),
    ...(search ? { search } : {}),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    ...(sort ? { sort: sort.key, direction } : {}),
  };
}

export function toExportQuery(state: ListState, toQuery: ToListQuery = toListQuery): ListQuery {
  return toQuery({ ...state, page: 1 }, state.search.trim());
}

/** Returns the file name. Throws ApiFailure. */
export async function exportList(
  call: AnyCall,
  query: ListQuery,
  save: (file: DownloadedFile) => void = saveFile,
): Promise<string> {
  const file = await fetchFile(call, { query, timeoutMs: TIMEOUT_MS }, 'export.csv');
  save(file);
  return file.name;
}

/** Safe for spreadsheets (docs/security.md P32). */
export function saveSheet(name: string, lines: readonly (readonly CsvValue[])[]): void {
  const content = new Blob([CSV_MARK, ...lines.map(toCsvLine)], { type: 'text/csv;charset=utf-8' });
  saveFile({ content, name });
}
