import { createRouter } from '@nanostores/router';
import { isModalEntry } from '#site/islands/ui/open-modals.ts';

export const PATHS = {
  overview: '/dashboard',
  leagues: '/dashboard/leagues',
  leaderboard: '/dashboard/leaderboard',
  revision: '/dashboard/revision',
  history: '/dashboard/history',
  calendar: '/dashboard/calendar',
  mentoring: '/dashboard/mentoring',
  news: '/dashboard/news',
  profile: '/dashboard/profile',
} as const;

const LEAGUE_ADDRESS = /^\/dashboard\/league\/([^/]+)$/;

/**
 * `links` is off, because the router would handle every same-origin click; `followLinks` handles those of this area
 * only.
 */
export const $route = createRouter(
  {
    ...PATHS,
    leagueWithoutId: '/dashboard/league',
    league: [LEAGUE_ADDRESS, (id = '') => ({ leagueId: decodeId(id) })] as const,
  },
  { links: false },
);

export type Screen = NonNullable<ReturnType<typeof $route.get>>['route'];

export function leaguePath(leagueId: string): string {
  return `/dashboard/league/${encodeURIComponent(leagueId)}`;
}

// Returns a badly encoded id as it is; it matches no league.
function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

export function isDashboardPath(path: string): boolean {
  const plain = path.replace(/\/$/, '') || '/';
  return $route.routes.some(([, pattern]) => pattern.test(plain));
}

/** True while `openPath` runs; other navigation is Back or Forward. */
export const opening = { isLink: false };

export function openPath(path: string): void {
  opening.isLink = true;
  // A link in a dialog replaces the dialog's history entry.
  $route.open(path, isModalEntry());
  opening.isLink = false;
}

interface Click {
  button: number;
  defaultPrevented: boolean;
  altKey: boolean;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
}

interface Link {
  origin: string;
  pathname: string;
  hash: string;
  target: string;
  download: string;
}

/** False for links to other pages, new tabs and downloads. */
export function isScreenClick(click: Click, link: Link, origin: string): boolean {
  const isPlain = click.button === 0 && !click.defaultPrevented;
  const isModified = click.altKey || click.metaKey || click.ctrlKey || click.shiftKey;
  // A link with a fragment jumps within the page.
  const staysHere = link.target === '' && !link.download && !link.hash;
  return isPlain && !isModified && staysHere && link.origin === origin && isDashboardPath(link.pathname);
}

export function followLinks(): () => void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isScreenClick(event, link, location.origin)) return;
    event.preventDefault();
    openPath(link.pathname + link.search);
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}
