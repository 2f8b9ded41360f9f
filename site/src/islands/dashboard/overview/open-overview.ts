import { DASHBOARD_TOAST_MS } from '#contract/constants.ts';
import { announce } from '../../shared/toast/notices.ts';
import { dashboard } from '../data/dashboard.ts';

let opening: Promise<void> | null = null;

/** Loads the dashboard unless it is fresh, and says so once it is there (DASH-14); asked twice at once, says it once. */
export function openOverview(): Promise<void> {
  opening ??= load().finally(() => {
    opening = null;
  });
  return opening;
}

async function load(): Promise<void> {
  if (await dashboard.ensure()) announce('Dashboard data fetched!', DASHBOARD_TOAST_MS);
}
