import type { APIRequestContext, Page } from '@playwright/test';
import {
  allow,
  asGrand,
  demoEmail,
  expect,
  keepTokens,
  login,
  readTokens,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { moveTo } from './looks.ts';
import { BUILT_PAGES } from './screens.ts';

/** What decides where an address leads. */
type Standing = 'out' | 'owesBoth' | 'owesMigration' | 'owesEmail' | 'complete';
type Role = 'PIONEER' | 'GRAND_PATHFINDER';

const STAYS = 'stays';
const HOME = '/';
const SIGN_IN = '/signin';
const FORGOT = '/forgot-password';
const MIGRATION = '/migration';
const VERIFICATION = '/email-verification';
const DASHBOARD = '/dashboard';

/** The one table: where each address ends, redirects followed. '/admin' goes on to the first area of the role. */
const ENDS: Record<string, readonly [string, string, string, string, string]> = {
  //                       signed out  owes both  owes migration  owes e-mail  owes nothing
  '/signin': [STAYS, MIGRATION, MIGRATION, VERIFICATION, DASHBOARD],
  '/signup': [STAYS, MIGRATION, MIGRATION, VERIFICATION, DASHBOARD],
  '/auth/signin': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, DASHBOARD],
  '/forgot-password': [STAYS, STAYS, STAYS, STAYS, STAYS],
  '/not-me': [STAYS, STAYS, STAYS, STAYS, STAYS],
  '/unsubscribe': [STAYS, STAYS, STAYS, STAYS, STAYS],
  '/events/registration': [STAYS, STAYS, STAYS, STAYS, STAYS],
  '/reset-password': [FORGOT, FORGOT, FORGOT, FORGOT, FORGOT],
  '/migration': [SIGN_IN, STAYS, STAYS, VERIFICATION, DASHBOARD],
  '/email-verification': [SIGN_IN, STAYS, MIGRATION, STAYS, DASHBOARD],
  '/dashboard': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/leagues': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/league': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/league/no-such-league': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/leaderboard': [STAYS, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/revision': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/history': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/calendar': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/mentoring': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/news': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/profile': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/nowhere': [HOME, HOME, HOME, HOME, HOME],
  '/logout': [HOME, STAYS, STAYS, STAYS, STAYS],
  '/admin': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/users': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/people': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/cohorts': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/leagues': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/specializations': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/weeks': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/sections': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/resources': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/assignments': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/analytics': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/audit-log': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/badges': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/certificates': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/breaks': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/announcements': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/mentoring': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/events': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/events/no-such-event': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/mail': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/imports': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/league-files': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/league': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/league/no-such-league': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/league/no-such-league/content': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/news': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/nowhere': [HOME, HOME, HOME, HOME, HOME],
};
/** The pages that ask who comes; each has a row above. */
const ASKING = BUILT_PAGES.filter((path) =>
  /^\/(dashboard|admin|logout|migration|email-verification|sign(in|up)|(forgot|reset)-password)(\/|$)/.test(
    path,
  ),
);
const COLUMNS: readonly Standing[] = ['out', 'owesBoth', 'owesMigration', 'owesEmail', 'complete'];

function endOf(route: string, standing: Standing, role: Role): string {
  if (route === '/admin' && role === 'GRAND_PATHFINDER') return '/admin/users';
  const end = ENDS[route]?.[COLUMNS.indexOf(standing)] ?? STAYS;
  return end === STAYS ? route : end;
}

/** What no gate looks at: pictures, styles, and what the screens behind the gates show. A hundred and fifty pages open here. */
const NOT_ASKED_FOR = [
  ...['woff2', 'webp', 'svg', 'png', 'css'].map((ending) => `*.${ending}`),
  ...['admin', 'cohorts', 'leaderboard', 'leagues', 'progress', 'users', 'weeks'].map(
    (area) => `*/api/${area}*`,
  ),
];

/** What is behind one page: its addresses follow each other without loading it again. */
const areaOf = (path: string) => /^\/(dashboard|admin)(?=\/|$)/.exec(path)?.[0];

/** The first address of each page and gate. What ends alike for everybody asks for no account. */
const FIRST_OF_EACH = Object.entries(ENDS)
  .map(([route, ends]) => ({ route, ends, gate: `${areaOf(route) ?? route} ${ends.join(' ')}` }))
  .filter(({ ends }) => new Set(ends).size > 1)
  .filter(({ gate }, index, all) => all.findIndex((other) => other.gate === gate) === index)
  .map(({ route }) => route);

/** What a role decides over, and a page of each other kind: their gates ask what the account owes, and are told no role. */
const LED_BY_ROLE = Object.keys(ENDS).filter(
  (route) => areaOf(route) === '/admin' || ['/dashboard', '/dashboard/leagues', '/signin'].includes(route),
);

/**
 * Opens every route and follows it to where a screen stands; a loop would never show one, or take more than four page
 * changes. Addresses that stay come first. The first way to an end is watched until its screen stands; from then on
 * arriving there is enough, because what happens at that address is known. With `inside`, addresses that stay in an area
 * that is open already are gone to from inside, which is where most people come from, and costs a fifth.
 */
async function followAll(
  page: Page,
  standing: Standing,
  role: Role = 'PIONEER',
  { inside = false, routes = Object.keys(ENDS) } = {},
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setBlockedURLs', { urls: NOT_ASKED_FOR });
  let steps = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) steps += 1;
  });
  const known = new Set<string>();
  const ends = routes.map((route) => ({ route, end: endOf(route, standing, role) }));
  const [staying, leading] = [true, false].map((stays) =>
    ends.filter(({ route, end }) => (route === end) === stays),
  );
  for (const { route, end } of [...(staying ?? []), ...(leading ?? [])]) {
    steps = 0;
    const area = areaOf(route);
    if (inside && route === end && area && area === areaOf(new URL(page.url()).pathname)) {
      await moveTo(page, route);
    } else {
      await page.goto(route, { waitUntil: 'commit' });
    }
    if (known.has(end)) {
      await page.waitForURL((url) => url.pathname === end, { waitUntil: 'commit', timeout: 60_000 });
    } else {
      await untilScreenStands(page, route, end);
      if (route !== end) known.add(end);
    }
    expect(steps, `page changes from ${route} to ${end}`).toBeLessThanOrEqual(4);
    expect(new URL(page.url()).pathname, `from ${route}, settled`).toBe(end);
  }
}

async function untilScreenStands(page: Page, route: string, end: string): Promise<void> {
  await page
    .waitForFunction(
      (path) => {
        const heading = document.querySelector('h1')?.textContent ?? '';
        return location.pathname === path && heading && !/^(Loading|Opening)/.test(heading);
      },
      end,
      { timeout: 60_000 },
    )
    .catch(() => expect(new URL(page.url()).pathname, `from ${route}, with a screen`).toBe(end));
}

async function suspendByApi(request: APIRequestContext, userId: string): Promise<void> {
  const headers = await asGrand(request);
  const data = { userId, newStatus: 'SUSPENDED' };
  const reply = await request.put('/api/admin/update-status', { headers, data });
  expect(reply.status(), await reply.text()).toBe(200);
}

const refuseTokens = (page: Page, tokens: { accessToken: string; refreshToken: string }) =>
  page.addInitScript(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
  }, tokens);

test('GUARD-02 the table names every page that asks who comes', () => {
  expect(ASKING.length).toBeGreaterThan(20);
  expect(ASKING.filter((path) => !Object.hasOwn(ENDS, path))).toEqual([]);
});

test.describe('every route', () => {
  test.beforeEach(() => allow(refusedWith(401, 403, 404, 429), /ERR_BLOCKED_BY_CLIENT/));

  test('ROUTE-05 GUARD-02 GUARD-12 GUARD-14 ROLE-06 ROLE-07 ROLE-08 LOGOUT-04 OPEN-12 signed out', async ({
    page,
  }) => {
    await followAll(page, 'out');
  });

  test('GUARD-02 SESSION-06 with tokens that the server refuses, which go, and why', async ({ page }) => {
    await page.goto('/privacy');
    await refuseTokens(page, { accessToken: 'nobody-gave-this', refreshToken: 'nor-this' });
    // Every address of somebody signed out: the test above.
    await followAll(page, 'out', 'PIONEER', { routes: FIRST_OF_EACH });
    await page.goto('/dashboard/leagues');
    await expect(page.getByRole('main').getByText('You were signed out')).toBeVisible();
    await expect.poll(() => readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
  });

  test('GUARD-02 SESSION-06 P26 suspended while signed in: nowhere inside, told why, and whom to ask', async ({
    page,
  }) => {
    const tokens = await signUpByApi(page.request, { migrated: true, verified: true, approved: true });
    await suspendByApi(page.request, tokens.user.id);
    await page.goto('/privacy');
    await refuseTokens(page, tokens);
    await followAll(page, 'out', 'PIONEER', { routes: FIRST_OF_EACH });
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/signin$/);
    await expect.poll(() => readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
    const note = page.getByRole('main').getByRole('status').filter({ hasText: 'This account is suspended' });
    await expect(note.getByRole('link')).toHaveAttribute('href', /^mailto:.+@/);
    // Said once: the next visit to the screen is an ordinary one.
    await page.goto('/signup');
    await page.evaluate(() => localStorage.clear());
  });

  for (const [ids, standing, options] of [
    ['GUARD-03 GUARD-06 GUARD-08 GUARD-09 OPEN-10 neither migrated nor verified', 'owesBoth', {}],
    ['GUARD-03 GUARD-08 verified, not migrated', 'owesMigration', { verified: true }],
    ['GUARD-04 GUARD-09 ROLE-08 migrated, not verified', 'owesEmail', { migrated: true }],
    ['GUARD-05 waiting for approval', 'complete', { migrated: true, verified: true }],
  ] as const) {
    test(ids, async ({ page }) => {
      await keepTokens(page, await signUpByApi(page.request, options));
      await followAll(page, standing, 'PIONEER', { inside: true, routes: FIRST_OF_EACH });
    });
  }

  // Landings and refusals of the other roles: admin-shell.e2e.ts, admin-areas.e2e.ts and areas.test.ts.
  for (const [name, role] of [
    ['pioneer', 'PIONEER'],
    ['grand', 'GRAND_PATHFINDER'],
  ] as const) {
    test(`GUARD-05 GUARD-13 OPEN-46 SIGNIN-05 SIGNUP-05 EMAILV-03 as ${role}`, async ({ page }) => {
      await login(page, demoEmail(name));
      // The tests of each screen load its address afresh.
      const routes = role === 'PIONEER' ? Object.keys(ENDS) : LED_BY_ROLE;
      await followAll(page, 'complete', role, { inside: true, routes });
    });
  }
});
