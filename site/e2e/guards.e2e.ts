import type { APIRequestContext, Page } from '@playwright/test';
import {
  allowing,
  answer,
  apiPath,
  DEMO_PASSWORD,
  demoEmail,
  disconnect,
  expect,
  fetchTokens,
  keepTokens,
  login,
  NETWORK_GONE,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';

/** What decides where an address leads. */
type Standing = 'out' | 'owesBoth' | 'owesMigration' | 'owesEmail' | 'complete';
type Role = 'PIONEER' | 'LUMINARY' | 'PATHFINDER' | 'CHIEF_PATHFINDER' | 'GRAND_PATHFINDER' | 'ADMIN';

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
  '/reset-password': [FORGOT, FORGOT, FORGOT, FORGOT, FORGOT],
  '/migration': [SIGN_IN, STAYS, STAYS, VERIFICATION, DASHBOARD],
  '/email-verification': [SIGN_IN, STAYS, MIGRATION, STAYS, DASHBOARD],
  '/dashboard': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/leagues': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/league': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/league/no-such-league': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/leaderboard': [STAYS, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/profile': [SIGN_IN, MIGRATION, MIGRATION, VERIFICATION, STAYS],
  '/dashboard/nowhere': [HOME, HOME, HOME, HOME, HOME],
  '/logout': [HOME, STAYS, STAYS, STAYS, STAYS],
  '/admin': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/users': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/cohorts': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/leagues': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/specializations': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/weeks': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/sections': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/resources': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/assignments': [SIGN_IN, STAYS, STAYS, STAYS, STAYS],
  '/admin/nowhere': [HOME, HOME, HOME, HOME, HOME],
};
const COLUMNS: readonly Standing[] = ['out', 'owesBoth', 'owesMigration', 'owesEmail', 'complete'];
const LANDINGS: Partial<Record<Role, string>> = {
  PATHFINDER: '/admin/weeks',
  CHIEF_PATHFINDER: '/admin/weeks',
  GRAND_PATHFINDER: '/admin/users',
  ADMIN: '/admin/users',
};

function endOf(route: string, standing: Standing, role: Role): string {
  if (route === '/admin' && standing !== 'out') return LANDINGS[role] ?? route;
  const end = ENDS[route]?.[COLUMNS.indexOf(standing)] ?? STAYS;
  return end === STAYS ? route : end;
}

/** What no gate looks at: pictures, styles, and what the screens behind the gates show. Three hundred pages open here. */
const NOT_ASKED_FOR = [
  ...['woff2', 'webp', 'svg', 'png', 'css'].map((ending) => `*.${ending}`),
  ...['admin', 'cohorts', 'leaderboard', 'leagues', 'progress', 'users', 'weeks'].map(
    (area) => `*/api/${area}*`,
  ),
];

/**
 * Opens every route and follows it to where a screen stands; a loop would never show one, or take more than four page
 * changes. Addresses that stay come first. The first way to an end is watched until its screen stands; from then on
 * arriving there is enough, because what happens at that address is known.
 */
async function followAll(page: Page, standing: Standing, role: Role = 'PIONEER'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setBlockedURLs', { urls: NOT_ASKED_FOR });
  let steps = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) steps += 1;
  });
  const known = new Set<string>();
  const ends = Object.keys(ENDS).map((route) => ({ route, end: endOf(route, standing, role) }));
  const [staying, leading] = [true, false].map((stays) =>
    ends.filter(({ route, end }) => (route === end) === stays),
  );
  for (const { route, end } of [...(staying ?? []), ...(leading ?? [])]) {
    steps = 0;
    await page.goto(route, { waitUntil: 'commit' });
    if (known.has(end)) {
      await page.waitForURL((url) => url.pathname === end, { waitUntil: 'commit', timeout: 10_000 });
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
      { timeout: 10_000 },
    )
    .catch(() => expect(new URL(page.url()).pathname, `from ${route}, with a screen`).toBe(end));
}

async function suspendByApi(request: APIRequestContext, userId: string): Promise<void> {
  const grand = await fetchTokens(request, demoEmail('grand'));
  const reply = await request.put('/api/admin/update-status', {
    headers: { authorization: `Bearer ${grand.accessToken}` },
    data: { userId, newStatus: 'SUSPENDED' },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

const refuseTokens = (page: Page, tokens: { accessToken: string; refreshToken: string }) =>
  page.addInitScript(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
  }, tokens);

test.describe('every route', () => {
  test.describe.configure({ timeout: 120_000 });
  test.use(allowing(refusedWith(401, 403, 404, 429), /ERR_BLOCKED_BY_CLIENT/));

  test('GUARD-02 GUARD-12 GUARD-14 ROLE-06 ROLE-07 ROLE-08 LOGOUT-04 OPEN-12 signed out', async ({
    page,
  }) => {
    await followAll(page, 'out');
  });

  test('GUARD-02 SESSION-06 with tokens that the server refuses, and why', async ({ page }) => {
    await page.goto('/privacy');
    await refuseTokens(page, { accessToken: 'nobody-gave-this', refreshToken: 'nor-this' });
    await followAll(page, 'out');
    await page.goto('/dashboard/leagues');
    await expect(page.getByRole('main').getByText('You were signed out')).toBeVisible();
  });

  test('GUARD-02 SESSION-06 P26 suspended while signed in: nowhere inside, told why, and whom to ask', async ({
    page,
  }) => {
    const tokens = await signUpByApi(page.request, { migrated: true, verified: true, approved: true });
    await suspendByApi(page.request, tokens.user.id);
    await page.goto('/privacy');
    await refuseTokens(page, tokens);
    await followAll(page, 'out');
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/signin$/);
    const note = page.getByRole('main').getByRole('status').filter({ hasText: 'This account is suspended' });
    await expect(note.getByRole('link')).toHaveAttribute('href', /^mailto:.+@/);
    // Said once: the next visit to the screen is an ordinary one.
    await page.goto('/signup');
    await page.evaluate(() => localStorage.clear());
  });

  test('GUARD-03 GUARD-06 GUARD-08 GUARD-09 OPEN-10 neither migrated nor verified', async ({ page }) => {
    await keepTokens(page, await signUpByApi(page.request));
    await followAll(page, 'owesBoth');
  });

  test('GUARD-03 GUARD-08 verified, not migrated', async ({ page }) => {
    await keepTokens(page, await signUpByApi(page.request, { verified: true }));
    await followAll(page, 'owesMigration');
  });

  test('GUARD-04 GUARD-09 ROLE-08 migrated, not verified', async ({ page }) => {
    await keepTokens(page, await signUpByApi(page.request, { migrated: true }));
    await followAll(page, 'owesEmail');
  });

  test('GUARD-05 waiting for approval', async ({ page }) => {
    await login(page, demoEmail('pending'));
    await followAll(page, 'complete');
  });

  for (const [name, role] of [
    ['pioneer', 'PIONEER'],
    ['luminary', 'LUMINARY'],
    ['pathfinder', 'PATHFINDER'],
    ['chief', 'CHIEF_PATHFINDER'],
    ['grand', 'GRAND_PATHFINDER'],
    ['admin', 'ADMIN'],
  ] as const) {
    test(`GUARD-05 GUARD-13 OPEN-46 as ${role}`, async ({ page }) => {
      await login(page, demoEmail(name));
      await followAll(page, 'complete', role);
    });
  }
});

test('GUARD-01 nothing is shown and nobody is sent away while the account is unknown', async ({ page }) => {
  await login(page, demoEmail('fresh'));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(apiPath('/migration/status'), async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/migration/status'));
  await page.goto('/dashboard/profile');
  await asked;
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByRole('main').getByText(demoEmail('fresh'))).toBeHidden();
  release();
  await expect(page.getByRole('main').getByText(demoEmail('fresh'))).toBeVisible();
});

test.describe('failing checks', () => {
  test.use(allowing(refusedWith(400, 403, 429, 500), NETWORK_GONE));

  test('GUARD-11 ERR-08 ERR-10 a flow check that fails lets the visitor in', async ({ page }) => {
    const person = await signUpByApi(page.request);
    await keepTokens(page, person);
    await answer(page, '/migration/status', 500, { success: false, error: 'Internal server error' });
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('main').getByText(person.user.email)).toBeVisible();
    await page.unrouteAll();
    await disconnect(page, '/migration/status');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/migration');
    await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  });

  test('GUARD-10 OPEN-09 test-email=true takes the e-mail state from its own check', async ({ page }) => {
    await login(page, demoEmail('fresh'));
    await answer(page, '/auth/email-verification/verification-status', 200, {
      success: true,
      emailVerified: false,
      data: { emailVerified: false },
    });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
    await page.goto('/dashboard?test-email=true');
    await expect(page).toHaveURL(/\/email-verification$/);
    await page.unrouteAll();
    await page.goto('/dashboard/leagues?test-email=true');
    await expect(page.getByRole('heading', { name: 'Learning Leagues' })).toBeVisible();
    await page.goto('/dashboard?test-email=false');
    await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  });
});

test.describe('the role gate', () => {
  test('GUARD-15 GUARD-16 GUARD-17 GUARD-18 says who may enter and leads back', async ({ page }) => {
    await login(page, demoEmail('luminary'));
    await page.goto('/admin/cohorts');
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText("You don't have permission to access this page.");
    await expect(main.getByText('Luminary', { exact: true })).toBeVisible();
    await expect(main.getByText(/Pathfinder or .*Pathfinder/)).toBeVisible();
    await expect(main.getByRole('link', { name: /Home/ })).toHaveAttribute('href', '/');
    await main.getByRole('link', { name: /Dashboard/ }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  });

  test('ROLE-05 OPEN-15 ADMIN enters the base, sees the sidebar and is refused inside', async ({ page }) => {
    await login(page, demoEmail('admin'));
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText('Admin', { exact: true })).toBeVisible();
    await expect(main.getByText('Grand Pathfinder', { exact: true })).toBeVisible();
    for (const name of ['Users', 'Cohorts', 'Leagues', 'Resources', 'Assignments']) {
      await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
    }
  });
});

test.describe('the way back after sign-in', () => {
  const signInByHand = async (page: Page, name: 'pioneer' | 'grand' | 'newcomer') => {
    await expect(page).toHaveURL(/\/signin$/);
    await page.getByLabel('Email').fill(demoEmail(name));
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };

  // On a page without a gate, which would remember where it stood.
  const signOutByHand = async (page: Page) => {
    await page.goto('/privacy');
    await page.evaluate(() => localStorage.clear());
  };

  test('SIGNIN-06 GUARD-02 leads where the visitor wanted to go, once', async ({ page }) => {
    await page.goto('/dashboard/leagues');
    await signInByHand(page, 'pioneer');
    await expect(page).toHaveURL(/\/dashboard\/leagues$/);
    await signOutByHand(page);
    await page.goto('/signin');
    await signInByHand(page, 'pioneer');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('GUARD-14 leads staff to their area, anybody else to the dashboard', async ({ page }) => {
    await page.goto('/admin/cohorts');
    await signInByHand(page, 'grand');
    await expect(page).toHaveURL(/\/admin\/cohorts$/);
    await signOutByHand(page);
    await page.goto('/admin/cohorts');
    await signInByHand(page, 'pioneer');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('GUARD-03 does not lead past the account gate', async ({ page }) => {
    await page.goto('/dashboard/profile');
    await signInByHand(page, 'newcomer');
    await expect(page).toHaveURL(/\/migration$/);
  });

  test('P31 never leads to another site, whatever is asked or kept', async ({ page }) => {
    for (const path of [
      '//elsewhere.test/dashboard',
      '/\\elsewhere.test',
      'javascript:alert(1)',
      '/signin',
    ]) {
      await page.goto('/privacy');
      await page.evaluate((value) => {
        localStorage.clear();
        sessionStorage.setItem('returnPath', value);
      }, path);
      const asked = new URLSearchParams({ next: path, returnTo: path, redirect: path, redirect_to: path });
      await page.goto(`/signin?${asked}`);
      await page.getByLabel('Email').fill(demoEmail('pioneer'));
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page, path).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard$/);
    }
    await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  });
});

test('SESSION-07 a token of another person does not open a cached view', async ({ page }) => {
  await login(page, demoEmail('pioneer'));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  const fresh = await fetchTokens(page.request, demoEmail('fresh'));
  await keepTokens(page, fresh);
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('link', { name: 'Explore Leagues' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'ML', exact: true })).toBeHidden();
});
