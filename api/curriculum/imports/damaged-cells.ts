import { IMPORT_REASONS } from '#contract/imports.ts';

/** '2.21045E+11': a spreadsheet's short form of a long number. An ID such as E12E4 or 1E5 has no sign. */
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i;
const FORMULA_ERROR =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|ERROR!)$/i;
/** ="00123" keeps the zeros of a number, and so does an apostrophe before it. */
const KEPT_TEXT = /^="((?:[^"]|"")*)"$/;
const KEPT_NUMBER = /^'(?=[+\d][\d\s()./-]*$)/;
const NOTHING = /^(?:n\/?a|nil|none|null|-+|–|—)$/i;

/** The cell as its author meant it. */
export function restoreCell(cell: string): string {
  const kept = KEPT_TEXT.exec(cell);
  return kept?.[1] === undefined ? cell.replace(KEPT_NUMBER, '') : kept[1].replaceAll('""', '"').trim();
}

/** True for what people write into a cell that has nothing to say. */
export function isNothing(cell: string): boolean {
  return NOTHING.test(cell);
}

/** Why a cell cannot be imported, with the head of its column; null for a sound one. */
export function findDamage(column: string, cell: string): string | null {
  const value = cell.trim();
  const reason = SHORTENED.test(value)
    ? IMPORT_REASONS.shortened
    : FORMULA_ERROR.test(value)
      ? IMPORT_REASONS.formulaError
      : null;
  return reason?.replace('{column}', column).replace('{value}', value) ?? null;
}
