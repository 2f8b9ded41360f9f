import { CsvError, parse } from 'csv-parse/sync';
import { unguardText } from '#contract/csv.ts';
import { IMPORT_BYTES_MAX, IMPORT_ERRORS, IMPORT_ROWS_MAX } from '#contract/imports.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

export interface CsvLine {
  line: number;
  cells: string[];
}

const SEPARATORS = [',', ';', '\t'] as const;
// Written first by some spreadsheets.
const SEPARATOR_LINE = /^sep=(.)\n/i;

/**
 * Reads CSV (RFC 4180) with commas, semicolons or tabs; drops blank lines and the apostrophe that our exports put
 * before a formula (docs/security.md P32). Throws IMPORT_TOO_LARGE, IMPORT_TOO_MANY_ROWS, IMPORT_UNREADABLE.
 */
export function readCsvLines(file: string): CsvLine[] {
  if (Buffer.byteLength(file) > IMPORT_BYTES_MAX) throw new ApiError(IMPORT_ERRORS.IMPORT_TOO_LARGE);
  const text = file.replace(/^\uFEFF+/, '').replace(/\r\n?/g, '\n');
  const announced = SEPARATOR_LINE.exec(text);
  const body = announced ? text.slice(announced[0].length) : text;
  const lines = parseLines(body, announced?.[1] ?? findSeparator(body), announced ? 1 : 0);
  if (lines.length > IMPORT_ROWS_MAX + 1) throw new ApiError(IMPORT_ERRORS.IMPORT_TOO_MANY_ROWS);
  return lines;
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

function parseLines(text: string, delimiter: string, linesBefore: number): CsvLine[] {
  try {
    const parsed = parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
      to: IMPORT_ROWS_MAX + 2,
    }) as unknown as Parsed[];
    return parsed.map(({ record, info }) => ({
      line: linesBefore + info.lines - countLineEnds(record),
      cells: record.map(unguardText),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED';
    const problem = isOpen ? 'a quotation mark is not closed' : 'a quotation mark stands where none may be';
    const line = linesBefore + (isOpen ? findOpenQuote(text) : Number(error.lines ?? 1));
    throw new ApiError(IMPORT_ERRORS.IMPORT_UNREADABLE, { values: { problem, line } });
  }
}

function countLineEnds(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
}

function findOpenQuote(text: string): number {
  let line = 1;
  let opened = 1;
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '\n') line += 1;
    if (sign !== '"') continue;
    isQuoted = !isQuoted;
    if (isQuoted) opened = line;
  }
  return opened;
}

function findSeparator(text: string): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const sign of text.slice(0, 10_000)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n' && counts.size > 0) break;
    else if (SEPARATORS.some((separator) => separator === sign))
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? ',';
}
