import { allow, DEMO_PASSWORD, demoEmail, expect, refusedWith, test } from './fixtures.ts';

const WORDS = /^This browser does not let the site keep you signed in\. Allow cookies and site data/;

// A registration without its link is not found.
test.beforeEach(() => allow(refusedWith(400, 401, 404)));

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
  }),
);

test('SIGNIN-06 SIGNUP-06 a browser that stores nothing is told what to allow, before an account is made', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/')) asked.push(request.url());
  });
  const form = page.getByRole('main').locator('form');
  const alert = form.getByRole('alert');
  await page.goto('/signin');
  await page.getByLabel('Email').fill(demoEmail('pioneer'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(alert).toHaveText(WORDS);
  await page.goto('/signup');
  await page.getByLabel('Full Name').fill('Asha Verma');
  await page.getByLabel('Email').fill('asha.blocked@example.test');
  await page.getByLabel('Password', { exact: true }).fill('Quiet-lantern-81');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(alert).toHaveText(WORDS);
  await expect(page).toHaveURL(/\/signup$/);
  expect(asked).toEqual([]);
});

test('ROUTE-02 GUARD-12 no page is blank or leads in a circle where the browser stores nothing', async ({
  page,
}) => {
  // The updates page asks the code host.
  await page.route(/\/repos\/.+\/commits/, (route) => route.fulfill({ json: [] }));
  for (const path of [
    '/',
    '/cohorts',
    '/updates',
    '/verify',
    '/people/aditi-menon',
    '/dashboard/leaderboard',
    '/forgot-password',
    '/reset-password?email=a@example.test',
    '/not-me',
    '/unsubscribe',
    '/events/registration',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === path);
  }
  for (const path of ['/dashboard', '/email-verification', '/migration', '/admin']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/signin$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  }
});
