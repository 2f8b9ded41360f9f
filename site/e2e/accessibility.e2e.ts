import type { Page } from '@playwright/test';
import {
  allow,
  answer,
  collectStrangers,
  demoEmail,
  disconnect,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillAcademics,
  keepTokens,
  login,
  NETWORK_GONE,
  product,
  refusedWith,
  scrollThrough,
  signUpByApi,
  test,
  typeCode,
} from './fixtures.ts';
import { refuse, stopClock, succeed } from './learner.ts';
import { expectFitsSmallPhone, expectRoomForLargeText, expectSound, NARROW, WIDE } from './looks.ts';
import { ACCOUNT_PAGES, PUBLIC_PAGES } from './screens.ts';

test.beforeEach(() => allow(refusedWith(400, 401, 403, 404, 429, 500), NETWORK_GONE));

/** Opens a page. The one that reads the history of the code is answered; a route makes a page load everything anew. */
async function openPage(page: Page, path: string): Promise<void> {
  if (path === '/updates') {
    await page.route('https://api.github.com/**', (route) =>
      route.fulfill({ json: route.request().url().includes('/server/') ? COMMITS : [] }),
    );
  }
  await page.goto(path);
}

const COMMITS = Array.from({ length: 20 }, (_, at) => ({
  sha: `${at}`.padStart(40, 'd'),
  commit: {
    message: `feat: step ${at}`,
    author: { name: 'meera', date: new Date(Date.UTC(2025, 8, 20, 9) - at * 12 * 3_600_000).toISOString() },
  },
  author: { login: 'meera' },
}));

/** How the element in focus shows itself, null at the end of the page. */
function readStop() {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const isMarked = [null, '::before', '::after'].some((part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  });
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + height / 2);
  const isInSight =
    top >= 0 && top < innerHeight && (element.contains(middle) || Boolean(middle?.contains(element)));
  const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const isInMain = element.closest('main') !== null;
  return { name: name.trim().replace(/\s+/g, ' ').slice(0, 60), isMarked, isInSight, isInMain };
}

/** The names of all that can be operated below this element, in the order of the page. */
function listOperable(within: string): string[] {
  return [
    ...(document
      .querySelector(within)
      ?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), summary, input, select, textarea') ??
      []),
  ]
    .filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('[inert]'))
    .map((element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '')
        .trim()
        .replace(/\s+/g, ' ')
        .slice(0, 60),
    );
}

/**
 * From what has the focus on, everything below this element is reached in order, marked and in sight. Header and footer are
 * the same on every page: '/about' stands for them.
 */
async function expectReached(page: Page, within: 'main' | 'body'): Promise<void> {
  const operable = await page.evaluate(listOperable, within);
  const reached: string[] = [];
  for (let press = 0; press <= operable.length + 5; press += 1) {
    await page.keyboard.press('Tab');
    let stop = await page.evaluate(readStop);
    // What slides in needs its moment.
    for (let look = 0; look < 1200 && stop && !stop.isInSight; look += 1) {
      await page.waitForTimeout(25);
      stop = await page.evaluate(readStop);
    }
    // Behind the end comes the browser's own bar, or, in a window without one, the beginning again.
    if (!stop || (reached.length === operable.length && stop.name === reached[0])) break;
    if (within === 'main' && !stop.isInMain) break;
    expect.soft(stop.isMarked, `a mark on '${stop.name}' of ${page.url()}`).toBe(true);
    expect.soft(stop.isInSight, `'${stop.name}' of ${page.url()} in sight`).toBe(true);
    reached.push(stop.name);
  }
  expect.soft(reached, page.url()).toEqual(operable);
}

/** The screen with all that loads late, from its top. */
async function checkScreen(page: Page, widths?: Parameters<typeof expectSound>[1]): Promise<void> {
  await scrollThrough(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expectSound(page, widths);
}

/** The host of the repositories' history, which the updates page alone may ask. */
const ASKED: Record<string, readonly string[]> = { '/updates': ['/updates asked https://api.github.com'] };

const IS_PUBLIC = new Set<string>(PUBLIC_PAGES.map(({ path }) => path));

/** To the beginning of the page's own part, by its skip link. */
async function focusMain(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
}

for (const { path, title, heading } of [...PUBLIC_PAGES, ...ACCOUNT_PAGES]) {
  test(`ROUTE-01 ROUTE-02 ROUTE-03 ROUTE-12 ${path} has its title, begins with the skip link, asks no other host, is reached by keyboard at both widths, and has no fault that axe can find and no sideways scroll`, async ({
    page,
    baseURL,
  }) => {
    const strangers = collectStrangers(page, baseURL);
    await openPage(page, path);
    await expect(page).toHaveTitle(`${title} | ${product}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(path);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    for (const role of ['main', 'banner'] as const) await expect(page.getByRole(role)).toHaveCount(1);
    if (path === '/cohorts') await expect(page.getByText('Available Now').first()).toBeVisible();
    if (path === '/updates') await expect(page.getByText('step 0').first()).toBeVisible();
    // The home page moves by itself and has tests of its own.
    if (path !== '/' && IS_PUBLIC.has(path)) {
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size);
        if (size === NARROW) await focusMain(page);
        await expectReached(page, 'main');
      }
    }
    await checkScreen(page);
    await expectRoomForLargeText(page);
    expect([...new Set(strangers)]).toEqual(ASKED[path] ?? []);
  });
}

test('pages that report a failure have none either', async ({ page }) => {
  await refuse(page, '/public/cohorts-structure', 500, 'Internal server error');
  await page.goto('/cohorts');
  await expect(page.getByRole('button', { name: 'Retry Loading' })).toBeVisible();
  await checkScreen(page, [NARROW]);
  await page.unrouteAll();
  await succeed(page, '/public/cohorts-structure', []);
  await page.goto('/cohorts');
  await expect(page.getByText('Programs Coming Soon')).toBeVisible();
  await checkScreen(page, [NARROW]);

  await page.route('https://api.github.com/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/updates');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await checkScreen(page, [NARROW]);

  // Last, because the page leads on to the list after some seconds. A reply without content leaves it where it is.
  await page.route('**/events', (route) => route.fulfill({ status: 204 }));
  await page.goto('/events/nowhere-1');
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  await checkScreen(page, [NARROW]);
});

test('header and footer are reached by keyboard at both widths, and the open menu of a phone has no fault', async ({
  page,
}) => {
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    await page.goto('/about');
    await expectReached(page, 'body');
  }
  await page.getByRole('button', { name: /menu/i }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Events' })).toBeVisible();
  await expectAccessible(page);
});

test('the forms of a signed-out visitor, with their faults', async ({ page }) => {
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Email').fill('nobody@journey.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await page.getByRole('button', { name: 'Show password' }).click();
  await checkScreen(page, [NARROW]);

  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('no address');
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await checkScreen(page, [NARROW]);

  await page.goto('/reset-password?email=a-very-long-address-that-has-no-place-to-break@journey.test');
  await typeCode(page, '123');
  await page.getByLabel('New password').fill('abcdefG');
  await page.getByLabel('Confirm password').fill('x');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Please enter a valid 6-digit OTP.')).toBeVisible();
  await checkScreen(page, [NARROW]);
  await answer(page, '/auth/password-reset/reset-password', 200, { success: true, message: 'Done' });
  await typeCode(page, '123456');
  await page.getByLabel('New password').fill('Brass-Lantern-82!');
  await page.getByLabel('Confirm password').fill('Brass-Lantern-82!');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('heading', { name: 'Password Reset Successfully' })).toBeVisible();
  await checkScreen(page, [NARROW]);
});

test('the profile wizard, both steps, with their faults', async ({ page }) => {
  await keepTokens(page, await signUpByApi(page.request));
  await page.goto('/migration');
  for (const label of ['Institute', 'Department', 'Graduation Year', 'Student ID', 'Phone Number']) {
    await page.getByLabel(label, { exact: true }).focus();
    await page.getByLabel(label, { exact: true }).blur();
  }
  await expect(page.getByText('Phone number is required')).toBeVisible();
  await checkScreen(page);
  await fillAcademics(page);
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByLabel('GitHub username').fill('-');
  await page.getByRole('button', { name: 'Complete Profile' }).click();
  await expect(page.getByText('Please enter a valid GitHub username')).toBeVisible();
  await checkScreen(page, [NARROW]);
});

test('the e-mail code, waiting, failed, accepted, and the account that cannot be reached', async ({
  page,
}) => {
  await keepTokens(page, await signUpByApi(page.request, { migrated: true }));
  await page.goto('/email-verification');
  await expect(page.getByRole('button', { name: /^Resend/ })).toBeDisabled();
  await page.getByRole('button', { name: /^Verify/ }).click();
  await expect(page.getByText('OTP is required')).toBeVisible();
  await checkScreen(page);
  await answer(page, '/auth/email-verification/verify-email-otp', 200, {
    success: true,
    message: 'Verified',
    emailVerified: true,
  });
  await page.clock.install();
  await stopClock(page);
  await typeCode(page, '123456');
  await page.getByRole('button', { name: /^Verify/ }).click();
  await expect(page.getByRole('heading', { name: /Email Verified/ })).toBeVisible();
  await page.setViewportSize(NARROW);
  await expectNoSidewaysScroll(page);
  await page.clock.resume();

  await disconnect(page, '/auth/profile');
  await page.goto('/migration');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await checkScreen(page, [NARROW]);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible();
  await checkScreen(page, [NARROW]);
});

test('log-out and the refusal of the staff area', async ({ page }) => {
  await login(page, demoEmail('fresh'));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await checkScreen(page);
  await page.clock.install();
  await page.goto('/logout');
  await stopClock(page);
  await expect(page.getByRole('button', { name: 'Yes, log me out' })).toBeVisible();
  await expectFitsSmallPhone(page);
});

test.describe('by keyboard', () => {
  test('SIGNIN-01 SIGNIN-02 SIGNIN-06 a sign-in without a mouse, with the focus in sight at every stop', async ({
    page,
  }) => {
    await page.goto('/signin');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    const stops: string[] = [];
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body) return null;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.innerText;
        return { name: name.trim(), isMarked };
      });
      if (!stop) break;
      expect(stop.isMarked, `a mark on '${stop.name}'`).toBe(true);
      stops.push(stop.name);
      if (stop.name === 'email') await page.keyboard.type(demoEmail('fresh'));
      if (stop.name === 'password') await page.keyboard.type('OpenLeague-demo-1!');
      if (stop.name === 'Sign In') break;
    }
    expect(stops.slice(-5)).toEqual(['email', 'password', 'Show password', 'Forgot password?', 'Sign In']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('the order of the stops on the home page follows the page, and nothing hidden takes one', async ({
    page,
  }) => {
    await page.goto('/');
    const hidden: string[] = [];
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab');
      const lost = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        const { width, height } = element.getBoundingClientRect();
        return isShown && width > 1 && height > 1 && !element.closest('[aria-hidden="true"], [inert]')
          ? null
          : element.outerHTML.slice(0, 120);
      });
      if (lost) hidden.push(lost);
    }
    expect(hidden).toEqual([]);
  });
});
