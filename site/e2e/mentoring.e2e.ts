import type { Browser, Page } from '@playwright/test';
import type { AddSlotsBody } from '../../api/contract/mentoring.ts';
import { send, unique } from './curriculum.ts';
import { allow, demoEmail, expect, keepTokens, login, refusedWith, signUpByApi, test } from './fixtures.ts';
import { actAs, arriveAsLearner, holdBack, refuse, succeed } from './learner.ts';
import { expectRoomForLargeText, expectSound, NARROW } from './looks.ts';
import { openArea, rowOf, toast } from './staff-page.ts';

const COMMUNITY = 'Asia/Kolkata';
const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const OFFER: AddSlotsBody = {
  day: dayIn(3),
  time: '18:30',
  timeZone: COMMUNITY,
  minutes: 30,
  until: null,
  topics: 'First projects',
  place: 'https://meet.example.org/first-projects',
  noticeHours: 24,
};

/** A Luminary whom nobody else uses; named as a mentor, who offers these times. */
async function addMentor(page: Page, offers: Partial<AddSlotsBody>[] = [], isNamed = true) {
  const { request } = page;
  const tokens = await signUpByApi(request, {
    ...{ name: unique('Nandita Rao'), migrated: true, verified: true, approved: true },
  });
  const { id, name } = tokens.user;
  await send(request, 'put', `/admin/users/${id}/role`, { role: 'LUMINARY' });
  if (isNamed) await send(request, 'put', `/admin/mentors/${id}`);
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const offer = async (changes: Partial<AddSlotsBody>) => {
    const reply = await request.post('/api/mentoring/slots', { headers, data: { ...OFFER, ...changes } });
    expect(reply.status(), await reply.text()).toBe(201);
  };
  for (const changes of offers) await offer(changes);
  return { name, tokens, offer };
}

const cardOf = (page: Page, name: string) => page.getByRole('article', { name });
const own = (page: Page) => page.getByRole('region', { name: 'Your sessions' });
const offered = (page: Page) => page.getByRole('region', { name: 'Times you offer' });
const dialog = (page: Page) => page.getByRole('dialog');

async function openAnother(browser: Browser, page: Page) {
  const baseURL = new URL(page.url()).origin;
  const other = await (await browser.newContext({ baseURL, reducedMotion: 'reduce' })).newPage();
  const learner = await arriveAsLearner(other);
  return { other, learner };
}

test.describe('by keyboard, in another time zone than that of the community', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('a learner books with a question, moves and cancels; the mentor sees each', async ({
    page,
    browser,
  }) => {
    test.slow();
    const mentor = await addMentor(page, [{}, { day: dayIn(4), topics: 'Careers', place: 'Room 2' }]);
    await arriveAsLearner(page);
    await page.goto('/dashboard');
    const link = page.getByRole('link', { name: 'Mentoring' });
    await link.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Mentoring' })).toBeFocused();
    await expect(
      page.getByText(`Times are in your time zone, Europe/Berlin, with those of ${COMMUNITY}`),
    ).toBeVisible();
    const card = cardOf(page, mentor.name);
    await expect(card).toContainText('First projects · Careers');
    const times = card.getByRole('button', { name: /^Book/ });
    await expect(times).toHaveCount(2);
    await expect(times.first()).toContainText('18:30 to 19:00 in Asia/Kolkata');
    // 13:00 in UTC is 14:00 in a Berlin winter, 15:00 in summer.
    await expect(times.first()).toContainText(/1[45]:00 to 1[45]:30/);

    await times.first().press('Enter');
    await expect(dialog(page)).toHaveAccessibleName(`Book a session with ${mentor.name}`);
    await expect(dialog(page)).toContainText('Online. You see the link once it is booked.');
    await expect(dialog(page)).not.toContainText('meet.example.org');
    await expect(dialog(page).getByLabel('Your question')).toBeFocused();
    await page.keyboard.type('How do I begin?');
    await expectSound(page);
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).press('Enter');
    await expect(toast(page, 'Session booked')).toBeVisible();
    const session = own(page).getByRole('listitem');
    await expect(session).toHaveCount(1);
    await expect(session).toContainText(mentor.name);
    await expect(session).toContainText('How do I begin?');
    await expect(session).toContainText('You can move or cancel until');
    await expect(session.getByRole('link')).toHaveAttribute('href', OFFER.place);
    await expect(times).toHaveCount(1);

    const staff = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
    await keepTokens(staff, mentor.tokens);
    await staff.goto('/dashboard/mentoring');
    const booked = offered(staff).getByRole('region', { name: 'Booked (1)' });
    await expect(booked).toContainText('How do I begin?');
    await expect(booked).toContainText('Meera Nair');

    await session.getByRole('button', { name: 'Move' }).press('Enter');
    await dialog(page).getByRole('button', { name: 'Move' }).press('Enter');
    await expect(dialog(page).getByText('Choose a time').last()).toBeVisible();
    await dialog(page).getByLabel('New time').selectOption({ index: 1 });
    await expectSound(page);
    await dialog(page).getByRole('button', { name: 'Move' }).press('Enter');
    await expect(toast(page, 'Session moved')).toBeVisible();
    await expect(session).toContainText('Room 2');
    await staff.reload();
    await expect(booked).toContainText('Careers');

    await session.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expectSound(page);
    await dialog(page).getByRole('button', { name: 'Keep session' }).press('Enter');
    await expect(session.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await session.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog(page).getByRole('button', { name: 'Cancel session' }).press('Enter');
    await expect(toast(page, 'Session cancelled')).toBeVisible();
    await expect(own(page)).toHaveCount(0);
    await expect(times).toHaveCount(2);
    await staff.reload();
    await expect(offered(staff).getByRole('region', { name: 'Free (2)' })).toBeVisible();
  });
});

test('a second reader is told that a time is taken, and that two sessions to come are all', async ({
  page,
  browser,
}) => {
  test.slow();
  allow(refusedWith(409));
  const mentor = await addMentor(page, [{}, { time: '19:30' }, { day: dayIn(5), until: dayIn(5 + 7 * 5) }]);
  await arriveAsLearner(page);
  await page.goto('/dashboard/mentoring');
  const { other, learner } = await openAnother(browser, page);
  await other.goto('/dashboard/mentoring');
  const first = (at: Page) => cardOf(at, mentor.name).getByRole('button', { name: /^Book/ }).first();
  const book = (at: Page) => dialog(at).getByRole('button', { name: 'Book', exact: true }).click();
  await first(other).click();
  await first(page).click();
  await book(page);
  await expect(toast(page, 'Session booked')).toBeVisible();
  await book(other);
  await expect(dialog(other).getByRole('alert').first()).toContainText(
    'Somebody else has just taken this time',
  );
  await dialog(other).getByRole('button', { name: 'Cancel' }).click();
  await expect(first(other)).toContainText('19:30');

  // The same reader books two elsewhere.
  const card = cardOf(other, mentor.name);
  await card.getByRole('button', { name: /^Show all 7 days/ }).click();
  await expect(card.getByRole('button', { name: /^Book/ })).toHaveCount(7);
  await first(other).click();
  const { mentors } = (await learner.call('GET', '/mentoring')) as {
    mentors: { name: string; slots: { id: string }[] }[];
  };
  const slots = mentors.find(({ name }) => name === mentor.name)?.slots ?? [];
  for (const slot of slots.slice(-2)) await learner.call('POST', '/mentoring/sessions', { slotId: slot.id });
  await book(other);
  await expect(dialog(other).getByRole('alert').first()).toContainText('You have two sessions to come');
  await dialog(other).getByRole('button', { name: 'Cancel' }).click();
  await expect(
    other.getByText('two sessions to come: cancel one, or wait until one is over, to book another.'),
  ).toBeVisible();
  await expect(own(other).getByRole('listitem')).toHaveCount(2);
  await expect(first(other)).toBeDisabled();
  await expectSound(other, [NARROW]);
});

/** The first day on which a zone's clock differs from the day before, from ten days on. */
function nextChange(timeZone: string): string {
  const offset = (day: string) =>
    new Date(`${day}T12:00:00Z`).toLocaleString('en', { timeZone, timeZoneName: 'longOffset' }).slice(-9);
  for (let days = 10; days < 366; days += 1) {
    if (offset(dayIn(days)) !== offset(dayIn(days - 1))) return dayIn(days);
  }
  throw new Error(`${timeZone} has no daylight saving`);
}

test.describe('around a change to or from daylight saving', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('a chief names a Luminary, who offers weekly times that stay on the own clock; removed again, the times are gone', async ({
    page,
    browser,
  }) => {
    test.slow();
    const mentor = await addMentor(page, [], false);
    await openArea(page, 'mentoring', 'chief');
    await page.getByRole('button', { name: 'Name a mentor' }).click();
    const people = dialog(page).getByLabel('People');
    await dialog(page).getByRole('button', { name: 'Name mentor' }).click();
    await expect(dialog(page).getByText('Choose a Luminary')).toBeVisible();
    await people.fill(mentor.name);
    await expect(dialog(page).getByText('1 person found')).toBeVisible();
    await expectSound(page);
    await people.press('Enter');
    await dialog(page).getByRole('button', { name: 'Name mentor' }).press('Enter');
    await expect(toast(page, 'Mentor named')).toBeVisible();
    const row = rowOf(page, mentor.name);
    await expect(row).toBeVisible();

    const own = await (
      await browser.newContext({ baseURL: new URL(page.url()).origin, timezoneId: 'America/New_York' })
    ).newPage();
    await keepTokens(own, mentor.tokens);
    await own.goto('/dashboard/mentoring');
    await expect(offered(own).getByRole('heading', { name: 'You offer no times yet' })).toBeVisible();
    await offered(own).getByRole('button', { name: 'Offer a time' }).press('Enter');
    const form = dialog(own);
    await expect(form.getByLabel('Day')).toBeFocused();
    await expect(form).toContainText('Times are in your time zone, America/New_York.');
    await form.getByRole('button', { name: 'Offer' }).press('Enter');
    for (const words of ['Day is required', 'Time is required', 'Topics is required', 'Place is required']) {
      await expect(form.getByText(words)).toBeVisible();
    }
    await expectSound(own);
    const change = nextChange('America/New_York');
    await form.getByLabel('Day').fill(plus(change, -3));
    await form.getByLabel('Time', { exact: true }).fill('18:30');
    await form.getByLabel('Every week until').fill(plus(change, 11));
    await form.getByLabel('Topics').fill('Statistics');
    await form.getByLabel('Place or link').fill('Room 7');
    await form.getByRole('button', { name: 'Offer' }).press('Enter');
    await expect(toast(own, 'Offered to learners')).toBeVisible();
    const free = offered(own).getByRole('region', { name: 'Free (3)' }).getByRole('listitem');
    await expect(free).toHaveCount(3);
    const lines = await free.allTextContents();
    expect(lines.every((line) => line.includes('18:30 to 19:00'))).toBe(true);
    const inKolkata = lines.map((line) => /(\d\d:\d\d) to \d\d:\d\d in Asia/.exec(line)?.[1]);
    // The change moves the first against the other two.
    expect(new Set(inKolkata)).toEqual(new Set(['04:00', '05:00']));
    expect(inKolkata[1]).toBe(inKolkata[2]);

    // An hour that overlaps.
    await offered(own).getByRole('button', { name: 'Offer a time' }).click();
    await form.getByLabel('Topics').fill('Statistics');
    await form.getByLabel('Place or link').fill('Room 7');
    await form.getByLabel('Day').fill(plus(change, -3));
    await form.getByLabel('Time', { exact: true }).fill('18:45');
    allow(refusedWith(409));
    await form.getByRole('button', { name: 'Offer' }).click();
    await expect(form.getByRole('alert').first()).toContainText('You already offer a time then');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await own.getByRole('button', { name: 'Discard changes' }).click();

    // Learners see the times of the next weeks.
    await mentor.offer({});
    const { other, learner } = await openAnother(browser, page);
    await other.goto('/dashboard/mentoring');
    await expect(cardOf(other, mentor.name).getByRole('button', { name: /^Book/ })).toHaveCount(1);
    await cardOf(other, mentor.name).getByRole('button', { name: /^Book/ }).first().click();
    await dialog(other).getByRole('button', { name: 'Book', exact: true }).click();
    await expect(toast(other, 'Session booked')).toBeVisible();

    await page.reload();
    await row.getByRole('button', { name: `Remove ${mentor.name}` }).press('Enter');
    const question = page.getByRole('alertdialog', { name: `Remove ${mentor.name} as a mentor?` });
    await expect(question).toContainText('learners with a session are told by email');
    await expectSound(page);
    await question.getByRole('button', { name: 'Remove' }).press('Enter');
    await expect(toast(page, `${mentor.name} is no longer a mentor`)).toBeVisible();
    await expect(row).toHaveCount(0);
    await other.reload();
    await expect(other.getByRole('heading', { name: 'Mentors' })).toBeVisible();
    await expect(other.getByText(mentor.name)).toHaveCount(0);
    await expect
      .poll(async () => JSON.stringify(await learner.call('GET', '/users/me/news')))
      .toMatch(/"SESSION","text":"The session [^"]* was cancelled"/);
    await own.reload();
    await expect(own.getByRole('heading', { name: 'Mentors' })).toBeVisible();
    await expect(offered(own)).toHaveCount(0);

    await openArea(page, 'audit-log?entity=access');
    for (const words of [`named ${mentor.name} as a mentor`, `removed ${mentor.name} as a mentor`]) {
      await expect(page.getByText(words).first()).toBeVisible();
    }
  });
});

test('a mentor is away on some days, and takes one time back; other days stay', async ({ page, browser }) => {
  test.slow();
  const mentor = await addMentor(page, [{}, { day: dayIn(4) }, { day: dayIn(20), until: dayIn(27) }]);
  await keepTokens(page, mentor.tokens);
  const { other } = await openAnother(browser, page);
  await other.goto('/dashboard/mentoring');
  await cardOf(other, mentor.name).getByRole('button', { name: /^Book/ }).first().click();
  await dialog(other).getByRole('button', { name: 'Book', exact: true }).click();
  await expect(toast(other, 'Session booked')).toBeVisible();

  await page.goto('/dashboard/mentoring');
  // Nobody books a session with themselves.
  await expect(offered(page).getByRole('region', { name: 'Booked (1)' })).toBeVisible();
  await offered(page).getByRole('button', { name: 'I am away' }).press('Enter');
  const away = dialog(page).getByRole('button', { name: 'Take times back' });
  await away.press('Enter');
  await expect(dialog(page).getByText('First day is required')).toBeVisible();
  await dialog(page).getByLabel('First day').fill(dayIn(4));
  await dialog(page).getByLabel('Last day').fill(dayIn(2));
  await away.press('Enter');
  await expect(dialog(page).getByText('Choose the first day or a later one')).toBeVisible();
  await dialog(page).getByLabel('First day').fill(dayIn(2));
  await dialog(page).getByLabel('Last day').fill(dayIn(5));
  await expect(dialog(page)).toContainText('Sessions in them are cancelled, and learners are told by email.');
  await expectSound(page);
  await away.press('Enter');
  await expect(toast(page, 'You are away on these days')).toBeVisible();
  const free = offered(page).getByRole('region', { name: 'Free (2)' });
  await expect(free).toBeVisible();
  await expect(offered(page).getByRole('region', { name: /^Booked/ })).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Mentors' })).toBeVisible();
  await expect(own(other)).toHaveCount(0);

  await free
    .getByRole('button', { name: /^Take back/ })
    .first()
    .press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('No one has booked it.');
  await question.getByRole('button', { name: 'Take back' }).press('Enter');
  await expect(toast(page, 'Time taken back')).toBeVisible();
  await expect(offered(page).getByRole('region', { name: 'Free (1)' })).toBeVisible();
});

test('both people keep a private note on a past session', async ({ page }) => {
  const text = unique('Read about recursion');
  await login(page, demoEmail('pioneer'));
  await page.goto('/dashboard/mentoring');
  const past = own(page).getByRole('region', { name: 'Past' }).getByRole('listitem');
  await expect(past).toHaveCount(1);
  await past.getByRole('button', { name: 'Edit note' }).press('Enter');
  const box = dialog(page).getByLabel('Note');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(/Name the steps first/);
  await box.fill('x'.repeat(5001));
  await dialog(page).getByRole('button', { name: 'Save note' }).press('Enter');
  await expect(dialog(page).getByText('Note must be 5000 characters or less').first()).toBeVisible();
  await box.fill(text);
  await expectSound(page);
  await dialog(page).getByRole('button', { name: 'Save note' }).press('Enter');
  await expect(toast(page, 'Note saved')).toBeVisible();
  await expect(past).toContainText(text);
  await login(page, demoEmail('luminary'));
  await page.goto('/dashboard/mentoring');
  const taught = offered(page).getByRole('region', { name: 'Past sessions' }).getByRole('listitem');
  await expect(taught).toContainText('Begin with the names of his variables next time.');
  await expect(page.getByText(text)).toHaveCount(0);
  await expectSound(page);
  await expectRoomForLargeText(page);
});

const NOBODY = { mentors: [], sessions: [], slots: [], isMentor: false, timeZone: COMMUNITY };

test('on the way, failed, without mentors, too late to change, with an account that is gone', async ({
  page,
}) => {
  allow(refusedWith(500));
  await actAs(page);
  await refuse(page, '/mentoring', 500, 'Internal server error');
  const release = await holdBack(page, '/mentoring');
  await page.goto('/dashboard/mentoring');
  await expect(page.getByText('Loading your sessions…')).toBeAttached();
  release();
  await expect(page.getByText('Your sessions did not load')).toBeVisible();
  await expectSound(page, [NARROW]);
  await succeed(page, '/mentoring', NOBODY);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No free times at the moment' })).toBeVisible();
  await expectSound(page);
  const long = 'Magnetohydrodynamics'.repeat(5);
  const slot = {
    ...{ id: 't', mentorId: null, topics: long, isOnline: true },
    session: { id: 's', otherName: null, question: long, note: null },
    ...{ startsAt: new Date(Date.now() + 7_200_000), endsAt: new Date(Date.now() + 9_000_000) },
    ...{ place: `https://meet.example.org/${long}`, changeableUntil: new Date(Date.now() - 1000) },
  };
  await succeed(page, '/mentoring', { ...NOBODY, sessions: [slot] });
  await page.reload();
  await expect(own(page)).toContainText('Too late to move or cancel.');
  await expect(own(page)).toContainText('A deleted account');
  await expect(own(page).getByRole('button')).toHaveCount(0);
  await expectSound(page);
  await expectRoomForLargeText(page);
});

test('the times and mentors of a chief: on the way, failed, none', async ({ page }) => {
  allow(refusedWith(500));
  await refuse(page, '/mentoring', 500, 'Internal server error');
  await refuse(page, '/admin/mentors', 500, 'Internal server error');
  const release = await holdBack(page, '/mentoring');
  await openArea(page, 'mentoring', 'chief');
  await expect(page.getByText('Loading times...').first()).toBeAttached();
  release();
  await expect(page.getByRole('heading', { name: 'Failed to load times' })).toBeVisible();
  await expect(page.getByText('Failed to load mentors')).toBeVisible();
  await expectSound(page, [NARROW]);
  await succeed(page, '/mentoring', NOBODY);
  await succeed(page, '/admin/mentors', { mentors: [] });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You offer no times yet' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No mentors yet' })).toBeVisible();
  await expectSound(page);
  // A pathfinder offers times and names nobody.
  await openArea(page, 'mentoring', 'pathfinder');
  await expect(offered(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mentors' })).toHaveCount(0);
});
