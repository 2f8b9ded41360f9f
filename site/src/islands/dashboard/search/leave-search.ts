import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { clearSearch } from './search.ts';

/** Empties the search from a button that goes with it, and gives the focus to the box that was searched with. */
export function leaveSearch(): void {
  clearSearch();
  focusLater(() => document.querySelector<HTMLElement>('header search input'));
}
