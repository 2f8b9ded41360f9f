import type { APIRequestContext, Page } from '@playwright/test';
import type { DataOf } from '../../api/contract/call.ts';
import type { registerForEvent, StaffEvent } from '../../api/contract/events.ts';
import { findLeague, send, unique } from './curriculum.ts';
import { allow, expect, NETWORK_GONE, refusedWith, signUpByApi, test } from './fixtures.ts';
import { actAs, holdBack, refuse, succeed } from './learner.ts';
import { expectFitsSmallPhone, expectRoomForLargeText, expectSound, NARROW } from './looks.ts';
import { openArea, rowOf, toast } from './staff-page.ts';

const HOUR_MS = 3_600_000;
const hours = (count: number) => new Date(Date.now() + count * HOUR_MS).toISOString();
const newId = () => unique('door').replace(' ', '-');

/** Opens registration as the Grand Pathfinder, without a page of the event. */
function openEvent(request: APIRequestContext, title: string, changes: object = {}): Promise<StaffEvent> {
  return send(request, 'put', `/admin/events/${newId()}`, {
    ...{ title, place: 'Lab 4', places: 1, audience: 'MEMBERS' },
    ...{ opensAt: hours(-1), closesAt: hours(5), startsAt: hours(5), endsAt: hours(9) },
    ...changes,
  });
}

/** A new learner of this name, registered. */
async function register(request: APIRequestContext, eventId: string, name: string) {
  const { accessToken, user } = await signUpByApi(request, {
    name,
    migrated: true,
    verified: true,
    approved: true,
  });
  const headers = { authorization: `Bearer ${accessToken}` };
  const reply = await request.post(`/api/events/${eventId}/registration`, { headers });
  expect(reply.status(), await reply.text()).toBe(201);
  const { registration }: DataOf<typeof registerForEvent> = (await reply.json()).data;
  return { ...user, ...registration };
}

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Door code' });
const heard = (page: Page, words: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: words }).first();

async function typeDoorCode(page: Page, code: string, ...words: string[]): Promise<void> {
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
  for (const word of words) await expect(heard(page, word)).toBeVisible();
  await expect(codeField(page)).toBeFocused();
}

/** The list as if the page of an event in content had this id, which nobody opened. */
async function openListWithPage(page: Page, id: string, name: 'grand' | 'chief' | 'pathfinder' = 'grand') {
  await page.route(
    (url) => url.pathname === '/admin/events',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('hackathon-2', id) });
    },
  );
  await openArea(page, 'events', name);
}
const unopened = (page: Page) => page.getByRole('row').filter({ hasText: 'Not opened' });

test('a Grand Pathfinder opens registration for an event of the site, by keyboard, and changes it', async ({
  page,
}) => {
  allow(refusedWith(400));
  const title = unique('Hack night');
  await openListWithPage(page, newId());
  await expect(page).toHaveTitle(/^Events \| /);
  await unopened(page).first().getByRole('button', { name: 'Open registration for' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Open registration' });
  // Prefilled from the page.
  for (const label of ['Title', 'Place', 'Starts', 'Ends', 'Registration opens', 'Registration closes']) {
    await expect(dialog.getByLabel(label, { exact: true })).not.toHaveValue('');
  }
  const submit = dialog.getByRole('button', { name: 'Open registration' });
  await submit.press('Enter');
  await expect(dialog.getByText('The number of places is required')).toBeVisible();
  await expect(dialog.getByText('Audience is required')).toBeVisible();
  await expect(dialog.getByLabel('Places')).toBeFocused();
  await expectSound(page);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Starts').fill('2040-05-01T10:00');
  await dialog.getByLabel('Ends').fill('2040-05-02T16:00');
  await dialog.getByLabel('Registration closes').fill('2041-05-01T10:00');
  await dialog.getByLabel('Places').fill('40');
  await dialog.getByLabel('Audience').selectOption('Everyone, with or without an account');
  await submit.press('Enter');
  await expect(dialog.getByText('close by the end of the event')).toBeVisible();
  await dialog.getByLabel('Registration closes').fill('2040-04-30T20:00');
  await submit.press('Enter');
  await expect(toast(page, 'Registration created')).toBeVisible();
  const row = rowOf(page, title);
  for (const words of ['May 1, 2040, 10:00', 'to May 2, 2040, 16:00', 'Open']) {
    await expect(row).toContainText(words);
  }
  await expect(row).toContainText('0 of 40 taken');
  await expect(row).toContainText('For everyone');
  await expectSound(page);
  await expectRoomForLargeText(page);

  await row.getByRole('button', { name: `Change ${title}` }).press('Enter');
  const change = page.getByRole('dialog', { name: 'Change event' });
  await expect(change.getByLabel('Starts')).toHaveValue('2040-05-01T10:00');
  await expect(change.getByLabel('Registration closes')).toHaveValue('2040-04-30T20:00');
  await change.getByLabel('Places').fill('60');
  await change.getByLabel('Registration opens').fill('2040-04-01T20:00');
  await change.getByLabel('Audience').selectOption('League: ML');
  await change.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(toast(page, 'Registration saved')).toBeVisible();
  for (const words of ['0 of 60 taken', 'Opens soon', 'For ML']) {
    await expect(row).toContainText(words);
  }
  await page.goto('/admin/audit-log?entity=event');
  for (const words of [`opened registration for “${title}”`, `updated the event “${title}” in ML`]) {
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
  }
});

test('at the door: by code, a second time, no place, nobody, by name; then the event is cancelled', async ({
  page,
}) => {
  allow(refusedWith(404, 409), NETWORK_GONE);
  const title = unique('Build night');
  const { eventId } = await openEvent(page.request, title, { places: 2 });
  const inside = await register(page.request, eventId, unique('Asha'));
  const second = await register(page.request, eventId, unique('Meera'));
  const waiting = await register(page.request, eventId, unique('Rohan'));
  await openArea(page, 'events');
  await expect(rowOf(page, title)).toContainText('2 of 2 taken, 1 waiting, 0 checked in');
  await page.getByRole('link', { name: `Door of ${title}` }).click();
  await expect(page).toHaveTitle(new RegExp(`^${title} \\| Door`));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(codeField(page)).toHaveAttribute('autocapitalize', 'characters');
  const counts = (words: string) => page.getByRole('main').getByText(words);
  await expect(counts('0 of 2 checked in, 1 waiting.')).toBeVisible();
  await expect(rowOf(page, waiting.name)).toContainText('Waiting, number 1');
  await expect(rowOf(page, waiting.name).getByRole('button')).toHaveCount(0);
  await expectSound(page);

  await typeDoorCode(page, ` ${inside.doorCode?.toLowerCase()} `, `${inside.name}: Checked in on`);
  await expect(codeField(page)).toHaveValue('');
  await expect(counts('1 of 2 checked in, 1 waiting.')).toBeVisible();
  await expect(rowOf(page, inside.name)).toContainText('Checked in on');
  await expect(rowOf(page, inside.name).getByRole('button')).toHaveCount(0);
  await typeDoorCode(page, inside.doorCode ?? '', `${inside.name}: Already checked in on`);
  await expect(codeField(page)).toHaveValue('');
  await expectSound(page);
  await typeDoorCode(page, 'zzzzzz', 'Failed to check in: Registration not found');
  // To be corrected, or typed over.
  await expect(codeField(page)).toHaveValue('zzzzzz');
  await page.route(/\/check-in$/, (route) => route.abort('connectionfailed'));
  await typeDoorCode(page, inside.doorCode ?? '', 'Failed to check in: Network error. Please try again.');
  await page.unrouteAll();

  await rowOf(page, second.name)
    .getByRole('button', { name: `Check in ${second.name}` })
    .press('Enter');
  await expect(toast(page, `${second.name}: Checked in on`)).toBeVisible();
  await expect(counts('2 of 2 checked in')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search people' }).fill(waiting.name);
  await expect(rowOf(page, inside.name)).toHaveCount(0);
  await expect(rowOf(page, waiting.name)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Waiting');
  await expect(rowOf(page, inside.name)).toHaveCount(0);
  await expect(page).toHaveURL(/state=WAITING/);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Cancelled');
  await expect(page.getByRole('heading', { name: 'No matching people' })).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^registrations-[\d-]+\.csv$/);

  await page.getByRole('link', { name: 'Events', exact: true }).first().click();
  await expect(rowOf(page, title)).toContainText('2 checked in');
  await rowOf(page, title)
    .getByRole('button', { name: `Cancel ${title}` })
    .press('Enter');
  const question = page.getByRole('alertdialog', { name: `Cancel “${title}”?` });
  await expect(question).toContainText(
    'Everyone who is registered gets an email that it will not take place. This cannot be undone.',
  );
  await expect(question.getByRole('button', { name: 'Keep event' })).toBeFocused();
  await expectSound(page);
  await question.getByRole('button', { name: 'Cancel event' }).press('Enter');
  await expect(toast(page, 'Event cancelled')).toBeVisible();
  await expect(rowOf(page, title)).toContainText('Cancelled');
  await expect(rowOf(page, title).getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: `Door of ${title}` }).click();
  await expect(page.getByText('This event was cancelled, so check-in is closed.')).toBeVisible();
  await expect(codeField(page)).toHaveCount(0);
  await expect(rowOf(page, inside.name)).toBeVisible();
  await expect(rowOf(page, inside.name).getByRole('button')).toHaveCount(0);
  await expectSound(page);

  await page.goto('/admin/audit-log?entity=event');
  for (const words of [
    `checked ${inside.name} in at “${eventId}”`,
    `exported 3 registrations of “${eventId}”`,
    `cancelled the event “${title}”`,
  ]) {
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
  }
});

test('by name, somebody whose place is gone since the list was read', async ({ page }) => {
  allow(refusedWith(409));
  const { eventId, title } = await openEvent(page.request, unique('Left early'));
  const { name } = await register(page.request, eventId, unique('Zoya'));
  await openArea(page, `events/${eventId}`);
  await refuse(page, `/admin/events/${eventId}/check-in`, 409, 'No', 'REGISTRATION_WITHOUT_PLACE');
  await page.getByRole('button', { name: `Check in ${name}` }).click();
  await expect(heard(page, 'Failed to check in: No')).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(title));
});

test.describe('on a phone at the door', () => {
  test.use({ viewport: NARROW, hasTouch: true, isMobile: true });

  test('the door of an event nobody registered for fits, and the field has large letters', async ({
    page,
  }) => {
    const { eventId } = await openEvent(page.request, unique('Quiet night'));
    await openArea(page, `events/${eventId}`);
    await expect(page.getByRole('heading', { name: 'No one is registered yet' })).toBeVisible();
    await expectFitsSmallPhone(page);
    expect(
      await codeField(page).evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
    ).toBeGreaterThanOrEqual(22);
    await expect(page.getByRole('button', { name: 'Check in' })).toBeInViewport({ ratio: 1 });
    await expectSound(page);
  });
});

test('a chief opens for everyone or the own leagues, and only reads of another league', async ({ page }) => {
  const foreign = unique('Quantum night');
  const leagueId = await findLeague(page.request, 'Quantum');
  await openEvent(page.request, foreign, { audience: leagueId });
  const wide = unique('Open mic');
  await openEvent(page.request, wide);
  await openListWithPage(page, newId(), 'chief');
  await expect(rowOf(page, wide).getByRole('link', { name: `Door of ${wide}` })).toBeVisible();
  await expect(rowOf(page, wide).getByRole('button', { name: `Cancel ${wide}` })).toBeVisible();
  await expect(rowOf(page, foreign)).toContainText('For Quantum');
  await expect(rowOf(page, foreign).getByRole('button')).toHaveCount(0);
  await expect(rowOf(page, foreign).getByRole('link')).toHaveCount(0);
  await unopened(page).first().getByRole('button', { name: 'Open registration for' }).click();
  await expect(page.getByLabel('Audience').getByRole('option')).toHaveText([
    'Choose who may register',
    'Everyone, with or without an account',
    'Members',
    'League: Finance',
    'League: ML',
  ]);
});

test('a pathfinder opens for the own league, and sees that others opened an event', async ({ page }) => {
  allow(refusedWith(403));
  const id = newId();
  const title = unique('ML night');
  await openListWithPage(page, id, 'pathfinder');
  await unopened(page).first().getByRole('button', { name: 'Open registration for' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open registration' });
  await expect(dialog.getByLabel('Audience').getByRole('option')).toHaveText([
    'Choose who may register',
    'League: ML',
  ]);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Starts').fill('2040-05-01T10:00');
  await dialog.getByLabel('Ends').fill('2040-05-01T16:00');
  await dialog.getByLabel('Registration closes').fill('2040-04-30T20:00');
  await dialog.getByLabel('Places').fill('40');
  await dialog.getByLabel('Audience').selectOption('League: ML');
  await dialog.getByRole('button', { name: 'Open registration' }).click();
  await expect(rowOf(page, title)).toContainText('For ML');

  // Opened for everyone by the Grand Pathfinder, who alone changes it.
  await send(page.request, 'put', `/admin/events/${id}`, {
    ...{ title, place: 'Lab 4', places: 5, audience: 'EVERYONE' },
    ...{ opensAt: hours(-1), closesAt: hours(5), startsAt: hours(5), endsAt: hours(9) },
  });
  await page.reload();
  await expect(rowOf(page, title)).toContainText('0 of 5 taken');
  await expect(rowOf(page, title).getByRole('button')).toHaveCount(0);
  await expect(rowOf(page, title).getByRole('link')).toHaveCount(0);
  await page.goto(`/admin/events/${id}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load people');
  await expect(codeField(page)).toHaveCount(0);
});

test('a pathfinder without a right in a league only reads', async ({ page }) => {
  await actAs(page, { role: 'PATHFINDER' });
  await succeed(page, '/admin/events', { events: [] });
  await page.route(/\/api\/events\//, (route) =>
    route.fulfill({ json: { success: true, data: { event: null } } }),
  );
  await page.goto('/admin/events');
  await expect(unopened(page).first()).toBeVisible();
  await expect(unopened(page).first().getByRole('button')).toHaveCount(0);
});

test('no events, events on their way, a list that fails; an event without registration, and the command palette', async ({
  page,
}) => {
  allow(refusedWith(404, 500));
  await succeed(page, '/admin/events', { events: [] });
  const isList = (url: URL) => url.pathname === '/admin/events';
  await page.route(isList, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(contentEvents&quot;:\[1,)\[.*?\]\](?=[,}])/, '$1[]]');
    await route.fulfill({ response, body });
  });
  await openArea(page, 'events');
  await expect(page.getByRole('heading', { name: 'No events with registration yet' })).toBeVisible();
  await expect(page.getByText('registration: true')).toBeVisible();
  await expectSound(page);
  await refuse(page, '/admin/events', 500, 'Internal server error');
  const release = await holdBack(page, '/admin/events');
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Loading events...' })).toBeAttached();
  release();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load events');
  await expectSound(page);
  await page.unrouteAll();
  await page.goto('/admin/events/nothing-of-this-name');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No registration for this event');
  await expect(codeField(page)).toHaveCount(0);
  await expectSound(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('check-in');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/events$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
});
