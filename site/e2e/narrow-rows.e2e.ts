import { apiPath, demoEmail, expect, login, test } from './fixtures.ts';
import { expectOneLine, NARROW, WIDE } from './looks.ts';
import { openArea } from './staff-page.ts';

test('on a phone the buttons of an award stand side by side', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await login(page, demoEmail('luminary'));
  await page.goto('/dashboard/profile');
  const award = page.getByRole('article', { name: 'ML Pioneer (1.0)' });
  await expectOneLine(
    page,
    award.getByRole('link', { name: /^View certificate/ }),
    award.getByRole('button', { name: /^Share/ }),
  );
});

test('on a phone the arrows of a list stand beside their page, and no value of the review queue runs into the next column', async ({
  page,
}) => {
  await page.setViewportSize(NARROW);
  await openArea(page, 'audit-log');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expectOneLine(
    page,
    pages.getByRole('button', { name: 'Previous page' }),
    pages.getByText(/^Page 1 of/),
    pages.getByRole('button', { name: 'Next page' }),
  );

  await page.setViewportSize(WIDE);
  // Who has one in hand makes its column wider; nobody does.
  await page.route(apiPath('/admin/assignments/submissions/queue'), async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    for (const row of reply.data.submissions) row.claim = null;
    await route.fulfill({ response, json: reply });
  });
  await page.goto('/admin/assignments?queue');
  const cells = page.getByRole('table').getByRole('cell');
  await expect(cells.first()).toBeVisible();
  const tooWide = await cells.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(tooWide).toEqual([]);
});
