import { IMPORT_COLUMNS, type ImportColumn, type ImportKind, toColumnKey } from '#contract/import-columns.ts';
import { IMPORT_ERRORS } from '#contract/imports.ts';
import { ApiError } from '../errors/api-error.ts';
import { readCsvLines } from './csv-lines.ts';

export interface CsvRow {
  line: number;
  /** Cells by the field of their column; trimmed but for prose. A row that ends early has empty ones. */
  values: Readonly<Record<string, string>>;
  /** True when a cell stands behind the last column. */
  hasMore: boolean;
}

/** A file as an import reads it. */
export interface CsvFile {
  /** The fields that have a column. */
  fields: ReadonlySet<string>;
  rows: CsvRow[];
  notes: string[];
}

/** Of each group one column is needed, unless the rows are named by id. */
const NEEDED: Record<ImportKind, readonly (readonly string[])[]> = {
  users: [['email'], ['name', 'leagues']],
  weeks: [['order'], ['name'], ['league', 'leagueId']],
  sections: [['week', 'weekOrder', 'weekId'], ['order'], ['name'], ['league', 'leagueId', 'weekId']],
  resources: [
    ['section', 'sectionOrder', 'sectionId'],
    ['order'],
    ['title'],
    ['type'],
    ['url'],
    ['league', 'leagueId', 'weekId', 'sectionId'],
  ],
};

/**
 * Reads a file's columns and rows. `leagueId`: the league was chosen, so that no column has to name it.
 * Throws the refusals of a file: IMPORT_EMPTY, IMPORT_COLUMNS_MISSING, IMPORT_COLUMN_TWICE and those of `readCsv`.
 */
export function readCsvFile(kind: ImportKind, csv: string, leagueId?: string): CsvFile {
  const [head, ...lines] = readCsvLines(csv);
  if (!head || lines.length === 0) throw new ApiError(IMPORT_ERRORS.IMPORT_EMPTY);
  const columns = matchColumns(kind, head.cells);
  // Of a head of half a million cells few are read; to go through all of them again for every row takes minutes.
  const read = columns.flatMap((column, index) => (column ? [{ field: column.field, index }] : []));
  const fields = new Set(read.map(({ field }) => field));
  refuseMissing(kind, fields, leagueId !== undefined);
  return {
    fields,
    rows: lines.map(({ line, cells }) => ({
      line,
      values: Object.fromEntries(
        read.map(({ field, index }) => [field, readCell(field, cells[index] ?? '')]),
      ),
      hasMore: cells.slice(columns.length).some((cell) => cell.trim() !== ''),
    })),
    notes: listIgnored(head.cells, columns),
  };
}

/** Prose may begin with an indented line; what of its white space is stored, the rule of its field says. */
const PROSE = 'description';

function readCell(field: string, cell: string): string {
  return field === PROSE ? cell : cell.trim();
}

function matchColumns(kind: ImportKind, heads: readonly string[]): (ImportColumn | null)[] {
  const known = new Map<string, ImportColumn>();
  for (const column of IMPORT_COLUMNS[kind]) {
    for (const head of [column.field, ...(column.also ?? [])]) known.set(toColumnKey(head), column);
  }
  // A head of its own goes before what else is taken for another column.
  for (const column of IMPORT_COLUMNS[kind]) known.set(toColumnKey(column.header), column);
  const found = heads.map((head) => known.get(toColumnKey(head)) ?? null);
  const twice = found.find((column, index) => column && found.indexOf(column) !== index);
  if (twice) throw new ApiError(IMPORT_ERRORS.IMPORT_COLUMN_TWICE, { values: { column: twice.header } });
  return found;
}

function refuseMissing(kind: ImportKind, fields: ReadonlySet<string>, isLeagueChosen: boolean): void {
  if (fields.has('id')) return;
  const missing = NEEDED[kind].filter(
    (group) => !group.some((field) => fields.has(field)) && !(isLeagueChosen && group.includes('league')),
  );
  if (missing.length === 0) return;
  const headOf = (field: string) =>
    IMPORT_COLUMNS[kind].find((column) => column.field === field)?.header ?? field;
  const headers = missing.map((group) => group.map(headOf).join(' or '));
  throw new ApiError(IMPORT_ERRORS.IMPORT_COLUMNS_MISSING, { values: { columns: headers.join(', ') } });
}

const NAMED_MAX = 20;

function listIgnored(heads: readonly string[], columns: readonly (ImportColumn | null)[]): string[] {
  const ignored = heads.flatMap((head, index) =>
    columns[index] || head.trim() === '' ? [] : [cutText(head.trim(), 60)],
  );
  if (ignored.length === 0) return [];
  const named = ignored.slice(0, NAMED_MAX).join(', ');
  const more = ignored.length > NAMED_MAX ? ` and ${ignored.length - NAMED_MAX} more` : '';
  return [`Not read: ${named}${more}`];
}

/** Text as a list shows it: long ones end in '…'. */
export function cutText(text: string, max: number): string {
  const signs = [...text];
  return signs.length > max ? `${signs.slice(0, max - 1).join('')}…` : text;
}
