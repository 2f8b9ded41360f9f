import { mayEnterAdmin, type Role } from '#contract/roles.ts';
import { readStored, removeStored, writeStored } from '../offline/storage.ts';
import { startSession } from './session.ts';

const KEY = 'returnPath';
const PICKED_KEY = 'pickedLeague';
export const DASHBOARD_PATH = '/dashboard';

export function storeReturnPath(path: string): void {
  if (isReturnPath(path)) writeStored('session', KEY, path);
}

export function removeReturnPath(): void {
  removeStored('session', KEY);
}

/** Returns the path once, if the role may open it; else the dashboard. */
export function takeReturnPath(role: string): string {
  const path = readStored('session', KEY);
  removeReturnPath();
  if (!path || !isReturnPath(path)) return DASHBOARD_PATH;
  if (isUnder(path, '/admin') && !mayEnterAdmin(role as Role)) return DASHBOARD_PATH;
  return path;
}

/** Prevents open redirects (docs/security.md P31). */
export function isReturnPath(path: string): boolean {
  if (!path.startsWith('/') || /[\\\s]|^\/\//.test(path)) return false;
  const url = new URL(path, 'http://same-origin.invalid');
  if (url.host !== 'same-origin.invalid') return false;
  return [DASHBOARD_PATH, '/admin', '/events'].some((area) => isUnder(url.pathname, area));
}

function isUnder(path: string, area: string): boolean {
  return path === area || path.startsWith(`${area}/`) || path.startsWith(`${area}?`);
}

/** League chosen on /cohorts, kept until the account is approved. */
export function storePickedLeague(id: string): void {
  writeStored('local', PICKED_KEY, id);
}

export function readPickedLeague(): string | null {
  return readStored('local', PICKED_KEY);
}

export interface Navigation {
  go(path: string): void;
  /** Back skips the current page. */
  replace(path: string): void;
}

export const browserNavigation: Navigation = {
  go: (path) => location.assign(path),
  replace: (path) => location.replace(path),
};

/** Redirects a signed-in visitor; returns false without a session. */
export async function leaveWhenSignedIn(navigation: Navigation, path = DASHBOARD_PATH): Promise<boolean> {
  const session = await startSession();
  if (session.state !== 'signedIn') return false;
  removeReturnPath();
  navigation.replace(path);
  return true;
}
