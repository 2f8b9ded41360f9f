import { atom } from 'nanostores';
import type { KeyboardEvent } from 'react';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';

export const $search = atom('');

export function setSearch(text: string): void {
  $search.set(text);
}

/** Whether the popup below the box is open; used on screens that do not list matches themselves. */
export const $isListOpen = atom(false);

export function openList(isOpen: boolean): void {
  $isListOpen.set(isOpen);
}

export interface MatchList {
  id: string | undefined;
  activeId: string | undefined;
  isSearching: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Null while no matches are shown. */
export const $matchList = atom<MatchList | null>(null);

/** Filter of the learner's own leagues on the overview, which has its own box for many leagues. */
export const $ownFilter = atom('');

export function filterOwn(text: string): void {
  $ownFilter.set(text);
}

export function clearSearch(): void {
  $search.set('');
  $ownFilter.set('');
}

interface Searchable {
  name: string;
  description?: string | null;
}

/** Searches name and description, ignoring case (docs/product.md OPEN-44). */
export function matchesSearch(league: Searchable, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted) return true;
  return [league.name, league.description ?? ''].some((part) => part.toLocaleLowerCase().includes(wanted));
}

/** Focuses the search box, as the pressed button disappears. */
export function leaveSearch(): void {
  clearSearch();
  focusLater(() => document.querySelector<HTMLElement>('header search input'));
}
