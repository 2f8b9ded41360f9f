import type { Page } from '@playwright/test';
import {
  allow,
  collectStrangers,
  disconnect,
  expect,
  expectDialogLeftHistory,
  keepTokens,
  NETWORK_GONE,
  newPerson,
  product,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { messageOn } from './learner.ts';
import { expectRoomForLargeText, expectSound, NARROW } from './looks.ts';

const NAME = 'Meera <b>"Nair"</b> & Söhne';

const card = (page: Page) => page.getByRole('region', { name: 'Public page' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const newAddress = () => newPerson().email.split('@')[0] ?? '';

async function save(page: Page) {
  await dialog(page, 'Public page').getByRole('button', { name: 'Save' }).click();
  await expect(messageOn(page, 'Your public page is saved.')).toBeVisible();
  await expectDialogLeftHistory(page);
}

test('an owner turns the page on and chooses, a stranger opens it, and it is gone when turned off', async ({
  page,
  browser,
  baseURL,
}) => {
  allow(refusedWith(404, 409));
  await page.setViewportSize(NARROW);
  const owner = await signUpByApi(page.request, {
    name: NAME,
    migrated: true,
    verified: true,
    approved: true,
  });
  await keepTokens(page, owner);
  await page.goto('/dashboard/profile');
  await expect(card(page).getByText('Your page is off')).toBeVisible();
  await card(page).getByRole('button', { name: 'Preview' }).press('Enter');
  await expect(dialog(page, 'Preview').getByText('nobody sees it yet')).toBeVisible();
  await expect(dialog(page, 'Preview').getByText(`A member of ${product}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectDialogLeftHistory(page);

  const address = newAddress();
  const form = dialog(page, 'Public page');
  await card(page).getByRole('button', { name: 'Set up' }).press('Enter');
  await expect(form.getByText('Your approved assignments will be listed here.')).toBeVisible();
  await form.getByRole('switch', { name: 'Everyone with the link can see my page' }).press('Space');
  await form.getByLabel('Address after').fill('a b');
  await page.keyboard.press('Enter');
  await expect(form.getByText('An address has 3 to 40 letters, digits and hyphens')).toBeVisible();
  await expect(form.getByLabel('Address after')).toBeFocused();
  await expectSound(page);
  await page.setViewportSize(NARROW);
  await form.getByLabel('Address after').fill('aditi-menon');
  await page.keyboard.press('Enter');
  await expect(form.getByText('Somebody else has this address.')).toBeVisible();
  await form.getByLabel('Address after').fill(address.toUpperCase());
  await form.getByLabel('About you').fill('</title><script>alert(1)</script>');
  await form.getByRole('checkbox', { name: 'My name' }).press('Space');
  await save(page);
  const link = card(page).getByRole('link', { name: `/people/${address}` });
  await expect(link).toBeVisible();
  await card(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(messageOn(page, /(Copied|Failed to copy) to clipboard/)).toBeVisible();

  const stranger = await (
    await browser.newContext({ ...(baseURL ? { baseURL } : {}), reducedMotion: 'reduce' })
  ).newPage();
  const strangers = collectStrangers(stranger, baseURL);
  const answered = await stranger.goto(`/people/${address}?from=mail`);
  expect([answered?.status(), answered?.headers()['x-robots-tag']]).toEqual([200, 'noindex']);
  await expect(heading(stranger, NAME)).toBeVisible();
  await expect(stranger.getByText('</title><script>alert(1)</script>')).toBeVisible();
  await expect(stranger).toHaveTitle(`${NAME} | ${product}`);
  const html = await (await stranger.request.get(`/people/${address}`)).text();
  expect(html).toContain('Meera &#60;b&#62;&#34;Nair&#34;&#60;/b&#62; &#38; Söhne');
  for (const hidden of [owner.user.email, owner.user.id, '9876543210', 'SIT-104'])
    expect(html).not.toContain(hidden);
  await expectSound(stranger);
  expect(strangers).toEqual([]);

  await card(page).getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('checkbox', { name: 'My name' }).uncheck();
  await form.getByRole('checkbox', { name: 'They may list my page' }).check();
  await save(page);
  expect((await stranger.reload())?.headers()['x-robots-tag']).toBeUndefined();
  await expect(heading(stranger, `A member of ${product}`)).toBeVisible();
  await expect(stranger.locator('meta[name=robots]')).toHaveCount(0);

  await card(page).getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('switch', { name: 'Everyone with the link can see my page' }).uncheck();
  await save(page);
  await expect(card(page).getByText('Your page is off')).toBeVisible();
  expect((await stranger.reload())?.status()).toBe(404);
  await expect(heading(stranger, 'No public page here')).toBeVisible();
  await expectSound(stranger);
  await stranger.context().close();
});

test('the page of the demo shows something of everything, on any screen', async ({ page, baseURL }) => {
  const strangers = collectStrangers(page, baseURL);
  await page.goto('/people/aditi-menon');
  await expect(heading(page, 'Aditi Menon')).toBeVisible();
  for (const name of ['Finished leagues', 'Projects', 'Certificates', 'Badges']) {
    await expect(page.getByRole('region', { name }).getByRole('listitem').first()).toBeVisible();
  }
  const github = page.getByRole('link', { name: 'octocat' });
  await expect(github).toHaveAttribute('href', 'https://github.com/octocat');
  await expect(github).toHaveAttribute('rel', /nofollow ugc noopener/);
  await expectSound(page);
  await expectRoomForLargeText(page);
  expect(strangers).toEqual([]);
  await page.getByRole('region', { name: 'Certificates' }).getByRole('link').first().click();
  await expect(heading(page, 'This certificate is genuine')).toBeVisible();
});

test('a page that does not load says so and tries again', async ({ page }) => {
  allow(NETWORK_GONE);
  await disconnect(page, '/public/people/aditi-menon');
  await page.goto('/people/aditi-menon');
  await expect(heading(page, 'This page did not load')).toBeVisible();
  await expectSound(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(heading(page, 'Aditi Menon')).toBeVisible();
});
