import type { Role } from '#contract/roles.ts';
import { mayEnterAdmin } from '#contract/roles.ts';

const KEY = 'returnPath';
const PICKED_KEY = 'pickedLeague';
export const DASHBOARD_PATH = '/dashboard';

/** For this tab only, until sign-in. */
export function rememberReturnPath(path: string): void {
  if (!isReturnPath(path)) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage sign-in leads to the dashboard.
  }
}

export function forgetReturnPath(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** The remembered page, once, if the role may open it; else the dashboard (SIGNIN-06). */
export function takeReturnPath(role: string): string {
  let path: string | null = null;
  try {
    path = sessionStorage.getItem(KEY);
  } catch {
    // Without storage there is nothing to return to.
  }
  forgetReturnPath();
  if (!path || !isReturnPath(path)) return DASHBOARD_PATH;
  if (isUnder(path, '/admin') && !mayEnterAdmin(role as Role)) return DASHBOARD_PATH;
  return path;
}

/** True for a path of the signed-in areas on this origin (docs/security.md P31). */
export function isReturnPath(path: string): boolean {
  if (!path.startsWith('/') || /[\\\s]|^\/\//.test(path)) return false;
  const url = new URL(path, 'http://same-origin.invalid');
  if (url.host !== 'same-origin.invalid') return false;
  return isUnder(url.pathname, DASHBOARD_PATH) || isUnder(url.pathname, '/admin');
}

function isUnder(path: string, area: string): boolean {
  return path === area || path.startsWith(`${area}/`) || path.startsWith(`${area}?`);
}

/** The league chosen on /cohorts, kept until the account is approved. */
export function keepPickedLeague(id: string): void {
  try {
    localStorage.setItem(PICKED_KEY, id);
  } catch {
    // Without storage nothing is offered later.
  }
}

/** The id of the chosen league; null without one. */
export function readPickedLeague(): string | null {
  try {
    return localStorage.getItem(PICKED_KEY);
  } catch {
    return null;
  }
}
