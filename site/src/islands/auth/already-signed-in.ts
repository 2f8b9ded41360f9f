import type { Navigation } from '../shared/session/navigation.ts';
import { DASHBOARD_PATH, forgetReturnPath } from '../shared/session/return-path.ts';
import { startSession } from '../shared/session/session.ts';

/** Leads a visitor who is signed in already to the dashboard (SIGNIN-05, SIGNUP-05); false when there is none. */
export async function leaveWhenSignedIn(navigation: Navigation): Promise<boolean> {
  const session = await startSession();
  if (session.state !== 'signedIn') return false;
  forgetReturnPath();
  navigation.replace(DASHBOARD_PATH);
  return true;
}
