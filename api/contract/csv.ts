/** Byte order mark, without which spreadsheets misread UTF-8. */
export const CSV_MARK = '\uFEFF';
// Cells that spreadsheets run as a formula (docs/security.md P32), wide East Asian signs included. Leading apostrophes
// match too, so that `unguardText` removes only the guard.
const FORMULA = /^(?:\s|')*[=+\-@＝＋－＠]|^'*[\t\r\n\0]/;
// Spreadsheets that split at semicolons or tabs start a cell there, even inside quotes. The match consumes the gap in
// any case, so text of tabs alone stays linear.
const LATER_CELLS = /[;\t\r\n](?:[^\S\r\n]|'|")*[=+\-@＝＋－＠]?/g;
const ENDS_AS_FORMULA = /[=+\-@＝＋－＠]$/;
const GUARDED = /^'(?=(?:\s|')*[=+\-@＝＋－＠]|'*[\t\r\n\0])/;

export type CsvValue = string | number | boolean | null | undefined;

/** Writes one RFC 4180 line; cells that would run as a formula get a leading apostrophe. */
export function toCsvLine(values: readonly CsvValue[]): string {
  return `${values.map(toCell).join(',')}\r\n`;
}

function toCell(value: CsvValue): string {
  if (typeof value === 'number') return String(value);
  const text = String(value ?? '');
  const safe = (FORMULA.test(text) ? `'${text}` : text).replace(LATER_CELLS, guardLaterCells);
  return /[",\r\n\t]|^'|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the guard of `toCsvLine` from a cell; other text stays unchanged. */
export function unguardText(cell: string): string {
  return cell.replace(GUARDED, '').replace(LATER_CELLS, unguardLaterCells);
}

function guardLaterCells(cells: string): string {
  return ENDS_AS_FORMULA.test(cells) ? cells.replace(/[;\t\r\n]/g, "$&'") : cells;
}

function unguardLaterCells(cells: string): string {
  return ENDS_AS_FORMULA.test(cells) ? cells.replace(/([;\t\r\n])'/g, '$1') : cells;
}
