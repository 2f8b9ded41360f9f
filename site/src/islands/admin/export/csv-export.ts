import type { AnyCall, RequestOptions } from '#site/islands/shared/http/api.ts';
import { type DownloadedFile, fetchFile, saveFile } from '#site/islands/shared/http/download.ts';
import type { ListState } from '../list/list-state.ts';

export type ExportQuery = NonNullable<RequestOptions['query']>;

/** A long list takes its time; it is written while it is read, so something comes at once. */
const PATIENCE_MS = 180_000;

/**
 * What narrows and orders a list as it is looked at, for its export. `names` says how a filter is called there, where the
 * address of the screen calls it otherwise. The page is of no matter.
 */
export function toExportQuery(
  { search, filters, sort }: ListState,
  names: Readonly<Record<string, string>> = {},
): ExportQuery {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...Object.fromEntries(set.map(([name, value]) => [names[name] ?? name, value])),
    ...(sort ? { sort: sort.key, direction: sort.direction === 'ascending' ? 'asc' : 'desc' } : {}),
  };
}

/** Fetches a list as a file and hands it to the browser; answers what it is called. Throws ApiFailure. */
export async function exportList(
  call: AnyCall,
  query: ExportQuery,
  save: (file: DownloadedFile) => void = saveFile,
): Promise<string> {
  const file = await fetchFile(call, { query, patienceMs: PATIENCE_MS }, 'export.csv');
  save(file);
  return file.name;
}
