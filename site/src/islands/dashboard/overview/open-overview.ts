import { atom } from 'nanostores';
import { DASHBOARD_TOAST_MS } from '#contract/constants.ts';
import { dashboard } from '../data/dashboard.ts';

/** True for a moment after the first load of a visit. */
export const $isFetched = atom(false);
let isTold = false;

export async function openOverview(): Promise<void> {
  if (!(await dashboard.ensure()) || isTold) return;
  isTold = true;
  $isFetched.set(true);
  setTimeout(() => $isFetched.set(false), DASHBOARD_TOAST_MS);
}
