import { collectErrors, demoEmail, expect, login, readTokens, test } from './fixtures.ts';
import { holdBack } from './learner.ts';

test('LOGOUT-01 LOGOUT-02 SESSION-08 a log-out ends the session here, in the other tabs and on the server', async ({
  page,
  context,
}) => {
  const { accessToken, refreshToken } = await login(page, demoEmail('fresh'));
  const other = await context.newPage();
  const errors = collectErrors(other);
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  await page.goto('/logout');
  await expect(page.getByRole('heading', { name: 'Ready to leave?' })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, log me out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/signin$/);
  expect(errors).toEqual([]);
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

test('LOGOUT-01 LOGOUT-02 LOGOUT-03 reload, Back and Cancel sign nobody out; a press waits for its script', async ({
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
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();

  const release = await holdBack(page, /\/_astro\/Logout\.[^/]*\.js$/);
  await page.goto('/logout', { waitUntil: 'commit' });
  await expect(button).toBeDisabled();
  release();
  await button.click();
  await expect(page).toHaveURL(/\/$/);
  expect(await readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
});
