import { parse } from 'csv-parse/sync';
import type { Call } from '#contract/call.ts';
import type { TestApp } from './make-app.ts';

/** The rows of a CSV file by the heads of its columns, as a spreadsheet reads them. Throws on what is no RFC 4180. */
export function readCsv(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
}

/** Asks for an export; `text` is the file with its byte order mark, or the refusal. */
export async function fetchExport(
  api: TestApp,
  call: Pick<Call, 'path'>,
  token: string | null,
  query: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const response = await api.request(`/api${call.path}${search}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.bytes());
  return { status: response.status, headers: response.headers, text };
}

/** The rows of an export that is answered. */
export async function readExport(
  api: TestApp,
  call: Pick<Call, 'path'>,
  token: string,
  query: Record<string, string> = {},
): Promise<Record<string, string>[]> {
  const { status, text } = await fetchExport(api, call, token, query);
  if (status !== 200) throw new Error(`${call.path} answered ${status}: ${text}`);
  return readCsv(text);
}
