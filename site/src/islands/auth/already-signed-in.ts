import type { Navigation } from '../shared/session/navigation.ts';
import { DASHBOARD_PATH, removeReturnPath } from '../shared/session/return-path.ts';
import { startSession } from '../shared/session/session.ts';

/** Redirects a signed-in visitor; returns false without a session. */
export async function leaveWhenSignedIn(navigation: Navigation, path = DASHBOARD_PATH): Promise<boolean> {
  const session = await startSession();
  if (session.state !== 'signedIn') return false;
  removeReturnPath();
  navigation.replace(path);
  return true;
}
