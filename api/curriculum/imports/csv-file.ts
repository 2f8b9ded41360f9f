import { IMPORT_COLUMNS, type ImportColumn, type ImportKind, toColumnKey } from '#contract/import-columns.ts';
import { IMPORT_ERRORS, IMPORT_REASONS, ImportedUser } from '#contract/imports.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type CsvLine, readCsvLines } from './csv-lines.ts';

export interface CsvRow {
  line: number;
  /** By field; trimmed except for prose. */
  values: Readonly<Record<string, string>>;
  damage: readonly string[];
  /** True if a cell lies beyond the last column. */
  hasMore: boolean;
}

export interface CsvFile {
  fields: ReadonlySet<string>;
  rows: CsvRow[];
  notes: string[];
}

// One column of each group is required unless rows have an id.
const NEEDED: Record<ImportKind, readonly (readonly string[])[]> = {
  users: [['email'], ['name', 'leagues']],
  weeks: [['order'], ['name'], ['league', 'leagueId']],
  sections: [['week', 'weekOrder', 'weekId'], ['order'], ['name'], ['league', 'leagueId', 'weekId']],
  resources: [
    ['section', 'sectionOrder', 'sectionId'],
    ['title'],
    ['url'],
    ['league', 'leagueId', 'weekId', 'sectionId'],
  ],
};

/**
 * With `leagueId` the file needs no league column. Throws IMPORT_EMPTY, IMPORT_COLUMNS_MISSING, IMPORT_COLUMN_TWICE and
 * the errors of `readCsvLines`.
 */
export function readCsvFile(kind: ImportKind, csv: string, leagueId?: string): CsvFile {
  const all = readCsvLines(csv);
  const start = findHeads(kind, all, leagueId !== undefined);
  const [head, ...lines] = all.slice(start);
  if (!head || lines.length === 0) throw new ApiError(IMPORT_ERRORS.IMPORT_EMPTY);
  const notes = all
    .slice(0, start)
    .map(({ line, cells }) => `Not read: line ${line}, "${cutText(cells.join(' ').trim(), 60)}"`);
  const columns = matchColumns(kind, head.cells);
  if (kind === 'users') dropYearOfStudy(head.cells, columns, lines);
  mergeEqualColumns(head.cells, columns, lines, notes);
  noteShortenedHeads(head.cells, columns, notes);
  const name = kind === 'users' ? findNameParts(head.cells, columns, notes) : null;
  // Skips unknown columns once: a hostile header may have half a million cells.
  const read = columns.flatMap((column, index) => (column ? [{ field: column.field, index }] : []));
  const fields = new Set([...read.map(({ field }) => field), ...(name ? ['name'] : [])]);
  refuseMissing(kind, fields, leagueId !== undefined);
  return {
    fields,
    rows: lines.map(({ line, cells }) => {
      const values = read.map(
        ({ field, index }) => [field, readCell(kind, field, cells[index] ?? '')] as const,
      );
      if (name)
        values.push([
          'name',
          name
            .map((index) => readCell(kind, 'name', cells[index] ?? ''))
            .join(' ')
            .trim(),
        ]);
      return {
        line,
        values: Object.fromEntries(values),
        damage: values.flatMap(([field, value]) => findDamage(headOf(kind, field), value) ?? []),
        hasMore: cells.slice(columns.length).some((cell) => cell.trim() !== ''),
      };
    }),
    notes: [
      ...notes,
      ...listIgnored(
        head.cells,
        columns.map((column, index) => column || name?.includes(index)),
      ),
    ],
  };
}

// Leading spaces of prose are significant.
const PROSE = 'description';

// Cells of other user columns such as 'n/a' count as empty.
const FIELDS_WITHOUT_EMPTY_WORDS = new Set(['email', 'name', 'status', 'leagues']);

function readCell(kind: ImportKind, field: string, cell: string): string {
  if (field === PROSE) return cell;
  const value = restoreCell(cell.trim());
  return kind === 'users' && !FIELDS_WITHOUT_EMPTY_WORDS.has(field) && isNothing(value) ? '' : value;
}

const HEAD_LINES_MAX = 10;

// The header row may follow a title. Returns 0 if no row has all required columns.
function findHeads(kind: ImportKind, lines: readonly CsvLine[], isLeagueChosen: boolean): number {
  const found = lines.slice(0, HEAD_LINES_MAX).findIndex(({ cells }) => {
    const columns = matchColumns(kind, cells);
    const fields = new Set(columns.flatMap((column) => (column ? [column.field] : [])));
    if (kind === 'users' && findNameParts(cells, columns)) fields.add('name');
    return listMissing(kind, fields, isLeagueChosen).length === 0;
  });
  return Math.max(found, 0);
}

// `Year` may be the year of study, so it counts as graduation year only if every row fits.
function dropYearOfStudy(
  heads: readonly string[],
  columns: (ImportColumn | null)[],
  lines: readonly CsvLine[],
): void {
  const index = heads.findIndex((head) => toColumnKey(head) === 'year');
  const isGraduation = ({ cells }: CsvLine) => {
    const cell = readCell('users', 'graduationYear', cells[index] ?? '');
    const { graduationYear } = ImportedUser.shape;
    return cell === '' || graduationYear.safeParse(toNumberCell(cell)).success;
  };
  if (index >= 0 && !lines.every(isGraduation)) columns[index] = null;
}

// Drops the second of two equal columns for a field; throws if they differ.
function mergeEqualColumns(
  heads: readonly string[],
  columns: (ImportColumn | null)[],
  lines: readonly CsvLine[],
  notes: string[],
): void {
  for (const [index, column] of columns.entries()) {
    const first = column ? columns.indexOf(column) : index;
    if (!column || first === index) continue;
    const both = `"${cutText(toPlainHead(heads[first]), 60)}" and "${cutText(toPlainHead(heads[index]), 60)}"`;
    const toCompared = (cell = '') => cell.trim().toLowerCase();
    if (lines.some(({ cells }) => toCompared(cells[first]) !== toCompared(cells[index])))
      throw new ApiError(IMPORT_ERRORS.IMPORT_COLUMN_TWICE, {
        values: { column: column.header, heads: both },
      });
    columns[index] = null;
    notes.push(`${both} say the same in every row and count as one`);
  }
}

function toPlainHead(head = ''): string {
  return head.replace(/\s+/g, ' ').trim();
}

function withoutRemark(head: string): string {
  return head.replace(/\([^()]*\)/g, ' ');
}

function noteShortenedHeads(
  heads: readonly string[],
  columns: readonly (ImportColumn | null)[],
  notes: string[],
): void {
  for (const [index, column] of columns.entries()) {
    const head = toPlainHead(heads[index]);
    if (column && !spellingsOf(column).has(toColumnKey(head)))
      notes.push(`Read as ${column.header}: "${cutText(head, 60)}"`);
  }
}

const FIRST_NAMES = new Set(['firstname', 'givenname', 'forename']);
const LAST_NAMES = new Set(['lastname', 'surname', 'familyname']);

function findNameParts(
  heads: readonly string[],
  columns: readonly (ImportColumn | null)[],
  notes: string[] = [],
): [number, number] | null {
  if (columns.some((column) => column?.field === 'name')) return null;
  const keys = heads.map(toColumnKey);
  const [first, last] = [FIRST_NAMES, LAST_NAMES].map((names) => keys.findIndex((key) => names.has(key)));
  if (first === undefined || last === undefined || first < 0 || last < 0) return null;
  notes.push(`Name is put together from "${toPlainHead(heads[first])}" and "${toPlainHead(heads[last])}"`);
  return [first, last];
}

function matchColumns(kind: ImportKind, heads: readonly string[]): (ImportColumn | null)[] {
  const known = new Map<string, ImportColumn>();
  for (const column of IMPORT_COLUMNS[kind]) for (const key of spellingsOf(column)) known.set(key, column);
  // An exact header takes precedence over another column's alias.
  for (const column of IMPORT_COLUMNS[kind]) known.set(toColumnKey(column.header), column);
  return heads.map(
    (head) => known.get(toColumnKey(head)) ?? known.get(toColumnKey(withoutRemark(head))) ?? null,
  );
}

function spellingsOf({ field, header, also = [] }: ImportColumn): Set<string> {
  return new Set([field, header, ...also].map(toColumnKey));
}

function headOf(kind: ImportKind, field: string): string {
  return IMPORT_COLUMNS[kind].find((column) => column.field === field)?.header ?? field;
}

function listMissing(kind: ImportKind, fields: ReadonlySet<string>, isLeagueChosen: boolean) {
  if (fields.has('id')) return [];
  return NEEDED[kind].filter(
    (group) => !group.some((field) => fields.has(field)) && !(isLeagueChosen && group.includes('league')),
  );
}

function refuseMissing(kind: ImportKind, fields: ReadonlySet<string>, isLeagueChosen: boolean): void {
  const missing = listMissing(kind, fields, isLeagueChosen);
  if (missing.length === 0) return;
  const headers = missing.map((group) => group.map((field) => headOf(kind, field)).join(' or '));
  throw new ApiError(IMPORT_ERRORS.IMPORT_COLUMNS_MISSING, { values: { columns: headers.join(', ') } });
}

const NAMED_MAX = 20;

function listIgnored(heads: readonly string[], columns: readonly unknown[]): string[] {
  const ignored = heads.flatMap((head, index) =>
    columns[index] || head.trim() === '' ? [] : [cutText(toPlainHead(head), 60)],
  );
  return listNames('Not read', ignored);
}

export function listNames(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const named = names.slice(0, NAMED_MAX).join(', ');
  const more = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} more` : '';
  return [`${what}: ${named}${more}`];
}

export function cutText(text: string, max: number): string {
  const signs = [...text];
  return signs.length > max ? `${signs.slice(0, max - 1).join('')}…` : text;
}

// Matches '2.21045E+11', a long number shortened by a spreadsheet; IDs such as 1E5 have no sign.
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i;
const FORMULA_ERROR =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|ERROR!)$/i;
// Both ="00123" and a leading apostrophe keep a number's zeros.
const KEPT_TEXT = /^="((?:[^"]|"")*)"$/;
const KEPT_NUMBER = /^'(?=[+\d][\d\s()./-]*$)/;
const NOTHING = /^(?:n\/?a|nil|none|null|-+|–|—)$/i;

function restoreCell(cell: string): string {
  const kept = KEPT_TEXT.exec(cell);
  return kept?.[1] === undefined ? cell.replace(KEPT_NUMBER, '') : kept[1].replaceAll('""', '"').trim();
}

function isNothing(cell: string): boolean {
  return NOTHING.test(cell);
}

function findDamage(column: string, cell: string): string | null {
  const value = cell.trim();
  const reason = SHORTENED.test(value)
    ? IMPORT_REASONS.shortened
    : FORMULA_ERROR.test(value)
      ? IMPORT_REASONS.formulaError
      : null;
  return reason?.replace('{column}', column).replace('{value}', value) ?? null;
}

/** Leaves other text unchanged, for the schema to refuse. */
export function toNumberCell(cell: string | undefined): number | string {
  return cell !== undefined && /^\d{1,15}$/.test(cell) ? Number(cell) : (cell ?? '');
}
