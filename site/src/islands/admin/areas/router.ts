import { createRouter } from '@nanostores/router';
import { atom, type ReadableAtom } from 'nanostores';
import { type AdminArea, listAreas } from './areas.ts';

const PATHS = Object.fromEntries(listAreas().map(([area, { path }]) => [area, path])) as Record<
  AdminArea,
  string
>;

/** The addresses of the admin SPA. Links that leave it carry target="_self", so that the browser follows them. */
export const $router = createRouter({ landing: '/admin', ...PATHS });

const $openings = atom(0);
/** Counts the addresses opened by `openPage`: the same one opened again begins its screen anew. */
export const $openedPages: ReadableAtom<number> = $openings;

/** Opens an address of the SPA; `replace` keeps the current one out of the history. */
export function openPage(path: string, { replace = false } = {}): void {
  // Lists write their search into the address themselves; told of it, the router can tell another search from the same.
  $router.open(location.pathname + location.search, true);
  $router.open(path, replace);
  $openings.set($openings.get() + 1);
}
