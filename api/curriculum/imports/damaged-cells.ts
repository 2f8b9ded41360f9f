import { IMPORT_REASONS } from '#contract/imports.ts';

// Matches '2.21045E+11', a long number shortened by a spreadsheet; IDs such as 1E5 have no sign.
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i;
const FORMULA_ERROR =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|ERROR!)$/i;
// Both ="00123" and a leading apostrophe keep a number's zeros.
const KEPT_TEXT = /^="((?:[^"]|"")*)"$/;
const KEPT_NUMBER = /^'(?=[+\d][\d\s()./-]*$)/;
const NOTHING = /^(?:n\/?a|nil|none|null|-+|–|—)$/i;

export function restoreCell(cell: string): string {
  const kept = KEPT_TEXT.exec(cell);
  return kept?.[1] === undefined ? cell.replace(KEPT_NUMBER, '') : kept[1].replaceAll('""', '"').trim();
}

export function isNothing(cell: string): boolean {
  return NOTHING.test(cell);
}

export function findDamage(column: string, cell: string): string | null {
  const value = cell.trim();
  const reason = SHORTENED.test(value)
    ? IMPORT_REASONS.shortened
    : FORMULA_ERROR.test(value)
      ? IMPORT_REASONS.formulaError
      : null;
  return reason?.replace('{column}', column).replace('{value}', value) ?? null;
}
