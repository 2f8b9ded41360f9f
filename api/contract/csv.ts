/** A byte order mark: spreadsheets would otherwise read UTF-8 as something else. */
export const CSV_MARK = '\uFEFF';
/**
 * Spreadsheets take a cell that begins so for a formula (docs/security.md P32), some of them in the wide signs of East
 * Asia too or behind spaces. Apostrophes before it count as well, so that what `unguardText` takes away is what was put
 * there.
 */
const FORMULA = /^(?:\s|')*[=+\-@＝＋－＠]|^'*[\t\r\n\0]/;
/**
 * Where the list separator is a semicolon or a tab, cells begin behind one and on a new line, whatever is quoted: quotes
 * that stand there, doubled by then, are an empty quotation before the rest of the cell. What stands between is taken
 * along whether a formula follows or not: text of tabs alone would else be read from each of them.
 */
const LATER_CELLS = /[;\t\r\n](?:[^\S\r\n]|'|")*[=+\-@＝＋－＠]?/g;
const ENDS_AS_FORMULA = /[=+\-@＝＋－＠]$/;
const GUARDED = /^'(?=(?:\s|')*[=+\-@＝＋－＠]|'*[\t\r\n\0])/;

export type CsvValue = string | number | boolean | null | undefined;

/** One line of RFC 4180; what a spreadsheet would run as a formula gets an apostrophe before it. */
export function toCsvLine(values: readonly CsvValue[]): string {
  return `${values.map(toCell).join(',')}\r\n`;
}

function toCell(value: CsvValue): string {
  if (typeof value === 'number') return String(value);
  const text = String(value ?? '');
  const safe = (FORMULA.test(text) ? `'${text}` : text).replace(LATER_CELLS, guardLaterCells);
  return /[",\r\n\t]|^'|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell as it was before it was written here: for files that come back. Other text stays as it is. */
export function unguardText(cell: string): string {
  return cell.replace(GUARDED, '').replace(LATER_CELLS, unguardLaterCells);
}

function guardLaterCells(cells: string): string {
  return ENDS_AS_FORMULA.test(cells) ? cells.replace(/[;\t\r\n]/g, "$&'") : cells;
}

function unguardLaterCells(cells: string): string {
  return ENDS_AS_FORMULA.test(cells) ? cells.replace(/([;\t\r\n])'/g, '$1') : cells;
}
