import { openPath, PATHS } from '../routing/router.ts';
import type { Match } from './match-groups.ts';
import { clearSearch, openList, setSearch } from './search.ts';

/** Opens what was chosen, from any screen; a league of others in the catalogue, where one can enroll. */
export function chooseMatch({ address, name }: Match): void {
  openList(false);
  if (address === null) {
    setSearch(name);
    openPath(PATHS.leagues);
    return;
  }
  clearSearch();
  openPath(address);
  // The league's page may be open already, and hears of another place in it by this alone.
  dispatchEvent(new HashChangeEvent('hashchange'));
}
