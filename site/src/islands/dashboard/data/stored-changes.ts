import { debounce } from '../../shared/clock/debounce.ts';
import { outdateQueries } from '../../shared/query/query.ts';
import { dashboard } from './dashboard.ts';

/** Ticks often come in rows. */
const KEEP_MS = 1500;
const keepDashboard = debounce(() => void dashboard.ensure(), KEEP_MS);

let channel: BroadcastChannel | undefined;

/** The server took a change of the learner: other tabs ask again, and the sums of the dashboard follow, its copy included. */
export function noteStoredChange(): void {
  dashboard.invalidate();
  if (!channel) return;
  channel.postMessage(null);
  keepDashboard();
}

/** Asks again for what is on the screen when another tab changed something and when the tab is looked at again. */
export function followOtherTabs(): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') outdateQueries();
  };
  channel = new BroadcastChannel('stored-changes');
  channel.onmessage = outdateQueries;
  document.addEventListener('visibilitychange', look);
  return () => {
    keepDashboard.cancel();
    channel?.close();
    channel = undefined;
    document.removeEventListener('visibilitychange', look);
  };
}
