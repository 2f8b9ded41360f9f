import { createRouter } from '@nanostores/router';
import { ADMIN_AREAS } from './shell/areas.ts';

/** The addresses of the admin SPA. Links that leave it carry target="_self", so that the browser follows them. */
export const $router = createRouter({
  landing: '/admin',
  users: ADMIN_AREAS.users.path,
  cohorts: ADMIN_AREAS.cohorts.path,
  leagues: ADMIN_AREAS.leagues.path,
  specializations: ADMIN_AREAS.specializations.path,
  weeks: ADMIN_AREAS.weeks.path,
  sections: ADMIN_AREAS.sections.path,
  resources: ADMIN_AREAS.resources.path,
  assignments: ADMIN_AREAS.assignments.path,
});

/** Opens an address of the SPA; `replace` keeps the current one out of the history. */
export function openPage(path: string, { replace = false } = {}): void {
  $router.open(path, replace);
}
