import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { clearSearch } from './search.ts';

/** Focuses the search box, as the pressed button disappears. */
export function leaveSearch(): void {
  clearSearch();
  focusLater(() => document.querySelector<HTMLElement>('header search input'));
}
