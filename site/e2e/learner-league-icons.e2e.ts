import { readFileSync } from 'node:fs';
import { apiPath, expect, test } from './fixtures.ts';
import { imaginaryLeague } from './imaginary.ts';
import { openImaginary, rowOf, weeks } from './league-page.ts';

const png = readFileSync('site/public/icons/link.png');
const TYPES = ['VIDEO', 'ARTICLE', 'BLOG', 'EXTERNAL_LINK', 'PODCAST'];

test('LPROG-10 FAVICON-01 FAVICON-03 FAVICON-04 each site is asked for once, through our own server, five at a time', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = [];
  const others: string[] = [];
  let running = 0;
  let most = 0;
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== baseURL && !request.url().startsWith('data:')) others.push(request.url());
    if (pathname.startsWith('/api/favicons/')) asked.push(pathname);
  });
  await page.route(
    (url) => url.pathname.startsWith('/api/favicons/'),
    async (route) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 30));
      running -= 1;
      if (route.request().url().includes('site-3')) return route.fulfill({ status: 204 });
      return route.fulfill({ body: png, contentType: 'image/x-icon' });
    },
  );
  const url = (position: number) => `https://site-${position % 12}.org/${position}`;
  await openImaginary(page, imaginaryLeague({ weeks: [[14], [14]], url, type: () => 'VIDEO' }));
  const iconOf = (position: number) =>
    rowOf(page, `Resource ${position}`).getByRole('cell').nth(2).locator('img');
  for (const position of [1, 2, 12, 13, 24, 28]) {
    await expect(iconOf(position)).toHaveAttribute('src', `/api/favicons/site-${position % 12}.org`);
    await expect
      .poll(() => iconOf(position).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  for (const position of [3, 15, 27])
    await expect(iconOf(position)).toHaveAttribute('src', '/icons/video.png');
  expect([...new Set(asked)].length).toBe(12);
  expect(asked.length, asked.join(' ')).toBe(12);
  expect(most).toBeLessThanOrEqual(5);
  expect(others).toEqual([]);
  await weeks(page).first().click();
  await weeks(page).first().click();
  expect(asked.length).toBe(12);
});

test('FAVICON-02 FAVICON-05 FAVICON-06 LPROG-10 without an icon, or with a slow one, the type has its own drawing', async ({
  page,
}) => {
  await page.clock.install();
  await page.route(apiPath('/favicons/example.org'), () => {});
  const type = (position: number) => TYPES[position - 1] ?? '';
  await openImaginary(page, imaginaryLeague({ weeks: [[5]], type }));
  await page.clock.runFor(3000);
  for (const [index, name] of ['video', 'article', 'blog', 'link', 'default'].entries()) {
    const icon = rowOf(page, `Resource ${index + 1}`)
      .getByRole('cell')
      .nth(2)
      .locator('img');
    await expect(icon).toHaveAttribute('src', `/icons/${name}.png`);
    await expect(icon).toHaveAttribute('alt', '');
    await expect
      .poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth), { message: name })
      .toBeGreaterThan(0);
  }
});
