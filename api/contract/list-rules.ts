/**
 * Search, filter and sort rules of a staff list that is loaded as a whole. Screen and export share them and so show the
 * same rows.
 */
export interface ListRules<Row> {
  searched: (row: Row) => readonly (string | null | undefined)[];
  filters: Readonly<Record<string, (row: Row, value: string) => boolean>>;
  sorts: Readonly<Record<string, (row: Row) => SortValue>>;
}

export type SortValue = string | number | boolean | null;

// Created lazily: in a browser it takes longer than drawing the list.
let collator: Intl.Collator | undefined;

function compareWords(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
}

/** Compares numbers inside words as numbers; null sorts last in ascending order. */
export function compareValues(one: SortValue, other: SortValue): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  if (typeof one === 'string' && typeof other === 'string') return compareWords(one, other);
  return Number(one) - Number(other);
}

interface RowFilter<Row> {
  searched?: (row: Row) => readonly (string | null | undefined)[];
  matches?: Readonly<Record<string, (row: Row, value: string) => boolean>>;
}

interface FilterValues {
  search: string;
  filters: Readonly<Record<string, string>>;
}

export const SEARCH_WORDS_MAX = 12;

/** Returns the rows that contain every search word and pass the filters. */
export function filterRows<Row>(
  rows: readonly Row[],
  { search, filters }: FilterValues,
  { searched, matches = {} }: RowFilter<Row>,
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

/** Stable: equal rows, and rows without a known column, keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: ((row: Row) => SortValue) | undefined,
  direction: 'asc' | 'desc',
): readonly Row[] {
  if (!value) return rows;
  const sign = direction === 'desc' ? -1 : 1;
  return rows.toSorted((one, other) => sign * compareValues(value(one), value(other)));
}

// 'Jose' finds 'José'. Vowel signs of Indian scripts are not accents and stay.
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase();
}
