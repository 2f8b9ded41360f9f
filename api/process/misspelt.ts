/** A slip of the pen: two letters wrong, missing or too many, or two that changed places. */
const SLIPS_MAX = 2;
/** Of a short word two other letters make another one: HOME is no slip of HOST, nor SITE_URL of SMTP_URL. */
const SHORT_MAX = 5;
/** These mean something to Node, npm and PostgreSQL, whatever follows. */
const OF_OTHERS = /^(?:node_|npm_|pg)/i;

/**
 * One sentence for each name of the environment that is no setting and nearly one, by its letters or by the order of its
 * words: the default counts in its place, and nobody is told.
 */
export function findMisspelt(names: readonly string[], settings: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (settings.includes(name) || OF_OTHERS.test(name)) return [];
    const meant = settings.find((setting) => isSlip(name.toUpperCase(), setting));
    return meant ? [`${name} is no setting; did you mean ${meant}?`] : [];
  });
}

function isSlip(name: string, setting: string): boolean {
  const [words, meant] = [toWords(name), toWords(setting)];
  if (words.toSorted().join() === meant.toSorted().join()) return true;
  if (countSlips(name, setting) > SLIPS_MAX) return false;
  if (words.length !== meant.length) return true;
  return meant.every((word, index) => {
    const slips = countSlips(words[index] ?? '', word);
    return slips <= (word.length <= SHORT_MAX ? 1 : SLIPS_MAX);
  });
}

const toWords = (name: string) => name.split(/[_-]/);

/** The edit distance in which two neighbours that changed places are one slip (Damerau and Levenshtein). */
function countSlips(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > SLIPS_MAX) return Number.POSITIVE_INFINITY;
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      (rows[row] as number[])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(one.length, other.length);
}
