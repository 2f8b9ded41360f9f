/**
 * How a staff list is searched, filtered and sorted where all its rows are at hand: on its screen, and in the file that
 * it is exported to. One place, so that the file holds what the screen shows.
 */
export interface ListRules<Row> {
  /** The words of a row that the search looks through. */
  searched: (row: Row) => readonly (string | null | undefined)[];
  /** Whether a row passes a filter with this value; asked only for filters that are set. */
  filters: Readonly<Record<string, (row: Row, value: string) => boolean>>;
  /** What a column is sorted by. */
  sorts: Readonly<Record<string, (row: Row) => SortValue>>;
}

export type SortValue = string | number | boolean | null;

/** Made when words are first compared: in a browser it takes longer than drawing the list. */
let collator: Intl.Collator | undefined;

function compareWords(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
}

/** Smaller first, words by the alphabet with numbers as numbers; nothing comes last before turning round. */
export function compareValues(one: SortValue, other: SortValue): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  if (typeof one === 'string' && typeof other === 'string') return compareWords(one, other);
  return Number(one) - Number(other);
}

interface Narrowing<Row> {
  /** The words of a row that the search looks through. */
  searched?: (row: Row) => readonly (string | null | undefined)[];
  /** Whether a row passes a filter with this value; asked only for filters that are set. */
  matches?: Readonly<Record<string, (row: Row, value: string) => boolean>>;
}

interface Narrowed {
  search: string;
  /** By the filter's name; '' means all. */
  filters: Readonly<Record<string, string>>;
}

/** More words than anybody types; the rest is left out rather than looked for in every row. */
export const SEARCH_WORDS_MAX = 12;

/** The rows that search and filters leave, when all rows are here. Each word of the search has to be found somewhere. */
export function narrowRows<Row>(
  rows: readonly Row[],
  { search, filters }: Narrowed,
  { searched, matches = {} }: Narrowing<Row>,
): readonly Row[] {
  const searchTerms = fold(search).split(/\s+/).filter(Boolean).slice(0, SEARCH_WORDS_MAX);
  const active = Object.entries(filters).filter(([name, value]) => value !== '' && matches[name]);
  if (searchTerms.length === 0 && active.length === 0) return rows;
  return rows.filter((row) => {
    if (!active.every(([name, value]) => matches[name]?.(row, value))) return false;
    if (searchTerms.length === 0 || !searched) return true;
    const text = fold(searched(row).filter(Boolean).join('\n'));
    return searchTerms.every((word) => text.includes(word));
  });
}

/** The rows in the order of one of their columns; rows alike, and rows of no known column, keep the order they have. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: ((row: Row) => SortValue) | undefined,
  direction: 'asc' | 'desc',
): readonly Row[] {
  if (!value) return rows;
  const sign = direction === 'desc' ? -1 : 1;
  return rows.toSorted((one, other) => sign * compareValues(value(one), value(other)));
}

/** Lower case without accents, so that 'Jose' finds 'José'; vowel signs of Indian scripts are no accents and stay. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase();
}
