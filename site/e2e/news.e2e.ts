import type { APIRequestContext, Page } from '@playwright/test';
import type { NewsItem } from '#contract/news.ts';
import { addCurriculum, OPEN_COHORT, send, unique } from './curriculum.ts';
import {
  allow,
  disconnect,
  expect,
  keepTokens,
  NETWORK_GONE,
  product,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { actAs, messageOn, refuse, succeed } from './learner.ts';
import { expectRoomForLargeText, expectSound, expectStill, NARROW, WIDE, watchLayoutShift } from './looks.ts';
import { openArea } from './staff-page.ts';

const READY = { migrated: true, verified: true, approved: true };
const bell = (page: Page) => page.getByRole('link', { name: /^News/ });
const unread = /^News, \d+ unread$/;
const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** A league of its own with two learners, and an announcement to it that is pinned for a day. */
async function announce(request: APIRequestContext) {
  const { league } = await addCurriculum(request, [], [], OPEN_COHORT);
  const asha = await signUpByApi(request, READY);
  const bimal = await signUpByApi(request, READY);
  for (const { user } of [asha, bimal]) {
    const enrollment = { userId: user.id, cohortId: league.cohortId, leagueId: league.id };
    await send(request, 'post', '/progress/enroll', enrollment);
  }
  const title = unique('Demo day moves');
  const pinnedUntil = new Date(Date.now() + 86_400_000).toISOString();
  const body = `We meet **in the main hall**.\n\n${'Bring one idea and a friend. '.repeat(12)}\n\nThe end.`;
  await send(request, 'post', '/admin/announcements', { title, body, leagueId: league.id, pinnedUntil });
  return { title, asha, bimal };
}

/** What the browser says when its tab is looked at again, after half a minute. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(30_000);
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('news read on one device are read on the other, once its tab comes back', async ({ page, browser }) => {
  const { title, asha } = await announce(page.request);
  const laptop = await (await browser.newContext()).newPage();
  await laptop.clock.install();
  for (const device of [page, laptop]) {
    await keepTokens(device, asha);
    await device.goto('/dashboard');
    await expect(bell(device)).toHaveAccessibleName(unread);
  }
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(`News | ${product}`);
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeFocused();
  await expect(rowOf(page, title).getByText('New', { exact: true })).toBeVisible();
  await expect(rowOf(page, title)).toContainText('We meet in the main hall.');
  await expect(bell(page)).toHaveAccessibleName('News');
  await expectSound(page);
  await expectRoomForLargeText(page);
  const opener = page.getByRole('button', { name: title });
  await opener.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await expect(rowOf(page, title)).not.toContainText('We meet');

  await comeBack(laptop);
  await expect(bell(laptop)).toHaveAccessibleName('News');
  await page.reload();
  await expect(rowOf(page, title)).toBeVisible();
  await expect(page.getByText('New', { exact: true })).toHaveCount(0);
});

const MANY: NewsItem[] = Array.from({ length: 100 }, (_, index) => ({
  id: String(index),
  kind: 'NEW_RESOURCES',
  text: `${index + 2} new resources in ${'Magnetohydrodynamics'.repeat(4)}`,
  path: index % 2 ? '/dashboard/leagues' : null,
  at: new Date(Date.now() - index * 7_200_000).toISOString(),
  isUnread: index < 50,
}));

test('no news, a failure and more than a hundred, with a link to the place', async ({ page }) => {
  allow(refusedWith(500, 503));
  await actAs(page, { unreadNews: 120 });
  await refuse(page, '/users/me/news', 500, 'Out of order');
  await page.goto('/dashboard/news');
  await expect(bell(page)).toHaveAccessibleName('News, 99+ unread');
  await expect(page.getByRole('heading', { name: 'Your news did not load' })).toBeVisible();
  await expectSound(page, [NARROW]);
  await succeed(page, '/users/me/news', { items: MANY, unread: 120 });
  await refuse(page, '/users/me/news/read', 503, 'Busy');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(100);
  await expect(page.getByText('New', { exact: true })).toHaveCount(50);
  await expect(bell(page)).toHaveAccessibleName('News, 99+ unread');
  await expectSound(page);
  await succeed(page, '/leagues', { leagues: [] });
  await page.getByRole('link', { name: '3 new resources' }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/leagues$/);
  await succeed(page, '/users/me/news', { items: [], unread: 0 });
  await bell(page).click();
  await expect(page.getByRole('heading', { name: 'Nothing new yet' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('News');
  await expectSound(page, [NARROW]);
  await expectRoomForLargeText(page);
});

test('staff read the same news beside their lists; links lead out of their area', async ({ page }) => {
  await openArea(page, 'news');
  await expect(page.getByRole('heading', { level: 1, name: 'Your news' })).toBeVisible();
  await expect(page.getByText('Loading your news…')).toHaveCount(0);
  await expectSound(page);
  await expectRoomForLargeText(page);
  await page.getByRole('link', { name: 'Choose what you get' }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
});

test('an announcement that one reader closes stays on the dashboard of the other', async ({
  page,
  browser,
}) => {
  allow(NETWORK_GONE);
  const { title, asha, bimal } = await announce(page.request);
  const card = (reader: Page) => reader.getByRole('listitem').filter({ hasText: title });
  await keepTokens(page, asha);
  await watchLayoutShift(page);
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await page.goto('/dashboard');
    await expect(card(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectStill(page);
  }
  await expectSound(page);
  await expectRoomForLargeText(page);
  await expect(card(page).getByRole('strong')).toHaveCount(0);
  await card(page).getByRole('button', { name: 'Read more' }).click();
  await expect(card(page).getByRole('strong')).toBeVisible();
  const close = card(page).getByRole('button', { name: `Close: ${title}` });
  const dismissed = /\/news\/dismissed\//;
  await page.route(dismissed, (route) => route.abort('connectionfailed'));
  await close.click();
  await expect(messageOn(page, 'Network error')).toBeVisible();
  await expect(card(page)).toBeVisible();
  await page.unroute(dismissed);
  await close.press('Enter');
  await expect(card(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your leagues' })).toBeVisible();
  await expect(card(page)).toHaveCount(0);

  const other = await (await browser.newContext()).newPage();
  await keepTokens(other, bimal);
  await other.goto('/dashboard');
  await expect(card(other)).toBeVisible();
});

test('news are chosen by kind and channel, and the choice is kept', async ({ page }) => {
  allow(NETWORK_GONE);
  await keepTokens(page, await signUpByApi(page.request, READY));
  await page.goto('/dashboard/profile');
  const card = page.getByRole('region', { name: 'News and mail' });
  const badges = card.getByRole('checkbox', { name: 'Badges: By mail' });
  const rhythm = card.getByRole('combobox');
  await expect(badges).toBeChecked();
  await expect(card.getByRole('checkbox', { name: 'Sign-ins from a new device: By mail' })).toBeDisabled();
  await badges.press('Space');
  await expect(messageOn(page, 'Saved.')).toBeVisible();
  await rhythm.selectOption('Weekly');
  await expectSound(page);
  await expectRoomForLargeText(page);
  await page.reload();
  await expect(badges).not.toBeChecked();
  await expect(rhythm).toHaveValue('WEEKLY');
  await rhythm.selectOption('Never');
  await expect(card.getByRole('checkbox', { name: 'Announcements: By mail' })).toBeDisabled();
  await expect(card.getByRole('checkbox', { name: 'Reviews of my answers: By mail' })).toBeEnabled();
  await disconnect(page, '/users/me/news/choices');
  await card.getByRole('checkbox', { name: 'Badges: On this site' }).click();
  await expect(messageOn(page, 'Nothing was changed: Network error')).toBeVisible();
  await expect(card.getByRole('checkbox', { name: 'Badges: On this site' })).toBeChecked();
});

test('the link of a mail stops its kind after a click, without a session', async ({ page }) => {
  allow(refusedWith(400), NETWORK_GONE);
  const { request } = page;
  const [{ league }, learner] = await Promise.all([
    addCurriculum(request, [], [], OPEN_COHORT),
    signUpByApi(request, READY),
  ]);
  const { id: userId, email } = learner.user;
  const { id } = await send<{ id: string }>(request, 'post', '/admin/assignments', {
    title: 'Build it',
    description: 'From scratch',
    leagueId: league.id,
  });
  await send(request, 'post', '/progress/enroll', { userId, cohortId: league.cohortId, leagueId: league.id });
  const submission = { userId, content: 'A plan' };
  const { id: submissionId } = await send<{ id: string }>(
    request,
    'post',
    `/admin/assignments/${id}/submit`,
    submission,
  );
  await send(request, 'put', `/admin/assignments/submissions/${submissionId}/review`, { status: 'APPROVED' });
  let link = '';
  await expect(async () => {
    const outbox = await request.get('/dev/outbox', { headers: { accept: 'application/json' } });
    const { messages } = (await outbox.json()).data as { messages: { to: string; text: string }[] };
    const texts = messages.filter(({ to }) => to === email).map(({ text }) => text);
    link = texts.map((text) => /\/unsubscribe#[\w-]+/.exec(text)?.[0]).find(Boolean) ?? '';
    expect(link).not.toBe('');
  }).toPass();

  await page.goto('/unsubscribe');
  const stop = page.getByRole('button', { name: 'Stop these mails' });
  await stop.click();
  await expect(page.getByRole('alert')).toContainText('This link does not work');
  await expectSound(page, [NARROW]);
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('');
  await expectSound(page, [NARROW]);
  const away = /\/api\/news\/unsubscribe\//;
  await page.route(away, (route) => route.abort('connectionfailed'));
  await stop.click();
  await expect(page.getByRole('alert')).toContainText('Network error');
  await page.unroute(away);
  await stop.press('Enter');
  await expect(page.getByRole('status')).toContainText('Reviews of my answers');
  await expectSound(page, [NARROW]);
  await page.goto(`${link}x`);
  await stop.click();
  await expect(page.getByRole('alert')).toContainText('This link does not work');
});
