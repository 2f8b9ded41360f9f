import {
  allowing,
  demoEmail,
  disconnect,
  expect,
  login,
  NETWORK_GONE,
  readTokens,
  test,
} from './fixtures.ts';

test('LOGOUT-01 LOGOUT-02 SESSION-08 a log-out ends the session here and on the server', async ({ page }) => {
  const { accessToken, refreshToken } = await login(page, demoEmail('fresh'));
  await page.goto('/logout');
  await expect(page.getByRole('heading', { name: 'Ready to leave?' })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, log me out' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  const profile = await page.request.get('/api/auth/profile', {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(profile.status()).toBe(401);
  const refresh = await page.request.post('/api/auth/refresh', { data: { refreshToken } });
  expect(refresh.status()).toBe(401);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/signin$/);
});

test('LOGOUT-02 a press is not lost while the script is on its way', async ({ page }) => {
  await login(page, demoEmail('fresh'));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_astro\/Logout\.[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/logout', { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'Yes, log me out' });
  await expect(button).toBeDisabled();
  release();
  await button.click();
  await expect(page).toHaveURL(/\/$/);
  expect((await readTokens(page)).accessToken).toBeNull();
});

test('LOGOUT-03 Cancel leads back to the dashboard, still signed in', async ({ page }) => {
  await login(page, demoEmail('fresh'));
  await page.goto('/logout');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
});

test('LOGOUT-01 LOGOUT-03 reload and Back in the middle of a log-out sign nobody out, and the question still works', async ({
  page,
}) => {
  await login(page, demoEmail('fresh'));
  await page.goto('/about');
  await page.goto('/logout');
  const button = page.getByRole('button', { name: 'Yes, log me out' });
  await expect(button).toBeEnabled();
  await page.reload();
  await expect(button).toBeEnabled();
  await page.goBack();
  await expect(page).toHaveURL('/about');
  expect((await readTokens(page)).accessToken).toBeTruthy();
  await page.goForward();
  await button.click();
  await expect(page).toHaveURL(/\/$/);
  expect(await readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
});

test('LOGOUT-04 signed out, the page leads home at once', async ({ page }) => {
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/$/, { timeout: 4000 });
});

test('LOGOUT-05 after five seconds the home page opens and the session stays', async ({ page }) => {
  await login(page, demoEmail('fresh'));
  await page.clock.install();
  await page.goto('/logout');
  await expect(page.getByRole('main').getByText(demoEmail('fresh'))).toBeVisible();
  await page.clock.pauseAt(Date.now() + 600_000).catch(() => {});
  await expect(page).toHaveURL(/\/$/);
  expect((await readTokens(page)).accessToken).toBeTruthy();
  await page.clock.resume();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
});

test.describe('offline', () => {
  test.use(allowing(NETWORK_GONE));

  test('LOGOUT-02 SESSION-08 without a network the tokens go all the same', async ({ page }) => {
    await login(page, demoEmail('fresh'));
    await page.goto('/logout');
    await disconnect(page, '/auth/logout');
    await page.getByRole('button', { name: 'Yes, log me out' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
  });
});
