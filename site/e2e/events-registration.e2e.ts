import type { APIRequestContext, Page } from '@playwright/test';
import {
  allow,
  asGrand,
  collectStrangers,
  expect,
  expectDialogLeftHistory,
  keepTokens,
  mailedCode,
  NETWORK_GONE,
  newPerson,
  refusedWith,
  signUpByApi,
  test,
  typeCode,
} from './fixtures.ts';
import { expectRoomForLargeText, expectSound, expectStill, NARROW, watchLayoutShift } from './looks.ts';

const PAGE = '/events/build-night-1';
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

let counter = 0;
/** An event of its own for each test: the page of the sample content asks for it in place of its own. */
async function openEvent(page: Page, changes: Record<string, unknown> = {}) {
  counter += 1;
  const path = `/api/admin/events/e2e-${Date.now().toString(36)}-${process.pid}-${counter}`;
  const save = async (more: Record<string, unknown> = {}) => {
    const data = {
      ...{ title: 'Build night', place: 'Computer lab 3', places: 2, audience: 'EVERYONE' },
      ...{ opensAt: inHours(-24), closesAt: inHours(47), startsAt: inHours(48), endsAt: inHours(51) },
      ...changes,
      ...more,
    };
    const reply = await page.request.put(path, { headers: await asGrand(page.request), data });
    expect(reply.status(), await reply.text()).toBe(200);
  };
  await save();
  const own = path.replace('/admin', '');
  await page.route(/\/api\/events\/build-night-1/, (route) =>
    route.continue({ url: route.request().url().replace('/api/events/build-night-1', own) }),
  );
  return { path, own, save };
}

/** The island loads when it comes into view. */
async function openPage(page: Page) {
  await page.goto(PAGE);
  await box(page).scrollIntoViewIfNeeded();
}

const box = (page: Page) => page.getByRole('region', { name: 'Registration' });
const notice = (page: Page, name: string | RegExp) => box(page).getByRole('heading', { level: 3, name });

/** Registers a new account through the API. */
async function registerByApi(request: APIRequestContext, own: string) {
  const person = await signUpByApi(request, { migrated: true, verified: true, approved: true });
  const headers = { authorization: `Bearer ${person.accessToken}` };
  const reply = await request.post(`${own}/registration`, { headers });
  expect(reply.status(), await reply.text()).toBe(201);
  return { ...person, headers };
}

test('a guest registers with a code, comes back by the link and gives the place back, by keyboard', async ({
  page,
  baseURL,
}) => {
  allow(refusedWith(400, 404, 429));
  const strangers = collectStrangers(page, baseURL);
  await watchLayoutShift(page);
  await page.setViewportSize(NARROW);
  await openEvent(page);
  await openPage(page);
  await expect(notice(page, 'Places left: 2 of 2')).toBeVisible();
  await expectStill(page, 'the height was reserved');
  await expectSound(page);
  await expectRoomForLargeText(page);

  const { name, email } = newPerson();
  await box(page).getByRole('button', { name: 'Register as a guest' }).press('Enter');
  await expect(box(page).getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page).getByText('Name is required')).toBeVisible();
  await expectSound(page);
  await box(page).getByLabel('Name').fill(name);
  await box(page).getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(box(page).getByText('We sent a 6-digit code to')).toContainText(email);
  // Back to correct the address; a code of a moment ago still counts.
  await box(page).getByRole('button', { name: 'No code, or wrong email?' }).press('Enter');
  await expect(box(page).getByLabel('Email')).toHaveValue(email);
  await box(page).getByRole('button', { name: 'Send code' }).press('Enter');
  await expect(box(page).getByText('We sent a 6-digit code to')).toContainText(email);
  const code = await mailedCode(page.request, email);
  await typeCode(page, code === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await expect(box(page).getByRole('form').getByRole('alert')).toContainText('This code is not right');
  await expectSound(page);
  await typeCode(page, code);
  const registered = page.waitForResponse((reply) => /\/guests$/.test(reply.url()));
  await page.keyboard.press('Enter');
  const { token } = (await (await registered).json()).data;
  await expect(notice(page, 'You have a place')).toBeFocused();
  const doorCode = box(page).getByText(/^Door code:/);
  await expect(doorCode).toHaveText(/^Door code:( [0-9A-Z]){6}$/);
  const shown = await doorCode.textContent();
  await expectSound(page);

  await page.goto(`/events/registration#${token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your registration');
  await expect(page.getByText(`Registered as ${name} for Build night.`)).toBeVisible();
  await expect(page.getByText(shown ?? '')).toBeAttached();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectSound(page);
  await page.getByRole('button', { name: 'Give my place back' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await expectSound(page, [NARROW]);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: 'Give my place back' }).press('Enter');
  await question.getByRole('button', { name: 'Give it back' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your registration is cancelled' })).toBeFocused();
  await expect(page.getByText('Places left: 2 of 2.')).toBeVisible();
  await expectDialogLeftHistory(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your registration is cancelled' })).toBeVisible();
  await expectSound(page, [NARROW]);
  // Another link in the same tab changes the fragment alone.
  await page.goto('/events/registration#broken');
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('No registration behind this link');
  await expect(failure.getByRole('button')).toHaveCount(0);
  await expect(failure.getByRole('link', { name: 'All events' })).toBeVisible();
  await expectSound(page, [NARROW]);
  expect(strangers, 'the token goes to the API alone').toEqual([]);
});

test('a learner signs in from the page, registers, comes to the event and finds it in the history', async ({
  page,
}) => {
  const { path, own } = await openEvent(page);
  const person = await signUpByApi(page.request, { migrated: true, verified: true, approved: true });
  await openPage(page);
  await box(page).getByRole('link', { name: 'Sign in to register' }).click();
  await page.getByLabel('Email').fill(person.user.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE}/?$`));
  await box(page).scrollIntoViewIfNeeded();
  const register = box(page).getByRole('button', { name: 'Register', exact: true });
  await register.press('Enter');
  await expect(notice(page, 'You have a place')).toBeFocused();
  await box(page).getByRole('button', { name: 'Give my place back' }).click();
  await page.getByRole('button', { name: 'Give it back' }).click();
  await expect(notice(page, 'Your registration is cancelled')).toBeFocused();
  await expectSound(page, [NARROW]);
  await register.click();
  await expect(notice(page, 'You have a place')).toBeVisible();

  const headers = await asGrand(page.request);
  const list = await (await page.request.get(`${path}/registrations`, { headers })).json();
  const data = { doorCode: list.data.registrations[0].doorCode };
  expect((await page.request.post(`${path}/check-in`, { headers, data })).status()).toBe(200);
  await openPage(page);
  await expect(notice(page, 'You are checked in')).toBeVisible();
  await expect(box(page).getByRole('button')).toHaveCount(0);
  await page.goto('/dashboard/history');
  const mine = page.getByRole('region', { name: 'Events you came to' });
  await expect(mine.getByRole('listitem')).toContainText('Computer lab 3');
  await expectSound(page);
  const id = own.split('/').at(-1);
  await expect(mine.getByRole('link', { name: 'Build night' })).toHaveAttribute('href', `/events/${id}`);
});

test('a full event has a waiting list, which moves up when a place is given back', async ({ page }) => {
  const { own } = await openEvent(page, { places: 1 });
  const first = await registerByApi(page.request, own);
  await openPage(page);
  await expect(notice(page, 'All places are taken')).toBeVisible();
  await expectSound(page, [NARROW]);
  const person = await signUpByApi(page.request, { migrated: true, verified: true, approved: true });
  await keepTokens(page, person);
  await openPage(page);
  await box(page).getByRole('button', { name: 'Join the waiting list' }).press('Enter');
  await expect(notice(page, 'You are number 1 on the waiting list')).toBeFocused();
  await expectSound(page);
  await page.request.delete(`${own}/registration`, { headers: first.headers });
  await openPage(page);
  await expect(notice(page, 'You have a place')).toBeVisible();
});

test('an event that is cancelled, over, closed, ahead or not opened says so, and offers nothing', async ({
  page,
}) => {
  allow(NETWORK_GONE);
  const { path, save } = await openEvent(page, { opensAt: inHours(24) });
  const states: [name: string, change: () => Promise<unknown>][] = [
    ['Registration opens soon', async () => {}],
    ['Registration is closed', () => save({ opensAt: inHours(-2), closesAt: inHours(-1) })],
    [
      'This event was cancelled',
      async () => page.request.delete(path, { headers: await asGrand(page.request) }),
    ],
  ];
  for (const [name, change] of states) {
    await change();
    await openPage(page);
    await expect(notice(page, name)).toBeVisible();
    await expect(box(page).getByRole('button')).toHaveCount(0);
    await expect(box(page).getByRole('link')).toHaveCount(0);
    await expectSound(page, [NARROW]);
  }
  await page.unrouteAll();
  const past = { closesAt: inHours(-6), startsAt: inHours(-5), endsAt: inHours(-1) };
  await openEvent(page, past);
  await openPage(page);
  await expect(notice(page, 'This event is over')).toBeVisible();
  await expectSound(page, [NARROW]);

  await page.unrouteAll();
  await page.route(/\/api\/events\//, (route) => route.abort('connectionfailed'));
  await openPage(page);
  await expect(box(page).getByRole('alert')).toContainText('Registration did not load');
  await expectSound(page, [NARROW]);
  await page.unrouteAll();
  await page.route(/\/api\/events\//, (route) =>
    route.continue({ url: route.request().url().replace('build-night-1', 'never-opened') }),
  );
  await box(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(notice(page, 'Registration opens later')).toBeVisible();
});

test('an account outside the audience reads why, and a visitor is offered no guest form', async ({
  page,
}) => {
  allow(refusedWith(403));
  const { save } = await openEvent(page, { audience: 'MEMBERS' });
  await openPage(page);
  await expect(box(page).getByRole('link', { name: 'Sign in to register' })).toBeVisible();
  await expect(box(page).getByRole('button')).toHaveCount(0);
  const pending = await signUpByApi(page.request, { migrated: true, verified: true });
  await keepTokens(page, pending);
  await openPage(page);
  await expect(box(page).getByText('Members')).toBeVisible();
  await box(page).getByRole('button', { name: 'Register', exact: true }).click();
  await expect(box(page).getByRole('alert')).toContainText('This event is not open to you');
  const reply = await page.request.get('/api/public/cohorts-structure');
  const [programme] = (await reply.json()).data;
  const league = programme.leagues[0];
  await save({ audience: league.id });
  await openPage(page);
  await box(page).getByRole('button', { name: 'Register', exact: true }).click();
  await expect(box(page).getByRole('alert')).toContainText('This event is not open to you');
  await expect(box(page).getByText(`Learners of ${league.name}`)).toBeVisible();
  await expectSound(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says when and where, and that registration needs JavaScript', async ({ page }) => {
    await openPage(page);
    expect(await box(page).locator('noscript').innerText()).toMatch(
      /^Registration needs JavaScript\..* The event is on January 22, 2027: Computer lab 3\.$/,
    );
    await expect(box(page).getByText('Loading registration…')).toBeHidden();
    await page.goto('/events/hackathon-1');
    await expect(box(page)).toHaveCount(0);
    await page.goto('/events/registration');
    expect(await page.getByRole('main').locator('noscript').innerText()).toMatch(
      /^This page works with JavaScript/,
    );
  });
});
