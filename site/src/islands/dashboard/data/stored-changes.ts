import { debounce } from '../../shared/clock/debounce.ts';
import { refreshAllQueries } from '../../shared/query/query.ts';
import { dashboard } from './dashboard.ts';

const KEEP_MS = 1500;
const keepDashboard = debounce(() => void dashboard.ensure(), KEEP_MS);

let channel: BroadcastChannel | undefined;

/** Call after the server stored a change: refreshes the dashboard and tells other tabs to reload. */
export function publishStoredChange(): void {
  dashboard.invalidate();
  if (!channel) return;
  channel.postMessage(null);
  keepDashboard();
}

export function followOtherTabs(): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') refreshAllQueries();
  };
  channel = new BroadcastChannel('stored-changes');
  channel.onmessage = refreshAllQueries;
  document.addEventListener('visibilitychange', look);
  return () => {
    keepDashboard.cancel();
    channel?.close();
    channel = undefined;
    document.removeEventListener('visibilitychange', look);
  };
}
