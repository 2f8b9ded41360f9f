import type { Page } from '@playwright/test';
import { DELETION_WORD } from '../../api/contract/own-account.ts';
import {
  allow,
  asGrand,
  collectErrors,
  expect,
  expectAccessible,
  fetchTokens,
  keepTokens,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';

// Sessions that end on the server while screens are open. With the worker, whose cache is looked through as well.
test.use({ serviceWorkers: 'allow' });
test.beforeEach(() => allow(refusedWith(401, 403)));

const follow = (page: Page, path: string) => page.locator(`a[href="${path}"]`).first().click();
const reason = (page: Page, words: string) => page.getByRole('main').getByText(words);

/** Those of some texts that the browser keeps for the origin or this tab, bodies of caches included. */
function findOnDevice(page: Page, texts: string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat();
    for (const { name } of await indexedDB.databases()) kept.push(name ?? '');
    for (const name of await caches.keys()) {
      kept.push(name);
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        kept.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    const all = kept.join('\n');
    return wanted.filter((text) => all.includes(text));
  }, texts);
}

async function signInHere(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('SESSION-06 P45 a session ended elsewhere: every tab follows, says why, keeps nothing, and leads back', async ({
  page,
  context,
}) => {
  const person = await signUpByApi(page.request, { migrated: true, verified: true, approved: true });
  const { email, id } = person.user;
  await keepTokens(page, person);
  await page.goto('/dashboard/revision');
  const [board, home] = [await context.newPage(), await context.newPage()];
  const errors = [collectErrors(board), collectErrors(home)];
  await board.goto('/dashboard/leaderboard');
  await home.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Revision');
  await expect(board.getByRole('heading', { name: 'Community Leaderboard' })).toBeVisible();
  await expect(home.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  const traces = [email, id, 'Meera', person.accessToken, person.refreshToken, `kept-replies:${id}`];
  await expect.poll(() => findOnDevice(page, traces)).toEqual(traces);

  const phone = await fetchTokens(page.request, email, person.password);
  const headers = { authorization: `Bearer ${phone.accessToken}` };
  expect((await page.request.delete('/api/users/me/sessions', { headers })).ok()).toBe(true);
  // Nobody touches anything: the server ends the stream of the board, and the other tabs follow it.
  await expect(page).toHaveURL(/\/signin$/);
  await expect(reason(page, 'You were signed out')).toBeVisible();
  await expect(board.getByText('Leaderboard Access Restricted')).toBeVisible();
  await expect(reason(board, 'You were signed out')).toBeVisible();
  const asked: string[] = [];
  board.on('request', (request) => asked.push(request.url()));
  await expect(board.getByRole('banner')).not.toContainText('Meera');
  await expect(home.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const tab of [page, board, home]) {
    await expect.poll(() => findOnDevice(tab, traces)).toEqual([]);
  }
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);

  await signInHere(page, email, person.password);
  await expect(page).toHaveURL(/\/dashboard\/revision$/);
  await expect(board.getByRole('heading', { name: 'Community Leaderboard' })).toBeVisible();
  await expect(home.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();

  // The account is deleted from the phone: the same.
  const again = await fetchTokens(page.request, email, person.password);
  const deletion = await page.request.delete('/api/users/me', {
    headers: { authorization: `Bearer ${again.accessToken}` },
    data: { password: person.password, confirmation: DELETION_WORD },
  });
  expect(deletion.ok(), await deletion.text()).toBe(true);
  await expect(page).toHaveURL(/\/signin$/);
  await expect(reason(page, 'You were signed out')).toBeVisible();
  await expect.poll(() => findOnDevice(page, traces)).toEqual([]);
  expect(errors.flat().filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test('GUARD-14 SESSION-06 P45 staff who lose their role are told so where they are; suspended, every tab leads out', async ({
  page,
  context,
}) => {
  const person = await signUpByApi(page.request, { migrated: true, verified: true, approved: true });
  const headers = await asGrand(page.request);
  const userId = person.user.id;
  const setRole = (newRole: string) =>
    page.request.put('/api/admin/update-role', { headers, data: { userId, newRole } });
  expect((await setRole('CHIEF_PATHFINDER')).ok()).toBe(true);
  await keepTokens(page, await fetchTokens(page.request, person.user.email, person.password));
  await page.goto('/admin/analytics');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Analytics');
  const other = await context.newPage();
  await other.goto('/dashboard/profile');
  await expect(other.getByRole('main').getByText(person.user.email)).toBeVisible();

  // Words that wait for a connection, of this account.
  await page.evaluate((id) => localStorage.setItem(`unsent:${id}:resource:r|a`, '{"order":1}'), userId);

  expect((await setRole('PIONEER')).ok()).toBe(true);
  await follow(page, '/admin/certificates');
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Access Denied');

  const status = await page.request.put('/api/admin/update-status', {
    headers,
    data: { userId, newStatus: 'SUSPENDED' },
  });
  expect(status.ok(), await status.text()).toBe(true);
  await follow(other, '/dashboard/history');
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/signin$/);
    await expect(reason(tab, 'This account is suspended')).toBeVisible();
    await expect(reason(tab, '1 unsent change on this device')).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('button', { name: 'Discard for good' }).click();
  await expect(reason(page, 'The unsent changes are gone.')).toBeVisible();
  for (const tab of [page, other]) {
    await expect.poll(() => findOnDevice(tab, [userId, person.user.email])).toEqual([]);
  }
});
