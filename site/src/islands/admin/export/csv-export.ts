import type { AnyCall, RequestOptions } from '#site/islands/shared/http/api.ts';
import { type DownloadedFile, fetchFile, saveFile } from '#site/islands/shared/http/download.ts';
import type { ListState } from '../list/list-state.ts';

export type ExportQuery = NonNullable<RequestOptions['query']>;

/** A long export takes minutes; the server streams it. */
const TIMEOUT_MS = 180_000;

/** `names` maps filters to export parameters that are named differently. */
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

/** Returns the file name. Throws ApiFailure. */
export async function exportList(
  call: AnyCall,
  query: ExportQuery,
  save: (file: DownloadedFile) => void = saveFile,
): Promise<string> {
  const file = await fetchFile(call, { query, timeoutMs: TIMEOUT_MS }, 'export.csv');
  save(file);
  return file.name;
}
