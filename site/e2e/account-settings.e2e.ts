import type { Page } from '@playwright/test';
import {
  allow,
  apiPath,
  countCalls,
  disconnect,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fetchTokens,
  keepTokens,
  mailedCode,
  NETWORK_GONE,
  newPerson,
  readTokens,
  refusedWith,
  signUpByApi,
  test,
  typeCode,
} from './fixtures.ts';
import { holdBack, refuse, watchCalls } from './learner.ts';
import { NARROWEST, WIDE } from './looks.ts';

const SESSIONS = '/users/me/sessions';
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const devices = (page: Page) => card(page, 'Where you are signed in');
const rows = (page: Page) => devices(page).getByRole('listitem');
const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name });

/** A person nobody else uses, on the own profile. */
async function arrive(page: Page) {
  const person = await signUpByApi(page.request, { migrated: true, verified: true, approved: true });
  await keepTokens(page, person);
  return { ...person, email: person.user.email };
}

/** Signs the person in on another device. */
async function signInElsewhere(
  page: Page,
  email: string,
  password: string,
  userAgent: string,
): Promise<string> {
  const reply = await page.request.post('/api/auth/login', {
    headers: { 'user-agent': userAgent },
    data: { email, password },
  });
  return (await reply.json()).data.accessToken;
}

const statusOf = async (page: Page, token: string) =>
  (await page.request.get('/api/auth/profile', { headers: { authorization: `Bearer ${token}` } })).status();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';

test('P17 SESSION-08 where you are signed in: every device is listed and can be signed out, one or all others, after a question', async ({
  page,
}) => {
  allow(refusedWith(500));
  const { email, password, accessToken } = await arrive(page);
  const lab = await signInElsewhere(page, email, password, FIREFOX);
  const phone = await signInElsewhere(page, email, password, PHONE);
  const friend = await signInElsewhere(page, email, password, PHONE);

  await refuse(page, SESSIONS, 500, 'Internal server error');
  await page.goto('/dashboard/profile');
  await expect(devices(page).getByRole('alert')).toContainText('Your devices could not be listed');
  await page.unrouteAll();
  const release = await holdBack(page, SESSIONS);
  await devices(page).getByRole('button', { name: 'Try again' }).click();
  await expect(devices(page).getByRole('status').filter({ hasText: 'Loading your devices' })).toBeAttached();
  release();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first()).toContainText('This device');
  await expect(rows(page).first().getByRole('button')).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const firefox = rows(page).filter({ hasText: 'Firefox on Linux' });
  const signOut = firefox.getByRole('button', { name: 'Sign out of Firefox on Linux' });
  await signOut.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Sign out of Firefox on Linux?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(signOut).toBeFocused();
  expect(await statusOf(page, lab)).toBe(200);

  const { calls } = watchCalls(page);
  await signOut.click();
  await question.getByRole('button', { name: 'Sign out' }).dblclick();
  await expect(devices(page).locator('p[role=status]')).toHaveText('Signed out of Firefox on Linux.');
  await expect(rows(page)).toHaveCount(3);
  expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
  expect(await statusOf(page, lab)).toBe(401);
  expect(await statusOf(page, phone)).toBe(200);

  await devices(page).getByRole('button', { name: 'Sign out of all others' }).click();
  await page
    .getByRole('alertdialog', { name: 'Sign out of 2 other devices?' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(devices(page)).toContainText('Signed out of 2 other devices.');
  await expect(devices(page)).toContainText('You are signed in on this device only.');
  await expect(rows(page)).toHaveCount(1);
  expect([await statusOf(page, phone), await statusOf(page, friend)]).toEqual([401, 401]);
  expect(await statusOf(page, accessToken)).toBe(200);
});

test('P45 change password: faults stand beside their fields, the new one works at once, and every other device is signed out', async ({
  page,
}) => {
  allow(refusedWith(400, 401, 429), NETWORK_GONE);
  const { email, password } = await arrive(page);
  const elsewhere = await signInElsewhere(page, email, password, FIREFOX);
  await page.goto('/dashboard/profile');
  await expect(rows(page)).toHaveCount(2);
  const open = page.getByRole('button', { name: 'Change password' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const current = dialog.getByLabel('Current password', { exact: true });
  const fresh = dialog.getByLabel('New password', { exact: true });
  const again = dialog.getByLabel('Confirm password', { exact: true });
  const save = dialog.getByRole('button', { name: /^Chang/ });
  await expect(current).toBeFocused();
  await expect(current).toHaveAttribute('autocomplete', 'current-password');
  await expect(fresh).toHaveAttribute('autocomplete', 'new-password');
  await fresh.fill('River');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'One uppercase letter' })).toContainText(
    ': met',
  );
  await expect(dialog.getByRole('listitem').filter({ hasText: 'One number' })).toContainText('not met');
  await save.click();
  await expect(current).toHaveAccessibleDescription(/Current password is required/);
  await expect(fresh).toHaveAccessibleDescription(/ensure your password meets all requirements/);
  await expect(again).toHaveAccessibleDescription(/Passwords do not match/);
  await expect(current).toBeFocused();
  await expectAccessible(page);

  const calls = await countCalls(page, '/users/me/password');
  await current.fill('not-the-password');
  await fresh.fill('River.stone.92');
  await again.fill('River.stone.92');
  await again.press('Enter');
  await expect(current).toHaveAccessibleDescription(/Current password is incorrect/);
  await current.fill(password);
  for (const field of [fresh, again]) await field.fill('MeeraNair.1');
  await save.click();
  await expect(fresh).toHaveAttribute('aria-invalid', 'true');
  for (const field of [fresh, again]) await field.fill('River.stone.92');
  await page.unrouteAll();
  await disconnect(page, '/users/me/password');
  await save.click();
  await expect(dialog.getByRole('alert').first()).toHaveText('Network error. Please try again.');
  await page.unrouteAll();
  expect(calls.length).toBeGreaterThan(0);
  await save.dblclick();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect(card(page, 'Email and Password').getByRole('status')).toHaveText(
    'Your password is changed. Every other device is signed out.',
  );
  await expect(rows(page)).toHaveCount(1);
  expect(await statusOf(page, elsewhere)).toBe(401);
  await fetchTokens(page.request, email, 'River.stone.92');
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain('River.stone.92');
});

test('the new address shows that it is yours by a code, over a reload; until then the old one stays', async ({
  page,
}) => {
  allow(refusedWith(400, 429));
  const { email, password } = await arrive(page);
  const target = newPerson().email;
  await page.goto('/dashboard/profile');
  const open = page.getByRole('button', { name: 'Change email' });
  await open.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(email);
  await inDialog(page, 'Send code').click();
  await expect(dialog.getByLabel('New email')).toHaveAccessibleDescription(/New email is required/);
  await dialog.getByLabel('New email').fill(email);
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('New email')).toHaveAccessibleDescription(/already your email/);
  await dialog.getByLabel('New email').fill(target);
  await inDialog(page, 'Send code').click();
  await expect(page.getByRole('dialog', { name: 'Enter the code' })).toContainText(target);
  await expect(dialog.getByRole('button', { name: /Resend code in/ })).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: /digit 1/i })).toBeFocused();
  await expectAccessible(page);
  const code = await mailedCode(page.request, target);

  await page.reload();
  await open.click();
  await expect(page.getByRole('dialog', { name: 'Enter the code' })).toContainText(target);
  await inDialog(page, 'Change email').click();
  await expect(dialog).toContainText('Code must be exactly 6 digits');
  await typeCode(page, code === '111111' ? '222222' : '111111');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert').first()).toContainText(/\d attempts remaining/);
  await expect(dialog).toContainText('Invalid code.');
  await typeCode(page, code);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card(page, 'Email and Password').getByRole('status')).toContainText(`now ${target}`);
  await expect(card(page, 'Personal Information')).toContainText(target);
  await fetchTokens(page.request, target, password);
  const old = await page.request.post('/api/auth/login', { data: { email, password } });
  expect(old.status()).toBe(401);
});

test('P45 your data: it can be taken along in two forms, and deleted for good after password and word', async ({
  page,
}) => {
  allow(refusedWith(400, 401, 429, 503));
  const { email, password } = await arrive(page);
  await page.goto('/dashboard/profile');
  const data = card(page, 'Your Data');
  for (const [name, ending] of [
    ['Download as JSON', 'json'],
    ['Download as a web page', 'html'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      data.getByRole('button', { name }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`my-data.*\\.${ending}$`));
    const text = await (await download.createReadStream()).toArray();
    const content = Buffer.concat(text).toString('utf8');
    expect(content).toContain(email);
    if (ending === 'json') JSON.parse(content);
    await expect(data.getByRole('status')).toContainText(`Saved as ${download.suggestedFilename()}.`);
    // Beside its buttons, and not below the one that deletes.
    const [outcome, next] = [data.getByRole('status'), data.getByRole('heading', { name: 'Delete it' })];
    const tops = await Promise.all([outcome, next].map((place) => place.boundingBox()));
    expect(tops[0]?.y).toBeLessThan(tops[1]?.y ?? 0);
  }
  await page.route(apiPath('/users/me/data'), (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'Service temporarily unavailable' } }),
  );
  await data.getByRole('button', { name: 'Download as JSON' }).click();
  await expect(data.getByRole('alert')).toHaveText('Nothing was saved: Service temporarily unavailable');
  await page.unrouteAll();
  await page.route(apiPath('/users/me/data'), (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '1500' },
      json: { success: false, error: 'Too Many Requests' },
    }),
  );
  await data.getByRole('button', { name: 'Download as JSON' }).click();
  await expect(data.getByRole('alert')).toContainText('Please try again in 25 minutes.');
  await page.unrouteAll();

  const open = data.getByRole('button', { name: 'Delete my account' });
  await open.click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete my account' });
  await expect(dialog.getByRole('button', { name: 'Keep my account' })).toBeFocused();
  // On a small phone its words make room for the fields.
  await page.setViewportSize(NARROWEST);
  await dialog.getByLabel(/^Type DELETE/).focus();
  await expect(dialog.getByText('Your account is deleted now and cannot be restored')).not.toBeInViewport();
  await page.setViewportSize(WIDE);
  await expect(dialog).toContainText('What goes');
  await expect(dialog).toContainText('What stays, without your name');
  await expectAccessible(page);
  const confirm = dialog.getByRole('button', { name: /^Delet/ });
  await confirm.click();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Password is required/,
  );
  await expect(dialog.getByLabel(/^Type DELETE/)).toHaveAccessibleDescription(/Type DELETE to confirm/);
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
  await dialog.getByLabel(/^Type DELETE/).fill('DELETE');
  await confirm.click();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/incorrect/);
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect(open).toBeFocused();
  await open.click();
  // The focus comes last, and Enter there would keep the account.
  await expect(dialog.getByRole('button', { name: 'Keep my account' })).toBeFocused();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel(/^Type DELETE/).fill('DELETE');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByRole('status').filter({ hasText: 'You deleted your account' })).toBeVisible();
  await expectAccessible(page);
  expect(await readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
  const again = await page.request.post('/api/auth/login', { data: { email, password } });
  expect(again.status()).toBe(401);
  await page.reload();
  await expect(page.getByText('You deleted your account')).toBeHidden();
  await page.goBack();
  await expect(page).not.toHaveURL(/\/dashboard/);
});
