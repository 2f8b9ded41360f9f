import {
  allow,
  collectStrangers,
  demoEmail,
  expect,
  fetchTokens,
  keepTokens,
  refusedWith,
  test,
} from './fixtures.ts';
import { ACCOUNT_PAGES, BUILT_PAGES, PUBLIC_PAGES } from './screens.ts';

// Every test fails where a page breaks its policy, because Chromium writes that into the console.
test('CALL-22 ROLE-06 the content security policy is strict on every built page, and no two pages share a title', async ({
  request,
}) => {
  allow(refusedWith(404));
  expect(BUILT_PAGES.length).toBeGreaterThan(40);
  for (const path of BUILT_PAGES) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(/not-found|^.people/.test(path) ? 404 : 200);
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
  }
  const titles = [...PUBLIC_PAGES, ...ACCOUNT_PAGES].map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

test('P34 the API documentation draws every call, and cannot reach the tokens of whoever reads it', async ({
  page,
  baseURL,
}) => {
  allow(refusedWith(404));
  const strangers = collectStrangers(page, baseURL);
  await keepTokens(page, await fetchTokens(page.request, demoEmail('grand')));
  await page.goto('/api/docs');
  await expect(page.getByText('/api/auth/login', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /authorize/i })).toHaveCount(0);
  const reached = await page.evaluate(() => {
    try {
      return localStorage.length;
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(reached).toBe('SecurityError');
  await page.getByText('/api/auth/login', { exact: true }).click();
  await expect(page.getByText('Request body').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try it out' })).toHaveCount(0);
  expect(strangers).toEqual([]);
});
