import type { Page } from '@playwright/test';
import type { CalendarEntry } from '#contract/calendar.ts';
import { addLeague, OPEN_COHORT, send, unique } from './curriculum.ts';
import {
  allow,
  disconnect,
  expect,
  expectDialogLeftHistory,
  NETWORK_GONE,
  product,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { actAs, arriveAsLearner, holdBack, messageOn, refuse, succeed } from './learner.ts';
import { expectRoomForLargeText, expectSound, NARROW, readLayoutShift, watchLayoutShift } from './looks.ts';

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** 18:30 in the zone of the community, Asia/Kolkata: 13:00 in UTC, and 08:00 or 09:00 in New York. */
const at = (days: number, time = '13:00') => `${dayIn(days)}T${time}:00.000Z`;

const entryOf = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });
const address = (page: Page) => page.getByLabel('Private address');
const question = (page: Page) => page.getByRole('alertdialog');

/** A learner with a due date, an event, a session and the end of a league. */
async function arriveWithEntries(page: Page) {
  const { request } = page;
  const league = await addLeague(request, 'Calendrical', OPEN_COHORT);
  await send(request, 'put', `/leagues/${league.id}`, { expiresAt: at(9) });
  const assignment = unique('Pitch');
  const essay = { title: assignment, description: 'Write one', leagueId: league.id, dueDate: at(5) };
  await send(request, 'post', '/admin/assignments', essay);
  const learner = await arriveAsLearner(page);
  const enrollment = { userId: learner.id, cohortId: league.cohortId, leagueId: league.id };
  await send(request, 'post', '/progress/enroll', enrollment);

  const event = unique('Night').toLowerCase().replaceAll(' ', '-');
  await send(request, 'put', `/admin/events/${event}`, {
    ...{ title: event, place: 'Computer lab 3', places: 2, audience: 'EVERYONE' },
    ...{ opensAt: at(-2), closesAt: at(2), startsAt: at(3), endsAt: at(3, '16:00') },
  });
  await learner.call('POST', `/events/${event}/registration`);

  const mentor = await signUpByApi(request, {
    ...{ name: unique('Nandita Rao'), migrated: true, verified: true, approved: true },
  });
  await send(request, 'put', `/admin/users/${mentor.user.id}/role`, { role: 'LUMINARY' });
  await send(request, 'put', `/admin/mentors/${mentor.user.id}`);
  const offered = await request.post('/api/mentoring/slots', {
    headers: { authorization: `Bearer ${mentor.accessToken}` },
    data: {
      ...{ day: dayIn(2), time: '18:30', timeZone: 'Asia/Kolkata', minutes: 30, until: null },
      ...{ topics: 'Careers', place: 'https://meet.example.org/careers', noticeHours: 1 },
    },
  });
  expect(offered.status(), await offered.text()).toBe(201);
  const { mentors } = (await learner.call('GET', '/mentoring')) as {
    mentors: { id: string; slots: { id: string }[] }[];
  };
  const [slot] = mentors.find(({ id }) => id === mentor.user.id)?.slots ?? [];
  await learner.call('POST', '/mentoring/sessions', { slotId: slot?.id });
  return { league, assignment, event, mentor: mentor.user.name, learner };
}

test.describe('in another time zone than that of the community', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('a learner finds every kind of entry by day, subscribes, and gives the feed a new address, by keyboard', async ({
    page,
    context,
  }) => {
    test.slow();
    allow(refusedWith(404));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { league, assignment, event, mentor, learner } = await arriveWithEntries(page);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Calendar', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeFocused();
    await expect(page).toHaveTitle(`Calendar | ${product}`);
    await expect(
      page.getByText(
        'Times are in your time zone, America/New_York, with those of Asia/Kolkata beside them.',
      ),
    ).toBeVisible();
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows).toHaveText([
      /^0[89]:00 to 0[89]:30.*18:30 to 19:00 in Asia\/Kolkata.*Session with Nandita.*meet\.example\.org/,
      /^0[89]:00 to 1[12]:00.*18:30 to 21:30 in Asia\/Kolkata.*Event, Computer lab 3$/,
      /^0[89]:00.*18:30 in Asia\/Kolkata.*Assignment due, Calendrical/,
      /^0[89]:00.*League ends$/,
    ]);
    const day = new Intl.DateTimeFormat('en-US', {
      ...({ timeZone: 'America/New_York', month: 'short', day: 'numeric' } as const),
    });
    for (const [days, title] of [
      [2, mentor],
      [3, event],
      [5, assignment],
      [9, league.name],
    ] as const) {
      const section = page.getByRole('region', { name: day.format(new Date(at(days))) });
      await expect(section.getByRole('link', { name: title })).toBeVisible();
    }
    await expectSound(page);
    await expectRoomForLargeText(page);

    const first = await address(page).inputValue();
    await page.getByRole('button', { name: 'Copy' }).press('Enter');
    await expect(messageOn(page, 'Copied to clipboard!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
    const feed = await page.request.get(first);
    expect([feed.status(), feed.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    // Lines are folded.
    const text = (await feed.text()).replaceAll('\r\n ', '');
    for (const title of [mentor, event, assignment, league.name]) expect(text).toContain(title);

    const renew = page.getByRole('button', { name: 'New address' });
    await renew.press('Enter');
    await expect(question(page)).toHaveAccessibleName('Make a new address?');
    await expectSound(page, [NARROW]);
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(renew).toBeFocused();
    expect(await address(page).inputValue()).toBe(first);
    await expectDialogLeftHistory(page);
    await renew.press('Enter');
    await question(page).getByRole('button', { name: 'New address' }).press('Enter');
    await expect(messageOn(page, 'Your calendar has a new address')).toBeVisible();
    await expect(address(page)).not.toHaveValue(first);
    const second = await address(page).inputValue();
    expect((await page.request.get(first)).status()).toBe(404);
    expect((await page.request.get(second)).status()).toBe(200);
    await expectDialogLeftHistory(page);

    await entryOf(page, league.name).getByRole('link', { name: league.name }).last().press('Enter');
    await expect(page).toHaveURL(new RegExp(`/dashboard/league/${league.id}$`));
    await learner.call('DELETE', `/events/${event}/registration`);
    await page.goBack();
    await expect(entryOf(page, assignment)).toBeVisible();
    await expect(entryOf(page, event)).toHaveCount(0);
    await learner.call('POST', `/events/${event}/registration`);
    await page.reload();
    await Promise.all([
      page.waitForRequest(`**/events/${event}`),
      entryOf(page, event).getByRole('link', { name: event }).click(),
    ]);
  });
});

const ENTRY: CalendarEntry = {
  ...{ kind: 'EVENT', id: 'e1', title: 'Magnetohydrodynamics'.repeat(5), place: 'Hall '.repeat(20) },
  ...{ startsAt: at(1), endsAt: at(2), sequence: 0, path: '/events/magnets' },
};
const TODAY: CalendarEntry = {
  ...{ kind: 'DUE', id: 'd1', title: 'Pitch', place: 'Finance', sequence: 0, path: '/dashboard/league/l1' },
  ...{ startsAt: new Date().toISOString(), endsAt: null },
};
const CALENDAR = {
  ...{ entries: [TODAY, ENTRY], timeZone: 'Asia/Kolkata', feedPath: `/api/calendar/${'x'.repeat(58)}.ics` },
};

test.describe('in the time zone of the community', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('a calendar that is on its way, fails, is empty, is read without a connection, and a feed that cannot be renewed', async ({
    page,
  }) => {
    allow(refusedWith(500, 503), NETWORK_GONE);
    await watchLayoutShift(page);
    await actAs(page);
    await refuse(page, '/users/me/calendar', 500, 'Out of order');
    const release = await holdBack(page, '/users/me/calendar');
    await page.goto('/dashboard/calendar');
    await expect(messageOn(page, 'Loading your calendar…')).toBeAttached();
    await expectSound(page, [NARROW]);
    release();
    await expect(page.getByText('Your calendar did not load')).toBeVisible();
    await expectSound(page, [NARROW]);

    await succeed(page, '/users/me/calendar', { ...CALENDAR, entries: [] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing in your calendar yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Find a league' })).toHaveAttribute(
      'href',
      '/dashboard/leagues',
    );
    await expect(address(page)).toHaveValue(/\/api\/calendar\/x{58}\.ics$/);
    await expectSound(page, [NARROW]);

    await succeed(page, '/users/me/calendar', CALENDAR);
    await page.reload();
    await expect(entryOf(page, 'Magnetohydrodynamics')).toContainText(/^18:30 to \w+ \d+, \d{4}, 18:30/);
    await expect(entryOf(page, 'Pitch')).toHaveText(/^\d\d:\d\dPitchAssignment due, Finance$/);
    await expect(page.getByText('Asia/Kolkata')).toHaveCount(0);
    expect(await readLayoutShift(page)).toBeLessThan(0.1);
    await expectSound(page);
    await expectRoomForLargeText(page);

    await refuse(page, '/users/me/calendar/feed', 503, 'Busy');
    await page.getByRole('button', { name: 'New address' }).click();
    await question(page).getByRole('button', { name: 'New address' }).click();
    await expect(messageOn(page, 'Failed to renew the address: Busy')).toBeVisible();
    await expectSound(page, [NARROW]);
    await page.getByRole('button', { name: 'Dismiss' }).click();

    await disconnect(page, '/users/me/calendar');
    await page.reload();
    await expect(messageOn(page, "You're offline")).toBeVisible();
    await expect(entryOf(page, 'Magnetohydrodynamics')).toBeVisible();
    await expectSound(page, [NARROW]);
  });
});
