import { atom } from 'nanostores';
import type { KeyboardEvent } from 'react';

/** What the header search holds, as typed. */
export const $search = atom('');

/** Takes what was typed into the header search (LAYOUT-08). */
export function setSearch(text: string): void {
  $search.set(text);
}

/** Whether the matches hang below the box: while one types, on screens that show none of their own. */
export const $isListOpen = atom(false);

/** Opens the matches below the box, or closes them. */
export function openList(isOpen: boolean): void {
  $isListOpen.set(isOpen);
}

/** The matches on the screen, as far as the box has to know of them. */
export interface MatchList {
  /** The element id of the list; undefined while nothing matches. */
  id: string | undefined;
  /** The element id of the match that Enter opens. */
  activeId: string | undefined;
  isSearching: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Null while no matches are shown. */
export const $matchList = atom<MatchList | null>(null);

/** What the reader's own leagues are narrowed to on the overview, which has a box of its own once they are many. */
export const $ownFilter = atom('');

/** Takes what was typed into the box beside the own leagues. */
export function filterOwn(text: string): void {
  $ownFilter.set(text);
}

/** Empties the search (DASH-02), and whatever else narrows the leagues. */
export function clearSearch(): void {
  $search.set('');
  $ownFilter.set('');
}

interface Searchable {
  name: string;
  description?: string | null;
}

/**
 * Whether a league's name or description holds the text; letter case and outer white space do not matter
 * (docs/product.md OPEN-44).
 */
export function matchesSearch(league: Searchable, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted) return true;
  return [league.name, league.description ?? ''].some((part) => part.toLocaleLowerCase().includes(wanted));
}
