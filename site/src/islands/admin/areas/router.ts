import { createRouter } from '@nanostores/router';
import { atom, type ReadableAtom } from 'nanostores';
import { type AdminArea, LEAGUE_AREA, listAreas, NEWS_AREA, rulesOf } from './areas.ts';

const PATHS = Object.fromEntries(listAreas().map(([area, { path }]) => [area, path])) as Record<
  AdminArea,
  string
>;

/** Links that leave the SPA need target="_self". */
export const $router = createRouter({
  landing: '/admin',
  ...PATHS,
  events: `${rulesOf('events').path}/:id?`,
  league: `${LEAGUE_AREA.path}/:id?/:tab?`,
  news: NEWS_AREA.path,
});

const $openings = atom(0);
/** Opening the same address again restarts its screen. */
export const $openedPages: ReadableAtom<number> = $openings;

export function openPage(path: string, { replace = false } = {}): void {
  // Lists write their search into the address directly; this tells the router.
  $router.open(location.pathname + location.search, true);
  $router.open(path, replace);
  $openings.set($openings.get() + 1);
}
