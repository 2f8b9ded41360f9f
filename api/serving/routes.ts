// Routes without a built file. The server uses resolveRoute(); the build writes the same list to `_redirects`.

import { ISSUER_DOCUMENT_PATH } from '#contract/credentials.ts';

const FEED = '/feed.xml';

// Matched with and without a trailing slash; the query is kept.
const REDIRECTS: Readonly<Record<string, string>> = {
  '/gallery': '/events',
  '/certificates': '/verify',
  '/events/page': '/events',
  '/events/page/1': '/events',
  '/auth/signin': '/signin',
  '/feed': FEED,
  '/rss.xml': FEED,
  '/atom.xml': FEED,
};

// Each address is served by its own built page, or else by the shell of its area.
const SHELL_ROUTES: Readonly<Record<string, string>> = {
  '/dashboard': '/dashboard',
  '/dashboard/leagues': '/dashboard',
  '/dashboard/league': '/dashboard',
  '/dashboard/leaderboard': '/dashboard',
  '/dashboard/revision': '/dashboard',
  '/dashboard/history': '/dashboard',
  '/dashboard/profile': '/dashboard',
  '/logout': '/dashboard',
  '/admin': '/admin',
  '/admin/users': '/admin',
  '/admin/cohorts': '/admin',
  '/admin/leagues': '/admin',
  '/admin/specializations': '/admin',
  '/admin/weeks': '/admin',
  '/admin/sections': '/admin',
  '/admin/resources': '/admin',
  '/admin/assignments': '/admin',
};

const LEAGUE_SHELL = '/dashboard/league';
const STAFF_LEAGUE_SHELL = '/admin/league';
/** A league in the staff area, with or without one of its tabs. */
const STAFF_LEAGUE = /^\/admin\/league(?:\/[^/]+){1,2}$/;
/** The door of an event is an address below the list. */
const STAFF_EVENTS_SHELL = '/admin/events';
/** One page for all certificates, and one for all people; the page reads the code or name in its address. */
const NAMED_SHELLS: Readonly<Record<string, string>> = {
  '/certificates': '/certificates/code',
  '/people': '/people/address',
};
export const EVENT_NOT_FOUND = '/events/not-found';
const UNKNOWN_TARGET = '/';

// A missing file must answer 404 instead of redirecting to the home page.
const ASSET_NAME =
  /\.(?:avif|css|gif|ico|ics|jpe?g|js|json|map|mjs|mp4|pdf|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;

const SERVICE_ROUTES = [
  ...['/api', ISSUER_DOCUMENT_PATH, '/dev/mail', '/dev/outbox', '/health', '/ping', '/livez', '/readyz'],
];

/** True for paths of the API, unknown ones below them included. `path` has no query. */
export function isServicePath(path: string): boolean {
  return SERVICE_ROUTES.some(
    (route) => path.startsWith(route) && (path.length === route.length || path[route.length] === '/'),
  );
}

export type RouteAnswer =
  | { kind: 'page'; pages: string[]; status: 200 | 404 }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing' };

/**
 * `path` comes without query and is never decoded, so encoded tricks stay unknown addresses. The first existing one of
 * `pages` is served.
 */
export function resolveRoute(path: string): RouteAnswer {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const redirect = Object.hasOwn(REDIRECTS, plain) ? REDIRECTS[plain] : undefined;
  if (redirect) return { kind: 'redirect', to: redirect };
  const shell = Object.hasOwn(SHELL_ROUTES, plain) ? SHELL_ROUTES[plain] : undefined;
  if (shell) return { kind: 'page', pages: [plain, shell], status: 200 };
  if (isBelow(LEAGUE_SHELL, plain)) return { kind: 'page', pages: [LEAGUE_SHELL, '/dashboard'], status: 200 };
  if (STAFF_LEAGUE.test(plain)) return { kind: 'page', pages: [STAFF_LEAGUE_SHELL, '/admin'], status: 200 };
  if (isBelow(STAFF_EVENTS_SHELL, plain))
    return { kind: 'page', pages: [STAFF_EVENTS_SHELL, '/admin'], status: 200 };
  if (plain.startsWith('/_astro/')) return { kind: 'missing' };
  if (plain.startsWith('/events/')) return { kind: 'page', pages: [EVENT_NOT_FOUND], status: 404 };
  if (ASSET_NAME.test(plain)) return { kind: 'missing' };
  const named = Object.entries(NAMED_SHELLS).find(([parent]) => isBelow(parent, plain));
  if (named) return { kind: 'page', pages: [named[1]], status: 200 };
  return { kind: 'redirect', to: UNKNOWN_TARGET };
}

/** The built page of an address that shares one with others; Astro's development server needs it. */
export function toShell(path: string): string {
  const named = Object.entries(NAMED_SHELLS).find(([parent]) => path.startsWith(`${parent}/`));
  if (named) return named[1];
  const shells = [LEAGUE_SHELL, STAFF_LEAGUE_SHELL, STAFF_EVENTS_SHELL];
  const shell = shells.find((candidate) => path.startsWith(`${candidate}/`));
  return shell ?? path;
}

function isBelow(parent: string, path: string): boolean {
  const prefix = `${parent}/`;
  return path.startsWith(prefix) && path.length > prefix.length && !path.includes('/', prefix.length);
}

/** `apiOrigins` has the origin of the API, where that is not the site's. */
export function toRedirectLines(hasPage: (path: string) => boolean, apiOrigins: readonly string[]): string[] {
  const firstBuilt = (pages: string[]) => pages.find(hasPage);
  const lines = Object.entries(REDIRECTS).flatMap(([from, to]) => [
    `${from} ${to} 302`,
    `${from}/ ${to} 302`,
  ]);
  lines.push(...apiOrigins.map((origin) => `${ISSUER_DOCUMENT_PATH} ${origin}${ISSUER_DOCUMENT_PATH} 302`));
  for (const [path, shell] of Object.entries(SHELL_ROUTES)) {
    if (!hasPage(path) && hasPage(shell)) lines.push(`${path} ${shell}/ 200`);
  }
  const leagueShell = firstBuilt([LEAGUE_SHELL, '/dashboard']);
  if (leagueShell) lines.push(`${LEAGUE_SHELL}/:id ${leagueShell}/ 200`);
  const staffLeagueShell = firstBuilt([STAFF_LEAGUE_SHELL, '/admin']);
  if (staffLeagueShell) {
    for (const rest of [':id', ':id/:tab']) {
      lines.push(`${STAFF_LEAGUE_SHELL}/${rest} ${staffLeagueShell}/ 200`);
    }
  }
  const staffEventsShell = firstBuilt([STAFF_EVENTS_SHELL, '/admin']);
  if (staffEventsShell) lines.push(`${STAFF_EVENTS_SHELL}/:id ${staffEventsShell}/ 200`);
  for (const [parent, shell] of Object.entries(NAMED_SHELLS)) {
    if (hasPage(shell)) lines.push(`${parent}/:name ${shell}/ 200`);
  }
  lines.push('/_astro/* /404.html 404');
  if (hasPage(EVENT_NOT_FOUND)) lines.push(`/events/* ${EVENT_NOT_FOUND}/ 404`);
  lines.push(`/* ${UNKNOWN_TARGET} 302`);
  return lines;
}
